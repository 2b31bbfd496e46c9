#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: is a training step of GPT-2 that the C++ frontend traces slower, or slower to compile, than the one that JAX exports, where both go
through this compiler?

    .venv/bin/python bench/frontend_gpt2.py [--rounds=11] [--steps=5] [--only=single,data,fsdp] [--sizes=256,128,128,4,4,8]

The programs are those of tests/jax/frontend_bytes.py, in the modes of examples/gpt2: one process with all devices of the mesh, random
arguments. Runs of both alternate, and the first one changes from round to round. A row shows the medians, the median of the rounds' ratios
ours / JAX's and its 95 % bootstrap interval, as bench/compare_builds.py has it. Compile times are those of the compiler, from text to an
executable, without its cache. Fails where a ratio is above 1.05. Losses are compared by tests/jax/frontend_gpt2.test."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

import compare_builds
import targets

ROOT = targets.ROOT
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, ROOT + "/tests/jax")
import frontend_bytes  # noqa: E402
import frontend_gpt2_modes as twin  # noqa: E402

LIMIT = 1.05


def run(path, steps):
    """Milliseconds of the compilation and of a step."""
    out = subprocess.run([ROOT + "/build/bin/spmd-run", path, "--random-args=1", f"--repeat={steps + 1}", "--no-cache", "--stats=json"], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    stats = json.loads(out.splitlines()[-1])
    return stats["compile_ms"]["total"], stats["step_ms"]["median"]


def programs(folder, names, sizes):
    """{mode: (path of ours, path of JAX's)}."""
    step = folder + "/step"
    subprocess.run(["clang++-22", "-std=c++20", f"-I{ROOT}/compiler/frontend", f"-I{ROOT}/compiler/frontend/include",
                    ROOT + "/tests/jax/Inputs/frontend_gpt2.cpp", "-o", step, f"-L{ROOT}/build/lib", "-lspmd", f"-Wl,-rpath,{ROOT}/build/lib"], check=True)
    modes, paths = twin.modes(), {}
    for name in names:
        texts = frontend_bytes.frontend_text(step, modes[name], sizes, "float32"), twin.exported(modes[name], sizes)
        paths[name] = tuple(f"{folder}/{name}.{side}.mlir" for side in ("ours", "jax"))
        for path, text in zip(paths[name], texts):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
    return paths


def rows(name, paths, rounds, steps):
    """Lines of the table, and how many ratios are above the limit."""
    pairs = []
    for number in range(rounds):
        both = {path: run(path, steps) for path in (paths if number % 2 == 0 else paths[::-1])}
        pairs.append([both[path] for path in paths])
    above = 0
    for i, what in enumerate(("compile, ms", "step, ms")):
        ours, theirs = [[side[i] for side in column] for column in zip(*pairs)]
        ratios = [a / b for a, b in zip(ours, theirs)]
        ratio, (low, high) = statistics.median(ratios), compare_builds.interval(ratios, 1)
        above += ratio > LIMIT
        print(f"| {name}, {what} | {statistics.median(ours):.1f} | {statistics.median(theirs):.1f} | {ratio:.3f} | {low:.2f} .. {high:.2f} |", flush=True)
    return above


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--only", default="single,data,fsdp,tensor,fsdp+tensor,sequence", help="modes, with commas")
    parser.add_argument("--sizes", default="256,128,128,4,4,8", help="vocabulary, positions, embed, heads, layers, batch")
    options = parser.parse_args()
    targets.need("spmd-run", "spmd")
    print("| program | ours | JAX's | ours / JAX's | 95 % |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        paths = programs(folder, options.only.split(","), tuple(map(int, options.sizes.split(","))))
        above = sum(rows(name, both, options.rounds, options.steps) for name, both in paths.items())
    print(f"{2 * len(paths)} ratios, {above} above {LIMIT}")
    sys.exit(bool(above))


if __name__ == "__main__":
    main()
