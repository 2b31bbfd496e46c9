#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: is one build of this project slower than another, where the same programs run in both?

    .venv/bin/python bench/compare_builds.py OLD NEW [SECTION ...] [--rounds=11] [--only=WORD,WORD] [--small] [--seed=1]

OLD and NEW are build folders with bin/bench-kernels and bin/spmd-run, which may have been moved since they were built. Sections, all by default:
  kernels   the rows of bench/kernels.py
  shapes    the same programs at other sizes: the next prime below, one above a power of two, 0.6 and 1.5 times of each dim
  steps     the four training steps of bench/run.py: time of a step
  compile   wall and CPU time of the whole compilation of GPT-2, scanned and unrolled, 12 and 48 layers
  many      wall and CPU time of the compilation of 300 different kernels
  bytes     peak and wire bytes of the models in tests/models/Inputs; they must not grow
Runs of both builds alternate, and the first one changes from round to round. A row shows the medians, the median of the rounds' ratios
new / old, and its 95 % bootstrap interval. A row holds where the interval lies below its limit or contains it and is at most 0.10 wide.
What does not hold is measured twice more and counts by the median of the three. The geometric mean of a section has a limit, too.
Results of kernels are compared bit by bit; how many differ stands in the last line of the section.
"""
import argparse
import glob
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile

import compile_time
import gpt2_options
import kernels
import run as bench_run
import targets

ROOT = targets.ROOT
ROUND_S = 0.08  # of each side in a round
WIDEST = 0.10   # of an interval
ROW, MEAN = 1.08, {"kernels": 1.02, "shapes": 1.0, "steps": 1.02, "compile": 1.02, "many": 1.1}
HEAD = "| row | old | new | new / old | 95 % | |\n| --- | --- | --- | --- | --- | --- |"


def interval(ratios, seed):
    """The 2.5th and 97.5th of 100 medians of samples drawn from `ratios` with replacement, of 10,000."""
    draw = random.Random(seed)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(10000))
    return medians[250], medians[9749]


def environment(build):
    """Libraries are those of the build, also where the build stood in another folder when it was linked."""
    return dict(os.environ, LD_LIBRARY_PATH=build + "/lib")


def spmd_run(build, *options):
    """The figures that --stats=json prints."""
    command = [build + "/bin/spmd-run", *options, "--stats=json"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment(build)).stdout.splitlines()[-1])


class Table:
    """The rows of a section, printed as they are measured."""

    def __init__(self, section, options):
        self.section, self.options = section, options
        self.limit = max(ROW, MEAN[section])
        self.ratios, self.missed = [], []
        print(f"\n## {section}\n\n{HEAD}", flush=True)

    def series(self, both):
        """Medians of both sides, the median of the ratios, its interval. `both()` measures (old, new) or, on odd rounds, in the other order."""
        pairs = [both(is_odd=round % 2 == 1) for round in range(self.options.rounds)]
        ratios = [new / old for old, new in pairs]
        old, new = map(statistics.median, zip(*pairs))
        return old, new, statistics.median(ratios), interval(ratios, self.options.seed)

    def add(self, name, both, digits=0):
        """Measures one row."""
        def holds(low, high):
            return low <= self.limit and high - low <= WIDEST

        old, new, ratio, (low, high) = self.series(both)
        note = ""
        if not holds(low, high):
            again = [(ratio, low, high), *((r, *i) for *_, r, i in (self.series(both) for _ in range(2)))]
            ratio, low, high = sorted(again)[1]
            note = "of three: " + ", ".join(f"{r:.2f}" for r, *_ in again)
            if ratio > self.limit:
                self.missed.append(name)
                note += " (missed)"
        self.ratios.append(ratio)
        print(f"| {name} | {old:,.{digits}f} | {new:,.{digits}f} | {ratio:.3f} | {low:.2f} .. {high:.2f} | {note} |", flush=True)

    def end(self, more=""):
        """The section's last line; returns what does not hold."""
        if not self.ratios:
            return [f"{self.section}: no rows"]
        mean = math.exp(statistics.fmean(map(math.log, self.ratios)))
        print(f"\n{len(self.ratios)} rows, geometric mean {mean:.3f} (at most {MEAN[self.section]}), {len(self.missed)} over {self.limit}{more}", flush=True)
        return [f"{self.section}: {name}" for name in self.missed] + (
            [f"{self.section}: geometric mean {mean:.3f}"] if mean > MEAN[self.section] else [])


def prime_below(n):
    while any(n % d == 0 for d in range(2, math.isqrt(n) + 1)):
        n -= 1
    return n


def resized(change):
    """Sizes from 16 on change, smaller ones (heads, windows) stay."""
    return lambda n: n if n < 16 else max(2, change(n))


