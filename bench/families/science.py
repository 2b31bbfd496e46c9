# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small whole programs of other fields: simulation, state spaces, statistics, graphs, images."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.special import logsumexp

from families.common import family

CAUSE = "science"


@family("scan of an LSTM", CAUSE, tolerance=3)
def lstm(d):
    b, n = d.dims(2, 4_000, 40_000, limits=(2_000, 400))
    t = max(5, min(100, int(4e7 / (b * n * n))))

    def run(x, w, u):
        def step(carry, e):
            h, s = carry
            i, f, g, o = jnp.split(e @ u + h @ w, 4, -1)
            s = jax.nn.sigmoid(f) * s + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(s)
            return (h, s), h
        zero = jnp.zeros((b, n), x.dtype)
        return lax.scan(step, (zero, zero), x)[1]
    return run, [d.floats(t, b, n), d.floats(n, 4 * n, scale=n**-0.5), d.floats(n, 4 * n, scale=n**-0.5)]


@family("Viterbi path", CAUSE)
def viterbi(d):
    s, = d.dims(1, 60, 300, low=5)
    t = max(10, min(500, int(2e7 / (s * s))))

    def run(emissions, transitions):
        def step(v, x):
            m = v[:, None] + transitions
            return m.max(0) + x, m.argmax(0)
        v, back = lax.scan(step, emissions[0], emissions[1:])
        return lax.scan(lambda k, b: (b[k], b[k]), v.argmax(), back, reverse=True)[1], v.max()
    return run, [d.floats(t, s), d.floats(s, s)]


@family("hidden Markov model, forward", CAUSE)
def hidden_markov(d):
    b, s = d.dims(2, 1_500, 8_000, low=3, limits=(200, 200))
    t = max(10, min(300, int(5e7 / (b * s * s))))

    def run(emissions, transitions):
        def step(a, x):
            return logsumexp(a[:, :, None] + transitions, 1) + x, None
        return logsumexp(lax.scan(step, emissions[0], emissions[1:])[0], -1)
    return run, [d.floats(t, b, s), d.floats(s, s)]


@family("Kalman filters", CAUSE, tolerance=30)
def kalman(d):
    b, = d.dims(1, 200, 2_000)
    n = 4

    def one(measured, a, h):
        def step(carry, z):
            m, p = carry
            m, p = a @ m, a @ p @ a.T + 0.1 * jnp.eye(n)
            gain = jnp.linalg.solve(h @ p @ h.T + 0.5 * jnp.eye(2), h @ p).T
            m = m + gain @ (z - h @ m)
            return (m, p - gain @ h @ p), m
        return lax.scan(step, (jnp.zeros(n), jnp.eye(n)), measured)[1]
    return jax.vmap(one, (0, None, None)), [d.floats(b, 50, 2), (0.9 * np.eye(n) + 0.09 * d.floats(n, n)).astype(np.float32), d.floats(2, n)]


@family("k-means", CAUSE, tolerance=10)
def k_means(d):
    n, f = d.dims(2, 200_000, 1_000_000, limits=(100_000, 64))
    k = 17

    def run(x, centers):
        def step(_, c):
            nearest = ((x * x).sum(1)[:, None] - 2 * x @ c.T + (c * c).sum(1)).argmin(1)
            total = jax.ops.segment_sum(x, nearest, k)
            return total / jnp.maximum(jax.ops.segment_sum(jnp.ones(n, x.dtype), nearest, k), 1)[:, None]
        return lax.fori_loop(0, 5, step, centers)
    return run, [d.floats(n, f) + 4 * d.indices(5, n, 1).astype(np.float32), 4 * d.floats(k, f)]


@family("Gaussian process and its gradient", CAUSE, tolerance=300)
def gaussian_process(d):
    n, = d.dims(1, 300, 1_000, low=5)

    def run(x, y):
        kernel = jnp.exp(-0.5 * ((x[:, None] - x[None])**2).sum(-1)) + jnp.eye(n)
        factor = jnp.linalg.cholesky(kernel)
        return 0.5 * y @ jax.scipy.linalg.cho_solve((factor, True), y) + jnp.log(jnp.diag(factor)).sum()
    return jax.value_and_grad(run), [d.floats(n, 3), d.floats(n)]


@family("inverses of small matrices", CAUSE, tolerance=300)
def inverses(d):
    b, = d.dims(1, 3_000, 20_000)
    return jnp.linalg.inv, [d.floats(b, 4, 4) + 4 * np.eye(4, dtype=np.float32)]


@family("conjugate gradient", CAUSE, tolerance=30)
def conjugate_gradient(d):
    h, w = d.dims(2, 60_000, 600_000, low=4)

    def laplacian(u):
        p = jnp.pad(u, 1)
        return 4.2 * u - p[2:, 1:-1] - p[:-2, 1:-1] - p[1:-1, 2:] - p[1:-1, :-2]

    def run(b):
        def step(_, carry):
            x, r, p, size = carry
            q = laplacian(p)
            a = size / jnp.vdot(p, q)
            r = r - a * q
            next_size = jnp.vdot(r, r)
            return x + a * p, r, r + next_size / size * p, next_size
        return lax.fori_loop(0, 20, step, (jnp.zeros_like(b), b, b, jnp.vdot(b, b)))[0]
    return run, [d.floats(h, w)]


