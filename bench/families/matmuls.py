# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Matmuls and attention."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from families.common import family, with_gradient

CAUSE = "matmuls"


def three(d, usual=400**3, most=1600**3):
    return d.dims(3, usual, most, low=2, limits=(20_000, 20_000, 20_000))


@family("matmul", CAUSE, ("f32", "bf16"), table=[("bf16", (1000, 1500, 777))])
def matmul(d):
    m, k, n = three(d)
    return lambda a, b: a @ b, [d.floats(m, k), d.floats(k, n)]


@family("matmul f16, f64", CAUSE, ("f64", "f16"))
def other_types(d):
    m, k, n = three(d, 300**3, 900**3)
    return lambda a, b: a @ b, [d.floats(m, k), d.floats(k, n)]


@family("matmul int8 to int32", CAUSE, ("s8",), table=[("s8", (512, 512, 512))])
def integers(d):
    m, k, n = three(d, 300**3, 1000**3)
    draw = [d.values.integers(-128, 128, shape).astype(np.int8) for shape in ((m, k), (k, n))]
    return lambda a, b: jnp.matmul(a, b, preferred_element_type=jnp.int32), draw


@family("matmul, operands transposed", CAUSE, ("f32", "bf16"))
def transposed(d):
    m, k, n = three(d)
    return lambda a, b: (a.T @ b, b.T @ a), [d.floats(k, m), d.floats(k, n)]


@family("batched matmul", CAUSE, ("f32", "bf16"))
def batched(d):
    b, m, k, n = d.dims(4, 32 * 100**3, 64 * 256**3, limits=(300,))
    return lambda x, y: x @ y, [d.floats(b, m, k), d.floats(b, k, n)]


@family("few rows times a matrix", CAUSE, ("f32", "bf16"))
def skinny(d):
    m = d.random.randrange(1, 9)
    k, n = d.dims(2, 500_000, 12_000_000)
    return lambda a, b: a @ b, [d.floats(m, k), d.floats(k, n)]


@family("layer with bias and gelu", CAUSE, ("f32", "bf16"))
def layer(d):
    m, k, n = three(d)
    return lambda x, w, b: jax.nn.gelu(x @ w + b), [d.floats(m, k), d.floats(k, n, scale=k**-0.5), d.floats(n)]


@family("two layers, gradient", CAUSE, ("f32",))
def two_layers(d):
    m, k, n = three(d, 250**3, 800**3)

    def run(x, w, v):
        return jax.nn.relu(x @ w) @ v
    return with_gradient(run), [d.floats(m, k), d.floats(k, n, scale=k**-0.5), d.floats(n, k, scale=n**-0.5), d.floats(m, k)]


@family("distances of pairs", CAUSE, ("f32",))
def distances(d):
    m, n, k = d.dims(3, 300**3, 1000**3, limits=(20_000, 20_000, 500))

    def run(x, y):
        return jnp.sqrt(jnp.maximum((x * x).sum(1)[:, None] + (y * y).sum(1)[None] - 2 * x @ y.T, 0) + 1)
    return run, [d.floats(m, k), d.floats(n, k)]


def heads(d, usual, most):
    """Batch, heads, positions, depth: `usual` positions, depths that need not be powers of two."""
    if d.given is not None:
        return d.dims(4, 1)
    b, h = d.random.randrange(1, 3), d.random.randrange(1, 7)
    s = {"small": d.random.randrange(3, 20), "large": most, "long": 4 * usual}.get(d.kind, d.size(usual, 4))
    depth = {"small": d.random.randrange(3, 20), "even": 64, "thin": 8, "large": 128}.get(d.kind, d.size(72, 8))
    d.sizes_drawn += [b, h, s, depth]
    return b, h, s, depth


def attend(q, k, v):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k).astype(jnp.float32) * q.shape[-1]**-0.5
    return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1).astype(q.dtype), v)


@family("attention", CAUSE, ("f32", "bf16"), table=[("f32", (2, 4, 500, 80)), ("bf16", (1, 4, 1000, 96))])
def attention(d):
    shape = heads(d, 300, 1500)
    return attend, [d.floats(*shape) for _ in range(3)]


@family("attention, causal with bias", CAUSE, ("f32", "bf16"))
def causal(d):
    shape = heads(d, 300, 1500)
    b, h, s, depth = shape

    def run(q, k, v, bias):
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k).astype(jnp.float32) * depth**-0.5 + bias
        scores = jnp.where(jnp.tril(jnp.ones((s, s), bool)), scores, -1e30)
        return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1).astype(q.dtype), v)
    return run, [*(d.floats(*shape) for _ in range(3)), d.floats(h, s, s).astype(np.float32)]


@family("attention, gradient", CAUSE, ("f32", "bf16"), table=[("f32", (2, 4, 300, 48))])
def attention_gradient(d):
    shape = heads(d, 250, 1000)
    return with_gradient(attend), [d.floats(*shape) for _ in range(4)]


@family("attention of one query with a cache", CAUSE, ("f32", "bf16"))
def decode(d):
    b, h, s, depth = heads(d, 800, 8000)

    def run(q, k, v, n):
        scores = jnp.einsum("bhd,bhkd->bhk", q, k).astype(jnp.float32) * depth**-0.5
        scores = jnp.where(lax.broadcasted_iota(jnp.int32, scores.shape, 2) < n, scores, -1e30)
        return jnp.einsum("bhk,bhkd->bhd", jax.nn.softmax(scores, -1).astype(q.dtype), v)
    return run, [d.floats(b, h, depth), d.floats(b, h, s, depth), d.floats(b, h, s, depth), np.int32(s - s // 8)]
