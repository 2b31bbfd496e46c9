# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether the tolerances of a training step find out a program that returns its arguments.

    returns_arguments.py MODEL... (paths without endings)

For every result of a step that has the path of an argument (parameters, moments, the step's number), runs the program that returns this
argument against the result and its tolerance in the manifest; `spmd-run --check` must end with 1. Prints a line for each model.
"""
import json
import os
import subprocess
import sys
import tempfile
import zipfile

TYPES = dict(float32="f32", int32="i32")


def is_accepted(folder, model, argument, result):
    """Whether spmd-run takes the argument for the result."""
    path = os.path.join(folder, "one")
    with zipfile.ZipFile(model + ".npz") as arrays, zipfile.ZipFile(path + ".npz", "w") as out:
        out.writestr("arg0.npy", arrays.read(f"arg{argument['i']}.npy"))
        out.writestr("out0.npy", arrays.read(f"out{result['i']}.npy"))
    with open(path + ".json", "w", encoding="utf-8") as file:
        json.dump(dict(results=[result]), file)
    tensor = f"tensor<{'x'.join([*map(str, result['shape']), TYPES[result['dtype']]])}>"
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        file.write(f"func.func @main(%x: {tensor}) -> {tensor} {{\n  return %x : {tensor}\n}}\n")
    run = subprocess.run(["spmd-run", path + ".mlir", f"--args={path}.npz", "--check"], stderr=subprocess.PIPE, text=True)
    if run.returncode != (1 if "differs" in run.stderr else 0):
        sys.exit(f"{model}: {result['path']}: spmd-run ends with {run.returncode}: {run.stderr}")
    return run.returncode == 0


accepted = 0
for model in sys.argv[1:]:
    with open(model + ".json", encoding="utf-8") as file:
        manifest = json.load(file)
    arguments = {entry["path"]: entry for entry in manifest["args"]}
    results = [entry for entry in manifest["results"] if entry["path"] in arguments]
    with tempfile.TemporaryDirectory() as folder:
        wrong = [entry["path"] for entry in results if is_accepted(folder, model, arguments[entry["path"]], entry)]
    print(f"{os.path.basename(model)}: {len(results)} arguments returned, {len(wrong)} accepted{': ' if wrong else ''}{', '.join(wrong)}")
    accepted += len(wrong)
sys.exit(1 if accepted else 0)
