# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares transformed functions of the C++ frontend with JAX's. usage: frontend_transforms.py RESULTS

RESULTS is what tests/jax/Inputs/frontend_transforms.cpp prints: for each case its name and operands, then the results at once and inside of
jit. All results are f32 but for counts; the functions below are the ones of the cases."""
import sys

import jax
import jax.numpy as jnp
import numpy as np

TYPES = {"f32": np.float32, "i32": np.int32}
TOLERANCE = 2e-5  # of the largest element of a result


def network(in_, reverse=False, policy=None):
    first, xs, w, v = in_

    def cell(c, x):
        return jnp.tanh(c @ w + x @ v)

    if policy == "nothing":
        cell = jax.checkpoint(cell)
    elif policy == "dots":
        cell = jax.checkpoint(cell, policy=jax.checkpoint_policies.dots_saveable)

    def step(c, x):
        c = cell(c, x)
        return c, jnp.sum(c * c, -1)

    return jax.lax.scan(step, first, xs, reverse=reverse)


def loss_of(result):
    return jnp.sum(jnp.sin(result[0])) + jnp.sum(result[1] * result[1])


def grad_of(**options):
    return lambda *in_: jax.grad(lambda in_: loss_of(network(in_, **options)))(in_)


def mlp(*p):
    def loss(p):
        return jnp.sum(jnp.square(jax.nn.log_softmax(jax.nn.gelu(p[0] @ p[1] + p[2]) @ p[3])))

    value, gradient = jax.value_and_grad(loss)(p)
    return *gradient, value


def hessian_vector(x, t):
    def f(x):
        return jnp.sum(jnp.sin(x) * jnp.square(x)) * jnp.mean(jnp.exp(x))

    product = jax.jvp(jax.grad(f), (x,), (t,))[1]
    return product, product


def third(x):
    g = jax.grad(lambda x: jnp.sum(jax.grad(lambda x: jnp.sum(jnp.tanh(x) * x * x))(x) * jnp.sin(x)))
    return (jax.grad(lambda x: jnp.sum(jnp.square(g(x))))(x),)


def pullback(x, w, a, b):
    y, back = jax.vjp(lambda x, w: (x @ w, jnp.sum(x, 1)), x, w)
    return *y, *back((a, b))


def tangent(x, w, dx, dw):
    y, dy = jax.jvp(lambda x, w: (jax.nn.softmax(x @ w), jnp.max(x, 1)), (x, w), (dx, dw))
    return *y, *dy


def scan_second(c, xs):
    def f(c, xs):
        return jnp.sum(jax.lax.scan(lambda c, x: (jnp.sin(c * x) + c, None), c, xs)[0])

    return jax.grad(lambda c, xs: jnp.sum(jnp.square(jax.grad(f)(c, xs))), (0, 1))(c, xs)


def scan_nested(c, xs):
    def outer(c, xs):
        last, ys = jax.lax.scan(lambda c, x: (c * jnp.cos(x), jnp.sum(c)), c, xs)
        return last + jnp.sum(ys), ys

    def f(c, xs):
        last, ys = jax.lax.scan(outer, c, xs)
        return jnp.sum(last) + jnp.sum(jnp.square(ys))

    return jax.grad(f, (0, 1))(c, xs)


def fori(x, w):
    return jax.grad(lambda x, w: jnp.sum(jax.lax.fori_loop(2, 6, lambda i, x: jnp.tanh(x @ w) * i, x)), (0, 1))(x, w)


def while_(x):
    return jax.lax.while_loop(lambda s: jnp.sum(jnp.abs(s[0])) < 40, lambda s: (s[0] * 1.5, s[1] + 1), (x, jnp.int32(0)))


def branches(x):
    functions = [lambda x: jnp.sum(jnp.sin(x) * x), lambda x: jnp.prod(x) + x[0], jnp.sum, lambda x: jnp.sum(jnp.exp(x)), jnp.max]
    return [jax.grad(f)(x) for f in functions]


def custom(xs):
    @jax.custom_vjp
    def clipped(x):
        return jnp.sin(x)

    clipped.defvjp(lambda x: (jnp.sin(x), x), lambda x, ct: (jnp.clip(ct, -0.5, 0.5) * jnp.cos(x),))

    def f(xs):
        return jnp.sum(jnp.square(jax.lax.scan(lambda c, x: (clipped(c) + 3 * clipped(x), None), jnp.zeros(3), xs)[0]))

    return (jax.grad(f)(xs),)


def indexing(table, scale):
    def f(table, scale):
        rows = table[jnp.array([4, 0, 4])] * scale[:, None]
        return jnp.sum(jnp.square(rows[:, 1::2])) + jnp.max(rows)

    return jax.grad(f, (0, 1))(table, scale)


def vmap_subsets(x, w, _):
    def f(x, w):
        return jnp.tanh(x) * jnp.sum(w * x)

    return jax.vmap(f)(x, w.T), jax.vmap(f, (0, None))(x, w[:, 0]), jax.vmap(f, (None, 1), 1)(x[0], w)


def per_example(x, w, y):
    return (jax.vmap(jax.grad(lambda w, x, y: jnp.sum(jnp.square(x @ w - y))), (None, 0, 0))(w, x, y),)


def grad_of_vmap(x, w):
    return jax.grad(lambda x, w: jnp.sum(jax.vmap(lambda x: jax.nn.logsumexp(x @ w))(x)), (0, 1))(x, w)


def vmap_of_scan(c, xs, w, v):
    return (jax.vmap(lambda c, xs: jax.grad(lambda c: loss_of(network((c, xs, w, v))))(c))(c, xs),)


def vmap_of_while(x):
    return (jax.vmap(lambda x: jax.lax.while_loop(lambda x: jnp.abs(x) < 3, lambda x: x * 1.5, x))(x),)


def vmap_of_cond(x):
    def f(x):
        return jax.lax.cond(x > 0, jnp.sin, jnp.square, x)

    return jax.vmap(f)(x), jax.vmap(jax.grad(f))(x)


def vmap_of_custom(xs):
    # The gradients of 3 sin(x)^2 in x through the clipped gradient.
    each = jnp.clip(6 * jnp.sin(xs), -0.5, 0.5) * jnp.cos(xs)
    return each, each


CASES = {
    "vmapSubsets": vmap_subsets, "vmapNested": lambda a, b: (jnp.sin(a)[:, None] * b + a[:, None],), "perExample": per_example,
    "gradOfVmap": grad_of_vmap, "vmapOfScan": vmap_of_scan, "vmapOfWhile": vmap_of_while, "vmapOfCond": vmap_of_cond,
    "hessian": lambda x: (jax.hessian(lambda x: jnp.prod(jnp.sin(x)) + jnp.sum(x * x * x))(x),), "vmapOfCustom": vmap_of_custom,
    "mlp": mlp, "hessianVector": hessian_vector, "third": third, "pullback": pullback, "tangent": tangent,
    "scan": lambda *in_: network(in_), "scanGrad": grad_of(), "scanReverse": grad_of(reverse=True), "scanUnroll": grad_of(),
    "scanRemat": grad_of(policy="nothing"), "scanDots": grad_of(policy="dots"),
    "scanTangent": lambda *in_: (jax.jvp(lambda in_: loss_of(network(in_)), (in_,), (in_,))[1],), "scanSecond": scan_second,
    "scanNested": scan_nested, "fori": fori, "while": while_, "branches": branches, "custom": custom,
    "stop": lambda x: (jax.grad(lambda x: jnp.sum(jnp.exp(jax.lax.stop_gradient(jnp.sin(x))) * x))(x),), "indexing": indexing,
}


def tensor(words):
    """Reads "f32 2 3 4 HEX ." into an array."""
    rank = int(words[1])
    shape = tuple(int(size) for size in words[2:2 + rank])
    return np.frombuffer(bytes.fromhex("".join(words[2 + rank:-1])), TYPES[words[0]]).reshape(shape)


def fault_of(actual, wanted):
    if actual.shape != wanted.shape or actual.dtype != wanted.dtype:
        return f"{actual.dtype}{list(actual.shape)} instead of {wanted.dtype}{list(wanted.shape)}"
    error = np.max(np.abs(actual - wanted)) / max(1e-3, np.max(np.abs(wanted)))
    return f"differs by {error:.2g}" if not error <= TOLERANCE else ""


def main():
    cases, faults = [], []
    for line in open(sys.argv[1], encoding="utf-8"):
        kind, *words = line.split()
        if kind == "case":
            cases.append((words[0], [], []))
        elif kind == "results":
            cases[-1][2].append([])
        else:
            (cases[-1][1] if kind == "in" else cases[-1][2][-1]).append(tensor(words))
    for name, operands, results in cases:
        wanted = [np.asarray(out) for out in CASES[name](*[jnp.asarray(x) for x in operands])]
        for way, actual in zip(("at once", "in jit"), results, strict=True):
            if len(actual) != len(wanted):
                faults.append(f"{name} {way}: {len(actual)} results instead of {len(wanted)}")
            faults += [f"{name} {way}, result {i}: {fault}" for i, pair in enumerate(zip(actual, wanted)) if (fault := fault_of(*pair))]
    faults += [f"{name}: no case" for name in CASES.keys() - {name for name, *_ in cases}]
    print("\n".join(faults))
    print(f"{len(cases)} cases, {len(faults)} faults")
    sys.exit(bool(faults))


main()
