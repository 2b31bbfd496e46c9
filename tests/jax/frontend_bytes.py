# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what devices send and hold in a training step of GPT-2: the frontend's program beside the one that JAX exports, through the same
compiler. usage: frontend_bytes.py PROGRAM BUILD FOLDER

PROGRAM is tests/jax/Inputs/frontend_gpt2.cpp, compiled; BUILD has bin/spmd-run. Prints a line for each mode of examples/gpt2 that has no
pipeline, whose twin would be another program; SPMD_PART=K/N: for every N-th alone, from the K-th on. Fails where the frontend's program sends more bytes in a step, or has a higher peak."""
import json
import os
import pathlib
import subprocess
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax.numpy as jnp  # noqa: E402

import frontend_gpt2_modes as twin  # noqa: E402

# Vocabulary, positions, embed, heads, layers, batch; the type of computations; the modes.
CASES = [((256, 128, 128, 4, 4, 8), "float32", None), ((384, 256, 64, 4, 2, 8), "float32", ("data", "fsdp", "tensor", "fsdp+tensor")),
         ((256, 128, 128, 4, 4, 8), "bfloat16", None), ((192, 64, 96, 4, 3, 16), "bfloat16", ("data", "tensor", "fsdp+tensor"))]


def pairs(words):
    return ",".join(f"{name}={value}" for name, value in words.items())


def frontend_text(program, mode, sizes, dtype):
    mesh, parameters, values = mode
    command = [program, ",".join(map(str, sizes)), pairs(mesh), pairs(parameters), pairs(values), dtype]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def figures(spmd_run, path, text):
    """Bytes that a device sends in a step, and the most bytes that it holds."""
    path.write_text(text, encoding="utf-8")
    out = subprocess.run([spmd_run, str(path), "--no-run", "--stats=json"], check=True, stdout=subprocess.PIPE, text=True).stdout
    stats = json.loads(out.splitlines()[-1])
    return sum(c["wire_bytes"] for c in stats["collectives"]), stats["peak_bytes"]


def main():
    program, build, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    modes = {name: mode for name, mode in twin.modes().items() if name != "pipeline"}
    rows, above = 0, 0
    part, parts = map(int, os.environ.get("SPMD_PART", "0/1").split("/"))
    cases = [(sizes, dtype, name) for sizes, dtype, names in CASES for name in names or modes]
    for sizes, dtype, name in cases[part % parts::parts]:
        ours = figures(build + "/bin/spmd-run", folder / "ours.mlir", frontend_text(program, modes[name], sizes, dtype))
        theirs = figures(build + "/bin/spmd-run", folder / "jax.mlir", twin.exported(modes[name], sizes, jnp.dtype(dtype)))
        is_above = ours[0] > theirs[0] or ours[1] > theirs[1]
        rows, above = rows + 1, above + is_above
        ratios = [a / b if b else float(a > 0) + 1 for a, b in zip(ours, theirs)]
        print(f"{name}, {dtype}, {sizes}: sends {ours[0]:,.0f} bytes, JAX's {theirs[0]:,.0f} ({ratios[0]:.4f}); "
              f"holds {ours[1]:,}, JAX's {theirs[1]:,} ({ratios[1]:.4f}){' ABOVE' * is_above}", flush=True)
    print(f"{rows} programs, {above} above JAX's")
    sys.exit(bool(above))


if __name__ == "__main__":
    main()
