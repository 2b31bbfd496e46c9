#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of integers of 2 and 4 bits on the plugin: buffers, arguments and results of programs on one and on eight devices,
ops on such elements, donation, and the bytes that devices account for.

XLA's CPU backend ends the process for some ops on such elements (a concatenation of int4, for example). So it computes most functions on the next
wider type, and what it gives is wrapped to the type; conversions and arithmetic are compared on the type itself."""
import os
import sys

os.environ["SPMD_DEVICES"] = "8"
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "spmd,cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

from checks import check, finish  # noqa: E402

WIDER = {jnp.int2.dtype.type: np.int8, jnp.int4.dtype.type: np.int8, jnp.uint2.dtype.type: np.uint8, jnp.uint4.dtype.type: np.uint8}
INTEGERS = {jnp.int2: (-2, 2), jnp.int4: (-8, 8), jnp.uint2: (0, 4), jnp.uint4: (0, 16)}


def values(dtype, shape=(6, 8), seed=0):
    """All numbers of the type, in some order."""
    low, high = INTEGERS[dtype]
    numbers = np.arange(np.prod(shape)) % (high - low) + low
    return np.random.default_rng(seed).permutation(numbers).reshape(shape).astype(np.int8).astype(dtype)


def compare(name, ours, theirs):
    """Types, and values element by element. Where a result has a narrow type, the other one is wrapped to it."""
    try:
        ours, theirs = (jax.tree.map(np.asarray, run()) for run in (ours, theirs))
    except Exception as error:
        check(f"{name}: {type(error).__name__}: {str(error).splitlines()[0][:200]}", False)
        return
    different = []
    for (i, a), b in zip(jax.tree_util.tree_leaves_with_path(ours), jax.tree.leaves(theirs), strict=True):
        b = b.astype(a.dtype) if a.dtype in map(np.dtype, WIDER) else b
        if a.dtype != b.dtype or a.shape != b.shape:
            different.append(f"{jax.tree_util.keystr(i)}: {a.dtype}{a.shape} instead of {b.dtype}{b.shape}")
        elif not np.array_equal(a.astype(np.float64), b.astype(np.float64), equal_nan=True):
            different.append(f"{jax.tree_util.keystr(i)}: {a.tolist()} instead of {b.tolist()}"[:300])
    check(f"{name}{'; '.join(different)}", not different)


def on_first(name, f, *arguments, same=False):
    """The function on the first device of each platform; on XLA's with the wider types, unless `same`."""
    wide = arguments if same else [a.astype(WIDER.get(a.dtype.type, a.dtype)) for a in arguments]
    compare(name, *(lambda platform=platform, given=given: jax.jit(f)(*jax.device_put(given, jax.devices(platform)[0])) for platform, given in (("spmd", arguments), ("cpu", wide))))


