# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cases of batching.py beside those of gradient_cases.py: integers, loops and branches that differ by entry of the batch, and ops
without a gradient."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from gradient_cases import Case, booleans, complexes, distinct, integers, normal, uniform


def whole():
    """Ops on integers and predicates."""
    few, more = integers(100, 4, 6, low=-100), integers(100, 4, 6, low=-100)
    binary = {"add": lax.add, "sub": lax.sub, "mul": lax.mul, "div": lax.div, "rem": lax.rem, "max": lax.max, "min": lax.min, "and": lax.bitwise_and,
              "or": lax.bitwise_or, "xor": lax.bitwise_xor, "eq": lax.eq, "lt": lax.lt}
    for name, function in binary.items():
        yield Case("int_" + name, function, (few, integers(9, 4, 6, low=1)))
    for name, function in {"neg": lax.neg, "abs": lax.abs, "sign": lax.sign, "not": lax.bitwise_not, "popcnt": lax.population_count, "clz": lax.clz}.items():
        yield Case("int_" + name, function, (few,))
    yield Case("int_shift_left", lax.shift_left, (few, integers(8, 4, 6)))
    yield Case("int_shift_right", lax.shift_right_arithmetic, (few, integers(8, 4, 6)))
    yield Case("int_shift_right_logical", lax.shift_right_logical, (few, integers(8, 4, 6)))
    yield Case("int_select", lax.select, (booleans(4, 6), few, more))
    yield Case("int_select_scalar", lax.select, (booleans(), few, more))
    yield Case("int_clamp", lax.clamp, (integers(0, 4, 6, low=-50), few, integers(50, 4, 6)))
    yield Case("int_clamp_scalar", lax.clamp, (integers(0, low=-50), few, integers(50)))
    yield Case("int_convert", lambda x: lax.convert_element_type(x, jnp.int8), (few,))
    yield Case("int_bitcast", lambda x: lax.bitcast_convert_type(x, jnp.int8), (few,))
    yield Case("int_bitcast_back", lambda x: lax.bitcast_convert_type(x, jnp.int32), (integers(100, 6, 4, dtype=jnp.int8),))
    yield Case("int_sum", lambda x: jnp.sum(x, 0), (few,))
    yield Case("int_reduce_init", lambda x, y: lax.reduce(x, y, lax.max, (1,)), (few, integers(50)))
    yield Case("int_reduce_two", lambda x, y: lax.reduce((x, y), (np.int32(0), np.int32(1)), lambda a, b: (a[0] + b[0], a[1] * b[1] + b[0]), (0,)), (few, more))
    yield Case("int_reduce_two_init", lambda x, y, i: lax.reduce((x, y), (i, np.int32(1)), lambda a, b: (a[0] + b[0] - b[1], a[1] * b[1] + a[0]), (0,)), (few, more, integers(9)))
    yield Case("int_any", lambda x: jnp.any(x > 90, 1), (few,))
    yield Case("int_dot", jnp.dot, (few, integers(9, 6, 3)))
    yield Case("int_sort", lambda x: lax.sort(x, dimension=0), (few,))
    yield Case("int_argsort", lambda x: jnp.argsort(x, 1, stable=True), (few,))
    yield Case("int_sort_pairs", lambda x, y: lax.sort((x, y), dimension=-1, num_keys=1, is_stable=True), (few, more))
    yield Case("int_cumsum", lambda x: lax.cumsum(x, 1), (few,))
    yield Case("int_pad", lambda x, v: lax.pad(x, v, ((1, 2, 1), (0, -1, 0))), (few, integers(9)))
    yield Case("int_concatenate", lambda x, y, z: lax.concatenate([x, y, z], 0), (few, integers(9, 1, 6), more))
    yield Case("int_gather", lambda x, i: x[i], (few, integers(4, 3)))
    yield Case("int_gather_window", lambda x, i: lax.gather(x, i, lax.GatherDimensionNumbers((0, 2), (), (0, 1)), (2, 3)), (few, integers(4, 5, 2)))
    yield Case("int_gather_batching", lambda x, i: jnp.take_along_axis(x, i, 0), (few, integers(4, 3, 6)))
    yield Case("int_gather_scalar", lambda x, i: x[:, i], (few, integers(6)))
    yield Case("int_gather_middle", lambda x, i: x[:, i], (integers(100, 4, 6, 2), integers(6, 3)))
    yield Case("int_scatter", lambda x, i, u: x.at[:, i].set(u), (few, lambda rng, _: jnp.asarray(rng.permutation(6)[:2], jnp.int32), integers(9, 4, 2)))
    yield Case("int_scatter_add", lambda x, i, u: x.at[i].add(u), (few, integers(4, 5), integers(9, 5, 6)))
    yield Case("int_scatter_point", lambda x, i, u: x.at[i, 2].set(u), (few, integers(4), integers(9)))
    yield Case("int_scatter_batching", lambda x, i, u: jnp.put_along_axis(x, i, u, 1, inplace=False), (few, lambda rng, _: jnp.asarray(np.argsort(rng.random((4, 6)), 1)[:, :2], jnp.int32), integers(9, 4, 2)))
    yield Case("int_dynamic_slice", lambda x, i, j: lax.dynamic_slice(x, (i, j), (2, 3)), (few, integers(6, low=-2), integers(7, low=-2)))
    yield Case("int_dynamic_update", lambda x, u, i: lax.dynamic_update_slice(x, u, (i, 1)), (few, integers(9, 2, 3), integers(7, low=-3)))
    yield Case("int_reshape_down", lambda x: x.reshape(24), (few,))
    yield Case("int_squeeze", lambda x: x[None, :, None, :].reshape(4, 6, 1), (few,))
    yield Case("int_iota", lambda x: x + lax.broadcasted_iota(jnp.int32, (4, 6), 1), (few,))
    yield Case("int_window", lambda x: lax.reduce_window(x, np.int32(0), lax.add, (2, 3), (1, 2), ((1, 0), (1, 1))), (few,))
    yield Case("int_window_init", lambda x, v: lax.reduce_window(x, v, lambda a, b: lax.max(a, b), (2, 3), (1, 2), ((1, 0), (1, 1))), (few, integers(9)))


