# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares files of the C++ frontend with those of Python. usage: tensor_files.py FOLDER

FOLDER holds tree.safetensors and tree.npz of tests/jax/Inputs/tensor_files.cpp. Both must hold the arrays that follow from their names.
The script writes the same arrays to python.safetensors, with metadata and in another order, and to python.npz, compressed."""
import sys

import ml_dtypes
import numpy as np
import safetensors
import safetensors.numpy

TYPES = {"i1": (np.bool_, "BOOL"), "i8": (np.int8, "I8"), "i16": (np.int16, "I16"), "i32": (np.int32, "I32"), "i64": (np.int64, "I64"),
         "ui8": (np.uint8, "U8"), "ui16": (np.uint16, "U16"), "ui32": (np.uint32, "U32"), "ui64": (np.uint64, "U64"),
         "bf16": (ml_dtypes.bfloat16, "BF16"), "f16": (np.float16, "F16"), "f32": (np.float32, "F32"), "f64": (np.float64, "F64")}


def wanted():
    """name -> array, type in the file"""
    numbers = (np.arange(12) % 5).reshape(3, 4)
    arrays = {f"leaves/{name}": (numbers.astype(dtype), label) for name, (dtype, label) in TYPES.items()}
    shapes = [np.float32(2.5), np.zeros((0, 3), np.float32), np.ones((1, 1, 2), np.float32)]
    return arrays | {f"shapes/{i}": (np.asarray(array), "F32") for i, array in enumerate(shapes)}


def main():
    folder, arrays = sys.argv[1], wanted()
    with open(f"{folder}/tree.safetensors", "rb") as file:
        read = dict(safetensors.deserialize(file.read()))
    assert read.keys() == arrays.keys(), read.keys()
    for name, (array, label) in arrays.items():
        entry = read[name]
        assert (entry["dtype"], tuple(entry["shape"])) == (label, array.shape), (name, entry["dtype"], entry["shape"])
        assert bytes(entry["data"]) == array.tobytes(), name
    npz = np.load(f"{folder}/tree.npz")
    assert sorted(npz.files) == sorted(arrays)
    for name, (array, label) in arrays.items():
        stored = array.view(np.uint16) if label == "BF16" else array
        assert npz[name].dtype == stored.dtype and np.array_equal(npz[name], stored), name
    tensors = {name: array for name, (array, _) in sorted(arrays.items(), reverse=True)}
    safetensors.numpy.save_file(tensors, f"{folder}/python.safetensors", {"format": "np"})
    np.savez_compressed(f"{folder}/python.npz", **{name: array.view(np.uint16) if label == "BF16" else array
                                                   for name, (array, label) in arrays.items()})
    print(f"{len(arrays)} arrays agree")


main()
