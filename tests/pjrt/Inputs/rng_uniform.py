#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""jax.lax.rng_uniform: numbers of the range, the same ones in each run and on all devices, others for each call and each trip of a loop."""
import os

os.environ["SPMD_DEVICES"] = "8"
os.environ["JAX_PLATFORMS"] = "spmd"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

from checks import check, finish  # noqa: E402

for dtype, low, high in ((jnp.float32, -1, 3), (jnp.bfloat16, 0, 1), (jnp.float16, 5, 6), (jnp.int32, -2, 3), (jnp.uint8, 7, 9)):
    name = np.dtype(dtype).name
    draw = jax.jit(lambda a, b: lax.rng_uniform(a, b, (40, 50)))
    numbers = np.asarray(draw(dtype(low), dtype(high)))
    check(f"{name}: type and range", numbers.dtype == dtype and numbers.shape == (40, 50) and numbers.min() >= low and numbers.max() < high)
    last = high - 1 if np.issubdtype(numbers.dtype, np.integer) else high
    check(f"{name}: mean", abs(numbers.astype(np.float64).mean() - (low + last) / 2) < 0.05 * (high - low))
    check(f"{name}: again", np.array_equal(numbers, np.asarray(draw(dtype(low), dtype(high)))))
two = jax.jit(lambda: (lax.rng_uniform(0.0, 1.0, (16,)), lax.rng_uniform(0.0, 1.0, (16,))))()
check("each call draws others", not np.array_equal(*map(np.asarray, two)))
rows = np.asarray(jax.jit(lambda: lax.scan(lambda c, _: (c, lax.rng_uniform(0.0, 1.0, (16,))), 0, length=5)[1])())
check("each trip draws others", len({row.tobytes() for row in rows}) == 5)
mesh = jax.sharding.Mesh(np.array(jax.devices()), ("d",))
whole = jax.jit(lambda: lax.rng_uniform(0.0, 1.0, (16, 8)))
copies = jax.jit(lambda: lax.rng_uniform(0.0, 1.0, (16, 8)), out_shardings=NamedSharding(mesh, P()))()
check("copies on all devices", len({np.asarray(shard.data).tobytes() for shard in copies.addressable_shards}) == 1)
split = jax.jit(lambda: lax.rng_uniform(0.0, 1.0, (16, 8)), out_shardings=NamedSharding(mesh, P("d")))()
check("split over devices", np.array_equal(np.asarray(split), np.asarray(whole())) and np.array_equal(np.asarray(copies), np.asarray(whole())))
finish()
