# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of gradients.py: small functions about one op each, with the arguments that they want."""
import dataclasses
import functools
from typing import Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec as P


@dataclasses.dataclass
class Case:
    name: str
    function: Callable
    makers: tuple  # (rng, dtype) -> array
    looseness: float = 1  # how much more than the usual tolerance may be lost
    smooth: bool = True   # differences tell the derivative
    dtypes: tuple = ("f32", "bf16", "f64")
    platform: str = "cpu"  # for which JAX lowers the function
    reference: bool = False  # generated code does not run it
    manual: bool = False  # on four devices whatever the arguments are
    twin: Callable | None = None  # the same where JAX does not run the function on CPU
    written: str = ""  # the text of the function where JAX does not write it (gradient_texts.py)

    def args(self, dtype, seed):
        rng = np.random.default_rng([seed, sum(map(ord, self.name))])
        return [make(rng, dtype) for make in self.makers]


def normal(*shape, scale=1.0, shift=0.0):
    return lambda rng, dtype: jnp.asarray(rng.standard_normal(shape) * scale + shift).astype(dtype)


def uniform(low, high, *shape):
    return lambda rng, dtype: jnp.asarray(rng.uniform(low, high, shape)).astype(dtype)


def distinct(*shape):
    """No two are equal, and none near another: maxima and sorts have a derivative."""
    return lambda rng, dtype: jnp.asarray(rng.permutation(int(np.prod(shape))).reshape(shape) / 8 - 3).astype(dtype)


def integers(high, *shape, low=0, dtype=jnp.int32):
    return lambda rng, _: jnp.asarray(rng.integers(low, high, shape)).astype(dtype)


def booleans(*shape):
    return lambda rng, _: jnp.asarray(rng.integers(0, 2, shape)).astype(bool)


