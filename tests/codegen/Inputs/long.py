# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""long.py KIND COUNT: a long program.
    swapped   each argument is returned as the next result
    parts     ops whose shardings name parts of an axis
    maxima    a reducer of f16 in which each maximum reads the one before it twice
    joined    a row joined to itself eight times, inside each other: 8^COUNT rows
    sliced    the same of a row too large for memory, of which three columns are taken"""
import sys

kind, n = sys.argv[1], int(sys.argv[2])


def swapped():
    types = ", ".join(["tensor<8xf32>"] * n)
    return (f"func.func @main({', '.join(f'%a{i}: tensor<8xf32>' for i in range(n))}) -> ({types}) {{\n"
            f"  return {', '.join(f'%a{(i + 1) % n}' for i in range(n))} : {types}\n}}")


def parts():
    lines = ['sdy.mesh @mesh = <["a"=4, "b"=2]>', "func.func @main(%v0: tensor<64xf32>) -> tensor<64xf32> {"]
    lines += [f'  %v{i + 1} = stablehlo.negate %v{i} {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{"a":(1)2}}]>]>}} : tensor<64xf32>'
              for i in range(n)]
    return "\n".join(lines + [f"  return %v{n} : tensor<64xf32>", "}"])


def maxima():
    body = "\n".join(f"    %a{i} = stablehlo.abs %e{i} : tensor<f16>\n    %e{i + 1} = stablehlo.maximum %e{i}, %a{i} : tensor<f16>"
                     for i in range(n))
    return f"""func.func @main(%x: tensor<8x8xf16>) -> tensor<8xf16> {{
  %zero = stablehlo.constant dense<0.0> : tensor<f16>
  %r = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<8x8xf16>, tensor<f16>) -> tensor<8xf16>
   reducer(%total: tensor<f16>, %e0: tensor<f16>) {{
{body}
    %next = stablehlo.maximum %total, %e{n} : tensor<f16>
    stablehlo.return %next : tensor<f16>
  }}
  return %r : tensor<8xf16>
}}"""


def concatenations(columns):
    def rows(i):
        return f"tensor<{8 ** i}x{columns}xf32>"
    return [f"  %v{i + 1} = stablehlo.concatenate {', '.join([f'%v{i}'] * 8)}, dim = 0 : "
            f"({', '.join([rows(i)] * 8)}) -> {rows(i + 1)}" for i in range(n)]


def joined():
    result = f"tensor<{8 ** n}x3xf32>"
    return "\n".join([f"func.func @main(%v0: tensor<1x3xf32>) -> {result} {{", *concatenations(3), f"  return %v{n} : {result}", "}"])


def sliced():
    large, result = f"tensor<{8 ** n}x{1 << 25}xf32>", f"tensor<{8 ** n}x3xf32>"
    return "\n".join([f"func.func @main(%x: tensor<1x1xf32>) -> {result} {{",
                      f"  %v0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x{1 << 25}xf32>",
                      *concatenations(1 << 25),
                      f"  %s = stablehlo.slice %v{n} [0:{8 ** n}, 5:8] : ({large}) -> {result}",
                      f"  return %s : {result}", "}"])


print({"swapped": swapped, "parts": parts, "maxima": maxima, "joined": joined, "sliced": sliced}[kind]())
