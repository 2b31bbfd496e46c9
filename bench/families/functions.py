# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions, random numbers, integers and complex numbers."""
import jax
import jax.numpy as jnp
import numpy as np

from families.common import family

CAUSE = "functions"


def some(d, usual=500_000, most=10_000_000):
    return d.dims(2, usual, most)


@family("gelu with erf", CAUSE, ("f32", "bf16"), table=[("f32", (1000, 3000))])
def gelu(d):
    return lambda x: jax.nn.gelu(x, approximate=False), [d.floats(*some(d))]


@family("erfinv and erfc", CAUSE)
def erfinv(d):
    return lambda x: (jax.scipy.special.erfinv(jnp.tanh(x)), jax.scipy.special.erfc(x)), [d.floats(*some(d))]


@family("chain of exp, log, tanh", CAUSE, ("f32", "bf16"))
def chain(d):
    return lambda x: jnp.log(1 + jnp.exp(jnp.tanh(x))), [d.floats(*some(d))]


@family("functions in f64", CAUSE, ("f64",))
def doubles(d):
    return lambda x: jnp.exp(-x * x) * jnp.cos(x) + jnp.log1p(jnp.abs(x)), [d.floats(*some(d, 300_000, 4_000_000))]


@family("pow", CAUSE, ("f32", "f64"))
def power(d):
    shape = some(d)
    return lambda x, y: x**y, [d.positive(*shape), d.floats(*shape)]


@family("sin and cos", CAUSE)
def sines(d):
    return lambda x: jnp.sin(10 * x) + jnp.cos(1e4 * x), [d.floats(*some(d))]


@family("lgamma and digamma", CAUSE, tolerance=3)
def gammas(d):
    return lambda x: (jax.scipy.special.gammaln(x), jax.scipy.special.digamma(x)), [d.positive(*some(d, 200_000, 2_000_000), scale=4)]


def key(d):
    return d.values.integers(0, 2**32, 2, np.uint32)


@family("random bits", CAUSE, ("s32",))
def bits(d):
    shape = tuple(some(d))
    return lambda k: jax.random.bits(jax.random.wrap_key_data(k), shape), [key(d)]


@family("random normal numbers", CAUSE, ("f32", "bf16"))
def normal(d):
    shape, dtype = tuple(some(d)), d.floats(1).dtype
    return lambda k: jax.random.normal(jax.random.wrap_key_data(k), shape, dtype), [key(d)]


@family("dropout", CAUSE, ("f32", "bf16"))
def dropout(d):
    shape = tuple(some(d))

    def run(k, x):
        return jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(k), 0.9, shape), x / 0.9, 0)
    return run, [key(d), d.floats(*shape)]


@family("integer division by constants", CAUSE, ("s32",))
def division(d):
    return lambda i: (i // 7 + i % 1000, i * 3 // 10), [d.indices(2**30, *some(d))]


@family("integer division of arrays", CAUSE, ("s32",))
def divisions(d):
    shape = some(d)
    return lambda i, j: (i // j, i % j), [d.indices(2**30, *shape), 1 + d.indices(1000, *shape)]


@family("complex arithmetic", CAUSE)
def complex_numbers(d):
    shape = some(d, 300_000, 4_000_000)
    draw = [(d.floats(*shape) + 1j * d.floats(*shape)).astype(np.complex64) for _ in range(2)]
    return lambda x, y: (x * y + x.conj(), jnp.abs(x), x / y), draw


@family("adamw", CAUSE)
def adamw(d):
    shape = some(d)

    def run(p, m, v, g):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        return p - 1e-3 * (m / 0.1 / (jnp.sqrt(v / 0.001) + 1e-8) + 0.01 * p), m, v
    return run, [d.floats(*shape), d.floats(*shape), d.positive(*shape), d.floats(*shape)]


@family("concatenations and pads", CAUSE, ("f32", "bf16"))
def joined(d):
    n, k = some(d)
    return lambda x, y: (jnp.concatenate([x, y[:, ::-1]], 1), jnp.pad(x * 2, ((1, 2), (3, 1)))), [d.floats(n, k), d.floats(n, k)]