def complexes(*shape):
    def make(rng, dtype):
        kind = jnp.complex128 if dtype == jnp.float64 else jnp.complex64
        return jnp.asarray(rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(kind)
    return make


WIDE = ("f32", "f64")
UNARY = {  # name -> function, domain
    "abs": (lax.abs, (-2, 2)), "acos": (lax.acos, (-.9, .9)), "acosh": (lax.acosh, (1.2, 3)), "asin": (lax.asin, (-.9, .9)),
    "asinh": (lax.asinh, (-2, 2)), "atan": (lax.atan, (-2, 2)), "atanh": (lax.atanh, (-.9, .9)), "bessel_i0e": (lax.bessel_i0e, (-4, 4)),
    "bessel_i1e": (lax.bessel_i1e, (-4, 4)), "cbrt": (lax.cbrt, (.3, 3)), "ceil": (lax.ceil, (-2, 2)), "cos": (lax.cos, (-2, 2)),
    "cosh": (lax.cosh, (-2, 2)), "digamma": (lax.digamma, (.5, 4)), "erf": (lax.erf, (-2, 2)), "erf_inv": (lax.erf_inv, (-.8, .8)),
    "erfc": (lax.erfc, (-2, 2)), "exp": (lax.exp, (-2, 2)), "exp2": (lax.exp2, (-2, 2)), "expm1": (lax.expm1, (-2, 2)),
    "floor": (lax.floor, (-2, 2)), "integer_pow": (lambda x: lax.integer_pow(x, 3), (-2, 2)), "lgamma": (lax.lgamma, (.5, 4)),
    "log": (lax.log, (.3, 3)), "log1p": (lax.log1p, (-.5, 3)), "logistic": (lax.logistic, (-3, 3)), "neg": (lax.neg, (-2, 2)),
    "round": (lax.round, (-2, 2)), "rsqrt": (lax.rsqrt, (.3, 3)), "sign": (lax.sign, (-2, 2)), "sin": (lax.sin, (-2, 2)),
    "sinh": (lax.sinh, (-2, 2)), "sqrt": (lax.sqrt, (.3, 3)), "square": (lax.square, (-2, 2)), "tan": (lax.tan, (-1, 1)),
    "tanh": (lax.tanh, (-2, 2)), "reduce_precision": (lambda x: lax.reduce_precision(x, 5, 7), (-2, 2)),
}
LOOSE = {"acosh": 4, "digamma": 20, "lgamma": 10, "bessel_i0e": 5, "bessel_i1e": 20, "erf_inv": 10, "cosh": 2, "sinh": 2}
STEPS = {"reduce_precision", "abs"}
BINARY = {
    "add": (lax.add, (-2, 2)), "atan2": (lax.atan2, (.3, 2)), "div": (lax.div, (.5, 2)), "max": (lax.max, (-2, 2)), "min": (lax.min, (-2, 2)),
    "mul": (lax.mul, (-2, 2)), "pow": (lax.pow, (.3, 2)), "rem": (lambda x, y: lax.rem(5 * x, y), (.5, 1.5)), "sub": (lax.sub, (-2, 2)),
    "logaddexp": (jnp.logaddexp, (-2, 2)),
}
COMPLEX = {
    "abs": lax.abs, "conj": lambda z: lax.conj(z), "cos": lax.cos, "exp": lax.exp, "imag": lax.imag, "log": lax.log, "neg": lax.neg, "real": lax.real,
    "rsqrt": lax.rsqrt, "sin": lax.sin, "sqrt": lax.sqrt, "square": lax.square, "tanh": lax.tanh, "expm1": lax.expm1, "log1p": lax.log1p,
    "asin": lax.asin, "atan": lax.atan, "sinh": lax.sinh, "cosh": lax.cosh, "sign_free": lambda z: z * z * z,
}


def elementwise():
    for name, (function, (low, high)) in UNARY.items():
        yield Case(name, function, (uniform(low, high, 4, 6),), LOOSE.get(name, 1) * (3 if name in ("tan", "acos", "asin", "atanh") else 1),
                   name not in STEPS, WIDE if name in ("bessel_i0e", "bessel_i1e", "digamma", "lgamma", "erf_inv", "reduce_precision") else ("f32", "bf16", "f64"))
    for name, (function, (low, high)) in BINARY.items():
        yield Case(name, function, (uniform(low, high, 4, 6), uniform(low, high, 4, 6)), 2, name not in ("max", "min", "rem"))
    yield Case("max_tie", lambda x: lax.max(x, x), (normal(4, 6),), smooth=False)
    yield Case("polygamma", lambda x: lax.polygamma(jnp.full_like(x, 2), x), (uniform(1, 3, 4, 6),), 50, dtypes=WIDE)
    yield Case("pow_zero", lambda x: lax.pow(x, jnp.full_like(x, 2)), (lambda rng, d: jnp.zeros((4, 6), d),), smooth=False)
    yield Case("select", lax.select, (booleans(4, 6), normal(4, 6), normal(4, 6)))
    yield Case("select_scalar", lambda p, x, y: lax.select(p, x, y), (booleans(), normal(4, 6), normal(4, 6)))
    yield Case("clamp", lax.clamp, (uniform(-1, -.5, 4, 6), normal(4, 6), uniform(.5, 1, 4, 6)), smooth=False)
    yield Case("clamp_scalar", lambda x: lax.clamp(jnp.array(-.5, x.dtype), x, jnp.array(.5, x.dtype)), (normal(4, 6),), smooth=False)
    yield Case("convert", lambda x: lax.convert_element_type(x, jnp.float32) * 3, (normal(4, 6),), smooth=False)
    yield Case("gelu", jax.nn.gelu, (normal(4, 6),), 2)
    yield Case("softmax", jax.nn.softmax, (normal(4, 6),), 2, smooth=False)
    yield Case("logsumexp", lambda x: jax.nn.logsumexp(x, axis=1), (normal(4, 6),), 2, smooth=False)
    yield Case("barrier", lambda x, y: lax.optimization_barrier((x * y, y))[0], (normal(4, 6), normal(4, 6)))
    for name, function in COMPLEX.items():
        yield Case("complex_" + name, function, (complexes(4, 6),), 5, False, WIDE)
    for name, function in {"mul": lax.mul, "div": lax.div, "pow": lax.pow, "sub": lax.sub}.items():
        yield Case("complex_" + name, function, (complexes(4, 6), complexes(4, 6)), 20, False, WIDE)
    yield Case("complex", lax.complex, (normal(4, 6), normal(4, 6)), smooth=False, dtypes=WIDE)
    yield Case("complex_dot", jnp.matmul, (complexes(4, 6), complexes(6, 2)), 2, False, WIDE)


def scatter_windows(method, is_padded=False):
    """Windows of three rows that may begin outside of the operand. StableHLO skips elements that lie outside, JAX their windows: the
    twin makes room for whole windows around the operand."""
    numbers = lax.ScatterDimensionNumbers((1, 2), (), (0,))

    def function(x, i, u):
        around = ((3, 5, 0), (0, 0, 0))
        operand = lax.pad(x, np.array(0, x.dtype), around) if is_padded else x
        result = method(operand, i + 3 * is_padded, u, numbers, mode=lax.GatherScatterMode.FILL_OR_DROP)
        return result[3:9] if is_padded else result
    return function


def movement():
    yield Case("broadcast_in_dim", lambda x: lax.broadcast_in_dim(x, (2, 4, 6, 2), (1, 2)), (normal(4, 6),), 2)
    yield Case("broadcast_stretch", lambda x: lax.broadcast_in_dim(x, (4, 6, 2), (0, 1)), (normal(4, 1),), 2)
    yield Case("broadcast_scalar", lambda x: lax.broadcast(x, (4, 6)), (normal(),), 4)
    yield Case("reshape", lambda x: lax.reshape(x, (8, 3)), (normal(4, 6),))
    yield Case("transpose", lambda x: lax.transpose(x, (2, 0, 1)), (normal(4, 6, 2),))
    yield Case("rev", lambda x: lax.rev(x, (1,)), (normal(4, 6),))
    yield Case("slice", lambda x: lax.slice(x, (1, 0), (4, 5), (1, 2)), (normal(4, 6),))
    yield Case("pad", lambda x, v: lax.pad(x, v, ((1, 2, 1), (0, 3, 0))), (normal(4, 6), normal()), 4)
    yield Case("pad_negative", lambda x, v: lax.pad(x, v, ((-1, 2, 0), (1, -2, 1))), (normal(4, 6), normal()), 4)
    yield Case("concatenate", lambda x, y, z: lax.concatenate([x, y, z], 1), (normal(4, 6), normal(4, 2), normal(4, 3)))
    yield Case("concatenate_same", lambda x: lax.concatenate([x, x], 0), (normal(4, 6),))
    yield Case("dynamic_slice", lambda x, i, j: lax.dynamic_slice(x, (i, j), (2, 3)), (normal(4, 6), integers(4), integers(5)))
    yield Case("dynamic_slice_twice", lambda x, i: lax.dynamic_slice_in_dim(x, i, 1) * lax.dynamic_slice_in_dim(x, i + 1, 1), (normal(4, 6), integers(3)), 2)
    yield Case("dynamic_update_slice", lambda x, u, i: lax.dynamic_update_slice(x, u, (i, i)), (normal(4, 6), normal(2, 3), integers(5)))
    yield Case("tile", lambda x: jnp.tile(x, (2, 3)), (normal(4, 6),), 2)
    yield Case("stack", lambda x, y: jnp.stack([x, y], 1), (normal(4, 6), normal(4, 6)))
    yield Case("split", lambda x: jnp.split(x, 2, 1)[1], (normal(4, 6),))
    yield Case("gather_rows", lambda x, i: x[i], (normal(8, 6), integers(8, 10)), 2)
    yield Case("gather_clip", lambda x, i: x.at[i].get(mode="clip"), (normal(8, 6), integers(12, 10, low=-4)), 4)
    yield Case("gather_fill", lambda x, i: x.at[i].get(mode="fill", fill_value=0), (normal(8, 6), integers(12, 10)), 4)
    yield Case("gather_points", lambda x, i, j: x[i, j], (normal(8, 6), integers(8, 5), integers(6, 5)), 2)
    yield Case("take_along_axis", lambda x, i: jnp.take_along_axis(x, i, 1), (normal(4, 6), integers(6, 4, 3)), 2)
    yield Case("scatter_add", lambda x, i, u: x.at[i].add(u), (normal(8, 6), integers(10, 5), normal(5, 6)), 2)
    for name, method in {"add": lax.scatter_add, "max": lax.scatter_max, "set": lax.scatter}.items():
        yield Case(f"scatter_beyond_{name}", scatter_windows(method), (distinct(6, 4), integers(9, 2, 1, low=-3), normal(2, 3, 4)), 2,
                   name == "add", twin=scatter_windows(method, True))
    yield Case("scatter_sub", lambda x, i, u: x.at[i].subtract(u), (normal(8, 6), integers(10, 5), normal(5, 6)), 2)
    yield Case("scatter_update", lambda x, i, u: x.at[i].set(u, unique_indices=True), (normal(8, 6), lambda rng, _: jnp.asarray(rng.permutation(8)[:5], jnp.int32), normal(5, 6)), 2)
    yield Case("scatter_mul", lambda x, i, u: x.at[i].multiply(u, unique_indices=True), (normal(8, 6), lambda rng, _: jnp.asarray(rng.permutation(8)[:5], jnp.int32), normal(5, 6)), 2)
    yield Case("scatter_max", lambda x, i, u: x.at[i].max(u), (distinct(8, 6), lambda rng, _: jnp.asarray(rng.permutation(8)[:5], jnp.int32), normal(5, 6)), 2, False)
    yield Case("scatter_apply", lambda x, i, u: x.at[i, 1].set(u), (normal(8, 6), lambda rng, _: jnp.asarray(rng.permutation(8)[:5], jnp.int32), normal(5)), 2)
    yield Case("sort", lambda x: lax.sort(x, dimension=1), (distinct(4, 6),), smooth=False)
    yield Case("sort_pairs", lambda k, v: lax.sort((k, v), dimension=0, num_keys=1), (distinct(4, 6), normal(4, 6)), smooth=False)
    yield Case("sort_two_keys", lambda k, l, v: lax.sort((k, l, v), dimension=1, num_keys=2), (integers(3, 4, 6), distinct(4, 6), normal(4, 6)), smooth=False)
    yield Case("top_k", lambda x: lax.top_k(x, 3)[0], (distinct(4, 6),), smooth=False)
    yield Case("argsort", lambda x: jnp.argsort(x, axis=1).astype(x.dtype) * x, (distinct(4, 6),), smooth=False)
    yield Case("argmax", lambda x: jnp.argmax(x, axis=1).astype(x.dtype) + x[:, 0], (distinct(4, 6),), smooth=False)


def reductions():
    yield Case("reduce_sum", lambda x: jnp.sum(x, 1), (normal(4, 6),))
    yield Case("reduce_sum_all", lambda x: jnp.sum(x), (normal(4, 6),))
    yield Case("reduce_max", lambda x: jnp.max(x, 0), (distinct(4, 6),), smooth=False)
    yield Case("reduce_max_tie", lambda x: jnp.max(jnp.round(x), 0), (normal(4, 6),), smooth=False)
    yield Case("reduce_min", lambda x: jnp.min(x, (0, 1)), (distinct(4, 6),), smooth=False)
    yield Case("reduce_prod", lambda x: jnp.prod(x, 1), (uniform(.5, 1.5, 4, 6),), 4)
    yield Case("reduce_prod_two", lambda x: jnp.prod(x, (0, 2)), (uniform(.5, 1.5, 4, 6, 2),), 8)
    yield Case("reduce_prod_zero", lambda x: jnp.prod(jnp.where(jnp.arange(6) == 2, 0, x), 1), (uniform(.5, 1.5, 4, 6),), 4)
    yield Case("reduce_body", lambda x: lax.reduce(x, np.array(0, x.dtype), lambda a, b: lax.sqrt(a * a + b * b), (1,)), (uniform(.5, 1.5, 4, 7),), 8)
    yield Case("reduce_argmax_value", lambda x: lax.reduce((x, 2 * x), (np.array(-np.inf, x.dtype), np.array(0, x.dtype)),
               lambda a, b: (lax.select(a[0] >= b[0], a[0], b[0]), lax.select(a[0] >= b[0], a[1], b[1])), (0, 1))[1], (distinct(4, 6),), smooth=False)
    yield Case("mean", lambda x: jnp.mean(x, 1), (normal(4, 6),), 2)
    yield Case("var", lambda x: jnp.var(x, 1), (normal(4, 6),), 4)
    yield Case("cumsum", lambda x: lax.cumsum(x, 1), (normal(4, 6),), 2)
    yield Case("cumsum_reverse", lambda x: lax.cumsum(x, 0, reverse=True), (normal(4, 6),), 2)
    yield Case("cummax", lambda x: lax.cummax(x, 1), (distinct(4, 6),), smooth=False)
    yield Case("cummin", lambda x: lax.cummin(x, 0), (distinct(4, 6),), smooth=False)
    yield Case("cumprod", lambda x: lax.cumprod(x, 1), (uniform(.5, 1.5, 4, 6),), 4)
    yield Case("cumlogsumexp", lambda x: lax.cumlogsumexp(x, 1), (normal(4, 6),), 4)
    yield Case("associative_scan", lambda x: lax.associative_scan(jnp.multiply, x, axis=1), (uniform(.5, 1.5, 4, 6),), 8)
    yield Case("reduce_window_sum", lambda x: lax.reduce_window(x, 0., lax.add, (2, 3), (1, 2), ((1, 0), (1, 1))), (normal(4, 6),), 2)
    yield Case("reduce_window_dilated", lambda x: lax.reduce_window(x, 0., lax.add, (2, 2), (1, 2), ((0, 0), (1, 2)), (1, 2), (2, 1)), (normal(4, 6),), 2)
    yield Case("avg_pool", lambda x: lax.reduce_window(x, 0., lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4, (normal(2, 4, 6, 3),), 2)
    yield Case("max_pool", lambda x: lax.reduce_window(x, -np.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), (distinct(2, 4, 6, 3),), smooth=False)
    yield Case("max_pool_overlap", lambda x: lax.reduce_window(x, -np.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME"), (distinct(2, 4, 6, 3),), 2, smooth=False)
    yield Case("min_pool", lambda x: lax.reduce_window(x, np.inf, lax.min, (2, 2), (1, 1), "VALID"), (distinct(4, 6),), 2, smooth=False)
    yield Case("max_pool_gradient", lambda x, c: jax.vjp(lambda x: lax.reduce_window(x, -np.inf, lax.max, (2, 2), (2, 2), "VALID"), x)[1](c)[0],
               (distinct(4, 6), normal(2, 3)), smooth=False)


def matmuls():
    dims = (((2,), (1,)), ((0,), (0,)))
    yield Case("dot", jnp.dot, (normal(4, 6), normal(6, 2)), 2)
    yield Case("dot_vector", jnp.dot, (normal(6), normal(6)), 2)
    yield Case("dot_matrix_vector", jnp.dot, (normal(4, 6), normal(6)), 2)
    yield Case("dot_general", lambda x, y: lax.dot_general(x, y, dims), (normal(2, 4, 6), normal(2, 6, 2)), 2)
    yield Case("dot_general_many", lambda x, y: lax.dot_general(x, y, (((3, 1), (0, 3)), ((2,), (2,)))), (normal(4, 2, 3, 6), normal(6, 5, 3, 2)), 2)
    yield Case("dot_preferred", lambda x, y: lax.dot_general(x, y, dims, preferred_element_type=jnp.float32), (normal(2, 4, 6), normal(2, 6, 2)), 2, dtypes=("bf16", "f32"))
    yield Case("einsum", lambda x, y: jnp.einsum("bij,bkj->bik", x, y), (normal(2, 4, 6), normal(2, 2, 6)), 2)
    conv = functools.partial(lax.conv_general_dilated, dimension_numbers=("NHWC", "HWIO", "NHWC"))
    image, kernel = normal(2, 6, 8, 4), normal(3, 3, 4, 6)
    yield Case("conv", lambda x, k: conv(x, k, (1, 1), "SAME"), (image, kernel), 4)
    yield Case("conv_strided", lambda x, k: conv(x, k, (2, 3), ((1, 0), (2, 1))), (image, kernel), 4)
    yield Case("conv_dilated", lambda x, k: conv(x, k, (1, 1), ((2, 1), (0, 0)), (2, 1), (1, 2)), (image, kernel), 4)
    yield Case("conv_groups", lambda x, k: conv(x, k, (1, 2), "VALID", feature_group_count=2), (image, normal(3, 3, 2, 6)), 4)
    yield Case("conv_batch_groups", lambda x, k: conv(x, k, (1, 1), "VALID", batch_group_count=2), (normal(4, 6, 8, 3), normal(2, 2, 3, 6)), 4)
    yield Case("conv_nchw", lambda x, k: lax.conv(x, k, (1, 1), "SAME"), (normal(2, 4, 6, 8), normal(6, 4, 3, 3)), 4)
    yield Case("conv_1d", lambda x, k: lax.conv_general_dilated(x, k, (2,), ((1, 1),)), (normal(2, 4, 8), normal(6, 4, 3)), 4)
    yield Case("conv_reversed", lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME"), (normal(2, 4, 4, 3), normal(3, 3, 3, 2)), 4)


def positive(x):
    return x @ jnp.swapaxes(x, -1, -2) + 4 * jnp.eye(x.shape[-1], dtype=x.dtype)


def linalg():
    solve = functools.partial(lax.linalg.triangular_solve)
    well = lambda a: a + 4 * jnp.eye(a.shape[-1], dtype=a.dtype)
    yield Case("cholesky", lambda x: lax.linalg.cholesky(positive(x)), (normal(2, 4, 4),), 20, False, WIDE, "tpu")
    for left in (True, False):
        for lower in (True, False):
            for transpose in (True, False):
                name = f"triangular_solve_{'l' if left else 'r'}{'l' if lower else 'u'}{'t' if transpose else 'n'}"
                yield Case(name, lambda a, b, left=left, lower=lower, transpose=transpose: solve(well(a), b, left_side=left, lower=lower, transpose_a=transpose),
                           (normal(2, 4, 4), normal(2, 4, 4)), 20, False, WIDE, "tpu")
    yield Case("triangular_solve_unit", lambda a, b: solve(a, b, left_side=True, lower=True, unit_diagonal=True), (normal(4, 4, scale=.3), normal(4, 2)), 20, False, WIDE, "tpu")
    yield Case("complex_solve", lambda a, b: solve(well(a), b, left_side=True, lower=True, transpose_a=True, conjugate_a=True), (complexes(4, 4), complexes(4, 2)), 20, False, WIDE, "tpu", True)
    yield Case("fft", lambda x: jnp.fft.fft(x), (complexes(4, 8),), 5, False, WIDE)
    yield Case("ifft", lambda x: jnp.fft.ifftn(x), (complexes(4, 6),), 5, False, WIDE)
    yield Case("rfft", lambda x: jnp.fft.rfft(x), (normal(4, 8),), 5, False, WIDE)
    yield Case("rfft_odd", lambda x: jnp.fft.rfft2(x), (normal(4, 7),), 5, False, WIDE)
    yield Case("irfft", lambda x: jnp.fft.irfft(x), (complexes(4, 5),), 5, False, WIDE)
    yield Case("irfft_odd", lambda x: jnp.fft.irfft(x, 7), (complexes(4, 4),), 5, False, WIDE)


def control():
    def scan(w, c, xs):
        def body(c, x):
            c = jnp.tanh(c @ w + x)
            return c, c * 2
        return lax.scan(body, c, xs)
    def scan_reverse(c, xs):
        return lax.scan(lambda c, x: (c * x, c + x), c, xs, reverse=True)
    def nested(w, c):
        def inner(c, _):
            return jnp.sin(c @ w), jnp.sum(c)
        def outer(c, _):
            c, s = lax.scan(inner, c, None, length=2)
            return c, s
        return lax.scan(outer, c, None, length=3)
    def counted(x):
        return lax.fori_loop(3, 8, lambda i, c: c * (1 + .1 * i), x)
    def downward(x):
        return lax.fori_loop(0, 4, lambda i, c: c.at[3 - i].multiply(c[i]), x)
    def switch(i, x, y):
        return lax.switch(i, [lambda x, y: jnp.sin(x) * y, lambda x, y: x + y, lambda x, y: jnp.exp(y)], x, y)
    def cond_in_scan(c, xs):
        def body(c, x):
            return lax.cond(x[0] > 0, lambda c: jnp.sin(c) * x, lambda c: c, c), c
        return lax.scan(body, c, xs)
    yield Case("scan", scan, (normal(4, 4, scale=.5), normal(2, 4), normal(6, 2, 4)), 10)
    yield Case("scan_carry_only", lambda w, c, xs: scan(w, c, xs)[0], (normal(4, 4, scale=.5), normal(2, 4), normal(6, 2, 4)), 10)
    yield Case("scan_outputs_only", lambda w, c, xs: scan(w, c, xs)[1], (normal(4, 4, scale=.5), normal(2, 4), normal(6, 2, 4)), 10)
    yield Case("scan_reverse", scan_reverse, (uniform(.5, 1.5, 4), uniform(.5, 1.5, 6, 4)), 20)
    yield Case("scan_nested", nested, (normal(4, 4, scale=.5), normal(2, 4)), 10)
    yield Case("fori_loop", counted, (normal(4, 6),), 4)
    yield Case("fori_loop_updates", downward, (uniform(.5, 1.5, 4, 6),), 10)
    yield Case("cond", lambda p, x, y: lax.cond(p, lambda x, y: x * y, lambda x, y: x, x, y), (booleans(), normal(4, 6), normal(4, 6)), 2)
    yield Case("switch", switch, (integers(3), normal(4, 6), normal(4, 6)), 2)
    yield Case("switch_out_of_range", switch, (lambda rng, _: jnp.int32(7), normal(4, 6), normal(4, 6)), 2)
    yield Case("cond_in_scan", cond_in_scan, (normal(4), normal(6, 4)), 10)
    yield Case("call", lambda x, y: jax.jit(lambda a, b: jnp.sin(a) @ jnp.cos(b) @ jnp.tanh(a) + jnp.exp(a) * b - a / (1 + b * b), inline=False)(x, y), (normal(4, 4), normal(4, 4)), 10)
    yield Case("while_no_gradient", lambda x: x * lax.while_loop(lambda c: c < 10, lambda c: c + 3, 0).astype(x.dtype), (normal(4, 6),))
    yield Case("loop_captures", lambda x: lax.fori_loop(0, 4, lambda i, y: lax.dynamic_update_slice_in_dim(
        y, jnp.sin(lax.dynamic_slice_in_dim(x, i, 1)), i, 0), jnp.zeros_like(x)), (normal(4, 6),), 2)
    yield Case("map", lambda x: lax.map(lambda row: jnp.sum(row * row), x), (normal(4, 6),), 4)


def manual():
    """Bodies for one device of 2 x 2, with their collectives."""
    mesh = Mesh(np.array(jax.devices()[:4]).reshape(2, 2), ("x", "y"))
    def case(name, body, ins, outs, makers, looseness=2, check=True):
        function = jax.shard_map(body, mesh=mesh, in_specs=ins, out_specs=outs, check_vma=check)
        return Case("manual_" + name, function, makers, looseness, manual=True)
    both = (normal(4, 6), normal(6, 4))
    yield case("elementwise", lambda x, y: jnp.sin(x) * y, (P("x", "y"), P("x", "y")), P("x", "y"), (normal(4, 6), normal(4, 6)))
    yield case("psum", lambda x, y: lax.psum(x @ y, "y"), (P("x", "y"), P("y", None)), P("x", None), both)
    yield case("psum_all", lambda x: lax.psum(jnp.sum(x * x), ("x", "y")), (P("x", "y"),), P(), (normal(4, 6),))
    yield case("replicated", lambda x, w: jnp.tanh(x @ w), (P("x", None), P(None, None)), P("x", None), both)
    yield case("scalar_residual", lambda x: jnp.exp(lax.psum(jnp.sum(x), "x")) * x, (P("x"),), P("x"), (normal(4, scale=.3),), 4)
    yield case("pmean", lambda x: x - lax.pmean(x, ("x", "y")), (P("x", "y"),), P("x", "y"), (normal(4, 6),))
    yield case("all_gather", lambda x: lax.all_gather(x * x, "y", axis=1, tiled=True) * 2, (P("x", "y"),), P("x", None), (normal(4, 6),), check=False)
    yield case("psum_scatter", lambda x, y: lax.psum_scatter(x @ y, "y", scatter_dimension=1, tiled=True), (P("x", "y"), P("y", None)), P("x", "y"), both)
    yield case("all_to_all", lambda x: lax.all_to_all(jnp.sin(x), "y", 0, 1, tiled=True), (P("x", "y"),), P("x", "y"), (normal(8, 6),))
    yield case("ppermute", lambda x: lax.ppermute(x * x, "y", [(0, 1)]) + x, (P("x", "y"),), P("x", "y"), (normal(4, 6),))
    yield case("ppermute_ring", lambda x: lax.ppermute(jnp.sin(x), "x", [(0, 1), (1, 0)]) * x, (P("x", "y"),), P("x", "y"), (normal(4, 6),))
    def ring(x, w):
        def body(c, _):
            return lax.ppermute(jnp.tanh(c @ w), "x", [(0, 1), (1, 0)]), None
        return lax.scan(body, x, None, length=3)[0]
    yield case("scan", ring, (P("x", None), P(None, None)), P("x", None), (normal(4, 6), normal(6, 6, scale=.4)), 10, check=False)
    copied = case("pbroadcast", lambda x: lax.all_gather(jnp.sin(x), "y")[1] * x, (P("x", "y"),), P("x", "y"), (normal(4, 6),), check=False)
    spoken = case("pbroadcast", lambda x: lax.pbroadcast(jnp.sin(x), "y", 1) * x, (P("x", "y"),), P("x", "y"), (normal(4, 6),), check=False)
    yield dataclasses.replace(spoken, twin=copied.function, platform="cuda")
    yield case("axis_index", lambda x: x * lax.axis_index("x").astype(x.dtype), (P("x"),), P("x"), (normal(4),))


def cases(dtype):
    for family in (elementwise, movement, reductions, matmuls, linalg, control, manual):
        for case in family():
            if dtype in case.dtypes:
                yield case
