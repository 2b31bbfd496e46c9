# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as JAX writes them: functions of jax.numpy, jax.lax, jax.nn and jax.scipy with random shardings on their inputs. `programs()`
yields (name, text); each function is lowered with `jit(...).lower(...)`, and its arguments get random sdy shardings in the text.
"""
import functools
import random
import re

import jax
import jax.numpy as jnp
from jax import lax, nn

from random_programs import RandomProgram

F, I = jnp.float32, jnp.int32


def array(*shape, dtype=F):
    return jax.ShapeDtypeStruct(shape, dtype)


X, Y, V, K = array(8, 16), array(16, 8), array(16), array(8, 8)
B, IX = array(4, 8, 16), array(8, 4, dtype=I)
FUNCTIONS = {}


def add(name, function, *arguments):
    FUNCTIONS[name] = (function, arguments)


for name in ("abs arccos arcsin arctan arctanh ceil cos cosh exp exp2 expm1 floor log log10 log1p log2 negative reciprocal round "
             "sign sin sinh sqrt square tan tanh cbrt degrees isnan isfinite isinf signbit rint trunc deg2rad").split():
    add(name, getattr(jnp, name), X)
for name in ("add subtract multiply divide maximum minimum power arctan2 hypot fmod mod floor_divide logaddexp copysign equal "
             "not_equal less less_equal greater greater_equal heaviside nextafter logaddexp2").split():
    add(name, getattr(jnp, name), X, X)
    add(name + "_broadcast", getattr(jnp, name), X, V)
for name in "sum mean prod max min argmax argmin std var all any cumsum cumprod median ptp logsumexp".split():
    function = jax.scipy.special.logsumexp if name == "logsumexp" else getattr(jnp, name)
    add(name + "_0", functools.partial(function, axis=0), X)
    add(name + "_1", functools.partial(function, axis=1), X)
for name in ("relu relu6 sigmoid softplus soft_sign silu log_sigmoid leaky_relu elu celu selu gelu softmax log_softmax standardize "
             "hard_tanh hard_sigmoid hard_swish mish squareplus").split():
    add("nn_" + name, getattr(nn, name), X)
for name in "erf erfc erfinv digamma gammaln i0 ndtr expit xlogy logit entr".split():
    function = getattr(jax.scipy.special, name)
    add("scipy_" + name, function, *([X, X] if name == "xlogy" else [X]))
add("matmul", jnp.matmul, X, Y)
add("matmul_batched", jnp.matmul, B, array(4, 16, 8))
add("dot_vector", jnp.dot, X, V)
add("outer", jnp.outer, V, V)
add("tensordot", lambda a, b: jnp.tensordot(a, b, axes=2), B, array(8, 16, 4))
add("einsum_attention", lambda q, k: jnp.einsum("bqd,bkd->bqk", q, k), B, B)
add("einsum_trace", lambda a: jnp.einsum("ii->i", a), K)
add("transpose", jnp.transpose, B)
add("swapaxes", lambda a: jnp.swapaxes(a, 0, 1), B)
add("reshape", lambda a: a.reshape(32, 16), B)
add("reshape_split", lambda a: a.reshape(2, 4, 4, 4), X)
add("ravel", jnp.ravel, B)
add("concatenate", lambda a, b: jnp.concatenate([a, b]), X, X)
add("concatenate_1", lambda a, b: jnp.concatenate([a, b], 1), X, X)
add("stack", lambda a, b: jnp.stack([a, b]), X, X)
add("split", lambda a: jnp.split(a, 2), X)
add("tile", lambda a: jnp.tile(a, (2, 3)), X)
add("repeat", lambda a: jnp.repeat(a, 2, 0), X)
add("roll", lambda a: jnp.roll(a, 3, 0), X)
add("flip", lambda a: jnp.flip(a, 1), X)
add("rot90", jnp.rot90, X)
add("pad", lambda a: jnp.pad(a, ((1, 2), (0, 1))), X)
add("pad_edge", lambda a: jnp.pad(a, 1, mode="edge"), X)
add("pad_reflect", lambda a: jnp.pad(a, 1, mode="reflect"), X)
add("where", lambda a, b: jnp.where(a > 0, a, b), X, X)
add("clip", lambda a: jnp.clip(a, -1, 1), X)
add("take", lambda a, i: jnp.take(a, i, 0), X, IX)
add("take_along_axis", lambda a, i: jnp.take_along_axis(a, i, 1), X, IX)
add("index_rows", lambda a, i: a[i], X, IX)
add("index_pairs", lambda a, i: a[i, i], X, IX)
add("slice_step", lambda a: a[1:7:2, ::-1], X)
add("slice_new", lambda a: a[:, None, 3:9], X)
add("at_set", lambda a, b: a.at[2].set(b), X, V)
add("at_add", lambda a, i, b: a.at[i].add(b), X, array(4, dtype=I), array(4, 16))
add("at_mul", lambda a, i: a.at[i].multiply(2.0), X, array(4, dtype=I))
add("at_max", lambda a, i, b: a.at[:, i].max(b), X, array(4, dtype=I), array(8, 4))
add("dynamic_slice", lambda a, i: lax.dynamic_slice(a, (i, 0), (4, 16)), X, array(dtype=I))
add("dynamic_update_slice", lambda a, b, i: lax.dynamic_update_slice(a, b, (i, 0)), X, array(4, 16), array(dtype=I))
add("sort", jnp.sort, X)
add("argsort", jnp.argsort, X)
add("sort_0", lambda a: jnp.sort(a, 0), X)
add("searchsorted", lambda a, b: jnp.searchsorted(a, b), V, V)
add("bincount", lambda i: jnp.bincount(i, length=8), array(16, dtype=I))
add("one_hot", lambda i: nn.one_hot(i, 16), array(8, dtype=I))
add("cross_entropy", lambda a, i: -jnp.take_along_axis(nn.log_softmax(a), i[:, None], 1).mean(), X, array(8, dtype=I))
add("cholesky", jnp.linalg.cholesky, K)
add("solve_triangular", lambda a, b: jax.scipy.linalg.solve_triangular(a, b), K, X)
add("norm", jnp.linalg.norm, X)
add("triu", jnp.triu, K)
add("tril", jnp.tril, K)
add("diag", jnp.diag, V)
add("diagonal", jnp.diagonal, K)
add("trace", jnp.trace, K)
add("kron", jnp.kron, array(4, 4), array(2, 2))
add("cross", jnp.cross, array(8, 3), array(8, 3))
add("cov", jnp.cov, X)
add("polyval", jnp.polyval, array(4), X)
add("interp", jnp.interp, V, V, V)
add("fft", lambda a: jnp.fft.fft(a).real, X)
add("rfft", lambda a: jnp.abs(jnp.fft.rfft(a)), X)
add("convolve", lambda a, b: jnp.convolve(a, b), V, array(4))
add("conv_2d", lambda a, k: lax.conv_general_dilated(a, k, (1, 1), "SAME"), array(4, 8, 16, 16), array(8, 8, 3, 3))
add("conv_strided", lambda a, k: lax.conv_general_dilated(a, k, (2, 2), "VALID"), array(4, 8, 16, 16), array(16, 8, 2, 2))
add("conv_depthwise", lambda a, k: lax.conv_general_dilated(a, k, (1, 1), "SAME", feature_group_count=8), array(4, 8, 16, 16), array(8, 1, 3, 3))
add("max_pool", lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID"), array(4, 8, 16, 16))
add("max_pool_grad", jax.grad(lambda a: lax.reduce_window(a, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID").sum()), array(4, 8, 16, 16))
add("avg_pool", lambda a: lax.reduce_window(a, 0.0, lax.add, (1, 1, 3, 3), (1, 1, 1, 1), "SAME"), array(4, 8, 16, 16))
add("scan", lambda a, w: lax.scan(lambda c, x: (jnp.tanh(c @ w + x), c.sum()), a[0], a), B, array(16, 16))
add("fori", lambda a: lax.fori_loop(0, 4, lambda i, x: x * 2 + i, a), X)
add("while", lambda a: lax.while_loop(lambda x: x.sum() < 9, lambda x: x + 1, a), X)
add("cond", lambda a: lax.cond(a[0, 0] > 0, lambda x: x + 1, lambda x: x * 2, a), X)
add("switch", lambda i, a: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], a), array(dtype=I), X)
add("map", lambda a: lax.map(lambda r: r * r.sum(), a), X)
add("associative_scan", lambda a: lax.associative_scan(jnp.add, a), X)
add("layer_norm", lambda a, g: (a - a.mean(-1, keepdims=True)) / jnp.sqrt(a.var(-1, keepdims=True) + 1e-5) * g, X, V)
add("rms_norm", lambda a, g: a * lax.rsqrt((a * a).mean(-1, keepdims=True) + 1e-5) * g, X, V)
add("mlp", lambda a, w, v: nn.relu(a @ w) @ v, X, Y, X)
add("mlp_grad", jax.grad(lambda w, a: jnp.tanh(a @ w).sum()), Y, X)
add("value_and_grad", jax.value_and_grad(lambda w, a: ((a @ w) ** 2).mean()), Y, X)
add("attention", lambda q, k, v: nn.softmax(q @ k.swapaxes(1, 2)) @ v, B, B, B)
add("attention_grad", jax.grad(lambda q, k, v: (nn.softmax(q @ k.swapaxes(1, 2)) @ v).sum()), B, B, B)
add("checkpoint", jax.grad(jax.checkpoint(lambda a: jnp.sin(jnp.sin(a)).sum())), X)
add("jvp", lambda a: jax.jvp(jnp.tanh, (a,), (a,)), X)
add("hessian_vector", lambda a: jax.grad(lambda b: jnp.vdot(jax.grad(lambda c: (c ** 3).sum())(b), b))(a), X)
add("vmap", jax.vmap(lambda a, b: a @ b), B, array(4, 16))
add("random_uniform", lambda k: jax.random.uniform(jax.random.wrap_key_data(k), (8, 16)), array(2, dtype=jnp.uint32))
add("random_normal", lambda k: jax.random.normal(jax.random.wrap_key_data(k), (8, 16)), array(2, dtype=jnp.uint32))
add("dropout", lambda k, a: jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(k), 0.5, a.shape), a, 0), array(2, dtype=jnp.uint32), X)
add("adam", lambda p, g, m, v: (p - 0.1 * (0.9 * m + 0.1 * g) / (jnp.sqrt(0.99 * v + 0.01 * g * g) + 1e-8), 0.9 * m + 0.1 * g, 0.99 * v + 0.01 * g * g), X, X, X, X)
add("rotary", lambda a: jnp.concatenate([-a[..., 8:], a[..., :8]], -1) * jnp.cos(a), B)
add("embedding_grad", jax.grad(lambda e, i: jnp.tanh(e[i]).sum()), X, IX)
add("segment_sum", lambda a, i: jax.ops.segment_sum(a, i, 4), X, array(8, dtype=I))
add("bitwise", lambda i: (i & 3) | (i << 2) ^ ~i, IX)
add("astype", lambda a: a.astype(jnp.bfloat16).astype(jnp.int32), X)
add("bitcast", lambda a: lax.bitcast_convert_type(a, jnp.int32), X)
add("complex", lambda a: jnp.abs(a + 1j * a), X)
add("linspace", lambda a: a + jnp.linspace(0, 1, 16), X)
add("arange_mask", lambda a: jnp.where(jnp.arange(16) < 4, a, 0), X)
add("causal", lambda a: jnp.where(jnp.tril(jnp.ones((8, 8), bool)), a, -1e9), K)
add("moments", lambda a: (a.mean(), a.var()), X)
add("nested_jit", lambda a: jax.jit(jnp.sin)(a) + jax.jit(jnp.cos)(a), X)
add("custom_jvp", lambda a: nn.silu(nn.relu(a)), X)
add("unstack", lambda a: a[0] + a[1] * a[2], B)
add("batched_gather", lambda a, i: jax.vmap(lambda r, j: r[j])(a, i), X, IX)
add("batched_scatter", lambda a, i: jax.vmap(lambda r, j: r.at[j].add(1.0))(a, i), X, IX)


def programs(seed, rounds):
    """Every function `rounds` times, each time with other shardings; functions that this version of JAX cannot lower are left out."""
    for name, (function, arguments) in sorted(FUNCTIONS.items()):
        text = jax.jit(function).lower(*arguments).as_text()
        for i in range(rounds):
            yield f"{name}.{i}", annotate(text, random.Random(f"{seed} {name} {i}").randrange(1 << 30))


def annotate(text, seed):
    """The module with a mesh, and shardings on about two thirds of main's arguments."""
    dealer = RandomProgram.__new__(RandomProgram)
    r = dealer.r = random.Random(seed)
    dealer.mesh = r.choice([{"a": 2, "b": 2, "c": 2}, {"x": 4, "y": 2}, {"a": 2}, {"x": 8, "y": 2}, {"x": 4, "y": 2, "z": 3}])
    dealer.manual, dealer.features, dealer.priorities, dealer.partial = [], set(), r.random() < 0.3, False

    def shard(match):
        shape = [int(d) for d in match[2].split("x")[:-1]]
        if not shape or r.random() < 0.33:
            return match[0]
        return f'{match[1]}: tensor<{match[2]}> {{sdy.sharding = #sdy.sharding<@random_mesh, {dealer.sharding(shape)}>}}'

    begin = text.index("func.func public @main(")
    end = text.index(") -> ", begin)
    signature = re.sub(r"(%arg\d+): tensor<(\w+)>(?: \{[^}]*\})?", shard, text[begin:end])
    axes = ", ".join(f'"{a}"={n}' for a, n in dealer.mesh.items())
    text = text[:begin] + signature + text[end:]
    head = text.index("{\n", text.index("module")) + 2 if "attributes" not in text.split("\n")[0] else text.index("\n") + 1
    return text[:head] + f"  sdy.mesh @random_mesh = <[{axes}]>\n" + text[head:]