@family("Jacobi steps in three dims", CAUSE)
def jacobi(d):
    shape = d.dims(3, 100_000, 2_000_000, low=4)

    def run(u, f):
        def step(_, u):
            inner = (u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
                     + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2] + f[1:-1, 1:-1, 1:-1]) / 6
            return u.at[1:-1, 1:-1, 1:-1].set(inner)
        return lax.fori_loop(0, 20, step, u)
    return run, [d.floats(*shape), d.floats(*shape)]


@family("waves on staggered grids", CAUSE)
def waves(d):
    h, w = d.dims(2, 100_000, 1_000_000, low=5)

    def run(e, hx, hy):
        def step(_, fields):
            e, hx, hy = fields
            hx = hx.at[:, :-1].add(-0.5 * (e[:, 1:] - e[:, :-1]))
            hy = hy.at[:-1].add(0.5 * (e[1:] - e[:-1]))
            e = e.at[1:-1, 1:-1].add(0.5 * (hy[1:-1, 1:-1] - hy[:-2, 1:-1] - hx[1:-1, 1:-1] + hx[1:-1, :-2]))
            return e, hx, hy
        return lax.fori_loop(0, 30, step, (e, hx, hy))
    return run, [d.floats(h, w) for _ in range(3)]


@family("n bodies", CAUSE, tolerance=10)
def bodies(d):
    n, = d.dims(1, 500, 1_500, low=5)

    def run(place, speed):
        def step(_, carry):
            p, v = carry
            r = p[None] - p[:, None]
            v = v + 0.01 / n * (r * (((r * r).sum(-1) + 0.01)**-1.5)[..., None]).sum(1)
            return p + 0.01 * v, v
        return lax.fori_loop(0, 10, step, (place, speed))
    return run, [d.floats(n, 3), d.floats(n, 3)]


@family("ranks of pages", CAUSE, tolerance=3)
def pages(d):
    n, = d.dims(1, 500, 1_500, low=5)

    def run(links):
        p = links / links.sum(0)

        def step(carry):
            r = 0.15 / n + 0.85 * p @ carry[0]
            return r, jnp.abs(r - carry[0]).sum(), carry[2] + 1
        return lax.while_loop(lambda c: (c[1] > 1e-7) & (c[2] < 50), step, (jnp.ones(n) / n, 1.0, 0))[0]
    return run, [d.positive(n, n)]


@family("Sinkhorn's iteration", CAUSE, tolerance=10)
def sinkhorn(d):
    a, b = d.dims(2, 50_000, 500_000, low=4)

    def run(m):
        def step(_, carry):
            f = -logsumexp(m + carry[1], 1, keepdims=True)
            return f, -logsumexp(m + f, 0, keepdims=True)
        return lax.fori_loop(0, 20, step, (jnp.zeros((a, 1)), jnp.zeros((1, b))))
    return run, [d.floats(a, b)]


@family("shortest paths", CAUSE)
def shortest_paths(d):
    n, = d.dims(1, 150, 400, low=5)
    return lambda a: lax.fori_loop(0, n, lambda k, a: jnp.minimum(a, a[:, k][:, None] + a[k][None]), a), [d.positive(n, n)]


@family("graph attention, gradient", CAUSE, tolerance=10)
def graph_attention(d):
    n, f = d.dims(2, 50_000, 200_000, low=4, limits=(10_000, 64))

    def run(x, sender, receiver, a):
        score = jax.nn.leaky_relu((x @ a)[sender] + (x @ a)[receiver])
        weight = jnp.exp(score - jax.ops.segment_max(score, receiver, n)[receiver])
        weight = weight / jax.ops.segment_sum(weight, receiver, n)[receiver]
        return (jax.ops.segment_sum(x[sender] * weight[:, None], receiver, n)**2).sum()
    return jax.grad(run, (0, 3)), [d.floats(n, f), d.indices(n, 5 * n), d.indices(n, 5 * n), d.floats(f)]


@family("images normalised and transposed", CAUSE)
def images(d):
    b, h, w = d.dims(3, 200_000, 1_000_000, low=3)

    def run(x):
        y = x.astype(jnp.float32) / 255
        return ((y - y.mean((1, 2), keepdims=True)) / (y.std((1, 2), keepdims=True) + 1e-5)).transpose(0, 3, 1, 2)
    return run, [d.indices(256, b, h, w, 3).astype(np.uint8)]


@family("median filter", CAUSE)
def median_filter(d):
    h, w = d.dims(2, 100_000, 800_000, low=5)

    def run(x):
        p = jnp.pad(x, 1, mode="edge")
        return jnp.median(jnp.stack([p[i:i + h, j:j + w] for i in range(3) for j in range(3)], -1), -1)
    return run, [d.floats(h, w)]


@family("outer products of a batch", CAUSE)
def outer(d):
    a, b, c = d.dims(3, 300_000, 3_000_000, low=3)
    return lambda x, y: jnp.einsum("ab,ac->abc", x, y) + jnp.einsum("ab,ac->ab", x, y)[..., None], [d.floats(a, b), d.floats(a, c)]


@family("matmul with rows quantized to int8", CAUSE, tolerance=100)
def quantized(d):
    b, n = d.dims(2, 100_000, 400_000, low=8, limits=(4_000, 1_000))

    def run(x, w, scale):
        s = jnp.abs(x).max(1, keepdims=True) / 127
        q = jnp.clip(jnp.round(x / s), -127, 127).astype(jnp.int8)
        return lax.dot(q, w, preferred_element_type=jnp.int32).astype(jnp.float32) * s * scale
    return run, [d.floats(b, n), (d.indices(255, n, 200) - 127).astype(np.int8), d.positive(200)]
