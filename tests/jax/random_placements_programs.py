# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of random_placements.py: each takes `c`, which may constrain a value to a random sharding, and arrays as specified
by (shape, dtype[, bounds of integers]). Small, dense in what meets at a split dim: parts, windows, sums, loops, gathers."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

PROGRAMS = {}
M, T = ((8, 8), "float32"), ((4, 8, 16), "float32")
IMAGE = ((4, 8, 8, 4), "float32")
NHWC = dict(dimension_numbers=("NHWC", "HWIO", "NHWC"))


def program(*specs):
    def add(function):
        PROGRAMS[function.__name__] = (function, specs)
        return function
    return add


@program(M, M)
def pieces(c, a, b):
    x = c(a[1:7])
    y = c(lax.pad(x, np.float32(0.5), ((1, 3, 0), (0, 0, 1))))
    z = c(jnp.concatenate([y[:, :9], jnp.pad(jnp.flip(b, 0), ((1, 1), (0, 0)))], 1))
    return c(jnp.flip(z, (0, 1))), z.sum(0)


@program(M)
def rolled(c, a):
    x = c(jnp.flip(c(jnp.roll(a, 3, 0)), 0))
    y = c(x[::2, ::-1])
    return y, c(x[1::3]), c(jnp.roll(y, -1, 1))


@program(M)
def negative_pads(c, a):
    x = c(lax.pad(a, np.float32(1), ((-2, 4, 1), (3, -5, 2))))
    return c(x * 2), c(lax.pad(x, np.float32(0), ((-1, 1, 0), (0, 0, 0))))


@program(M)
def shifts(c, a):
    x, y = (c(lax.pad(c(a), np.float32(0.5), pads)) for pads in (((1, -1, 0), (0, 0, 0)), ((0, 0, 0), (-3, 3, 0))))
    return x, y, c(lax.pad(c(a), np.float32(2), ((0, -7, 1), (2, -2, 0))))


@program(((8, 96), "float32"), ((96, 8), "int32"))
def prefix_scans(c, a, b):
    x = c(jnp.cumsum(c(a), 1))
    return x, c(lax.cummax(x, 1, reverse=True)), c(jnp.cumsum(c(b), 0)), jnp.argmax(jnp.where(a > 1, jnp.nan, c(a)), 1)


@program(M)
def max_min(c, a):
    x = c(a)
    return jnp.argmax(x, 0), jnp.argmin(c(x), 1), jnp.argmax(x), c(jnp.cumsum(x, 0)), lax.cummax(c(x), 0, reverse=True)


@program(M, ((8, 8), "int32"))
def sums_of_two(c, a, b):
    return lax.reduce((c(a), c(b)), (np.float32(5), np.int32(1)), lambda p, q: (p[0] + q[0], p[1] + q[1]), (0,))


@program(M, M)
def scan_residuals(c, a, b):
    def step(h, x):
        h = c(jnp.tanh(h + c(x)))
        return h, (c(h * 2), h.sum())
    return lax.scan(step, a[0], b), lax.scan(step, a[1], b, reverse=True)


@program(M, ((), "int32", (-12, 20)), ((), "int32", (-12, 20)))
def moving_windows(c, a, i, j):
    y = lax.dynamic_slice(c(a), (i, j), (4, 2))
    return c(lax.dynamic_slice(c(a), (i, j), (3, 8))), c(y), c(lax.dynamic_update_slice(c(a), c(y), (j, i)))


@program(((8, 4, 6), "float32"), ((8, 4), "int32", (-3, 12)))
def gathers(c, a, i):
    return c(jnp.take(c(a), c(i), axis=0, mode="clip")), c(jnp.take_along_axis(c(a), c(i)[..., None] % 6, 2)), c(a)[c(i) % 8, :, i % 6]


@program(M, ((8,), "int32", (0, 8)))
def scatters(c, a, i):
    zeros = jnp.zeros((8, 8))
    return c(zeros.at[c(i)].add(c(a))), c(zeros.at[:, c(i)].max(a)), c(a.at[i[0]].set(0))


