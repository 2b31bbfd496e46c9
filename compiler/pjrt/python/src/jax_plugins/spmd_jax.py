# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The module by which JAX finds the plugin: it imports what lies in the namespace package `jax_plugins` and calls `initialize`."""
from spmd_jax.plugin import initialize

__all__ = ["initialize"]
