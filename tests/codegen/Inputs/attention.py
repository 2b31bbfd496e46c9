#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention as StableHLO text, forward and, with --backward, the gradients of sum(w * out), as a tracer writes them.

    attention.py BATCH HEADS QUERIES KEYS DEPTH [--backward] [--bf16] [--mask=causal|blank] [--loss]

--mask=blank lets row r see keys before r alone, so that the first row sees none: its scores are all -inf and its output 0.
--loss scales w by a number that depends on the whole output, so that nothing of the backward part can run with the forward.
"""
import argparse


def text(o):
    b, h, q, k, d = o.batch, o.heads, o.queries, o.keys, o.depth
    e = "bf16" if o.bf16 else "f32"
    T = lambda *shape, type="f32": "tensor<" + "".join(f"{s}x" for s in shape) + type + ">"
    scores, rows, one = T(b, h, q, k), T(b, h, q), T(b, h, q, 1)
    low, out, mask = T(b, h, q, k, type=e), T(b, q, h, d, type=e), T(b, h, q, k, type="i1")
    lines = []
    count = iter(range(10000))

    def op(what):
        name = f"%{next(count)}"
        lines.append(f"    {name} = {what}")
        return name

    def scalar(value, type="f32"):
        return op(f"stablehlo.constant dense<{value}> : tensor<{type}>")

    def spread(x, dims, source, target):
        return op(f"stablehlo.broadcast_in_dim {x}, dims = {dims} : ({source}) -> {target}")

    def binary(kind, x, y, type):
        return op(f"stablehlo.{kind} {x}, {y} : {type}")

    def dot(x, y, batch, contract, types):
        return op(f"stablehlo.dot_general {x}, {y}, batching_dims = {batch}, contracting_dims = {contract} : {types}")

    def convert(x, source, target):
        return x if source == target else op(f"stablehlo.convert {x} : ({source}) -> {target}")

    def reduce(x, init, kind, source, target, dims="[3]"):
        return op(f"stablehlo.reduce({x} init: {init}) applies stablehlo.{kind} across dimensions = {dims} : ({source}, tensor<f32>) -> {target}")

    def transpose(x, dims, source, target):
        return op(f"stablehlo.transpose {x}, dims = {dims} : ({source}) -> {target}")

    Q, K = T(b, q, h, d, type=e), T(b, k, h, d, type=e)
    s = dot("%q", "%k", "[0, 2] x [0, 2]", "[3] x [3]", f"({Q}, {K}) -> {low}")
    s = convert(s, low, scores)
    scale = spread(scalar(d**0.5), "[]", "tensor<f32>", scores)
    s = binary("divide", s, scale, scores)
    if o.mask:
        i = op(f"stablehlo.iota dim = 0 : {T(q, k, type='i32')}")
        j = op(f"stablehlo.iota dim = 1 : {T(q, k, type='i32')}")
        direction = "GE" if o.mask == "causal" else "GT"
        seen = op(f"stablehlo.compare {direction}, {i}, {j} : ({T(q, k, type='i32')}, {T(q, k, type='i32')}) -> {T(q, k, type='i1')}")
        seen = spread(seen, "[2, 3]", T(q, k, type="i1"), mask)
        blank = spread(scalar("0xFF800000"), "[]", "tensor<f32>", scores)
        s = op(f"stablehlo.select {seen}, {s}, {blank} : {mask}, {scores}")
    top = reduce(s, scalar("0xFF800000"), "maximum", scores, rows)
    top = binary("maximum", top, spread(scalar("-1.0e30"), "[]", "tensor<f32>", rows), rows)
    top = spread(spread(top, "[0, 1, 2]", rows, one), "[0, 1, 2, 3]", one, scores)
    p = op(f"stablehlo.exponential {binary('subtract', s, top, scores)} : {scores}")
    zero = scalar("0.0")
    total = spread(reduce(p, zero, "add", scores, rows), "[0, 1, 2]", rows, one)
    total = binary("add", total, spread(scalar("1.0e-30"), "[]", "tensor<f32>", one), one)
    wide = spread(total, "[0, 1, 2, 3]", one, scores)
    y = binary("divide", p, wide, scores)
    yl = convert(y, scores, low)
    turned = T(b, h, d, q, type=e)
    o_ = dot("%v", yl, "[0, 2] x [0, 1]", "[1] x [3]", f"({K}, {low}) -> {turned}")
    o_ = transpose(o_, "[0, 3, 1, 2]", turned, out)
    results = [(o_, out)]
    if o.backward:
        w = "%w"
        if o.loss:
            wideOut = T(b, q, h, d)
            mean = reduce(convert(o_, out, wideOut), zero, "add", wideOut, "tensor<f32>", "[0, 1, 2, 3]")
            mean = op(f"stablehlo.tanh {mean} : tensor<f32>")
            w = binary("multiply", w, convert(spread(mean, "[]", "tensor<f32>", wideOut), wideOut, out), out)
        g = transpose(w, "[0, 2, 3, 1]", out, turned)
        dy = convert(dot(g, "%v", "[0, 1] x [0, 2]", "[2] x [3]", f"({turned}, {K}) -> {low}"), low, scores)
        heads = T(b, h, d, k, type=e)
        dv = transpose(dot(g, yl, "[0, 1] x [0, 1]", "[3] x [2]", f"({turned}, {low}) -> {heads}"), "[0, 3, 1, 2]", heads, K)
        inner = reduce(binary("multiply", dy, y, scores), zero, "add", scores, rows)
        ds = binary("multiply", binary("subtract", dy, spread(inner, "[0, 1, 2]", rows, scores), scores), y, scores)
        ds = convert(binary("divide", ds, scale, scores), scores, low)
        kd, qd = T(b, h, k, d, type=e), T(b, h, q, d, type=e)
        dk = transpose(dot(ds, "%q", "[0, 1] x [0, 2]", "[2] x [1]", f"({low}, {Q}) -> {kd}"), "[0, 2, 1, 3]", kd, K)
        dq = transpose(dot(ds, "%k", "[0, 1] x [0, 2]", "[3] x [1]", f"({low}, {K}) -> {qd}"), "[0, 2, 1, 3]", qd, Q)
        results += [(dq, Q), (dk, K), (dv, K)]
    names, types = zip(*results)
    body = "\n".join(lines)
    return (f"func.func @main(%q: {Q}, %k: {K}, %v: {K}, %w: {out}) -> ({', '.join(types)}) {{\n{body}\n"
            f"    return {', '.join(names)} : {', '.join(types)}\n}}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for size in ("batch", "heads", "queries", "keys", "depth"):
        parser.add_argument(size, type=int)
    parser.add_argument("--backward", action="store_true")
    parser.add_argument("--loss", action="store_true")
    parser.add_argument("--bf16", action="store_true")
    parser.add_argument("--mask", choices=("causal", "blank"))
    print(text(parser.parse_args()))


if __name__ == "__main__":
    main()
