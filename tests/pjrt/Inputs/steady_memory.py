#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory of the process does not grow with the number of calls. Argument: the number of calls; memory is compared with that behind a
fifth of them."""
import os
import sys

os.environ["JAX_PLATFORMS"] = "spmd"
os.environ["SPMD_DEVICES"] = "4"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import NamedSharding, PartitionSpec as P  # noqa: E402

from checks import check, finish  # noqa: E402

CALLS = int(sys.argv[1])
MOST = 4 << 20  # bytes


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def measure(name, call):
    for i in range(CALLS):
        call()
        if i == CALLS // 5:
            jax.block_until_ready(call())
            before = resident()
    jax.block_until_ready(call())
    growth = resident() - before
    check(f"{name}: {growth} bytes more behind {CALLS} calls than behind {CALLS // 5}", growth <= MOST)


x = jnp.ones((8, 8))
tiny = jax.jit(lambda x: x + 1)
measure("a short program", lambda: tiny(x))
longer = jax.jit(lambda x: jax.lax.fori_loop(0, 100, lambda i, x: jnp.sin(x), x))
measure("a program in the queue", lambda: longer(x))
step, state = jax.jit(lambda x: (x + 1, x * 2), donate_argnums=0), [jnp.ones((16, 16))]


def donated():
    state[0], rest = step(state[0])
    return rest


measure("donated arguments", donated)
mesh = jax.sharding.Mesh(np.array(jax.devices()), ("x",))
split = jax.device_put(jnp.ones((64, 64)), NamedSharding(mesh, P("x")))
product = jax.jit(lambda y: y @ y.T)
measure("four devices", lambda: product(split))
host = np.ones((100, 100), np.float32)
measure("arrays of the host", lambda: jax.device_put(host))
measure("elements", lambda: np.asarray(tiny(x)))
measure("eager ops", lambda: x + x)
called = jax.jit(lambda x: jax.pure_callback(lambda v: v, jax.ShapeDtypeStruct((8, 8), np.float32), x))
measure("callbacks", lambda: called(x))


def refused():
    try:
        tiny(jnp.ones(4)).block_until_ready() + jnp.ones(3)
    except TypeError:
        pass


measure("errors", refused)
finish()
