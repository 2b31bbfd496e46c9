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
    from jax.errors import JaxRuntimeError

    compile_and_load = compiler.backend_compile_and_load

    @functools.wraps(compile_and_load)
    def backend_compile_and_load(backend, module, *args, **kwargs):
        try:
            return compile_and_load(backend, module, *args, **kwargs)
        except JaxRuntimeError:
            raise
        except BaseException:  # what a handler of a signal raises: jaxlib goes on to read the module
            _abandoned.append(module)
            raise

    compiler.backend_compile_and_load = backend_compile_and_load

    read = ArrayImpl._value.fget

    def _value(self):
        if self._npy_value is None and not self.is_deleted():
            self.block_until_ready()
        return read(self)

    ArrayImpl._value = property(_value)


def cancel_work(library):
    """Ends all runs, and with them what JAX waits for at the end of the process: the effects of these runs."""
    import jax
    from jax._src.dispatch import runtime_tokens

    library.spmd_cancel_work()
    if jax.process_count() == 1:
        runtime_tokens.clear()


def end(library):
    """At the end of the process. Compilations that a signal has left behind end. Behind an uncaught Ctrl-C nobody waits for runs any more, not
    even for their effects. MPI ends, if the plugin has used it; the other ranks are waited for."""
    library = ctypes.CDLL(library)
    is_interactive = hasattr(sys, "ps1") or sys.flags.interactive  # Ctrl-C may be long ago
    is_interrupted = not is_interactive and issubclass(getattr(sys, "last_type", None) or object, KeyboardInterrupt)
    if _abandoned or is_interrupted:
        library.spmd_cancel_compilations()
    if is_interrupted:
        cancel_work(library)
    library.spmd_end_ranks()
