#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how long does it take to place all values of a program, how does that grow with depth, and what does jaxlib take?

    bench/propagation.py [--layers=12,48,96] [--ops=10000] [--rounds=5] [--instructions] [--spmd-opt=build/bin/spmd-opt]

Runs sdy-propagation-pipeline on a GPT-2 training step, unrolled (examples/jax/gpt2.py), and on a random program. Milliseconds inside the
pass manager, the module being parsed already; both sides in turn, medians of all rounds and the spread. The same text goes to both:
jaxlib has no rules for chlo ops, so there are none. Both must give the same shardings, else the run fails. Fails, too, where we take more
than half of jaxlib's time, or where the last depth takes more than 1.1 times what linear growth from the depth before gives: in
milliseconds, which caches and neighbours move by a factor, or with --instructions in instructions, counted by valgrind (minutes).
"""
import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

import targets

ROOT = targets.ROOT
sys.path.insert(0, ROOT + "/tests/jax")
PIPELINE = "sdy-propagation-pipeline"
THEIRS = """
import sys, time
from jax._src.interpreters.mlir import make_ir_context
from jaxlib.mlir import ir, passmanager
with make_ir_context(), ir.Location.unknown():
    module = ir.Module.parse(open(sys.argv[1]).read())
    passes = passmanager.PassManager.parse("builtin.module(%s)")
    begin = time.time()
    passes.run(module.operation)
    print((time.time() - begin) * 1000)
    open(sys.argv[2], "w").write(str(module))
""" % PIPELINE


def gpt2(layers, folder):
    """A training step with eight devices in the mesh; sizes are small because no time depends on them."""
    path = f"{folder}/gpt2_{layers}"
    subprocess.run([sys.executable, ROOT + "/examples/jax/gpt2.py", path, f"--layers={layers}", "--unrolled", "--d-model=64", "--heads=4",
                    "--seq=32", "--vocab=256", "--batch=8", "--mesh=data=2,model=4"], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_force_host_platform_device_count=8"})
    return path + ".mlir"


def random_program(ops, folder):
    """Square matrices: every op takes values made a little while before; every hundredth is constrained."""
    r = random.Random(7)
    axes = ["a", "b", "c"]

    def sharding():
        dims = [[], []]
        for axis in r.sample(axes, r.randint(1, 3)):
            dims[r.randrange(2)].append(f'"{axis}"')
        return "<@m, [" + ", ".join("{" + ", ".join([*d, "?"]) + "}" for d in dims) + "]>"

    arguments = [f"%a{i}: tensor<64x64xf32> {{sdy.sharding = #sdy.sharding{sharding()}}}" for i in range(16)]
    values, lines = [f"%a{i}" for i in range(16)], []
    for i in range(ops):
        x, y = r.choice(values[-40:]), r.choice(values[-40:])
        kind = r.random()
        if i % 100 == 99:
            text = f"sdy.sharding_constraint {x} {sharding()} : tensor<64x64xf32>"
        elif kind < 0.4:
            text = f"stablehlo.{r.choice(['add', 'multiply', 'maximum'])} {x}, {y} : tensor<64x64xf32>"
        elif kind < 0.6:
            text = f"stablehlo.{r.choice(['tanh', 'negate', 'exponential'])} {x} : tensor<64x64xf32>"
        elif kind < 0.8:
            text = (f"stablehlo.dot_general {x}, {y}, contracting_dims = [1] x [0] : "
                    "(tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>")
        else:
            text = f"stablehlo.transpose {x}, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>"
        lines.append(f"  %v{i} = {text}")
        values.append(f"%v{i}")
    last = values[-8:]
    types = ", ".join(["tensor<64x64xf32>"] * len(last))
    path = f"{folder}/random_{ops}.mlir"
    with open(path, "w", encoding="utf-8") as file:
        file.write('sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>\n' + f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n" +
                   "\n".join(lines) + f"\n  return {', '.join(last)} : {types}\n}}\n")
    return path


def ours(path, out, spmd_opt):
    """The sum of the passes' times, as MLIR measures them, on one thread."""
    run = subprocess.run([spmd_opt, path, "--" + PIPELINE, "-o", out, "--mlir-timing", "--mlir-timing-display=list", "--mlir-disable-threading"],
                         capture_output=True, text=True, check=True)
    times = {name.strip(): float(seconds) for seconds, name in re.findall(r"^ *([\d.]+) \( *[\d.]+%\) +(.*)$", run.stderr, re.M)}
    return 1000 * (times["Total"] - sum(times.get(name, 0) for name in ("Parser", "Output", "Rest")))


def instructions(path, spmd_opt):
    """Millions that the pipeline runs: with it less without it."""
    def count(*flags):
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", spmd_opt, path, *flags, "-o", "/dev/null",
                              "--mlir-disable-threading"], capture_output=True, text=True, check=True)
        return int(re.search(r"Collected : (\d+)", run.stderr)[1])
    return (count("--" + PIPELINE) - count()) / 1e6


def theirs(path, out):
    return float(subprocess.run([sys.executable, "-c", THEIRS, path, out], capture_output=True, text=True, check=True).stdout)


def same(l, r):
    """Are all shardings equal? Both texts are read by jaxlib and printed again."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir
    with make_ir_context(), ir.Location.unknown():
        return len({str(ir.Module.parse(open(path, encoding="utf-8").read())) for path in (l, r)}) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", default="12,48,96")
    parser.add_argument("--ops", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--spmd-opt", default=ROOT + "/build/bin/spmd-opt")
    options = parser.parse_args()
    if options.spmd_opt == parser.get_default("spmd_opt"):
        targets.need("spmd-opt")
    from differential import without_chlo
    failed, depths = False, []
    print(f"load average {os.getloadavg()[0]:.1f} at {time.strftime('%H:%M:%S')}\n\n"
          "| program | lines | ours, ms | jaxlib, ms | ours / jaxlib |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        programs = [(f"GPT-2, {n} layers", int(n), gpt2(n, folder)) for n in options.layers.split(",") if n]
        programs += [(f"random, {options.ops} ops", 0, random_program(options.ops, folder))] if options.ops else []
        for name, layers, path in programs:
            with open(path, encoding="utf-8") as file:
                text = without_chlo(file.read())
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            mine, other = [], []
            for _ in range(options.rounds):
                mine.append(ours(path, folder + "/ours.mlir", options.spmd_opt))
                other.append(theirs(path, folder + "/theirs.mlir"))
            l, r = statistics.median(mine), statistics.median(other)
            print(f"| {name} | {text.count(chr(10))} | {l:.0f} ({min(mine):.0f}-{max(mine):.0f}) | {r:.0f} ({min(other):.0f}-{max(other):.0f}) | "
                  f"{l / r:.2f} |", flush=True)
            if not same(folder + "/ours.mlir", folder + "/theirs.mlir"):
                print(f"{name}: the shardings differ")
                failed = True
            failed |= l > 0.5 * r
            if layers:
                depths.append((layers, instructions(path, options.spmd_opt) if options.instructions else l))
    if len(depths) > 1:
        (n, before), (m, after) = depths[-2:]
        unit = "million instructions" if options.instructions else "ms"
        print(f"\nFrom {n} to {m} layers, ours takes {after / before:.2f} times as many {unit}: {before:.0f} and {after:.0f}.")
        failed |= after / before > 1.1 * m / n
    return failed


if __name__ == "__main__":
    sys.exit(main())
