# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""long.py KIND COUNT: a long program.
    swapped   each argument is returned as the next result
    parts     ops whose shardings name parts of an axis
    maxima    a reducer of f16 in which each maximum reads the one before it twice"""
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


print({"swapped": swapped, "parts": parts, "maxima": maxima}[kind]())