@program(M, ((8,), "int32", (0, 8)))
def loop(c, a, i):
    def body(s):
        k, x, y, z = s
        x = c(x @ x * 0.1)
        return k + 1, x, c(y + x.sum(0)), c(jnp.roll(z, 1))
    return lax.while_loop(lambda s: (s[0] < 5) & (s[2].sum() < 1e6), body, (0, c(a), c(a[0]), c(i)))


@program(M, ((), "bool"))
def branches(c, a, p):
    f, g = lambda x: c(x @ x.T), lambda x: c(jnp.flip(x, 0) + x.sum(0))
    return lax.cond(p, f, g, c(a)), lax.cond(a.sum() > 0, f, g, a)


@program(IMAGE, ((3, 3, 4, 8), "float32"))
def convolution_gradients(c, x, w):
    def f(x, w):
        return (c(lax.conv_general_dilated(c(x), c(w), (2, 2), "SAME", **NHWC)) ** 2).sum()
    return jax.grad(f, (0, 1))(x, w)


@program(IMAGE, ((3, 3, 1, 8), "float32"))
def depthwise_convolution(c, x, w):
    return c(lax.conv_general_dilated(c(x), c(w), (2, 2), "VALID", feature_group_count=4, **NHWC))


@program(IMAGE, ((3, 3, 4, 8), "float32"))
def convolutions(c, x, w):
    return (c(lax.conv_general_dilated(c(x), c(w), (1, 1), "SAME", batch_group_count=2, **NHWC)),
            c(lax.conv_transpose(c(x), c(w), (2, 2), "SAME", **NHWC)))