SHAPES = {
    "prime": resized(prime_below),
    "2^k + 1": resized(lambda n: 2 ** round(math.log2(n)) + 1),
    "0.6": resized(lambda n: round(0.6 * n)),
    "1.5": resized(lambda n: round(1.5 * n)),
}


def alternated(measure, builds):
    """both() of a row whose sides are `measure(build)`."""
    def both(is_odd):
        times = [measure(build) for build in (builds[::-1] if is_odd else builds)]
        return times[::-1] if is_odd else times
    return both


class Kernels:
    """bench-kernels of both builds. Each measurement is a process of its own: how fast a kernel is depends on where its buffers lie (two
    processes of one build differ by up to a fifth at exp of (256, 192)), and that must differ from round to round, not from side to side."""

    def __init__(self, builds, folder):
        self.builds, self.folder, self.differing = builds, folder, 0

    def start(self, build):
        side = kernels.Side([build + "/bin/bench-kernels"], env=environment(build))
        side.ask(f"open {self.folder}/case.mlir {self.folder}/args.npz")
        side.ask("run 1")
        return side

    def first(self, build):
        """The bits of the results, and the seconds of a run."""
        import numpy as np
        side = self.start(build)
        side.ask(f"save {self.folder}/out.npz")
        with np.load(self.folder + "/out.npz") as file:
            bits = [file[name].tobytes() for name in sorted(file)]
        seconds = float(side.ask("run 2")) * 1e-6
        side.end()
        return bits, seconds

    def measure(self, table, name, case):
        import jax
        import numpy as np
        made = jax.tree.map(lambda make: make(), list(case.inputs), is_leaf=callable)
        bits = [x.view(np.uint16) if x.dtype == jax.numpy.bfloat16 else x for x in jax.tree.leaves(made)]
        np.savez(self.folder + "/args.npz", **{f"arg{i}": x for i, x in enumerate(bits)})
        with open(self.folder + "/case.mlir", "w", encoding="utf-8") as file:
            file.write(jax.jit(case.function, donate_argnums=case.donate).lower(*made).as_text())
        (old, seconds), (new, others) = map(self.first, self.builds)
        self.differing += old != new
        count = max(1, min(3000, int(ROUND_S / min(seconds, others))))

        def microseconds(build):
            side = self.start(build)
            time = float(side.ask(f"run {count}"))
            side.end()
            return time

        table.add(name, alternated(microseconds, self.builds), digits=0 if seconds > 1e-3 else 2)


def chosen(name, options):
    return not options.only or any(word in name for word in options.only)


def run_kernels(section, builds, options, folder):
    table, both = Table(section, options), Kernels(builds, folder)
    sizes = {"": (lambda n: n)} if section == "kernels" else SHAPES
    for which, resize in sizes.items():
        cut = (lambda n, resize=resize: resize(kernels.shrink(n))) if options.small else resize
        for case in kernels.cases(cut):
            name = f"{case.name}{which and ': ' + which}".replace("|", "/")
            if chosen(name, options) and (case.bytes or case.flops or not which):  # what has no work to speak of has one size
                both.measure(table, name, case)
    return table.end(f"; results of {both.differing} rows differ in bits")


def gpt2_step(folder, name, options):
    """Writes a training step of examples/jax/gpt2.py and returns its path without an ending."""
    path = f"{folder}/{name}"
    subprocess.run([sys.executable, ROOT + "/examples/jax/gpt2.py", path, *options], check=True)
    return path


def run_steps(section, builds, options, folder):
    table = Table(section, options)
    steps = bench_run.commands(argparse.Namespace(quick=options.small, rounds=1, models=""))
    for name in ("step", "devices", "bf16", "unrolled"):
        if not chosen(name, options):
            continue
        model = gpt2_step(folder, name, [o for o in steps[name][1:] if not o.startswith(("--rounds", "--steps"))])

        def step_ms(build, model=model):
            return spmd_run(build, model + ".mlir", f"--args={model}.npz", "--repeat=4")["step_ms"]["median"]

        table.add(name, alternated(step_ms, builds), digits=1)
    return table.end()


def compile_rows(table, name, path, builds):
    """Two rows: wall and CPU milliseconds from text to an executable, as a whole process without cache."""
    for figure, which in enumerate(("wall", "CPU")):
        table.add(f"{name}, {which} ms", alternated(lambda build, figure=figure: 1e3 * compile_time.measure(
            [build + "/bin/spmd-run", path, "--no-run", "--no-cache", "--stats=json"], environment(build))[0][figure], builds), digits=1)


