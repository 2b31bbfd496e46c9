# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transforms, order and linear algebra."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from families.common import family

CAUSE = "transforms"


def complex_of(d, *shape):
    return (d.floats(*shape) + 1j * d.floats(*shape)).astype(np.complex64)


@family("fft of rows", CAUSE, tolerance=3)
def fft(d):
    return jnp.fft.fft, [complex_of(d, *d.dims(2, 200_000, 2_000_000))]


@family("fft2", CAUSE, table=[("f32", (10, 200, 300))], tolerance=3)
def fft2(d):
    return jnp.fft.fft2, [complex_of(d, *d.dims(3, 300_000, 2_000_000, limits=(64,)))]


@family("convolution by rfft", CAUSE, tolerance=3)
def by_rfft(d):
    n, t = d.dims(2, 200_000, 2_000_000, low=4)
    return lambda x, k: jnp.fft.irfft(jnp.fft.rfft(x) * jnp.fft.rfft(k), t), [d.floats(n, t), d.floats(1, t)]


@family("sort of rows", CAUSE, ("f32", "bf16"))
def sort(d):
    return lambda x: jnp.sort(x, -1), [d.floats(*d.dims(2, 150_000, 1_000_000))]


@family("sort along axis 0", CAUSE)
def sort_columns(d):
    return lambda x: jnp.sort(x, 0), [d.floats(*d.dims(2, 100_000, 800_000))]


@family("argsort", CAUSE)
def argsort(d):
    return jnp.argsort, [d.floats(*d.dims(2, 100_000, 800_000))]


@family("sort of keys with values", CAUSE)
def sort_pairs(d):
    n, = d.dims(1, 100_000, 800_000)
    return lambda k, v: lax.sort((k, v), num_keys=1), [d.indices(max(2, n // 2), n), d.floats(n)]


@family("top_k", CAUSE)
def top_k(d):
    n, k = d.dims(2, 200_000, 2_000_000, low=4)
    return lambda x: lax.top_k(x, min(k, 10)), [d.floats(n, k)]


@family("median and quantiles", CAUSE)
def median(d):
    return lambda x: (jnp.median(x, 1), jnp.quantile(x, 0.9, axis=1)), [d.floats(*d.dims(2, 100_000, 800_000))]


def square(d, usual, most):
    b, n = d.dims(2, usual, most, limits=(64,))
    return b, n


def definite(d, b, n):
    x = d.floats(b, n, n)
    return x @ x.transpose(0, 2, 1) / n + np.eye(n, dtype=x.dtype)


@family("cholesky", CAUSE, tolerance=3)
def cholesky(d):
    b, n = square(d, 800, 4_000)
    return jnp.linalg.cholesky, [definite(d, b, min(n, 900))]


@family("triangular_solve", CAUSE, tolerance=3)
def triangular(d):
    b, n = square(d, 800, 4_000)
    n = min(n, 900)
    lower = np.linalg.cholesky(definite(d, b, n)).astype(np.float32)
    return (lambda a, x: lax.linalg.triangular_solve(a, x, left_side=True, lower=True)), [lower, d.floats(b, n, d.random.randrange(1, 100))]


@family("unique", CAUSE, ("s32",))
def unique(d):
    n, = d.dims(1, 50_000, 500_000)
    return lambda x: jnp.unique(x, size=max(2, n // 4), return_counts=True), [d.indices(max(2, n // 5), n)]


@family("searchsorted", CAUSE)
def searchsorted(d):
    n, m = d.dims(2, 20_000 * 20_000, 500_000 * 300_000, limits=(1_000_000, 1_000_000))
    return jnp.searchsorted, [np.sort(d.floats(n)), d.floats(m)]


@family("associative scan", CAUSE, tolerance=10)
def associative(d):
    t, n = d.dims(2, 200_000, 2_000_000)

    def run(a, b):
        return lax.associative_scan(lambda x, y: (x[0] * y[0], x[1] * y[0] + y[1]), (jax.nn.sigmoid(a), b))[1]
    return run, [d.floats(t, n), d.floats(t, n)]
