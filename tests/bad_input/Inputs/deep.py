# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program that nests: deep.py KIND DEPTH"""
import sys

kind, n = sys.argv[1], int(sys.argv[2])
identity = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"


def attribute(text):
    return f"module attributes {{a.b = {text}}} {{\n{identity}\n}}"


def ifs():
    lines = ["func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {"]
    lines += [f'%v{i} = "stablehlo.if"(%p) ({{' for i in range(n)]
    for i in reversed(range(n)):
        inner = "%x" if i == n - 1 else f"%v{i + 1}"
        lines += [f"stablehlo.return {inner} : tensor<4xf32>", "}, {", "stablehlo.return %x : tensor<4xf32>",
                  "}) : (tensor<i1>) -> tensor<4xf32>"]
    return "\n".join(lines + ["return %v0 : tensor<4xf32>", "}"])


def calls(last):
    def function(i):
        head = f"func.func {'private ' if i else ''}@{f'f{i}' if i else 'main'}(%x: tensor<4xf32>) -> tensor<4xf32> {{\n"
        body = last if i == n - 1 else f"%0 = call @f{i + 1}(%x) : (tensor<4xf32>) -> tensor<4xf32>"
        return head + body + "\nreturn %0 : tensor<4xf32>\n}"
    return "\n".join(map(function, range(n)))


print({
    "ifs": ifs,
    "ifs_with_comments": lambda: ifs().replace("({\n", "({\n// -----\n"),
    "blank_lines": lambda: "#a =" + "\n" * n + "[1]\n" + identity,
    "arrays": lambda: attribute("[" * n + "]" * n),
    "aliases": lambda: "#a0 = [1]\n" + "\n".join(f"#a{i} = [#a{i - 1}]" for i in range(1, n)) + "\n" + attribute(f"#a{n - 1}"),
    "types": lambda: "func.func private @f(" + "tuple<" * n + "f32" + ">" * n + ")\n" + identity,
    "type_aliases": lambda: "!t0 = tensor<f32>\n" + "\n".join(f"!t{i} = tuple<!t{i - 1}>" for i in range(1, n))
                            + f"\nfunc.func private @f(!t{n - 1})\n" + identity,
    "dense": lambda: attribute("dense<" + "[" * n + "1.0" + "]" * n + "> : tensor<4xf32>"),
    "sums": lambda: attribute("affine_map<(d0) -> (" + " + ".join(["d0 floordiv 3"] * n) + ")>"),
    "negations": lambda: attribute("affine_map<(d0) -> (" + "-" * n + "d0)>"),
    "calls": lambda: calls("%0 = stablehlo.tanh %x : tensor<4xf32>"),
    "cycle": lambda: calls("%0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>"),
    # What looks like nests and is none: strings, comments, arrows, comparisons.
    "shallow": lambda: ("// " + "(" * n + "\n") + attribute('["' + "[" * n + '\\"{", '
                       + ", ".join(["affine_set<(d0) : (d0 >= 0)>"] * n) + "]"),
    "views": lambda: "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%v0 = stablehlo.tanh %x : tensor<4xf32>\n"
                     + "\n".join(f"%v{i} = stablehlo.optimization_barrier %v{i - 1} : tensor<4xf32>" for i in range(1, n))
                     + f"\nreturn %v{n - 1} : tensor<4xf32>\n}}",
    "chain": lambda: "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n%v0 = stablehlo.tanh %x : tensor<4xf32>\n"
                     + "\n".join(f"%v{i} = stablehlo.add %v{i - 1}, %x : tensor<4xf32>" for i in range(1, n))
                     + f"\nreturn %v{n - 1} : tensor<4xf32>\n}}",
}[kind]())
