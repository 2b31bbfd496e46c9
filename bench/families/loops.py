# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs whose time goes into the steps of loops."""
import jax
import jax.numpy as jnp
from jax import lax

from families.common import family, with_gradient

CAUSE = "loops"


def steps(d, work, most=400):
    """A number of steps that gives a case about the same work whatever the size of one step."""
    if d.given is not None:
        return d.dims(1, 1)[0]
    n = max(3, min(most, int(2e7 / work)))
    d.sizes_drawn.append(n)
    return n


@family("stencil, interior updated", CAUSE, ("f32", "bf16"), table=[("f32", (700, 700, 100))])
def stencil(d):
    h, w = d.dims(2, 300_000, 2_000_000, low=5)
    n = steps(d, h * w, 100)

    def step(_, u):
        return u.at[1:-1, 1:-1].add(0.1 * (u[2:, 1:-1] + u[:-2, 1:-1] + u[1:-1, 2:] + u[1:-1, :-2] - 4 * u[1:-1, 1:-1]))
    return lambda u: lax.fori_loop(0, n, step, u), [d.floats(h, w)]


@family("stencil, periodic", CAUSE, ("f32",))
def periodic(d):
    h, w = d.dims(2, 200_000, 2_000_000, low=4)
    n = steps(d, h * w, 100)

    def step(_, u):
        return u + 0.1 * (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1) - 4 * u)
    return lambda u: lax.fori_loop(0, n, step, u), [d.floats(h, w)]


@family("scan of an RNN", CAUSE, ("f32", "bf16"), table=[("f32", (64, 300, 200))], tolerance=3)
def rnn(d):
    b, n = d.dims(2, 15_000, 120_000, low=2, limits=(20_000, 800))
    t = steps(d, b * n * n / 16, 200)

    def run(x, w, u):
        def step(h, e):
            h = jnp.tanh(h @ w + e @ u)
            return h, h
        return lax.scan(step, jnp.zeros((b, n), x.dtype), x)
    return run, [d.floats(t, b, n), d.floats(n, n, scale=0.5 * n**-0.5), d.floats(n, n, scale=n**-0.5)]


@family("scan of an RNN, gradient", CAUSE, ("f32",), tolerance=3)
def rnn_gradient(d):
    # Smaller weights would make gradients subnormal after 100 steps, which XLA flushes to zero.
    b, n = d.dims(2, 8_000, 60_000, low=2, limits=(8_000, 500))
    t = steps(d, b * n * n / 4, 100)

    def run(x, w):
        return lax.scan(lambda h, e: (jnp.tanh(h @ w + e), None), jnp.zeros((b, n), x.dtype), x)[0]
    return with_gradient(run), [d.floats(t, b, n), d.floats(n, n, scale=1.2 * n**-0.5), d.floats(b, n)]


@family("scan of a GRU", CAUSE, ("f32",), tolerance=3)
def gru(d):
    b, n = d.dims(2, 8_000, 60_000, low=2, limits=(8_000, 500))
    t = steps(d, b * n * n / 4, 200)

    def run(x, w):
        def step(h, e):
            r, z, c = jnp.split(h @ w, 3, -1)
            r, z = jax.nn.sigmoid(r + e), jax.nn.sigmoid(z - e)
            h = (1 - z) * jnp.tanh(e + r * c) + z * h
            return h, h.sum(-1)
        return lax.scan(step, jnp.zeros((b, n), x.dtype), x)
    return run, [d.floats(t, b, n), d.floats(n, 3 * n, scale=n**-0.5)]


@family("scan of a moving average", CAUSE, ("f32", "bf16"))
def average(d):
    t, n = d.dims(2, 500_000, 8_000_000)

    def run(x):
        def step(c, e):
            c = 0.9 * c + 0.1 * e
            return c, c
        return lax.scan(step, jnp.zeros(n, x.dtype), x)
    return run, [d.floats(t, n)]


@family("scan of a selective state", CAUSE, ("f32",))
def selective(d):
    t, n, s = d.dims(3, 400_000, 4_000_000, limits=(1_000, 4_000, 16))

    def run(x, a, b, c):
        def step(h, e):
            x, b, c = e
            h = jnp.exp(a) * h + x[:, None] * b[None, :]
            return h, (h * c[None, :]).sum(-1)
        return lax.scan(step, jnp.zeros((n, s), x.dtype), (x, b, c))
    return run, [d.floats(t, n), -d.positive(n, s), d.floats(t, s), d.floats(t, s)]


