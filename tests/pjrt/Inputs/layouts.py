#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays are row-major: formats say so, other layouts are refused by name, and constraints within programs have no effect on values."""
import os

os.environ["SPMD_DEVICES"] = "4"
os.environ["JAX_PLATFORMS"] = "spmd"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental.layout import Format, Layout, with_layout_constraint  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P, SingleDeviceSharding  # noqa: E402

from checks import check, finish, refuses  # noqa: E402

here = SingleDeviceSharding(jax.devices()[0])
rows = NamedSharding(jax.sharding.Mesh(np.array(jax.devices()), ("x",)), P("x"))
numbers = np.arange(24, dtype=np.float32).reshape(4, 6)
x = jax.device_put(numbers, here)


def double(a):
    return a * 2


for name, sharding in (("one device", here), ("four devices", rows)):
    result = jax.jit(double, out_shardings=Format(Layout((0, 1)), sharding))(jax.device_put(numbers, sharding))
    check(f"row-major on {name}: {result.format}", result.format.layout.major_to_minor == (0, 1) and np.array_equal(result, numbers * 2))
    refuses(f"result on {name}", jax.errors.JaxRuntimeError, "result 0, 'tensor<4x6xf32>', is asked for in the layout {0,1}; arrays are row-major, {1,0}",
            lambda: jax.jit(double, out_shardings=Format(Layout((1, 0)), sharding))(jax.device_put(numbers, sharding)))
    refuses(f"argument on {name}", jax.errors.JaxRuntimeError, "argument 1, 'tensor<2x3x4xf32>', is asked for in the layout {1,2,0}",
            lambda: jax.jit(lambda a, b: (a, b + 1), in_shardings=(None, Format(Layout((0, 2, 1)), here))).lower(
                x, jax.ShapeDtypeStruct((2, 3, 4), np.float32)).compile())
refuses("moved to another layout", jax.errors.JaxRuntimeError, "the layout {0,1}", lambda: jax.device_put(x, Format(Layout((1, 0)), here)))
check("scalars", jax.jit(double, out_shardings=Format(Layout(()), here))(jnp.float32(3)) == 6)

free = jax.jit(lambda a: a.T @ a, in_shardings=Format(Layout.AUTO, here), out_shardings=Format(Layout.AUTO, here))
compiled = free.lower(jax.ShapeDtypeStruct(x.shape, x.dtype)).compile()
check("layouts that are left open", compiled.output_formats.layout.major_to_minor == (0, 1) and np.allclose(compiled(x), numbers.T @ numbers))


def constrained(a):
    return jnp.sum(with_layout_constraint(a * 2, Layout((1, 0))) ** 2)


check("constraint", np.allclose(jax.jit(constrained)(x), (4 * numbers**2).sum()))
check("gradient", np.allclose(jax.jit(jax.grad(constrained))(x), 8 * numbers))
check("mapped", np.allclose(jax.jit(jax.vmap(constrained))(np.stack([numbers, numbers + 1])), [(4 * numbers**2).sum(), (4 * (numbers + 1) ** 2).sum()]))
check("constraint over devices", np.array_equal(jax.jit(lambda a: with_layout_constraint(a + 1, Layout((1, 0))))(jax.device_put(numbers, rows)), numbers + 1))
finish()
