#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: does compile time grow with what is different in a program, or with what is repeated?

    .venv/bin/python bench/compile_time.py [--layers=2,6,12,24,48,96] [--rounds=5] [--xla-rounds=1] [--xla-up-to=24]
        [--plot=docs/compile_time.svg] [options of examples/jax/gpt2.py]

A GPT-2 training step (d_model 256, 4 heads, sequence 128, batch 8, vocabulary 1024), scanned and unrolled, by depth: wall
and CPU seconds and peak resident memory. Ours is a whole process, from text to an executable, without its cache; XLA's is
`lowered.compile()` inside of a process that has JAX loaded and the step traced, which is in its favour. Runs of both
alternate; medians are printed, with the spread of ours. XLA's unrolled time grows with the square of the depth and more:
--xla-up-to ends its curve. The peer's memory is that of its process, too.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

import gpt2_options
import targets

ROOT = gpt2_options.ROOT
MODEL = ["--d-model=256", "--heads=4", "--seq=128", "--batch=8", "--vocab=1024"]
COLOURS = {"scanned": "#1f77b4", "unrolled": "#d62728"}

XLA_RUN = """
import resource, sys, time
sys.path.insert(0, sys.argv[1] + "/examples/jax")
import gpt2
o = gpt2.arguments(sys.argv[2:])
gpt2.make_devices(o)
import jax
step, state, batch = gpt2.build(o)
lowered = step.lower(state, batch)
cpu = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
wall, used = time.time(), cpu()
lowered.compile()
print("RESULT", time.time() - wall, cpu() - used, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def measure(command, env=None):
    """Wall seconds, CPU seconds and peak MiB of a process, and what it printed."""
    begin = time.time()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    text = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    return (time.time() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024), text


def run_ours(path):
    figures, text = measure([ROOT + "/build/bin/spmd-run", path, "--no-run", "--no-cache", "--stats=json"])
    return figures, json.loads(text.splitlines()[-1])


def run_xla(arguments):
    out = subprocess.run([sys.executable, "-c", XLA_RUN, ROOT, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout
    return tuple(map(float, next(line for line in out.splitlines() if line.startswith("RESULT")).split()[1:]))


def depths(text):
    return [int(n) for n in text.split(",")]


def medians(runs):
    return [statistics.median(run[i] for run in runs) for i in range(3)]


def plot(path, curves):
    """Wall seconds by layers, both logarithmic. `curves`: (label, colour, dashes, [(layers, seconds)])."""
    width, height, left, bottom, top = 640, 400, 60, 50, 20
    x_values = sorted({x for *_, points in curves for x, _ in points})
    y_values = [y for *_, points in curves for _, y in points]
    import math
    x_low, x_high = math.log(x_values[0]), math.log(max(x_values[-1], x_values[0] + 1))
    decades = math.floor(math.log10(min(y_values))), math.ceil(math.log10(max(y_values)))
    place_x = lambda x: left + (math.log(x) - x_low) / (x_high - x_low) * (width - left - 130)
    place_y = lambda y: height - bottom - (math.log10(y) - decades[0]) / max(decades[1] - decades[0], 1) * (height - bottom - top)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for decade in range(decades[0], decades[1] + 1):
        y = place_y(10.0**decade)
        out.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - 130}" y2="{y:.1f}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**decade:g} s</text>')
    for x in x_values:
        out.append(f'<text x="{place_x(x):.1f}" y="{height - bottom + 18}" text-anchor="middle">{x}</text>')
    out.append(f'<text x="{(left + width - 130) / 2}" y="{height - 12}" text-anchor="middle">layers</text>')
    for label, colour, dashes, points in curves:
        line = " ".join(f"{place_x(x):.1f},{place_y(y):.1f}" for x, y in points)
        out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        out += [f'<circle cx="{place_x(x):.1f}" cy="{place_y(y):.1f}" r="3" fill="{colour}"/>' for x, y in points]
        x, y = points[-1]
        out.append(f'<text x="{place_x(x) + 8:.1f}" y="{place_y(y) + 4:.1f}" fill="{colour}">{label}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out + ["</svg>", ""]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=depths, default=[2, 6, 12, 24, 48, 96])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--xla-rounds", type=int, default=1)
    parser.add_argument("--xla-up-to", type=int, default=24)
    parser.add_argument("--plot", default="")
    known, rest = gpt2_options.parse(parser)
    rounds, xla_rounds, xla_up_to = known.rounds, known.xla_rounds, known.xla_up_to
    rest = MODEL + rest
    targets.need("spmd-run")
    cases = [(form, n) for form in ("scanned", "unrolled") for n in known.layers]
    ours, theirs, stages = {case: [] for case in cases}, {case: [] for case in cases}, {}
    with tempfile.TemporaryDirectory() as folder:
        arguments = {}
        for form, n in cases:
            name = f"{folder}/{form}{n}"
            arguments[form, n] = [name, f"--layers={n}", *rest, *(["--unrolled"] if form == "unrolled" else [])]
            subprocess.run([sys.executable, ROOT + "/examples/jax/gpt2.py", *arguments[form, n]], check=True)
            os.remove(name + ".npz")
        for turn in range(max(rounds, xla_rounds)):
            for case in cases:
                if turn < rounds:
                    figures, stats = run_ours(arguments[case][0] + ".mlir")
                    ours[case].append(figures)
                    stages[case] = stats
                if turn < xla_rounds and (case[0] == "scanned" or case[1] <= xla_up_to):
                    theirs[case].append(run_xla(arguments[case]))
    print("| layers | form | ours: wall s (spread) | CPU s | peak MiB | XLA: wall s | CPU s | peak MiB | wall ratio | CPU ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for form, n in cases:
        a = medians(ours[form, n])
        walls = [run[0] for run in ours[form, n]]
        line = f"| {n} | {form} | {a[0]:.2f} ({min(walls):.2f} .. {max(walls):.2f}) | {a[1]:.2f} | {a[2]:.0f} |"
        if theirs[form, n]:
            b = medians(theirs[form, n])
            line += f" {b[0]:.2f} | {b[1]:.2f} | {b[2]:.0f} | {a[0] / b[0]:.3f} | {a[1] / b[1]:.3f} |"
        else:
            line += " | | | | |"
        print(line)
    print("\nof the last runs, ms:")
    for case, stats in stages.items():
        print(f"{case[0]:9} {case[1]:3}  " + ", ".join(f"{stage} {ms:.0f}" for stage, ms in stats["compile_ms"].items()) +
              f"; {stats['kernels']['different']} of {stats['kernels']['all']} kernels different")
    if known.plot:
        curves = [(f"{who} {form}", COLOURS[form], dashes, [(n, medians(runs[form, n])[0]) for n in known.layers if runs[form, n]])
                  for who, runs, dashes in (("ours", ours, ""), ("XLA", theirs, "6 4")) for form in ("scanned", "unrolled")]
        plot(known.plot, [curve for curve in curves if curve[3]])


if __name__ == "__main__":
    main()
