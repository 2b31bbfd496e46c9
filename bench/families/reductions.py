# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, softmax and normalisations along any dims."""
import jax
import jax.numpy as jnp
from jax import lax

from families.common import family, with_gradient

CAUSE = "reductions"


def plane(d):
    return d.dims(2, 800_000, 12_000_000)


@family("softmax of rows", CAUSE, ("f32", "bf16"))
def softmax_rows(d):
    return lambda x: jax.nn.softmax(x, -1), [d.floats(*plane(d))]


@family("softmax along axis 0", CAUSE, ("f32", "bf16"), table=[("f32", (1000, 999))])
def softmax_columns(d):
    return lambda x: jax.nn.softmax(x, 0), [d.floats(*plane(d))]


@family("softmax along the middle, gradient", CAUSE, ("f32",))
def softmax_middle(d):
    shape = d.dims(3, 500_000, 6_000_000)
    return with_gradient(lambda x: jax.nn.softmax(x, 1)), [d.floats(*shape), d.floats(*shape)]


@family("cross entropy and its gradient", CAUSE, ("f32", "bf16"))
def cross_entropy(d):
    n, k = plane(d)

    def run(x, i):
        return -jnp.take_along_axis(jax.nn.log_softmax(x.astype(jnp.float32), -1), i[:, None], 1).mean()
    return jax.value_and_grad(run), [d.floats(n, k), d.indices(k, n)]


def normed(x, g, b, axis=-1):
    x = x - x.mean(axis, keepdims=True)
    return x * lax.rsqrt((x * x).mean(axis, keepdims=True) + 1e-5) * g + b


@family("layernorm", CAUSE, ("f32", "bf16"), tolerance=2)
def layernorm(d):
    n, k = plane(d)
    return normed, [d.floats(n, k), d.floats(k), d.floats(k)]


@family("layernorm, gradient", CAUSE, ("f32", "bf16"), tolerance=3)
def layernorm_gradient(d):
    n, k = d.dims(2, 500_000, 6_000_000, low=4)
    return with_gradient(normed), [d.floats(n, k), d.floats(k), d.floats(k), d.floats(n, k)]


@family("rmsnorm, gradient", CAUSE, ("f32",), tolerance=3)
def rmsnorm_gradient(d):
    n, k = d.dims(2, 500_000, 6_000_000)
    return with_gradient(lambda x, g: x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * g), [d.floats(n, k), d.floats(k), d.floats(n, k)]


@family("batch norm in training", CAUSE, ("f32",), tolerance=3)
def batch_norm(d):
    shape = d.dims(4, 600_000, 6_000_000, limits=(64, 128, 128))
    return lambda x, g, b: (normed(x, g, b, (0, 1, 2)), x.mean((0, 1, 2))), [d.floats(*shape), d.floats(shape[-1]), d.floats(shape[-1])]


@family("group norm", CAUSE, ("f32",), tolerance=3)
def group_norm(d):
    n, h, c = d.dims(3, 300_000, 3_000_000, limits=(32,))

    def run(x, g):
        y = x.reshape(n, h, c, 4)
        y = y - y.mean((1, 3), keepdims=True)
        return (y * lax.rsqrt((y * y).mean((1, 3), keepdims=True) + 1e-5)).reshape(n, h, 4 * c) * g
    return run, [d.floats(n, h, 4 * c), d.floats(4 * c)]


@family("sums along each dim", CAUSE, ("f32", "bf16"), tolerance=3)
def sums(d):
    return lambda x: (x.sum(0), x.sum(1), x.sum(2)), [d.floats(*d.dims(3, 800_000, 8_000_000))]


@family("sum over columns", CAUSE, ("f32", "bf16"), tolerance=3)
def columns(d):
    return lambda x: x.sum(0), [d.floats(*plane(d))]


@family("mean and variance of all", CAUSE, ("f32",), tolerance=3)
def moments(d):
    return lambda x: (x.mean(), x.var(), jnp.abs(x).max()), [d.floats(*plane(d))]


@family("argmax and max along axis 0", CAUSE, ("f32",))
def argmax(d):
    return lambda x: (jnp.argmax(x, 0), x.max(0)), [d.floats(*plane(d))]


@family("logsumexp of the middle", CAUSE, ("f32",))
def logsumexp(d):
    return lambda x: jax.nn.logsumexp(x, 1), [d.floats(*d.dims(3, 500_000, 6_000_000))]


@family("cumsum along axis 0", CAUSE, ("f32",), tolerance=10)
def cumsum(d):
    return lambda x: jnp.cumsum(x, 0), [d.floats(*d.dims(2, 400_000, 4_000_000))]


@family("transposes of three dims", CAUSE, ("f32", "bf16"))
def transposes(d):
    return lambda x: (x.transpose(2, 0, 1) * 2, x.transpose(1, 0, 2) + 1), [d.floats(*d.dims(3, 500_000, 6_000_000))]
