#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bits of jax.lax.rng_bit_generator, and numbers from keys of the kinds rbg and unsafe_rbg, are those of XLA's CPU backend: by the plugin, on all bits."""
import os

os.environ["JAX_PLATFORMS"] = "spmd,cpu"
import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

jax.config.update("jax_enable_x64", True)
faults = cases = 0


def compare(name, f):
    global faults, cases
    results = []
    for platform in ("spmd", "cpu"):
        with jax.default_device(jax.devices(platform)[0]):
            results.append([np.asarray(x) for x in jax.tree.leaves(f())])
    cases += 1
    if not all(np.array_equal(a, b) for a, b in zip(*results, strict=True)):
        faults += 1
        print(f"{name}:\n{results[0]}\n{results[1]}")


for algorithm in (lax.RandomAlgorithm.RNG_DEFAULT, lax.RandomAlgorithm.RNG_PHILOX):
    for state in ([1, 2, 3, 4], [1, 2, 2**32 - 1, 2**32 - 1], [2**32 - 1] * 4):
        for dtype in (np.uint8, np.uint16, np.uint32, np.uint64):
            for shape in ((), (1,), (5,), (3, 7), (40, 1000)):
                compare(f"{algorithm} {state} {np.dtype(dtype)}{shape}",
                        lambda: lax.rng_bit_generator(np.array(state, np.uint32), shape, dtype=dtype, algorithm=algorithm))
for dtype in (np.uint8, np.uint32, np.uint64):  # two words are neighbours along the first even dim, else the longest one
    for shape in ((), (5,), (8,), (1, 3), (3, 7), (7, 3), (6, 7), (7, 6), (3, 5, 7), (5, 4, 6), (3, 3, 3), (0, 3), (3, 7, 2, 5), (41, 999)):
        compare(f"threefry {np.dtype(dtype)}{shape}", lambda: lax.rng_bit_generator(
            np.array([1, 2**64 - 3], np.uint64), shape, dtype=dtype, algorithm=lax.RandomAlgorithm.RNG_THREE_FRY))
for kind in ("rbg", "unsafe_rbg"):
    for draw in (jax.random.bits, jax.random.uniform, lambda key, shape: jax.random.randint(key, shape, 0, 100),
                 lambda key, shape: jax.random.permutation(key, shape[0]), lambda key, shape: jax.random.key_data(jax.random.split(key, shape))):
        compare(f"{kind} {draw}", lambda: draw(jax.random.fold_in(jax.random.key(7, impl=kind), 3), (33,)))
print(f"{cases} cases, {faults} faults")