COMMON = {
    "identity": lambda x, y: x,
    "to f32": lambda x, y: x.astype(jnp.float32),
    "compare": lambda x, y: (x < y, x == y, jnp.where(x >= y, x, y)),
    "concatenate": lambda x, y: jnp.concatenate([x, y], 1),
    "transpose": lambda x, y: x.T,
    "reverse": lambda x, y: x[::-1, ::2],
    "pad": lambda x, y: lax.pad(x, y[0, 0], ((1, 2, 1), (0, -1, 0))),
    "gather": lambda x, y: x[jnp.array([3, 0, 5]), jnp.array([1, 7, 2])],
    "slice": lambda x, y: lax.dynamic_slice(x, (jnp.int32(2), jnp.int32(9)), (2, 3)),
    "update": lambda x, y: lax.dynamic_update_slice(x, y[:2, :3], (jnp.int32(3), jnp.int32(4))),
    "set": lambda x, y: x.at[jnp.array([0, 2])].set(y[:2]),
    "sort": lambda x, y: (lax.sort(x, dimension=0), lax.sort_key_val(y, x, dimension=1)),
    "max": lambda x, y: (jnp.max(x, 0), jnp.min(x), jnp.argmax(x, 1)),
    "neg": lambda x, y: -x,
    "scan": lambda x, y: lax.scan(lambda c, r: (jnp.where(r < c, r, c), c), x[0], y),
    "while": lambda x, y: lax.fori_loop(0, 3, lambda i, v: v.at[i].set(v[i + 1]), x),
    "branch": lambda x, y: lax.cond(x[0, 0] < y[0, 0], lambda: x, lambda: y),
}
ON_INTEGERS = {
    "add": lambda x, y: x + y,
    "mul": lambda x, y: (x * y, x - y, x * x + y),
    "bits": lambda x, y: (x & y, x | y, x ^ y, ~x),
    "shift": lambda x, y: lax.shift_left(x, jnp.where(y < 0, -y, y)),
    "clip": lambda x, y: jnp.clip(x, 0, 1),
    "sum": lambda x, y: (jnp.sum(x, 0, dtype=x.dtype), jnp.prod(y, 1, dtype=y.dtype)),
    "cumsum": lambda x, y: lax.cumsum(x, 0),
    "dot": lambda x, y: (x @ y.T, jnp.dot(x, y.T, preferred_element_type=jnp.int32)),
    "scatter": lambda x, y: x.at[jnp.array([1, 1, 4])].add(y[:3]),
    "wider": lambda x, y: (x.astype(jnp.int8), x.astype(jnp.uint8), x.astype(jnp.int32), x.astype(bool)),
    "narrower": lambda x, y: (jnp.arange(-20, 20).astype(x.dtype), (jnp.arange(20, dtype=jnp.float32) / 3 - 2).astype(x.dtype)),
    "iota": lambda x, y: lax.broadcasted_iota(x.dtype, (3, 4), 1),
    "constant": lambda x, y: x + jnp.array([[1], [0], [1], [1], [0], [1]], x.dtype),
    "quantized": lambda x, y: x.astype(jnp.bfloat16) @ y.astype(jnp.bfloat16).T * 0.5,
}
# The sign of a wider unsigned type lies elsewhere.
ON_SIGNED = {"shift_right_arithmetic": lambda x, y: lax.shift_right_arithmetic(x, jnp.where(y < 0, -y, y))}
SAME = ("to f32", "add", "wider", "narrower", "neg")
EACH = "--each" in sys.argv  # a program for each function, to find the one that is refused; else one for all
for dtype in INTEGERS:
    x, y = values(dtype), values(dtype, seed=1)
    functions = COMMON | ON_INTEGERS | (ON_SIGNED if INTEGERS[dtype][0] < 0 else {})
    # Where XLA and LLVM agree: no zeros, no smallest number by -1.
    top = np.where(x.astype(int) == INTEGERS[dtype][0], x.dtype.type(1), x)
    by = np.where(y.astype(int) == 0, y.dtype.type(1), y)
    on_first(f"{np.dtype(dtype).name} divide", lambda x, y: (lax.div(x, y), lax.rem(x, y)), top, by)
    for same in (False, True):
        some = {name: f for name, f in functions.items() if (name in SAME) == same}
        for group in [[name] for name in some] if EACH else [list(some)]:
            on_first(f"{np.dtype(dtype).name} {'xla' if same else 'wider'} {group if EACH else ''}", lambda x, y: [{name: some[name](x, y)} for name in group], x, y, same=same)
    # Ops that ask for the width.
    bits = 2 if np.dtype(dtype).name.endswith("2") else 4
    codes, by = x.astype(np.uint8) & (2**bits - 1), np.abs(y.astype(np.int8).astype(np.int32)) % 2**bits
    shifted, ones, zeros = (np.asarray(r) for r in jax.jit(lambda x, by: (lax.shift_right_logical(x, by.astype(x.dtype)), lax.population_count(x), lax.clz(x)))(*jax.device_put((x, by), jax.devices("spmd")[0])))
    check(f"{np.dtype(dtype).name} shift_right_logical", np.array_equal(shifted.astype(np.uint8) & (2**bits - 1), np.where((by.astype(dtype).astype(np.uint8) & (2**bits - 1)) < bits, codes >> np.minimum(by, 7), 0)))
    check(f"{np.dtype(dtype).name} population_count", np.array_equal(ones.astype(np.uint8) & (2**bits - 1), np.bitwise_count(codes)))
    check(f"{np.dtype(dtype).name} clz", np.array_equal(zeros.astype(np.uint8) & (2**bits - 1), bits - np.ceil(np.log2(codes + 1.0)).astype(np.uint8)))

