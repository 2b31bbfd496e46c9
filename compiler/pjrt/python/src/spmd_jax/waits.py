# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ctrl-C while Python waits for a program.

JAX's `block_until_ready` lets Python handle signals; reading an array's elements does not, so it waits by `block_until_ready` first. The
library asks for signals itself while it compiles (compiler/pjrt/host_signals.h)."""
import ctypes
import sys


def register():
    from jax._src.array import ArrayImpl

    read = ArrayImpl._value.fget

    def _value(self):
        if self._npy_value is None and not self.is_deleted():
            self.block_until_ready()
        return read(self)

    ArrayImpl._value = property(_value)


def end(library):
    """At the end of the process. Behind a Ctrl-C nobody waits for runs any more, not even for their effects. MPI ends, if the plugin has
    used it; the other ranks are waited for."""
    library = ctypes.CDLL(library)
    if issubclass(getattr(sys, "last_type", None) or object, KeyboardInterrupt):
        library.spmd_cancel_runs()
    library.spmd_end_ranks()
