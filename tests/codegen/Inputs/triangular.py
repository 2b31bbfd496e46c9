# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program with Cholesky factors and triangular solves of all kinds, at sizes beside those of the blocks that the routines work by."""
import itertools

ORDERS = [1, 5, 12, 13, 24, 31, 64, 77]
SIDES = [1, 3, 4, 33, 130]
lines, results = [], []


def add(type, text):
    lines.append(f"  %{len(lines)} = stablehlo.{text}")
    return f"%{len(lines) - 1}"


def matrix(element, n):
    """Symmetric and well conditioned: x x^T / n + 2 on the diagonal."""
    square, scalar = f"tensor<{n}x{n}x{element}>", f"tensor<{element}>"
    x = add(square, f"slice %{element} [0:{n}, 0:{n}] : (tensor<130x130x{element}>) -> {square}")
    product = add(square, f"dot_general {x}, {x}, contracting_dims = [1] x [1] : ({square}, {square}) -> {square}")
    scale = add(scalar, f"constant dense<{1.0 / n}> : {scalar}")
    scales = add(square, f"broadcast_in_dim {scale}, dims = [] : ({scalar}) -> {square}")
    scaled = add(square, f"multiply {product}, {scales} : {square}")
    rows, columns = (add("", f"iota dim = {d} : tensor<{n}x{n}xi32>") for d in (0, 1))
    same = add("", f"compare EQ, {rows}, {columns} : (tensor<{n}x{n}xi32>, tensor<{n}x{n}xi32>) -> tensor<{n}x{n}xi1>")
    two, zero = (add(square, f"constant dense<{value}> : {square}") for value in ("2.0", "0.0"))
    diagonal = add(square, f"select {same}, {two}, {zero} : tensor<{n}x{n}xi1>, {square}")
    return add(square, f"add {scaled}, {diagonal} : {square}"), square


for element, n in itertools.product(["f32", "f64"], ORDERS):
    a, square = matrix(element, n)
    for lower in ("true", "false"):
        lines.append(f'  %{len(lines)} = "stablehlo.cholesky"({a}) <{{lower = {lower}}}> : ({square}) -> {square}')
        results.append((f"%{len(lines) - 1}", square))
    if n in (5, 24, 31, 77):
        kinds = itertools.product(("true", "false"), ("true", "false"), ("true", "false"), ("NO_TRANSPOSE", "TRANSPOSE"))
        for number, (left, lower, unit, transposed) in enumerate(kinds):
            sides = SIDES[(number + n) % len(SIDES)]
            shape = [n, sides] if left == "true" else [sides, n]
            type = f"tensor<{shape[0]}x{shape[1]}x{element}>"
            b = add(type, f"slice %{element} [0:{shape[0]}, 0:{shape[1]}] : (tensor<130x130x{element}>) -> {type}")
            options = f"left_side = {left}, lower = {lower}, unit_diagonal = {unit}, transpose_a = #stablehlo<transpose {transposed}>"
            scale = add(square, f"constant dense<0.1> : {square}")  # else a triangle of ones on the diagonal has a large inverse
            small = add(square, f"multiply {a}, {scale} : {square}")
            lines.append(f'  %{len(lines)} = "stablehlo.triangular_solve"({small if unit == "true" else a}, {b}) <{{{options}}}> '
                         f": ({square}, {type}) -> {type}")
            results.append((f"%{len(lines) - 1}", type))

print(f"func.func @main(%f32: tensor<130x130xf32>, %f64: tensor<130x130xf64>) -> ({', '.join(t for _, t in results)}) {{")
print("\n".join(lines))
print(f"  return {', '.join(v for v, _ in results)} : {', '.join(t for _, t in results)}\n}}")
