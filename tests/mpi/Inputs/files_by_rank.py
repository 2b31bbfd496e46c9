# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the file of files_by_rank.cpp by Python's safetensors and compares it with the numbers that were written. usage: files_by_rank.py FILE"""
import sys

import ml_dtypes
import numpy as np
import safetensors


def numbers(*shape):
    """As in files_by_rank.cpp: three times the position along the first dim and that along the last one."""
    places = np.indices(shape)
    return (places[0] * 3 + places[-1]).astype(np.float32)


wanted = {"rows": numbers(4096, 4096), "columns": numbers(64, 128), "both": numbers(4, 16, 8), "whole": numbers(6, 5),
          "padded": numbers(10, 3), "narrow": numbers(8, 8).astype(ml_dtypes.bfloat16), "host": np.arange(7, dtype=np.int32)}
with open(sys.argv[1], "rb") as file:
    read = dict(safetensors.deserialize(file.read()))
assert read.keys() == wanted.keys(), read.keys()
for name, array in wanted.items():
    assert tuple(read[name]["shape"]) == array.shape and bytes(read[name]["data"]) == array.tobytes(), name
