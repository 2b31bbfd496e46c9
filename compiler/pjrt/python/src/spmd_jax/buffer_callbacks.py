# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`jax.experimental.buffer_callback`: functions of the host that fill buffers in place.

JAX's rule calls a handler of XLA. Here such a function is a call of the host like other callbacks (callbacks.py): it gets buffers over copies
of the operands and over arrays for the results, which the program then reads."""
import dataclasses

import numpy as np

from . import callbacks


class Buffer:
    """An array that a function may read, and fill where it is a result; with the names of JAX's own class."""

    def __init__(self, array, writeable):
        self._array, self.writeable = array, writeable
        self.dtype, self.shape, self.ndim = array.dtype, array.shape, array.ndim

    def __array__(self, dtype=None, copy=None):
        if dtype is not None and dtype != self.dtype:
            raise ValueError("dtype parameter is not supported by Buffer.__array__.")
        return self._array.copy() if copy else self._array

    def __dlpack__(self, **options):
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()


@dataclasses.dataclass(frozen=True)
class ExecutionContext:
    """What a function is told of the run. There are no streams."""

    stage: object


def lower(ctx, *operands, callback, in_tree, out_tree, has_side_effect, input_output_aliases, **_):
    """JAX's rule for the platform "spmd". An operand with an alias is the buffer of that result."""
    from jax._src import tree_util
    from jax.experimental.buffer_callback import ExecutionStage

    types = [(np.dtype(aval.dtype), aval.shape) for aval in ctx.avals_out]

    def fill(*arrays):
        arrays = [np.asarray(array) for array in arrays]
        results = [np.empty(shape, dtype) for dtype, shape in types]
        for operand, result in input_output_aliases:
            results[result] = arrays[operand]
        args, options = tree_util.tree_unflatten(in_tree, [Buffer(array, False) for array in arrays])
        outputs = tree_util.tree_unflatten(out_tree, [Buffer(array, True) for array in results])
        if callback(ExecutionContext(ExecutionStage.EXECUTE), outputs, *args, **options) is not None:
            raise ValueError("buffer_callback callback must not return any values.")
        return results

    return callbacks.emit(ctx, fill, None, operands, ctx.avals_in, ctx.avals_out, has_side_effect=has_side_effect)[0]


def register():
    """Lets JAX lower the primitive for the platform "spmd"."""
    from jax._src.buffer_callback import buffer_callback_p
    from jax._src.interpreters import mlir

    mlir.register_lowering(buffer_callback_p, lower, platform="spmd", cacheable=False)
