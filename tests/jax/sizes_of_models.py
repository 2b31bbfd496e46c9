#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes of real models that their meshes do not divide: forward passes and training steps give JAX's numbers on one device.

    tests/jax/sizes_of_models.py --spmd-run=PATH [--models=FOLDER] [--only=WORD]

    a vocabulary of 50,257 over 8 devices    GPT-2, split over "model"
    6 heads over 4                           GPT-2, split over "model"
    2 key-value heads over 4                 Llama, split over "model": two devices hold nothing of keys and values
    a batch of 6 over 4                      GPT-2, split over "data"

JAX refuses such shardings, so each program is written for a mesh of one device, and `spmd-run --mesh` makes that larger. Numbers and
tolerances are those of FOLDER/make_models.py. The last line is `N passed, N failed`.
"""
import argparse
import os
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--spmd-run", required=True)
parser.add_argument("--models", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "models", "Inputs"))
parser.add_argument("--only", default="", help="only programs with this word in their names")
options = parser.parse_args()
sys.path.insert(0, options.models)

import make_models
from jax_models import gpt2, llama

# Name -> module, its sizes, mode, mesh of one device, mesh of the run.
CASES = {
    "vocabulary_50257_over_8": (gpt2, dict(VOCABULARY=50257), "tp", "model=1", "model=8"),
    "6_heads_over_4": (gpt2, dict(HEADS=6, WIDTH=48, HEAD=8), "tp", "model=1", "model=4"),
    "2_kv_heads_over_4": (llama, {}, "tp", "model=1", "model=4"),
    "batch_6_over_4": (gpt2, dict(BATCH=6), "dp", "data=1", "data=4"),
}


def run(name, kind, folder):
    """The first line that says what does not hold; "" if all does."""
    module, sizes, mode, mesh, wanted = CASES[name]
    before = {key: getattr(module, key) for key in sizes}
    for key, size in sizes.items():
        setattr(module, key, size)
    program = f"{kind}_{name}"
    make_models.CONFIGS[program] = dict(arch=module.__name__.rsplit(".", maxsplit=1)[-1], kind=kind, mode=mode, mesh=mesh)
    try:
        make_models.write(program, folder)
    finally:
        for key, size in before.items():
            setattr(module, key, size)
    path = os.path.join(folder, program)
    done = subprocess.run([options.spmd_run, path + ".mlir", f"--args={path}.npz", f"--mesh={wanted}", "--check"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode == 0:
        return ""
    said = [line for line in done.stdout.splitlines() if "error: " in line or line.startswith("spmd-run: ")]
    return said[0][:300] if said else f"exit code {done.returncode}"


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in CASES:
            for kind in ("fwd", "train"):
                if options.only not in f"{kind}_{name}":
                    continue
                reason = run(name, kind, folder)
                passed, failed = passed + (not reason), failed + bool(reason)
                print(f"{kind}_{name} on {CASES[name][-1]}: {reason or 'holds'}", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0 or passed == 0)


main()
