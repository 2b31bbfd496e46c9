# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs JAX programs on the SPMD compiler: `JAX_PLATFORMS=spmd python train.py`.

The number of devices is `SPMD_DEVICES` (default 1). docs/jax.md tells what works."""
from .dlpack import from_dlpack, to_dlpack
from .plugin import LIBRARY, initialize
from .reports import Memory, cancel, explain, memory, trace

__all__ = ["LIBRARY", "Memory", "cancel", "explain", "from_dlpack", "initialize", "memory", "to_dlpack", "trace"]
