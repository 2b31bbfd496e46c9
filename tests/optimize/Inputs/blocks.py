#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A training step of unrolled residual blocks, x + (h tanh h) w2 with h = x w1, in StableHLO.

    blocks.py LAYERS [--remat] > step.mlir

Written as JAX writes it: forward, backward, all updates at the end; the backward part asks for tanh h, for h and for its
products with them. With --remat it computes them again from x behind a barrier, as jax.checkpoint does."""
import sys

T, D, F = 128, 32, 256
X, H, W1, W2 = f"tensor<{T}x{D}xf32>", f"tensor<{T}x{F}xf32>", f"tensor<{D}x{F}xf32>", f"tensor<{F}x{D}xf32>"
layers, remat = int(sys.argv[1]), "--remat" in sys.argv
lines, count = [], 0


def op(name, type_, *operands, more=""):
    global count
    count += 1
    signature = f"({', '.join(t for _, t in operands)}) -> {type_}"
    lines.append(f"    %{count} = stablehlo.{name} {', '.join(v for v, _ in operands)}{more} : {signature}")
    return f"%{count}", type_


def dot(type_, l, r, contract):
    return op("dot_general", type_, l, r, more=f", contracting_dims = [{contract[0]}] x [{contract[1]}]")


def same(name, *operands):
    return op(name, operands[0][1], *operands)


def constant(value, type_):
    global count
    count += 1
    lines.append(f"    %{count} = stablehlo.constant dense<{value}> : {type_}")
    return f"%{count}", type_


def forward(x, w1, w2):
    h = dot(H, x, w1, (1, 0))
    t = same("tanh", h)
    return h, t, same("multiply", h, t)


weights = [((f"%a{i}", W1), (f"%b{i}", W2)) for i in range(layers)]
x, kept = ("%x", X), []
for w1, w2 in weights:
    h, t, a = forward(x, w1, w2)
    kept.append((x, h, t, a))
    x = same("add", x, dot(X, a, w2, (1, 0)))
loss, dx, updated = x, x, []
for (w1, w2), (x, h, t, a) in zip(reversed(weights), reversed(kept)):
    if remat:
        count += 1
        lines.append(f"    %{count}:2 = stablehlo.optimization_barrier {x[0]}, {dx[0]} : {X}, {X}")
        x, dx = (f"%{count}#0", X), (f"%{count}#1", X)
        h, t, a = forward(x, w1, w2)
    slope = same("add", t, same("multiply", h, same("subtract", constant(1.0, H), same("multiply", t, t))))
    dh = same("multiply", dot(H, dx, w2, (1, 1)), slope)
    updated.append((dot(W1, x, dh, (0, 0)), dot(W2, a, dx, (0, 0))))
    dx = same("add", dx, dot(X, dh, w1, (1, 1)))
results = []
for pair, grads in zip(weights, reversed(updated)):
    for w, g in zip(pair, grads):
        results.append(same("subtract", w, same("multiply", g, constant(1e-3, w[1]))))
names = ", ".join(f"{v}: {t} {{tf.aliasing_output = {i} : i32}}" for i, (v, t) in enumerate(w for p in weights for w in p))
types = ", ".join(t for _, t in results + [loss])
print(f"func.func public @main({names}, %x: {X}) -> ({types}) {{")
print("\n".join(lines))
print(f"    return {', '.join(v for v, _ in results + [loss])} : {types}\n}}")
