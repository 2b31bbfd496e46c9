#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: what does one op send that is split along the dim in which it works, beside XLA and beside a bound?

    .venv/bin/python bench/single_ops.py [--only=WORD] [--seed=N] [--json=OUT]

The bound counts, for each device, the elements that its part of the result depends on and that it does not hold; their bytes,
averaged over the devices. What depends on what is found by changing one element after another, with JAX on one device. The bound knows
nothing of partitioners. Sums, products and scans may stay below it, since a partial result stands for many elements. Each op has
two sizes, the second drawn from the seed. Bytes are counted as in bench/xla_wire.py. The last line tells how many rows are
above 1.05 x the bound, and how many above XLA.
"""
import argparse
import json
import os
import random
import re
import sys
import tempfile

import targets
import xla_wire

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

X, ROWS, COLUMNS, WHOLE = P("x"), P("x", None), P(None, "x"), P()
IMAGE = P(None, "x", None, None)


def conv(x, k, padding="SAME"):
    return lax.conv_general_dilated(x, k, (1, 1), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))


def max_pool(x, size, stride):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, size, size, 1), (1, stride, stride, 1), "SAME" if size > stride else "VALID")


def by_owner(x, i):
    return lax.dynamic_slice_in_dim(x, i, 1)[0]


# Name -> function, shapes of its arguments for a size n, their placements, placement of the result. Integers of 32 bits are
# named by their upper limit: ("i", shape, limit).
OPS = {
    "roll": (lambda x: jnp.roll(x, 3, 0), lambda n: [(n, 4)], [ROWS], ROWS),
    "roll by a shard and one": (lambda x: jnp.roll(x, x.shape[0] // 4 + 1, 0), lambda n: [(n, 4)], [ROWS], ROWS),
    "flip": (lambda x: x[::-1], lambda n: [(n, 4)], [ROWS], ROWS),
    "difference": (lambda x: jnp.pad(x[1:] - x[:-1], ((0, 1), (0, 0))), lambda n: [(n, 4)], [ROWS], ROWS),
    "stencil": (lambda x: x.at[1:-1].add(x[2:] + x[:-2]), lambda n: [(n, 4)], [ROWS], ROWS),
    "last row": (lambda x: x[-1], lambda n: [(n, 16)], [ROWS], WHOLE),
    "two rows inside": (lambda x: x[5:7], lambda n: [(n, 16)], [ROWS], WHOLE),
    "dynamic row": (by_owner, lambda n: [(n, 16), ("i", (), n)], [ROWS, WHOLE], WHOLE),
    "row written": (lambda x, r, i: lax.dynamic_update_slice_in_dim(x, r, i, 0), lambda n: [(n, 16), (1, 16), ("i", (), n)],
                    [ROWS, WHOLE, WHOLE], ROWS),
    "every second row": (lambda x: x[::2], lambda n: [(n, 4)], [ROWS], ROWS),
    "rows doubled": (lambda x: jnp.repeat(x, 2, 0), lambda n: [(n, 4)], [ROWS], ROWS),
    "tile": (lambda x: jnp.tile(x, (2, 1)), lambda n: [(n, 4)], [ROWS], ROWS),
    "concatenate": (lambda x, y: jnp.concatenate([x, y]), lambda n: [(n, 4), (n, 4)], [ROWS, ROWS], ROWS),
    "stack and merge": (lambda x, y: jnp.stack([x, y], 1).reshape(-1, 4), lambda n: [(n, 4), (n, 4)], [ROWS, ROWS], ROWS),
    "merge with the minor dim split": (lambda x: x.reshape(-1), lambda n: [(4, n)], [COLUMNS], X),
    "transpose": (lambda x: x.T, lambda n: [(n, 8)], [ROWS], P("x", None)),
    "patches": (lambda x: x.reshape(2, -1, 2, 4, 2, 3).transpose(0, 1, 3, 2, 4, 5).reshape(2, -1, 12),
                lambda n: [(2, n // 2, 8, 3)], [IMAGE], P(None, "x", None)),
    "cumsum": (lambda x: jnp.cumsum(x, 0), lambda n: [(n, 4)], [ROWS], ROWS),
    "cumprod": (lambda x: jnp.cumprod(x, 0), lambda n: [(n, 4)], [ROWS], ROWS),
    "reverse cummax": (lambda x: lax.cummax(x, 0, reverse=True), lambda n: [(n, 4)], [ROWS], ROWS),
    "associative scan": (lambda x, y: lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (x, y))[1],
                         lambda n: [(n, 4), (n, 4)], [ROWS, ROWS], ROWS),
    "argmax": (lambda x: jnp.argmax(x, 0), lambda n: [(n, 4)], [ROWS], WHOLE),
    "product": (lambda x: jnp.prod(x, 0), lambda n: [(n, 4)], [ROWS], WHOLE),
    "top_k": (lambda x: lax.top_k(x, 2)[0], lambda n: [(4, n)], [COLUMNS], WHOLE),
    "sort": (lambda x: jnp.sort(x, 0), lambda n: [(n, 4)], [ROWS], ROWS),
    "fft": (lambda x: jnp.abs(jnp.fft.fft(x, axis=0)), lambda n: [(n, 4)], [ROWS], ROWS),
    "convolution": (conv, lambda n: [(2, n // 2, 4, 3), (3, 3, 3, 2)], [IMAGE, WHOLE], IMAGE),
    "gradient of a convolution's input": (lambda x, k, d: jax.vjp(lambda x: conv(x, k), x)[1](d)[0],
                                          lambda n: [(2, n // 2, 4, 3), (3, 3, 3, 2), (2, n // 2, 4, 2)], [IMAGE, WHOLE, IMAGE], IMAGE),
    "gradient of a kernel": (lambda x, k, d: jax.vjp(lambda k: conv(x, k), k)[1](d)[0],
                             lambda n: [(2, n // 2, 4, 3), (3, 3, 3, 2), (2, n // 2, 4, 2)], [IMAGE, WHOLE, IMAGE], WHOLE),
    "max pool": (lambda x: max_pool(x, 2, 2), lambda n: [(2, n, 4, 2)], [IMAGE], IMAGE),
    "max pool with overlap": (lambda x: max_pool(x, 3, 1), lambda n: [(2, n // 2, 4, 2)], [IMAGE], IMAGE),
    "gradient of max pool": (lambda x, d: jax.vjp(lambda x: max_pool(x, 2, 2), x)[1](d)[0],
                             lambda n: [(2, n, 4, 2), (2, n // 2, 2, 2)], [IMAGE, IMAGE], IMAGE),
    "rows by index": (lambda x, i: x[i], lambda n: [(n, 16), ("i", (6,), n)], [ROWS, WHOLE], WHOLE),
    "rows by index, both split": (lambda x, i: x[i], lambda n: [(n, 16), ("i", (n,), n)], [ROWS, X], ROWS),
    "rows added by index": (lambda x, i, r: x.at[i].add(r), lambda n: [(n, 4), ("i", (n,), n), (n, 4)], [ROWS, X, ROWS], ROWS),
    "histogram": (lambda i: jnp.zeros(8).at[i].add(1.0), lambda n: [("i", (n,), 8)], [X], WHOLE),
    "searchsorted": (lambda x, q: jnp.searchsorted(x, q), lambda n: [(n,), (6,)], [X, WHOLE], WHOLE),
    "matmul, contracted dim split": (lambda x, w: x @ w, lambda n: [(8, n), (n, 8)], [COLUMNS, ROWS], WHOLE),
    "matmul, contracted dim split, rows wanted": (lambda x, w: x @ w, lambda n: [(8, n), (n, 8)], [COLUMNS, ROWS], ROWS),
    "triangular solve, right sides split": (lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True),
                                            lambda n: [(4, 4), (4, n)], [WHOLE, COLUMNS], COLUMNS),
}
DEVICES = 4
# On CPU, JAX writes these as calls of LAPACK.
FOR_TPU = {"triangular solve, right sides split"}


def arguments(shapes, seed):
    """Random arrays: floats without ties, integers below their limit."""
    draw = np.random.default_rng(seed)
    return [draw.integers(0, s[2], s[1]).astype(np.int32) if s[:1] == ("i",) else draw.permutation(int(np.prod(s))).reshape(s).astype(np.float32) / 7 + 1
            for s in shapes]


def held(mesh, spec, shape):
    """For each device, which elements of an array it holds."""
    out = []
    for index in NamedSharding(mesh, spec).devices_indices_map(shape).values():
        mask = np.zeros(shape, bool)
        mask[index] = True
        out.append(mask.reshape(-1))
    return out


def bound(function, arrays, places, place, mesh):
    """Bytes that a device lacks, on average. Integers steer what an op does, so they are placed whole or counted as they lie, and
    changed like floats."""
    run = jax.jit(function)
    before = np.asarray(run(*arrays))
    parts = held(mesh, place, before.shape)
    lacking = 0
    for k, (array, spec) in enumerate(zip(arrays, places)):
        own = held(mesh, spec, array.shape)
        for e in range(array.size):
            touched = np.zeros(before.size, bool)
            for change in (array.reshape(-1)[e] * 0, array.max() + 1 if array.dtype == np.float32 else (array.reshape(-1)[e] + 1) % (array.max() + 1)):
                other = array.copy()
                other.reshape(-1)[e] = change
                after = np.asarray(run(*arrays[:k], other, *arrays[k + 1:]))
                touched |= (after != before).reshape(-1)
            lacking += array.itemsize * sum(bool((part & touched).any()) and not mine[e] for part, mine in zip(parts, own))
    return lacking / DEVICES


def measure(name, n, seed, build):
    function, shapes, places, place = OPS[name]
    arrays = arguments(shapes(n), seed)
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:DEVICES]), ("x",))
    at = [NamedSharding(mesh, p) for p in places]
    traced = jax.jit(function, in_shardings=tuple(at), out_shardings=NamedSharding(mesh, place)).trace(*arrays)
    text = traced.lower(lowering_platforms=("tpu" if name in FOR_TPU else "cpu",)).as_text()
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        ours = xla_wire.ours(file.name, build)["wire"]
    return {"op": name, "n": n, "ours": ours, "xla": xla_wire.xla(text)["wire"], "bound": bound(function, arrays, places, place, mesh)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=os.path.join(targets.ROOT, "build"))
    parser.add_argument("--json", help="also write all figures to this file")
    options = parser.parse_args()
    targets.need("spmd-run", build=options.build)
    draw = random.Random(options.seed)
    rows, above, more = [], 0, 0
    print("| op | n | ours | XLA | bound | |\n" + "| --- " * 6 + "|")
    for name in OPS:
        sizes = [32, 8 * draw.randrange(5, 12)]
        for n in sizes if re.search(options.only, name) else []:
            row = measure(name, n, options.seed, options.build)
            rows.append(row)
            marks = xla_wire.above(row["ours"], row["xla"], row["bound"])
            above += "above the bound" in marks
            more += "above XLA" in marks
            print(f"| {name} | {n} | {row['ours']:,.0f} | {row['xla']:,.0f} | {row['bound']:,.0f} | {', '.join(marks)} |", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    print(f"{len(rows)} rows, {above} above the bound, {more} above XLA")
    return 0 if rows else 1


if __name__ == "__main__":
    sys.exit(main())