codes = lambda array: np.asarray(array).view(np.uint8)  # noqa: E731
on_spmd = lambda f, *arguments: jax.jit(f)(*jax.device_put(arguments, jax.devices("spmd")[0]))  # noqa: E731
pairs = values(jnp.int4).reshape(6, 4, 2)
check("int4 as bytes", np.array_equal(np.asarray(on_spmd(lambda x: lax.bitcast_convert_type(x, jnp.uint8), pairs)), codes(pairs)[..., 0] & 15 | codes(pairs)[..., 1] << 4))
octets = np.arange(0, 256, 7).astype(np.uint8)
check("bytes as int4", np.array_equal(codes(on_spmd(lambda x: lax.bitcast_convert_type(x, jnp.int4), octets)) & 15, np.stack([octets & 15, octets >> 4], -1)))


def on_mesh(name, f, dtype, *specs):
    """The function on eight devices, with arguments split by `specs`."""

    def run(platform, dtype):
        mesh = jax.sharding.Mesh(np.array(jax.devices(platform)[:8]).reshape(2, 4), ("x", "y"))
        arguments = [jax.device_put(values(of, (8, 16), seed).astype(dtype), NamedSharding(mesh, spec)) for seed, spec in enumerate(specs)]
        return jax.jit(f)(*arguments)

    of = dtype
    compare(f"{np.dtype(dtype).name} {name} on a mesh", lambda: run("spmd", dtype), lambda: run("cpu", WIDER[np.dtype(dtype).type]))


for dtype in INTEGERS:
    on_mesh("arithmetic", lambda x, y: (x + y, x.T, jnp.sum(x, 0, dtype=x.dtype)), dtype, P("x", "y"), P("y"))
    on_mesh("matmul", lambda x, y: x @ y.T, dtype, P(None, "y"), P("x", "y"))
    on_mesh("max, min and sort", lambda x, y: (jnp.max(x, 1), jnp.min(y), lax.sort(x, dimension=0)), dtype, P("x", "y"), P("y"))

# Buffers: a byte for each element, of which the low bits count, whatever lies above them.
spmd = jax.devices("spmd")[0]
for dtype in INTEGERS:
    name, x = np.dtype(dtype).name, values(dtype)
    there = jax.device_put(x, spmd)
    check(f"{name}: back from the device", np.array_equal(np.asarray(there).view(np.uint8), x.view(np.uint8)))
    check(f"{name}: strided from the host", np.array_equal(np.asarray(jax.device_put(x.T[::2], spmd)).astype(float), x.T[::2].astype(float)))
    check(f"{name}: to another device", np.array_equal(np.asarray(jax.device_put(there, jax.devices("spmd")[3])).astype(float), x.astype(float)))
    check(f"{name}: bytes", there.nbytes == 48 and there.on_device_size_in_bytes() == 48)
    before = spmd.memory_stats()["bytes_in_use"]
    more = jax.block_until_ready(jax.device_put(values(dtype, (1000, 64)), spmd))
    check(f"{name}: bytes in use", 64000 <= spmd.memory_stats()["bytes_in_use"] - before <= 64000 + 8192)
    given = jax.jit(lambda x: jnp.where(x < x[0, 0], x, x[::-1]), donate_argnums=0)
    compiled = given.lower(more).compile()
    check(f"{name}: memory of a program", (m := compiled.memory_analysis()).argument_size_in_bytes == 64000 and m.output_size_in_bytes == 64000)
    jax.block_until_ready(given(more))  # its result is there until the run ends, and would be counted `before` the next type
    check(f"{name}: donated", more.is_deleted())
dirty = np.arange(64, dtype=np.uint8) * 37
check("upper bits are ignored", np.array_equal(np.asarray(jax.jit(lambda x: x.astype(jnp.int32))(jax.device_put(dirty.view(jnp.int4), spmd))), (dirty.astype(np.int8) << 4).astype(np.int8) >> 4))
check("upper bits are ignored in sorts", np.array_equal(np.asarray(jax.jit(lambda x: lax.sort(x))(jax.device_put(dirty.view(jnp.uint4), spmd))).astype(int), np.sort(dirty & 15)))
finish()
