# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All pairs of an in and an out sharding of a small manual computation, as one module: `manual_pairs.py RANK`, with the mesh a, b, c of 2
each and the manual axis a; with `parts` behind RANK, b and c are the two parts of one axis of 4. A body hands its argument on, so
that what is between the two shardings is all that is done.
"""
import itertools
import sys

RANK = int(sys.argv[1])
PARTS = sys.argv[2:] == ["parts"]
SIZE = 8


def shardings():
    """Every way to put any of the axes on the dims, the manual axis first in its dim."""
    for count in range(4):
        for axes in itertools.permutations("abc", count):
            for cuts in itertools.combinations_with_replacement(range(count + 1), RANK - 1):
                borders = (0, *cuts, count)
                dims = tuple(axes[begin:end] for begin, end in itertools.pairwise(borders))
                if all("a" not in dim[1:] for dim in dims):
                    yield dims


def text(dims):
    out = "<@mesh, [" + ", ".join("{" + ", ".join(f'"{axis}"' for axis in dim) + "}" for dim in dims) + "]>"
    if PARTS:
        out = out.replace('"b", "c"', '"bc"').replace('"b"', '"b":(1)2').replace('"c"', '"b":(2)2').replace('"bc"', '"b"')
    return out


def tensor(shape):
    return "tensor<" + "x".join(map(str, shape)) + "xi32>"


ALL = list(dict.fromkeys(shardings()))
lines, results, types = [], [], []
for place, after in itertools.product(ALL, ALL):
    n = len(results)
    local = [SIZE // 2 if "a" in dim else SIZE for dim in place]
    shape = [2 * size if "a" in dim else size for size, dim in zip(local, after)]
    returned = f"%p{n}"
    lines.append(f"""  %r{n} = sdy.manual_computation(%x) in_shardings=[{text(place)}] out_shardings=[{text(after)}] manual_axes={{"a"}} (%p{n}: {tensor(local)}) {{""")
    if any("a" in dim for dim in place) and not any("a" in dim for dim in after):  # devices along a must agree
        returned = f"%s{n}"
        lines.append(f"""    %s{n} = "stablehlo.all_reduce"(%p{n}) <{{channel_handle = #stablehlo.channel_handle<handle = {n + 1}, type = 1>,
        replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}}> ({{
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %m = stablehlo.maximum %l, %r : tensor<i32>
      stablehlo.return %m : tensor<i32>
    }}) : ({tensor(local)}) -> {tensor(local)}""")
    lines.append(f"    sdy.return {returned} : {tensor(local)}\n  }} : ({tensor([SIZE] * RANK)}) -> {tensor(shape)}")
    results.append(f"%r{n}")
    types.append(tensor(shape))
print('sdy.mesh @mesh = <["a"=2, "b"=4]>' if PARTS else 'sdy.mesh @mesh = <["a"=2, "b"=2, "c"=2]>')
print(f"func.func @main(%x: {tensor([SIZE] * RANK)}) -> ({', '.join(types)}) {{")
print("\n".join(lines))
print(f"  return {', '.join(results)} : {', '.join(types)}\n}}")
