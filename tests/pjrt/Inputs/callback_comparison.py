#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The comparison of programs that call Python functions: an exception is a result like others."""
import functools

import comparison
from comparison import fault, finish, jax, like, mesh_of, message, np, programs, raised, x

case = functools.partial(comparison.case, may_fail=True)
__all__ = ["case", "fault", "finish", "jax", "like", "mesh_of", "message", "np", "programs", "raised", "x"]