def by_entry():
    """Loops and branches whose course differs by entry."""
    def collatz(n):
        return lax.while_loop(lambda c: c[0] > 1, lambda c: (jnp.where(c[0] % 2 == 0, c[0] // 2, 3 * c[0] + 1), c[1] + 1), (n, jnp.int32(0)))
    def newton(x, start):
        return lax.while_loop(lambda c: jnp.max(jnp.abs(c * c - x)) > 1e-3, lambda c: (c + x / c) / 2, start)
    def with_limit(x, limit):
        return lax.while_loop(lambda c: c[0] < limit, lambda c: (c[0] + 1, c[1] * 1.1 + c[0].astype(x.dtype)), (jnp.int32(0), x))
    def cond_in_loop(x, n):
        return lax.fori_loop(0, 4, lambda i, c: lax.cond(i < n, lambda c: c * 2 + 1, lambda c: c - i.astype(c.dtype), c), x)
    def switch_four(i, x):
        return lax.switch(i, [jnp.sin, lambda x: x, lambda x: x * x, jnp.negative], x)
    def rows(table, x):
        return lax.scan(lambda c, row: (c + row, c * row), x, table)
    def grows(x):  # the second carry becomes batched through the first one only
        return lax.fori_loop(0, 4, lambda i, c: (c[0] + x, c[1] + c[0], c[2] + c[1]), (jnp.zeros_like(x), jnp.zeros_like(x), jnp.zeros_like(x)))
    def loop_in_branch(p, x):
        return lax.cond(p, lambda x: lax.fori_loop(0, 3, lambda i, c: c * x, x), lambda x: x + 1, x)
    def nested(x, n):
        inner = lambda c: lax.while_loop(lambda d: d[1] < n, lambda d: (d[0] + 1.5, d[1] + 1), (c, jnp.int32(0)))[0]
        return lax.while_loop(lambda c: jnp.sum(c) < 40, inner, x)
    yield Case("while_collatz", collatz, (integers(20, low=1),))
    yield Case("while_newton", newton, (uniform(1, 9, 4), uniform(1, 2, 4)), 100)
    yield Case("while_limit", with_limit, (normal(4, 6), integers(5)))
    yield Case("while_nested", nested, (uniform(1, 2, 4), integers(4, low=1)))
    yield Case("cond_in_loop", cond_in_loop, (normal(4, 6), integers(4)))
    yield Case("switch_four", switch_four, (integers(9, low=-3), normal(4, 6)))
    yield Case("loop_in_branch", loop_in_branch, (booleans(), normal(4)))
    yield Case("scan_rows", rows, (normal(5, 4), normal(4)))
    yield Case("loop_grows", grows, (normal(4),), 4)
    yield Case("pure_function", lambda x, y: (x + 1, y * 2), (normal(4, 6), normal(4)))
    yield Case("call_twice", lambda x, y: (lambda f: f(f(x, y), x))(jax.jit(lambda a, b: jnp.sin(a) * b + jnp.cos(b) - a / (2 + b * b), inline=False)), (normal(4), normal(4)), 2)


def others():
    """Ops that have no gradient, or other operands."""
    yield Case("next_after", lax.nextafter, (normal(4, 6), normal(4, 6)))
    yield Case("is_finite", lambda x: lax.is_finite(1 / jnp.round(x)), (normal(4, 6),))
    yield Case("top_k_indices", lambda x: lax.top_k(x, 3)[1], (distinct(4, 6),))
    yield Case("bits", lambda key: jax.random.bits(jax.random.wrap_key_data(key), (3, 5)), (integers(1 << 31, 2, dtype=jnp.uint32),))
    yield Case("zeta", lax.zeta, (uniform(2, 4, 4, 6), uniform(1, 3, 4, 6)), 50)
    yield Case("complex_mul_scalar", lambda z, x: z * x, (complexes(4, 6), normal()), 2)
    yield Case("conv_both_groups", lambda x, k: lax.conv_general_dilated(x, k, (1, 1), "SAME", feature_group_count=4), (normal(2, 4, 5, 5), normal(4, 1, 3, 3)), 4)
    yield Case("conv_1d_nwc", lambda x, k: lax.conv_general_dilated(x, k, (2,), ((1, 1),), dimension_numbers=("NWC", "WIO", "NWC")), (normal(2, 8, 4), normal(3, 4, 6)), 4)
    yield Case("select_and_scatter_add", lambda x, c: jax.vjp(lambda x: lax.reduce_window(x, -np.inf, lax.max, (1, 3), (1, 2), "SAME"), x)[1](c)[0], (distinct(4, 6), normal(4, 3)), 2)
    yield Case("einsum_two_batches", lambda x, y: jnp.einsum("bij,bcj->cbi", x, y), (normal(2, 4, 6), normal(2, 3, 6)), 2)
    yield Case("dot_rhs_vector", jnp.dot, (normal(6), normal(6, 4)), 2)
    yield Case("scalar_chain", lambda x, y: jnp.tanh(x) * y + 2, (normal(), normal()))


def cases():
    for family in (whole, by_entry, others):
        yield from family()
