# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the families of bench/shapes.py and its statistics without running a program: check_shapes.py SOURCE_ROOT"""
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1] + "/bench")
import numpy as np  # noqa: E402

import families  # noqa: E402
import shapes  # noqa: E402


def sizes(family, kind, dtype, seed):
    """The sizes of a case; only small ones are drawn here, as others take time."""
    draw = families.Draw(family, kind, dtype, seed)
    family.make(draw)
    return draw.sizes_drawn


same = True
for each in families.FAMILIES.values():
    assert len(each.cases(8)) >= 8, each.name
    same &= sizes(each, "small 2", each.types[0], 1) == sizes(each, "small 2", each.types[0], 1)
assert any(sizes(each, "small 2", each.types[0], 1) != sizes(each, "small 2", each.types[0], 2) for each in families.FAMILIES.values())
print(f"{len(families.FAMILIES)} families, 8 or more cases each;{' equal seeds draw equal sizes' if same else ''}")
ones = np.ones(3, np.float32)
print("result of other type:", shapes.compare(ones, ones.astype(np.float64), 1e-4).replace("float", "f"))
print(shapes.compare(np.arange(3), np.array([0, 1, 3]), 0))
print(shapes.compare(ones, np.array([1, np.inf, 1], np.float32), 1e-4))
print(shapes.compare(ones, np.array([1, 1.5, 1], np.float32), 1e-4))
ratio, slower, over = shapes.judge([{"ratios": [0.5]}, {"ratios": [1.5, 1.1, 1.2]}, {"ratios": [1.3, 0.9, 0.8]}])
print(f"slower {slower}, over 1.25 {over}, ratio {ratio:.2f}")
