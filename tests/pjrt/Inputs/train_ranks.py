#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a small network on all devices, two by two, and prints the bits of its losses. usage: train_ranks.py STEPS; with or without
mpirun: the devices are one mesh."""
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((2, jax.device_count() // 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
random = np.random.default_rng(0)


def put(values, *spec):
    return jax.make_array_from_callback(values.shape, NamedSharding(mesh, P(*spec)), lambda index: values[index])


def weights(rows, columns, *spec):
    return put((random.standard_normal((rows, columns)) / rows**0.5).astype(np.float32), *spec)


state = {"up": weights(32, 64, "data", "model"), "down": weights(64, 32, "model", "data"), "out": weights(32, 8, "data", None)}
state = (state, jax.tree.map(jnp.zeros_like, state))
x, y = put(random.standard_normal((16, 32)).astype(np.float32), "data", None), put(random.integers(0, 8, 16), "data")


def loss(parameters, x, y):
    hidden = x + jax.nn.gelu(x @ parameters["up"]) @ parameters["down"]
    logits = jax.nn.log_softmax(hidden @ parameters["out"])
    return -jnp.take_along_axis(logits, y[:, None], 1).mean()


@jax.jit
def step(state, x, y):
    parameters, momentum = state
    value, gradient = jax.value_and_grad(loss)(parameters, x, y)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, gradient)
    return (jax.tree.map(lambda p, m: p - 0.1 * m, parameters, momentum), momentum), value


step = jax.jit(step, donate_argnums=0)
for _ in range(int(sys.argv[1])):
    state, value = step(state, x, y)
    if jax.process_index() == 0:
        print(float(value).hex(), flush=True)
