# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX programs in all modes in which people split training and decoding over devices. bench/modes.py measures them."""
from . import data_parallel, decode, experts, images, pipeline, tensor_parallel

PROGRAMS = [program for module in (data_parallel, tensor_parallel, pipeline, experts, images, decode) for program in module.PROGRAMS]
