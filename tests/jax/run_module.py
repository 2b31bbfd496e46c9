# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the text of a module by spmd-run on numpy arrays and hands back its results; numpy's names of MLIR's element types."""
import os
import subprocess
import tempfile

import ml_dtypes
import numpy as np

TYPES = {"f8E5M2": ml_dtypes.float8_e5m2, "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E4M3": ml_dtypes.float8_e4m3,
         "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz, "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
         "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu, "bf16": ml_dtypes.bfloat16,
         "f16": np.float16, "f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64, "complex<f64>": np.complex128,
         "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16,
         "ui32": np.uint32, "ui64": np.uint64}


def stored(array):
    """The array as .npz files hold it: types that numpy lacks as their bits."""
    array = np.asarray(array)
    if array.dtype == ml_dtypes.bfloat16:
        return array.view(np.uint16)
    return array.view(np.uint8) if "float8" in str(array.dtype) else array


def run(text, args, *flags, stderr=None):
    """The results, bits for types that numpy lacks."""
    with tempfile.TemporaryDirectory() as folder:
        module, before, after = (os.path.join(folder, name) for name in ("module.mlir", "args.npz", "results.npz"))
        with open(module, "w", encoding="utf-8") as file:
            file.write(text)
        np.savez(before, **{f"arg{i}": stored(arg) for i, arg in enumerate(args)})
        subprocess.run(["spmd-run", module, f"--args={before}", f"--save={after}", *flags], check=True, stderr=stderr)
        with np.load(after) as results:
            return [results[key] for key in sorted(results.files, key=lambda key: (len(key), key))]


def differentiated(text, extra=""):
    """The process of spmd-opt whose stdout is the gradient of main, under the name main."""
    return subprocess.run(["spmd-opt", f"--spmd-grad=function=main as=main {extra}"], input=text, capture_output=True, text=True)


def function(op, operand, result, count, operands=1):
    """A module whose main applies one op to arrays of `count` elements."""
    of, to = f"tensor<{count}x{operand}>", f"tensor<{count}x{result}>"
    names = ["%x", "%y"][:operands]
    if op.startswith("chlo."):
        types = ", ".join([of] * operands) + f" -> {to}"
    else:
        types = of if operand == result else f"({of}) -> {to}"
    arguments = ", ".join(f"{name}: {of}" for name in names)
    return (f"func.func @main({arguments}) -> {to} {{\n  %0 = {op} {', '.join(names)} : {types}\n"
            f"  return %0 : {to}\n}}\n")