@family("newton until it converges", CAUSE, ("f32",))
def newton(d):
    n, = d.dims(1, 100_000, 4_000_000)

    def run(x):
        def going(c):
            return (c[0] < 40) & (jnp.max(jnp.abs(c[1] * c[1] * c[1] - x)) > 1e-3)
        return lax.while_loop(going, lambda c: (c[0] + 1, c[1] - (c[1] - x / (c[1] * c[1])) / 3), (0, 1 + x))
    return run, [d.positive(n)]


@family("power iteration", CAUSE, ("f32",))
def power(d):
    n, = d.dims(1, 400, 3_000)
    t = steps(d, n * n, 200)

    def run(a, v):
        def step(_, v):
            v = a @ v
            return v / jnp.linalg.norm(v)
        return lax.fori_loop(0, t, step, v)
    return run, [d.positive(n, n), d.positive(n)]


@family("rows written one after another", CAUSE, ("f32",))
def written(d):
    t, n = d.dims(2, 300_000, 4_000_000)

    def step(i, x):
        return x.at[i].set(jnp.sin(x[i - 1]) + x[i])
    return lambda x: lax.fori_loop(1, t, step, x), [d.floats(t, n)]


@family("Runge-Kutta of a small state", CAUSE, ("f32",), tolerance=10)
def runge(d):
    n, = d.dims(1, 200, 100_000)
    t = steps(d, 8 * n, 2_000)

    def rate(y):
        return jnp.stack([y[1], 0.5 * (1 - y[0] * y[0]) * y[1] - y[0]])

    def step(_, y):
        h = 0.01
        a = rate(y)
        b = rate(y + h / 2 * a)
        c = rate(y + h / 2 * b)
        return y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
    return lambda y: lax.fori_loop(0, t, step, y), [d.floats(2, n)]


@family("scanned residual layers", CAUSE, ("f32", "bf16"), tolerance=3)
def layers(d):
    b, n = d.dims(2, 60_000, 300_000, limits=(4_000, 700))
    t = 12

    def run(x, w, v):
        def step(x, p):
            y = x - x.mean(-1, keepdims=True)
            return x + jax.nn.gelu(y @ p[0]) @ p[1], None
        return lax.scan(step, x, (w, v))[0]
    return run, [d.floats(b, n), d.floats(t, n, 2 * n, scale=n**-0.5), d.floats(t, 2 * n, n, scale=0.3 * n**-0.5)]


@family("filter of a few numbers", CAUSE, ("f32",))
def few_numbers(d):
    t, n = d.dims(2, 100_000, 2_000_000, low=1, limits=(1_000_000, 12))

    def run(z):
        def step(carry, z):
            mean, spread = carry
            spread = spread + 0.01
            gain = spread / (spread + 0.1)
            mean = mean + gain * (z - mean)
            return (mean, (1 - gain) * spread), mean
        return lax.scan(step, (jnp.zeros(n), jnp.ones(n)), z)
    return run, [d.floats(t, n)]


@family("integers until a condition", CAUSE, ("f32",))
def integers_until(d):
    n, = d.dims(1, 50_000, 1_000_000)

    def run(start):
        def step(state):
            x, count = state
            return jnp.where(x % 2 == 0, x // 2, (3 * x + 1) % 1_000_003), count + 1
        return lax.while_loop(lambda state: (state[0] != -1) & (state[1] < n), step, (start, 0))
    return run, [jnp.int32(837_799)]


@family("edit distance", CAUSE, ("f32",))
def edit_distance(d):
    m, n = d.dims(2, 20_000, 1_000_000, low=20)

    def run(a, b):
        def row(before, this):
            i, letter = this

            def column(left, of):
                up, diagonal, other = of
                least = jnp.minimum(jnp.minimum(left + 1, up + 1), diagonal + (letter != other))
                return least, least
            _, made = lax.scan(column, i + 1, (before[1:], before[:-1], b))
            return jnp.concatenate([(i + 1)[None], made]), None
        return lax.scan(row, jnp.arange(n + 1), (jnp.arange(m), a))[0]
    return run, [d.indices(4, m), d.indices(4, n)]


@family("random numbers one by one", CAUSE, ("f32",))
def one_by_one(d):
    n, = d.dims(1, 1_000, 20_000)

    def run(key):
        def step(_, state):
            key, total = state
            key, use = jax.random.split(key)
            return key, total + jax.random.uniform(use)
        return lax.fori_loop(0, n, step, (key, jnp.float32(0)))[1]
    return run, [jax.random.PRNGKey(3)]
