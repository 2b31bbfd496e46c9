# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chain.py COUNT OP...: a program in which each value follows from the one before it, by the ops in turn; `half` reads the value half
way back, too. Of two dims over four devices."""
import sys

TYPE = "tensor<8x8xf32>"
OPS = {
    "add": "stablehlo.add {before}, %b : " + TYPE,
    "half": "stablehlo.multiply {before}, {half} : " + TYPE,
    "product": f"stablehlo.dot_general {{before}}, %b, contracting_dims = [1] x [0] : ({TYPE}, {TYPE}) -> {TYPE}",
}
count, ops = int(sys.argv[1]), sys.argv[2:]
print('sdy.mesh @m = <["x"=2, "y"=2]>\n'
      f'func.func @main(%v0: {TYPE} {{sdy.sharding = #sdy.sharding<@m, [{{"x"}}, {{"y"}}]>}}, %b: {TYPE}) -> {TYPE} {{')
for i in range(1, count + 1):
    print(f"  %v{i} = " + OPS[ops[i % len(ops)]].format(before=f"%v{i - 1}", half=f"%v{i // 2}"))
print(f"  return %v{count} : {TYPE}\n}}")
