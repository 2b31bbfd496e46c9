#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that draw samples, beside JAX's CPU backend: chains of Hamiltonian Monte Carlo over a mesh, and a diffusion model that is trained
and sampled from."""
import functools

from comparison import finish, jax, mesh_of, np, within
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P


@within(1e-5)
def hamiltonian_chains(devices, log):
    """16 chains over 8 devices. The sums over chains have 3 elements, which a constraint splits over 8."""
    mesh = mesh_of(devices)
    rows = NamedSharding(mesh, P("x"))

    def density(q):
        return -0.5 * jnp.sum(q**2 / jnp.array([1.0, 4.0, 0.25])) - 0.1 * jnp.sum(jnp.cos(q))

    def leap(q, p, step):
        def body(_, state):
            q, p = state
            q = q + step * (p := p + step / 2 * jax.grad(density)(q))
            return q, p + step / 2 * jax.grad(density)(q)

        return jax.lax.fori_loop(0, 12, body, (q, p))

    def kernel(q, key):
        normal, uniform = jax.random.split(key)
        p = jax.random.normal(normal, q.shape)
        moved, end = leap(q, p, 0.15)
        accepted = jnp.log(jax.random.uniform(uniform)) < density(moved) - 0.5 * end @ end - density(q) + 0.5 * p @ p
        q = jnp.where(accepted, moved, q)
        return q, (q, accepted)

    start = jax.device_put(np.ones((16, 3), np.float32), rows)
    keys = jax.device_put(jax.random.split(jax.random.key(0), 16), rows)
    draws, accepted = jax.jit(jax.vmap(lambda q, k: jax.lax.scan(kernel, q, jax.random.split(k, 40))[1]))(start, keys)
    within_chains = jax.jit(lambda q: q.var(1, ddof=1).mean(0))(draws)
    sums = jax.jit(lambda q: jax.lax.with_sharding_constraint(q.reshape(-1, 3).sum(0), rows))(draws)
    log.append((str(draws.sharding.spec), str(sums.sharding.spec)))
    return draws, accepted, within_chains, sums


def normalized(x):
    return (x - x.mean((1, 2, 3), keepdims=True)) * jax.lax.rsqrt(x.var((1, 2, 3), keepdims=True) + 1e-5)


def convolved(x, weights):
    return jax.lax.conv_general_dilated(x, weights, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def block(p, x, time):
    h = jax.nn.silu(normalized(convolved(x, p["in"]))) + (time @ p["time"])[:, None, None, :]
    return x + convolved(h, p["out"])


def noise_of(p, x, t):
    """A small U-Net: two resolutions, attention at the lower one."""
    angles = t[:, None] * jnp.exp(-jnp.log(1e4) * jnp.arange(8) / 8)
    time = jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1)
    h = block(p["outer"], convolved(x, p["in"]), time)
    low = block(p["inner"], jax.lax.reduce_window(h, 0.0, jax.lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4, time)
    flat = low.reshape(low.shape[0], -1, 8)
    low = low + (jax.nn.softmax(flat @ flat.swapaxes(1, 2) / 8**0.5) @ flat).reshape(low.shape)
    return convolved(h + jax.image.resize(low, h.shape, "bilinear"), p["out"])


@within(1e-5)
def diffusion(devices, log):
    steps = 12
    rates = jnp.linspace(1e-4, 0.2, steps)
    kept = jnp.cumprod(1 - rates)
    keys = iter(jax.random.split(jax.random.key(1), 12))
    weights = lambda *shape: 0.1 * jax.random.normal(next(keys), shape)  # noqa: E731
    blocks = lambda: {"in": weights(3, 3, 8, 8), "out": weights(3, 3, 8, 8), "time": weights(16, 8)}  # noqa: E731
    p = {"in": weights(3, 3, 3, 8), "outer": blocks(), "inner": blocks(), "out": weights(3, 3, 8, 3)}

    def loss(p, x, key):
        t = jax.random.randint(key, (x.shape[0],), 0, steps)
        noise = jax.random.normal(key, x.shape)
        share = kept[t][:, None, None, None]
        return jnp.mean((noise_of(p, jnp.sqrt(share) * x + jnp.sqrt(1 - share) * noise, t.astype(jnp.float32)) - noise) ** 2)

    @functools.partial(jax.jit, donate_argnums=0)
    def train(p, x, key):
        value, gradient = jax.value_and_grad(loss)(p, x, key)
        return jax.tree.map(lambda a, b: a - 1e-3 * b, p, gradient), value

    @jax.jit
    def sampled(p, x, key):
        def body(i, state):
            x, key = state
            t = steps - 1 - i
            key, own = jax.random.split(key)
            noise = noise_of(p, x, jnp.full((x.shape[0],), t, jnp.float32))
            x = (x - rates[t] / jnp.sqrt(1 - kept[t]) * noise) / jnp.sqrt(1 - rates[t])
            return x + jnp.where(t > 0, jnp.sqrt(rates[t]), 0) * jax.random.normal(own, x.shape), key

        return jax.lax.fori_loop(0, steps, body, (x, key))[0]

    mesh = mesh_of(devices)
    x = jax.device_put(jax.random.normal(next(keys), (8, 8, 8, 3)), NamedSharding(mesh, P("x")))
    p = jax.device_put(p, NamedSharding(mesh, P()))
    values = []
    for i in range(4):
        p, value = train(p, x, jax.random.key(i))
        values.append(value)
    return values, sampled(p, x, jax.random.key(9))


finish()
