#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tokens as values: made, joined, returned by one jitted function and taken by another; ordered effects keep their order over calls, loops and
branches. What is called, in which order, is compared with XLA's CPU backend."""
import os

os.environ["JAX_PLATFORMS"] = "spmd,cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax._src.core import Token  # noqa: E402
from jax.experimental import io_callback  # noqa: E402

cases, faults, calls = 0, [], []


def note(x):
    calls.append(int(x))
    return np.float32(x * 2)


def noted(x):
    return io_callback(note, jax.ShapeDtypeStruct((), np.float32), x, ordered=True)


def compare(name, run):
    """Results but for tokens, and the calls in their order."""
    global cases
    cases += 1
    seen = []
    for platform in ("spmd", "cpu"):
        calls.clear()
        try:
            with jax.default_device(jax.devices(platform)[0]):
                leaves = jax.tree.leaves(run())
                jax.effects_barrier()
            seen.append(([type(leaf).__name__ if isinstance(leaf, Token) else np.asarray(leaf).tolist() for leaf in leaves], list(calls)))
        except Exception as error:
            seen.append(f"{type(error).__name__}: {str(error).splitlines()[0][:150]}")
    if seen[0] != seen[1] or isinstance(seen[1], str):
        faults.append(f"{name}: {seen[0]} instead of {seen[1]}")


def handed_on():
    token, y = jax.jit(lambda x: (lax.create_token(x), noted(x)))(jnp.float32(1))
    return jax.jit(lambda token, y: (lax.after_all(token, lax.create_token(y)), noted(y), y + 1))(token, y)


def in_order():
    first, second = jax.jit(lambda x: noted(x) + noted(x + 1)), jax.jit(lambda x: noted(x + 10))
    return [f(jnp.float32(i)) for i in range(3) for f in (first, second)]


def in_loops(x):
    total = lax.fori_loop(0, 3, lambda i, s: s + noted(jnp.float32(i) + x), x)
    return lax.cond(total > 0, lambda: noted(x + 20), lambda: noted(x + 30))


compare("create_token at once", lambda: lax.create_token())
compare("after_all at once", lambda: lax.after_all(lax.create_token(), lax.create_token()))
compare("a result among others", lambda: jax.jit(lambda x: (x * 2, lax.create_token(x), x + 1))(jnp.arange(3.0)))
compare("an argument that nothing reads", lambda: jax.jit(lambda token, x: x + 1)(lax.create_token(), 2.0))
compare("handed from call to call", handed_on)
compare("through a call inside of the program", lambda: jax.jit(lambda x: (jax.jit(lambda t: lax.after_all(t, lax.create_token()))(lax.create_token(x)), x))(3.0))
compare("ordered callbacks of several programs", in_order)
compare("ordered callbacks in a loop and a branch", lambda: jax.jit(in_loops)(jnp.float32(5)))
compare("ordered callbacks in a scan", lambda: jax.jit(lambda x: lax.scan(lambda c, y: (c + noted(y), y), jnp.float32(0), x))(jnp.arange(4.0)))
compare("lowered, compiled, called twice", lambda: [(c := jax.jit(lambda x: noted(x) + noted(x - 1)).lower(jnp.float32(7)).compile())(jnp.float32(7)), c(jnp.float32(8))])
print(f"{cases} cases, {len(faults)} faults")
for fault in faults:
    print(fault)
