# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python functions that compiled programs call: `jax.pure_callback`, `io_callback`, `jax.debug.callback`, `jax.debug.print`.

JAX's own lowering rules write such a call by `emit_python_callback`, which knows JAX's platforms only. `register` puts a function in its
place that writes, for the platform "spmd",

    %r = stablehlo.custom_call @spmd_host_call(%x) {backend_config = "7", has_side_effect = true}

where 7 is the key of a function that the library has been told of (compiler/pjrt/host_functions.h). The program keeps its calls in
order, so it has no use for JAX's tokens: they go from the call before to the call behind.
"""
import ctypes
import functools
import traceback

import numpy as np

_DISPATCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint64, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_void_p))


class HostFunctions:
    """The functions that programs of this process may call, by their keys."""

    def __init__(self, library):
        self.library = ctypes.CDLL(library)
        self.library.spmd_host_function_add.restype = ctypes.c_uint64
        self.library.spmd_host_function_add.argtypes = [ctypes.POINTER(ctypes.c_uint64), ctypes.c_size_t] * 2
        self.library.spmd_host_function_let_go.argtypes = [ctypes.c_uint64]
        self.library.spmd_host_function_gone.restype = ctypes.c_size_t
        self.library.spmd_host_function_gone.argtypes = [ctypes.POINTER(ctypes.c_uint64), ctypes.c_size_t]
        self.library.spmd_host_function_fail.argtypes = [ctypes.c_char_p]
        self.functions = {}
        self.dispatch = _DISPATCH(self.call)  # kept: the library holds its address
        self.library.spmd_host_function_dispatch(self.dispatch)

    def add(self, function, operands, results):
        """The key of a function of arrays of these types (dtype and shape each)."""
        sizes = [[_bytes(dtype, shape) for whole, shape in side for dtype in _parts(whole)] for side in (operands, results)]
        key = self.library.spmd_host_function_add(*(item for side in sizes for item in ((ctypes.c_uint64 * len(side))(*side), len(side))))
        self.functions[key] = (function, operands, results)
        self.forget_gone()
        return key

    def forget_gone(self):
        """Forgets the functions whose programs are gone. Programs go on threads that cannot wait for Python, so it is asked for."""
        keys = (ctypes.c_uint64 * 64)()
        while count := self.library.spmd_host_function_gone(keys, len(keys)):
            for key in keys[:count]:
                self.functions.pop(key, None)

    def call(self, key, operands, results):
        """Calls a function for a run of a program. What it raises becomes the error of the run."""
        try:
            function, operand_types, result_types = self.functions[key]
            # The operands are the program's memory, which later ops write to: the function gets copies.
            values = function(*(_copy(view, dtype) for view, (dtype, _) in zip(_views(operands, operand_types), operand_types)))
            for view, value in zip(_views(results, result_types), values, strict=True):
                for part, numbers in zip(view, (value,) if len(view) == 1 else (value.real, value.imag)):
                    part[...] = numbers
            return 0
        except BaseException:  # nothing may pass through C
            self.library.spmd_host_function_fail(traceback.format_exc().encode())
            return 1


def _bytes(dtype, shape):
    return int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize


def _parts(dtype):
    """The types of the arrays that the program has for one of this type: complex numbers are two."""
    return [np.dtype(f"f{dtype.itemsize // 2}")] * 2 if dtype.kind == "c" else [dtype]


def _views(addresses, types):
    """The program's arrays, for each of `types` a list of its parts."""
    places = iter(range(sum(len(_parts(dtype)) for dtype, _ in types)))
    return [[_array(addresses[next(places)], part, shape) for part in _parts(dtype)] for dtype, shape in types]


def _copy(view, dtype):
    """The parts as one array in memory of its own."""
    if len(view) == 1:
        return view[0].copy()
    whole = np.empty(view[0].shape, dtype)
    whole.real, whole.imag = view
    return whole


