# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of tests/jax/Inputs/frontend_control.cpp, frontend_nested.cpp and frontend_shards.cpp compute, in JAX; see frontend_ops.py.
Devices of a mesh are entries of a batch here."""
import jax
import jax.numpy as jnp
from jax import lax


def joined(*results):
    return jnp.concatenate([jnp.ravel(x) for x in results])


def scan(step, init, xs=None, **options):
    return joined(*lax.scan(step, init, xs, **options))


def cell(**options):
    return lambda c, xs, w: scan(lambda c, x: (jnp.tanh(c * w + x), c * x), c, xs, **options)


def scan_nested(c, xs):
    def outer(c, xs):
        last, ys = lax.scan(lambda c, x: (c * jnp.cos(x), jnp.sum(c)), c, xs)
        return jnp.tanh(last) + jnp.mean(ys), ys
    return scan(outer, c, xs)


def layer(h, parameters):
    weight, bias = parameters
    return jnp.tanh(h @ weight + bias)


def layers(h, weight, bias):
    return lax.scan(lambda h, p: (layer(h, p), None), h, (weight, bias))[0]


def first_and_last(x):
    return jnp.stack([x[0], x[-1]])


def fori(c, w):
    return lax.fori_loop(2, 6, lambda i, c: jnp.sin(c * w) + jnp.asarray(i, c.dtype), c)


def fori_traced(c, n):
    return lax.fori_loop(0, jnp.abs(n) % 4, lambda i, c: c * 0.5 + jnp.asarray(i, c.dtype), c)


def while_loop(x, w):
    last, count = lax.while_loop(lambda s: (jnp.sum(jnp.abs(s[0])) < 40) & (s[1] < 7), lambda s: (s[0] * 1.5 + w, s[1] + 1), (x, jnp.int32(0)))
    return joined(last, jnp.asarray(count, x.dtype))


def switch(x, y, index):
    return lax.switch(index, [jnp.multiply, lambda x, y: jnp.exp(x) + y, lambda x, y: jnp.cumsum(jnp.ravel(x))[-1].astype(x.dtype) * y], x, y)


def affine(f, g):
    return f[0] * g[0], g[0] * f[1] + g[1]


CONTROL = {
    "scan": cell(), "scanReverse": cell(reverse=True), "scanUnroll": cell(unroll=2), "scanReverseUnroll": cell(reverse=True, unroll=3),
    "scanCarry": lambda c, xs, w: lax.scan(lambda c, x: (jnp.sin(c * x) + w, None), c, xs)[0],
    "scanLength": lambda c, w: scan(lambda c, _: (jnp.sin(c + w), c * 0.5), c + w * 0, length=4),
    "scanIntegers": lambda c, xs, w: scan(lambda c, x: (c * 3 + x, c ^ w), c, xs), "scanNested": scan_nested,
    "Stacked": layers,
    "StackedLayers": lambda h, weight, bias: layers(h, first_and_last(weight), first_and_last(bias)) + layer(h, (weight[-1], bias[-1])) * 2,
    "foriLoop": fori, "foriLoopTraced": fori_traced, "whileLoop": while_loop,
    "cond": lambda x, y: lax.cond(jnp.sum(x) > 0, lambda x, y: jnp.sin(x) * y, lambda x, y: x * x + y, x, y),
    "condCaptured": lambda x, y: lax.cond(jnp.all(x > y), lambda: jnp.exp(x) - y, lambda: x * jnp.cos(y)), "switchCase": switch,
    "associativeScan": lambda x: lax.associative_scan(jnp.multiply, x),
    "associativeScanReverse": lambda x: lax.associative_scan(jnp.multiply, x, reverse=True, axis=x.ndim - 1),
    "associativeScanMaximum": lambda x: lax.associative_scan(jnp.maximum, x),
    "associativeScanAffine": lambda *in_: joined(*lax.associative_scan(affine, in_)),
    "associativeScanAffineReverse": lambda *in_: joined(*lax.associative_scan(affine, in_, reverse=True)),
    "associativeScanMatrices": lambda x: lax.associative_scan(jnp.matmul, x * 0.5),
}


def bell(x, w):
    hidden = jnp.sin(x @ w)
    return jnp.tanh(hidden) * jnp.exp(-jnp.square(hidden)) * 2


@jax.custom_vjp
def clipped(x):
    return jnp.sin(x)


clipped.defvjp(lambda x: (jnp.sin(x), x), lambda x, ct: (jnp.clip(ct, -0.9, 0.9) * jnp.cos(x),))


@jax.custom_vjp
def doubled(x, y):
    return x * y


doubled.defvjp(lambda x, y: (x * y, (x, y)), lambda saved, ct: (ct * saved[1] * 2, ct * saved[0]))


def scalar(x, y):
    return jnp.sum(jnp.sin(x) * jnp.square(y)) + jnp.sum(x * y)


def two(x, y):
    return jnp.sin(x) * y, jnp.sum(x * x)


def value_and_grad(x, y):
    value, gradient = jax.value_and_grad(scalar, (0, 1))(x, y)
    return joined(value, *gradient)


def vjp(x, y):
    results, pullback = jax.vjp(two, x, y)
    return joined(*results, *pullback((jnp.cos(y), jnp.sum(x))))


def jvp(x, y):
    results, tangents = jax.jvp(two, (x, y), (y, x))
    return joined(*results, *tangents)


def row(x, y):
    return jnp.tanh(x) * jnp.sum(x * y)


def cast_floats(x, y):
    return jnp.sin(x.astype(jnp.bfloat16)) * y.astype(jnp.bfloat16)


def policy(x, y):
    return (x.astype(jnp.float32) * y.astype(jnp.float32)).astype(jnp.bfloat16)


NESTED = {
    **{f"checkpoint{policy}": bell for policy in ["", "Dots", "DotsNoBatch", "Name", "OneName", "Everything"]},
    "customVjp": lambda x: clipped(x) * 1.5, "customVjpPair": lambda x, y: doubled(jnp.sin(x), y),
    "stopGradient": lambda x, y: jnp.exp(lax.stop_gradient(jnp.sin(x))) * y,
    "stopGradients": lambda x, y: lax.stop_gradient(x * 2) * y + lax.stop_gradient(y) * x, "grad": jax.grad(scalar), "valueAndGrad": value_and_grad,
    "vjp": vjp, "jvp": jvp, "jit": lambda x, y: jnp.sin(x) * y + jnp.sin(y) * x, "vmap": jax.vmap(row),
    "vmapShared": lambda x, y: jax.vmap(row, (None, 0), -1)(x[0], y),
    "vmapLast": lambda x, y: jax.vmap(row, (1, -1), 1)(jnp.swapaxes(x, 0, 1), jnp.moveaxis(y, 0, -1)), "vmapOfGrad": jax.vmap(jax.grad(scalar)),
    "vmapOfVmap": lambda x, y: jax.vmap(lambda x: jax.vmap(lambda y: jnp.exp(-jnp.square(x)) * y)(y))(x), "castFloats": cast_floats,
    "Policy": policy, "allFinite": lambda x, y: jnp.all(jnp.isfinite(x)) & jnp.all(jnp.isfinite(jnp.where(y > 1.5, y / 0, y))),
    "selectTree": lambda x, y: jnp.where(jnp.sum(x) > 0, x, y * 2) * jnp.where(jnp.sum(x) > 0, y, x),
    "LossScale": lambda x, y: jnp.sin(x * 2) / 1024 + y, "adjust": lambda x, y: y * jnp.where(jnp.sum(x) > 0, 128, 32).astype(y.dtype),
}


def on_devices(local, name="i"):
    """The local function on four parts of the rows."""
    def run(x):
        parts = jax.vmap(lambda x: local(x, name), axis_name=name)(x.reshape(4, x.shape[0] // 4, *x.shape[1:]))
        return parts.reshape(-1, *parts.shape[2:])
    return run


def gathered(x, i):
    whole = lax.all_gather(jnp.sin(x), i)
    return x * jnp.sum(whole * jnp.arange(4, dtype=x.dtype).reshape(4, *[1] * x.ndim), 0)


def exchanged(x, i):
    return lax.all_to_all(x.reshape(4, -1), i, 0, 1) * 2


PARTS = {
    "psum": lambda x, i: lax.psum(x * x, i) + x, "pmean": lambda x, i: lax.pmean(jnp.sin(x), i) * x,
    "pmax": lambda x, i: lax.pmax(x, i) - x, "pmin": lambda x, i: lax.pmin(x, i) + x * 2,
    "axisIndex": lambda x, i: x * (lax.axis_index(i) + 4).astype(x.dtype), "allGather": gathered,
    "allGatherTiled": lambda x, i: lax.all_gather(x, i, tiled=True), "psumScatter": lambda x, i: lax.psum_scatter(x * x, i)[None],
    "psumScatterTiled": lambda x, i: lax.psum_scatter(jnp.sin(x), i, tiled=True), "allToAll": exchanged,
    "allToAllTiled": lambda x, i: lax.all_to_all(x, i, 0, 0, tiled=True) * jnp.sum(x),
    "ppermute": lambda x, i: jnp.where(lax.axis_index(i) == 2, 0, lax.ppermute(x, i, [(0, 1), (1, 3), (3, 0), (2, 2)])) * x,
}


def swapped(x, w):
    half = x.shape[0] // 2
    return jnp.concatenate([x[half:], x[:half]]) * w


SHARDS = {
    **{name + suffix: on_devices(local) for name, local in PARTS.items() for suffix in ("", "Batch")},
    "shardMap": jnp.matmul, "shardMapWhole": lambda x, w: jnp.sum(jnp.sin(x) * w, 0), "shardMapAxes": swapped,
}

FAMILIES = {"control": CONTROL, "nested": NESTED, "shards": SHARDS}
