# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gradient_remat.py FOLDER [--compare]: writes a loss over 12 scanned layers of two matmuls, loss.mlir and args.npz, into the folder; or
compares all.npz, none.npz and dots.npz there, the results under three policies."""
import sys

import numpy as np

folder = sys.argv[1]
if "--compare" in sys.argv:
    results = {name: np.load(f"{folder}/{name}.npz") for name in ("all", "none", "dots")}
    for name in ("none", "dots"):
        for key, want in results["all"].items():
            np.testing.assert_allclose(results[name][key], want, rtol=1e-5, atol=1e-6 * np.abs(want).max())
    sys.exit()

import jax
import jax.numpy as jnp


def loss(x, w, v):
    def layer(x, weights):
        w, v = weights
        return x + jax.nn.gelu(jnp.tanh(x) @ w) @ v, None
    return jnp.mean(jax.lax.scan(layer, x, (w, v))[0] ** 2)


random = np.random.default_rng(0)
arguments = [random.standard_normal(shape).astype(np.float32) * scale
             for shape, scale in (((1024, 64), 1), ((12, 64, 128), 0.1), ((12, 128, 64), 0.1))]
with open(f"{folder}/loss.mlir", "w", encoding="utf-8") as file:
    file.write(jax.jit(loss).lower(*arguments).as_text())
np.savez(f"{folder}/args.npz", **{f"arg{i}": argument for i, argument in enumerate(arguments)})
