# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways in which functions.py runs a call: each makes of a function and its operands another function and its operands."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec

from functions_values import mesh

ALL = ("eager", "jit", "vmap", "jvp", "grad", "scan", "cond", "checkpoint", "shard_map")
DRAWN = ALL[5:]


def inexact(array):
    return jnp.issubdtype(jnp.result_type(array), jnp.inexact)


def like(array, seed):
    """Numbers about 1, the same in each run."""
    drawn = np.cos(np.arange(np.size(array)) * 0.7 + seed).reshape(np.shape(array)) + 0.3
    return drawn.astype(array.dtype)


def stacked(operands, count):
    """`count` variants of the operands along a new first dim: close to them, so that they stay valid."""
    def variant(array, k):
        return (array * (1 - 0.03 * k)).astype(array.dtype) if inexact(array) else array
    return [np.stack([variant(a, k) for k in range(count)]) for a in operands]


def arrays_of(function):
    """`function` with a flat list of its arrays as the result: nothing else passes a transformation."""
    def flat(*operands):
        return [r for r in jax.tree.leaves(function(*operands)) if hasattr(r, "dtype") and hasattr(r, "shape")]
    return flat


def floats_only(function, operands):
    """(function of the inexact operands with its inexact results, those operands); None where it has none."""
    places = [k for k, a in enumerate(operands) if inexact(a)]

    def of_floats(*floats):
        all_operands = list(operands)
        for place, value in zip(places, floats, strict=True):
            all_operands[place] = value
        return [r for r in arrays_of(function)(*all_operands) if inexact(r)]
    return (of_floats, [operands[k] for k in places]) if places else None


def jvp(function, operands):
    tangents = [like(a, 1) for a in operands]
    return (lambda *xs: jax.jvp(function, xs, tuple(tangents))[1]), operands


def grad(function, operands):
    """Reverse mode, for complex operands and results, too."""
    def pulled(*xs):
        results, pull = jax.vjp(function, *xs)
        return pull([like(r, 2) for r in results])
    return pulled, operands


def cond(function, operands):
    def zeros(*xs):
        return [jnp.zeros(r.shape, r.dtype) for r in jax.eval_shape(function, *xs)]
    return (lambda flag, *xs: [lax.cond(flag, function, zeros, *xs), lax.cond(flag, zeros, function, *xs)]), [np.bool_(True), *operands]


def scan(function, operands):
    return (lambda *xs: lax.scan(lambda k, row: (k + 1, function(*row)), 0, xs)[1]), stacked(operands, 3)


def shard_map(function, operands):
    """Each of eight devices calls the function with operands of its own."""
    def local(*xs):
        return [r[None] for r in function(*[x[0] for x in xs])]
    spec = PartitionSpec("d")
    return jax.shard_map(local, mesh=mesh(), in_specs=(spec,) * len(operands), out_specs=spec, check_vma=False), stacked(operands, 8)


def transformed(mode, function, operands):
    """The function and operands of a mode, or None where the mode has no meaning."""
    if mode == "eager":
        return function, operands
    if not operands and mode != "jit":
        return None
    if mode == "jit":
        return jax.jit(arrays_of(function)), operands
    if mode in ("jvp", "grad", "checkpoint"):
        floats = floats_only(function, operands)
        # At a NaN no function has a derivative: JAX's of `max` is ct / 0 * 0 there, of which XLA makes 0.
        if not floats or not floats[0](*floats[1]) or any(np.isnan(np.asarray(a)).any() for a in floats[1]):
            return None
        function = jax.checkpoint(floats[0]) if mode == "checkpoint" else floats[0]
        function, operands = (jvp if mode == "jvp" else grad)(function, floats[1])
        return jax.jit(function), operands
    if mode == "vmap":
        return jax.jit(jax.vmap(arrays_of(function))), stacked(operands, 3)
    function, operands = {"scan": scan, "cond": cond, "shard_map": shard_map}[mode](arrays_of(function), operands)
    return jax.jit(function), operands