def _array(address, dtype, shape):
    """The array in the program's memory."""
    size = _bytes(dtype, shape)
    if not size:
        return np.empty(shape, dtype)
    return np.frombuffer((ctypes.c_char * size).from_address(address), dtype=dtype).reshape(shape)


class _Lowered:
    """Holds a function for a program that has not been compiled yet. Compiled programs hold it themselves."""

    def __init__(self, functions, key):
        self.let_go, self.key = functions.library.spmd_host_function_let_go, key

    def __del__(self):
        self.let_go(self.key)


@functools.lru_cache(maxsize=None)
def host_functions():
    from .plugin import LIBRARY

    return HostFunctions(LIBRARY)


def ensure_cpu():
    """JAX's callbacks put their arguments on a device of the platform cpu, which JAX_PLATFORMS=spmd leaves out."""
    import jax._src.xla_bridge as xla_bridge

    if "cpu" in xla_bridge.backends():
        return
    with xla_bridge._backend_lock:
        if "cpu" not in xla_bridge._backends:
            xla_bridge._backends["cpu"] = xla_bridge._init_backend("cpu")


def emit(ctx, callback, token, operands, operand_avals, result_avals, *, has_side_effect, returns_token=True, partitioned=False, sharding=None):
    """`emit_python_callback` for the platform "spmd"."""
    from jax._src import core, dtypes
    from jax._src.interpreters import mlir

    if partitioned and result_avals:
        raise ValueError("Partitioned callback not supported with return values.")
    ensure_cpu()
    types = [[(np.dtype(bool) if aval.dtype == dtypes.float0 else np.dtype(aval.dtype), aval.shape) for aval in map(core.physical_aval, side)] for side in (operand_avals, result_avals)]

    def checked(*arguments):
        values = callback(*arguments)
        if len(values) != len(types[1]):
            raise RuntimeError(f"Mismatched number of outputs from callback. Expected: {len(types[1])}, Actual: {len(values)}")
        values = [dtypes.canonicalize_value(np.asarray(value)) for value in values]
        for i, (value, (dtype, shape)) in enumerate(zip(values, types[1])):
            if value.shape != shape:
                raise RuntimeError(f"Incorrect output shape for return value #{i}: Expected: {shape}, Actual: {value.shape}")
            if value.dtype != dtype:
                raise RuntimeError(f"Incorrect output dtype for return value #{i}: Expected: {dtype}, Actual: {value.dtype}")
        return values

    functions = host_functions()
    key = functions.add(checked, *types)
    ctx.module_context.add_keepalive(_Lowered(functions, key))
    # Programs with callbacks stay out of JAX's cache on disk.
    ctx.module_context.add_host_callback(checked)
    op = mlir.custom_call("spmd_host_call", result_types=[mlir.aval_to_ir_type(ctx.module_context, aval) for aval in result_avals], operands=operands, backend_config=str(key), has_side_effect=has_side_effect)
    if sharding is not None:
        mlir.set_sharding(ctx.module_context, op, sharding)
    return list(op.results), token, None


def register():
    """Lets JAX's rules write calls for the platform "spmd"."""
    import jax._src.callback as callback
    import jax._src.debugging as debugging
    from jax._src.interpreters import mlir
    import jax.interpreters.mlir as public  # rules beyond JAX's own call it there

    theirs = callback.emit_python_callback
    if hasattr(theirs, "spmd"):
        return

    @functools.wraps(theirs)
    def emit_python_callback(ctx, *args, **options):
        return (emit if tuple(ctx.module_context.platforms) == ("spmd",) else theirs)(ctx, *args, **options)

    emit_python_callback.spmd = True
    callback.emit_python_callback = public.emit_python_callback = emit_python_callback
    for primitive, rule in ((debugging.debug_callback_p, debugging.debug_callback_lowering), (debugging.debug_print_p, debugging.debug_print_lowering_rule)):
        mlir.register_lowering(primitive, rule, platform="spmd", cacheable=False)
