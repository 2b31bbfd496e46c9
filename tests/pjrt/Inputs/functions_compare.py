# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a call of functions.py on both platforms and compares the results: types, shapes and elements, within the tolerance of the type."""
import dataclasses

import jax
import jax.numpy as jnp
import numpy as np

import functions_modes as modes
from functions_values import NOW

# Relative to the largest element of a result. JAX's own tests allow 1e-5 to 1e-3 of f32 functions and 1e-2 of gradients.
TOLERANCE = {"float32": 1e-5, "complex64": 1e-5, "float64": 1e-12, "complex128": 1e-12, "bfloat16": 1e-2, "float16": 1e-3}
DERIVATIVES = {"jvp": 10, "grad": 10, "checkpoint": 10}


@dataclasses.dataclass
class Outcome:
    """`skipped`: JAX's CPU backend refuses it as well. `ran`: the plugin gave a result. `fault`: what is wrong, or empty."""
    skipped: bool = False
    ran: bool = True
    fault: str = ""


def readable(leaf):
    if hasattr(leaf, "dtype") and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
        return np.asarray(jax.random.key_data(leaf))
    return np.asarray(leaf) if isinstance(leaf, (jax.Array, np.ndarray, np.generic)) else leaf


def widened(array):
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def differs(actual, wanted, tolerance):
    """Says how two results differ; empty where they agree."""
    if not isinstance(wanted, np.ndarray):
        return "" if actual == wanted else f"{actual} instead of {wanted}"
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        return f"{actual.dtype}{list(actual.shape)} instead of {wanted.dtype}{list(wanted.shape)}"
    if not jnp.issubdtype(wanted.dtype, jnp.inexact):
        return "" if np.array_equal(actual, wanted) else f"{actual.ravel()[:5]} instead of {wanted.ravel()[:5]}"
    actual, wanted, known = widened(actual), widened(wanted), TOLERANCE.get(str(wanted.dtype), 0)
    scale = max(1e-2, np.max(np.abs(wanted), initial=0, where=np.isfinite(wanted)))
    with np.errstate(invalid="ignore"):  # inf - inf
        close = np.abs(actual - wanted) <= max(known, tolerance if known else 0) * scale
    same = (actual == wanted) | (np.isnan(actual) & np.isnan(wanted)) | close
    worst = np.max(np.abs(actual - wanted)[~same], initial=0) / scale
    return "" if same.all() else f"{actual[~same][:3]} instead of {wanted[~same][:3]} (by {worst:.1e} of {scale:.1e})"


def run(call, mode, platform):
    """The leaves of the result, or None where the mode has no meaning."""
    NOW.name = platform
    with jax.default_device(jax.devices(platform)[0]):
        operands = call.operands if call.on_mesh or mode == "shard_map" else [jnp.asarray(a) for a in call.operands]
        made = modes.transformed(mode, call.make(), operands)
        if made is None:
            return None
        function, operands = made
        return [readable(leaf) for leaf in jax.tree.leaves(function(*operands))]


def outcome(call, mode):
    if call.on_mesh and mode in ("vmap", "shard_map", "scan", "cond"):
        return Outcome(skipped=True)
    try:
        wanted = run(call, mode, "cpu")
    except Exception as error:  # pylint: disable=broad-exception-caught
        return Outcome(skipped=True, fault=f"XLA's CPU backend: {type(error).__name__}: {error}" if mode == "eager" else "")
    if wanted is None:
        return Outcome(skipped=True)
    try:
        actual = run(call, mode, "spmd")
    except Exception as error:  # pylint: disable=broad-exception-caught
        return Outcome(ran=False, fault=f"{type(error).__name__}: {error}")
    if len(actual) != len(wanted):
        return Outcome(fault=f"{len(actual)} results instead of {len(wanted)}")
    narrow = max((TOLERANCE[kind] for kind in ("bfloat16", "float16") if kind in call.source), default=0)  # f32 through a narrow type
    tolerance = max(call.tolerance, narrow, 1e-5) * DERIVATIVES.get(mode, 1)
    return Outcome(fault=next(filter(None, (differs(a, w, tolerance) for a, w in zip(actual, wanted, strict=True))), ""))
