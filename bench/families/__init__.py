# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Families of programs for bench/shapes.py, a file per cause of slowness."""
from families import functions, loops, matmuls, reductions, scatters, science, transforms, windows  # noqa: F401
from families.common import FAMILIES, KINDS, TOLERANCES, Draw  # noqa: F401