@program(IMAGE)
def pooling(c, x):
    def f(x):
        return (c(lax.reduce_window(c(x), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")) ** 3).sum()
    return jax.value_and_grad(f)(x)


@program(M, ((8, 8), "int32"))
def sorts(c, a, b):
    return lax.sort((c(b), c(a)), dimension=0, num_keys=2), lax.sort((c(a), c(b)), dimension=1, is_stable=True), jnp.argsort(c(b), 0)


@program(T)
def reshapes(c, a):
    x = c(a.reshape(32, 16))
    y = c(x.reshape(8, 4, 4, 4))
    z = c(y.transpose(2, 0, 3, 1).reshape(16, 32))
    w = c(z.reshape(-1))
    return x, y + 1, z * 2, c(w.reshape(2, 2, 2, 64)), c(jnp.moveaxis(a, 0, 2).reshape(128, 4))


@program(T, ((16, 8), "float32"))
def attention(c, a, w):
    q, k = c(a @ w), c(a @ w * 0.5)
    s = jnp.where(jnp.tril(jnp.ones((8, 8), bool)), c(jnp.einsum("bqd,bkd->bqk", q, k)), -1e9)
    return c(jnp.einsum("bqk,bkd->bqd", c(jax.nn.softmax(s, -1)), a)), jax.nn.logsumexp(s, 1)


@program(T, ((16, 8), "float32"), ((8, 16), "float32"))
def mlp_gradients(c, x, w1, w2):
    return jax.value_and_grad(lambda w1, w2: (c(jnp.tanh(c(x @ w1) @ w2)) ** 2).mean(), (0, 1))(w1, w2)


@program(T, ((3, 16, 16), "float32"))
def remat_gradients(c, x, ws):
    def f(ws, x):
        step = lambda h, w: (c(jnp.tanh(c(h) @ c(w) * 0.1)), None)
        return (lax.scan(jax.checkpoint(step), x, ws)[0] ** 2).sum()
    return jax.value_and_grad(f)(ws, x)


@program(((8, 8), "int8"), ((8, 8), "uint8"), ((8, 8), "bool"), ((8, 8), "int64"))
def integers(c, i, u, b, w):
    return (c(i + i * i), c(u - u * 3), c(b) ^ c(b.T), c(i).astype("int32") @ c(u).astype("int32"), c(b).any(0), c(b).all(1),
            c(u).max(1), u // 3, i % 3, i >> 1, lax.population_count(u), ~i, c(w @ w), jnp.bitwise_xor.reduce(c(w), axis=0))


@program(((8, 8), "bfloat16"), ((8, 8), "float16"), ((8, 8), "float64"))
def floats(c, w, h, d):
    return c(w @ w), c(h * h + 1), c(d @ d.T), c(w).sum(0), c(h).sum(1), c(d).prod(0), c(jax.nn.softmax(w, 0)), jnp.sin(d * 100)


@program(M, ((), "int32", (0, 5)))
def counted_loop(c, a, n):
    return lax.fori_loop(0, n, lambda i, x: c(x * 0.5 + a[i]), c(a))


@program(M, M)
def residuals_and_tiles(c, a, b):
    x = c(jnp.concatenate([c(a), c(b)], 0))
    y = c(jnp.concatenate([a[:4], b[4:]], 0))
    return x, y, c(jnp.stack([a, b], 1)), c(x[4:12]), c(x[::2]), c(jnp.tile(a, (2, 2))), jnp.split(c(x), 4, 0)


@program(((4, 8, 8), "float32"))
def mapped(c, a):
    return jax.vmap(lambda x: lax.fori_loop(0, 3, lambda i, y: y @ y * 0.1, x))(c(a)), jax.vmap(jnp.trace)(c(a)), jnp.triu(c(a))


@program(((2,), "uint32", (0, 1000)))
def random_numbers(c, key):
    k1, k2 = jax.random.split(jax.random.wrap_key_data(key, impl="threefry2x32"))
    return jax.random.bits(k1, (8, 4)), c(jax.random.uniform(k2, (8, 8))), c(jax.random.normal(k1, (4, 8))), jax.random.permutation(k1, 8)


@program(((4, 8, 12), "complex64"), ((4, 8, 12), "float32"))
def fourier(c, z, x):
    return (c(jnp.fft.fft(c(z))), c(jnp.fft.ifft(z, axis=1)), c(jnp.fft.rfft(c(x))), c(jnp.fft.irfft(c(z), 22)), c(jnp.fft.fft2(z)),
            jnp.fft.fftn(c(x)).real, jnp.fft.rfft(x, 9, axis=0))


@program(((8, 8), "complex64"), ((8, 8), "complex64"), ((8,), "int32", (0, 8)), ((8, 8), "bool"))
def complex_numbers(c, z, w, i, p):
    def step(h, x):
        h = c(jnp.tanh(c(h) * 0.5 + x))
        return h, (c(h.conj()), jnp.abs(h).sum())
    return (c(c(z) @ c(w)), c(z * w.T), c(z / (w + 9)), c(z).sum(0), c(z).prod(1), jnp.abs(c(z)), c(jnp.exp(z * 0.5)), c(z[i]), c(z.at[i].add(w)),
            c(jnp.where(p, z, c(w))), lax.scan(step, z[0], w), c(jnp.sqrt(z + 9)), jnp.log(c(z) + 9), c(z).real + w.imag, c(jnp.roll(z, 3, 0)),
            c(jnp.concatenate([z, w])), lax.cond(p[0, 0], lambda a: c(a @ a), lambda a: c(a.T), c(z)), jnp.angle(z + 9), c(z.reshape(4, 16)))


@program(((8, 8), "complex128"), ((8, 8), "float64"))
def complex_gradients(c, z, x):
    def f(z, x):
        return (jnp.abs(c(jnp.sin(c(z) @ c(x + 0j)) * 0.01)) ** 2).sum()
    return jax.value_and_grad(f, (0, 1))(z * 0.1, x * 0.1)


@program(M)
def special_functions(c, a):
    s, x = jax.scipy.special, c(jnp.abs(a) + 0.3)
    return (c(s.digamma(x)), c(s.gammaln(x)), s.i0e(c(a)), c(s.i1e(a)), s.polygamma(1, x), s.zeta(c(x) + 2, x), s.erfinv(c(a * 0.4)),
            s.erfc(a), jnp.nextafter(c(a), a.T), s.gammainc(x, c(x.T)), s.betainc(x, x.T, c(jnp.abs(jnp.tanh(a)))), jnp.cbrt(a), s.ndtri(x / 3))
