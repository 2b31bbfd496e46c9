# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler knows of a program: `explain`, `memory`, `trace`; and `cancel`, which ends it."""
import contextlib
import ctypes
import dataclasses
import functools
import json
import os
import pathlib

import jax

from . import waits
from .plugin import LIBRARY


class Library:
    """The functions of the plugin beside the PJRT interface (compiler/pjrt/package.cpp)."""

    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        for name in ("spmd_explain", "spmd_memory", "spmd_trace_start", "spmd_trace_stop"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.spmd_free_text.argtypes = [ctypes.c_void_p]

    def text(self, name, *arguments):
        """The text that a function returns. Raises RuntimeError with its message where it fails."""
        failed = ctypes.c_int(0)
        address = getattr(self.library, name)(*arguments, ctypes.byref(failed))
        text = ctypes.string_at(address).decode(errors="replace")
        self.library.spmd_free_text(address)
        if failed.value:
            raise RuntimeError(text)
        return text

    def report(self, name, program, *arguments):
        return self.text(name, program, ctypes.c_size_t(len(program)), *arguments)


@functools.cache
def _library():
    return Library(LIBRARY)


def _program(f, args, kwargs):
    """The text of the program that JAX would send for a call, with the lines of the user's source."""
    lowered = f if isinstance(f, jax.stages.Lowered) else (f if hasattr(f, "lower") else jax.jit(f)).lower(*args, **kwargs)
    return lowered.compiler_ir("stablehlo").operation.get_asm(enable_debug_info=True).encode()


def explain(f, *args, value="all", **kwargs):
    """Why the values of `f(*args, **kwargs)` are sharded as they are, and what each collective is for, as text.

    `f` is a function, jitted or not, or what `jax.jit(f).lower(...)` returns; nothing is run. `value` names what is to be explained: "arg0"
    or "result0"; "%5", as `jax.jit(f).lower(...).as_text()` has it; "train.py:12", all values of a line of the source; or "all". Raises
    RuntimeError where no value has such a name and where the compiler refuses the program."""
    return _library().report("spmd_explain", _program(f, args, kwargs), ctypes.c_char_p(value.encode()))


@dataclasses.dataclass(frozen=True)
class Held:
    """Bytes of temporaries between the command that writes them and the last one that reads them."""

    bytes: int
    writer: str  # what writes them: a kernel, a matmul, a collective
    written: str  # "train.py:12:7"
    last_read: str


@dataclasses.dataclass(frozen=True)
class Memory:
    """What a program needs on each device, in bytes. `print` shows it as a table."""

    peak: int  # arguments + results - in_place + arena
    arguments: int
    results: int
    in_place: int  # of the results, in the memory of donated arguments
    arena: int  # temporaries, but for those in the memory of results and donated arguments
    constants: int  # once for all devices of the process
    live: int  # temporaries in use where most are; the arena may have gaps
    where: str  # the line of the source where that is
    held: tuple[Held, ...]  # what they are, the largest first; their sum is `live`
    text: str = dataclasses.field(repr=False)

    def __str__(self):
        return self.text


def memory(f, *args, **kwargs):
    """What `f(*args, **kwargs)` needs on each device, as a `Memory`. The bytes are exact: all is laid out before the first run.

    `f` is a function, jitted or not, or what `jax.jit(f).lower(...)` returns. The program is compiled and not run. Raises RuntimeError where
    the compiler refuses the program. Over MPI a program may need more, for exchanges that travel while devices compute."""
    fields = json.loads(_library().report("spmd_memory", _program(f, args, kwargs)))
    return Memory(**{**fields, "held": tuple(Held(**held) for held in fields["held"])})


@contextlib.contextmanager
def trace(folder):
    """While it lasts, all programs on devices of the platform write down which command of which device ran when.

    The file is `spmd-RANK.trace.json` in `folder`, for chrome://tracing and ui.perfetto.dev; `with ... as` gets its path. Raises RuntimeError
    where there is a trace already and where the file cannot be written. SPMD_TRACE=FILE in the environment traces a whole process."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"spmd-{jax.process_index()}.trace.json"
    _library().text("spmd_trace_start", os.fsencode(path))
    try:
        yield path
    finally:
        _library().text("spmd_trace_stop")


def cancel():
    """Ends all runs and compilations of this process, those that wait as well. Who reads their results gets a JaxRuntimeError.

    Ctrl-C ends a wait, and leaves the run that was waited for as it is: its results may be needed. Runs on several processes are not ended,
    because all of them would have to agree on that. In a callback, `cancel` does not wait for the end of the runs."""
    _library().library.spmd_cancel_compilations()
    waits.cancel_work(_library().library)
