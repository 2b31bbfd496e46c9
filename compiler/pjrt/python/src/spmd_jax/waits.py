# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ctrl-C while Python waits for a program.

JAX's `block_until_ready` lets Python handle signals; reading an array's elements does not, so it waits by `block_until_ready` first. The
library asks for signals itself where it waits on the caller's thread (compiler/pjrt/host_signals.h)."""
import ctypes
import functools
import sys


_abandoned = []  # modules that jaxlib may still be compiling, on a thread of its own


def register():
    from jax._src import compiler
    from jax._src.array import ArrayImpl

    compile_and_load = compiler.backend_compile_and_load

    @functools.wraps(compile_and_load)
    def backend_compile_and_load(backend, module, *args, **kwargs):
        try:
            return compile_and_load(backend, module, *args, **kwargs)
        except KeyboardInterrupt:
            _abandoned.append(module)  # jaxlib reads it after the wait for it has ended
            raise

    compiler.backend_compile_and_load = backend_compile_and_load

    read = ArrayImpl._value.fget

    def _value(self):
        if self._npy_value is None and not self.is_deleted():
            self.block_until_ready()
        return read(self)

    ArrayImpl._value = property(_value)


def end(library):
    """At the end of the process. Nobody waits for compilations any more, and behind a Ctrl-C nobody for runs, not even for their effects. MPI
    ends, if the plugin has used it; the other ranks are waited for."""
    library = ctypes.CDLL(library)
    library.spmd_cancel_compilations()
    if issubclass(getattr(sys, "last_type", None) or object, KeyboardInterrupt):
        library.spmd_cancel_work()
    library.spmd_end_ranks()