def run_compile(section, builds, options, folder):
    table = Table(section, options)
    for form in ("scanned", "unrolled"):
        for layers in (2, 3) if options.small else (12, 48):
            name = f"{form}, {layers} layers"
            if chosen(name, options):
                model = gpt2_step(folder, f"{form}{layers}", compile_time.MODEL + [f"--layers={layers}", *(["--unrolled"] if form == "unrolled" else [])])
                compile_rows(table, name, model + ".mlir", builds)
    return table.end()


def different_kernels(count):
    """A program whose `count` results are a kernel each, no two alike: chains, row sums and softmaxes of different ops and sizes."""
    ops = ["tanh", "exponential", "cosine", "sine", "logistic", "sqrt", "abs", "negate"]
    draw, arguments, lines, results, types = random.Random(1), [], [], [], []
    for i in range(count):
        shape = f"tensor<{8 + i}x{16 + 3 * (i % 97)}xf32>"
        row = f"tensor<{8 + i}xf32>"
        arguments.append(f"%a{i}: {shape}")
        value = f"%a{i}"
        for step in range(2 + i % 5):
            lines.append(f"%v{i}_{step} = stablehlo.{draw.choice(ops)} {value} : {shape}")
            lines.append(f"%w{i}_{step} = stablehlo.{draw.choice(['add', 'multiply', 'maximum'])} %v{i}_{step}, %a{i} : {shape}")
            value = f"%w{i}_{step}"
        result = shape
        if i % 3:
            lines.append(f"%z{i} = stablehlo.constant dense<0.0> : tensor<f32>")
            lines.append(f"%r{i} = stablehlo.reduce({value} init: %z{i}) applies stablehlo.add across dimensions = [1] : ({shape}, tensor<f32>) -> {row}")
            value, result = f"%r{i}", row
        if i % 3 == 2:
            lines.append(f"%b{i} = stablehlo.broadcast_in_dim %r{i}, dims = [0] : ({row}) -> {shape}")
            lines.append(f"%d{i} = stablehlo.divide %w{i}_0, %b{i} : {shape}")
            value, result = f"%d{i}", shape
        results.append(value)
        types.append(result)
    body = "\n  ".join([*lines, f"return {', '.join(results)} : {', '.join(types)}"])
    return f"func.func @main({', '.join(arguments)}) -> ({', '.join(types)}) {{\n  {body}\n}}\n"


def run_many(section, builds, options, folder):
    table, count = Table(section, options), 20 if options.small else 300
    with open(folder + "/many.mlir", "w", encoding="utf-8") as file:
        file.write(different_kernels(count))
    compile_rows(table, f"{count} different kernels", folder + "/many.mlir", builds)
    return table.end()


def run_bytes(section, builds, options, folder):
    """Peak bytes and bytes on the wire of a step, from --stats=json."""
    del folder
    print(f"\n## {section}\n\n| model | peak old | new | wire old | new |\n| --- | --- | --- | --- | --- |")
    grown = []
    for model in sorted(glob.glob(ROOT + "/tests/models/Inputs/*.mlir")):
        name = os.path.basename(model)[:-5]
        if not chosen(name, options):
            continue
        figures = []
        for build in builds:
            stats = spmd_run(build, model, "--no-run")
            figures.append((stats["peak_bytes"], sum(c["wire_bytes"] for c in stats["collectives"])))
        grown += [f"{section}: {name}"] if any(new > old for old, new in zip(*figures)) else []
        print(f"| {name} | " + " | ".join(f"{old:,} | {new:,}" for old, new in zip(*figures)) + " |", flush=True)
    return grown


SECTIONS = {"kernels": run_kernels, "shapes": run_kernels, "steps": run_steps, "compile": run_compile, "many": run_many, "bytes": run_bytes}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs=2, metavar="BUILD")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--only", type=lambda text: [word for word in text.split(",") if word], default=[])
    parser.add_argument("--seed", type=int, default=1, help="of the bootstrap")
    parser.add_argument("--small", action="store_true", help="small programs, whose figures mean nothing")
    options = parser.parse_args()
    for name in options.sections:
        if name not in SECTIONS:
            parser.error(f"no section is called {name}; there are {', '.join(SECTIONS)}")
    builds = [os.path.abspath(build) for build in options.builds]
    for build in builds:
        for tool in ("spmd-run", "bench-kernels"):
            if not os.path.exists(f"{build}/bin/{tool}"):
                parser.error(f"{build} has no bin/{tool}; ninja -C {build} {tool} makes it")
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sections or SECTIONS:
            missed += SECTIONS[name](name, builds, options, folder)
    print("\n" + "\n".join(f"missed: {name}" for name in missed) if missed else "\nall hold")
    return bool(missed) and not options.small


if __name__ == "__main__":
    sys.exit(main())
