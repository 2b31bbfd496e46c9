#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: do compile time and text grow with the number of devices?

    .venv/bin/python bench/scale.py [--layers=12] [--rounds=11] [--write=FOLDER]

A GPT-2 training step, layers unrolled, batch and parameters split over two axes and heads, features and vocabulary over two more
(FSDP and tensor parallelism): compiled for a mesh of (2,2,2,1) and for one of (8,8,8,8), whose runs alternate. Once with sizes that
each mesh divides, once with the 25 heads of GPT-2 XL, a batch of 50 and a prime vocabulary, which are padded. Prints the CPU seconds
of a whole compile (spmd-run --no-run, no cache), the bytes of the partitioned module's text, and the ratio of the two meshes: the
median of the pairs, with the 95 % bootstrap interval of the times.
"""
import argparse
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile

import gpt2_options

ROOT = gpt2_options.ROOT
MESHES = [(2, 2, 2, 1), (8, 8, 8, 8)]
SIZES = {"divide": ["--d-model=1024", "--heads=64", "--batch=64", "--vocab=4096"],
         "do not divide": ["--d-model=400", "--heads=25", "--batch=50", "--vocab=5023"]}
LOWER = """
import sys
sys.path.insert(0, sys.argv[1] + "/examples/jax")
import gpt2
o = gpt2.arguments(sys.argv[2:])
gpt2.make_devices(o)
step, state, batch = gpt2.build(o)
open(o.out, "w").write(step.lower(state, batch).as_text())
"""


def program(folder, layers, sizes):
    """The step as text with the mesh axes `data` and `model`, which `on_mesh` cuts in two each."""
    path = os.path.join(folder, "step.mlir")
    subprocess.run([sys.executable, "-c", LOWER, ROOT, path, f"--layers={layers}", "--seq=128", "--unrolled", "--mesh=data=1,model=1", *sizes],
                   check=True)
    with open(path, encoding="utf-8") as file:
        return file.read()


def on_mesh(text, sizes):
    """The program on four axes: `data` becomes a and b, `model` c and d.

        @mesh = <["data"=1, "model"=1]>, [{"data"}, {}]   ->   @mesh = <["a"=2, "b"=2, "c"=2, "d"=1]>, [{"a", "b"}, {}]"""
    axes = ", ".join(f'"{name}"={size}' for name, size in zip("abcd", sizes))
    text = re.sub(r"sdy\.mesh @mesh = .*", f"sdy.mesh @mesh = <[{axes}]>", text)
    return text.replace('{"data"', '{"a", "b"').replace('{"model"', '{"c", "d"')


def cpu_seconds(command):
    """The CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interval(ratios):
    """The 95 % bootstrap interval of the median."""
    medians = sorted(statistics.median(random.Random(seed).choices(ratios, k=len(ratios))) for seed in range(2000))
    return medians[50], medians[1949]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--layers", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--write", help="keeps the programs and the partitioned modules in this folder")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = o.write or scratch
        os.makedirs(folder, exist_ok=True)
        for name, sizes in SIZES.items():
            text, paths, lengths = program(folder, o.layers, sizes), [], []
            for mesh in MESHES:
                paths.append(os.path.join(folder, f"{name.replace(' ', '_')}_{mesh[0]}.mlir"))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write(on_mesh(text, mesh))
                out = subprocess.run([ROOT + "/build/bin/spmd-opt", "--spmd-pipeline=stop-after=partition", paths[-1]], check=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
                lengths.append(len(out))
                if o.write:
                    with open(paths[-1].replace(".mlir", ".partitioned.mlir"), "wb") as file:
                        file.write(out)
            runs = [[cpu_seconds([ROOT + "/build/bin/spmd-run", path, "--no-run", "--no-cache"]) for path in paths] for _ in range(o.rounds)]
            ratios = [large / small for small, large in runs]
            low, high = interval(ratios)
            print(f"sizes that {name}: text {lengths[0]:,} and {lengths[1]:,} bytes, {lengths[1] / lengths[0]:.2f} x; CPU "
                  f"{statistics.median(r[0] for r in runs):.2f} and {statistics.median(r[1] for r in runs):.2f} s, "
                  f"{statistics.median(ratios):.2f} x ({low:.2f} to {high:.2f}, {o.rounds} pairs)", flush=True)


if __name__ == "__main__":
    main()
