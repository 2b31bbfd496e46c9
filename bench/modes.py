#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how many bytes does a device send per step in each mode of splitting a program, beside XLA and beside a bound by hand, and
how many does it hold?

    .venv/bin/python bench/modes.py [--only=REGEX] [--seed=N] [--json=OUT] [--keep=FOLDER] [--check] [--recorded]

bench/programs writes the programs, each at two sizes, the second one drawn from the seed; bench/bounds.py has the bounds. Bytes are
counted as in bench/xla_wire.py, and so are peaks. The times model the network of compiler/topology.h without a file: each collective takes its latency
and its bytes at the rate of the link, one after another; XLA's, by the same formula. The last line counts the rows above 1.05 x the
bound, and above XLA in bytes, in time and in peak bytes. --check also runs every program in both, and compares the results. --keep writes the
programs into a folder. A program that either side refuses has a line with the reason, and the exit status is 1.
--recorded takes XLA's figures from bench/results (section `modes`, whose seed must be the same) instead of compiling with XLA, and
fails where a program of ours sends more bytes than it did there.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import tables
import targets
import xla_wire

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import numpy as np  # noqa: E402

import programs  # noqa: E402
from programs import common  # noqa: E402


def check(compiled, arguments, path, build, tolerance):
    """What differs from JAX's results; "" if nothing."""
    leaves = jax.tree.leaves(arguments)
    results = jax.tree.leaves(compiled(*arguments))
    saved = {f"arg{i}": np.asarray(x) for i, x in enumerate(leaves)} | {f"out{i}": np.asarray(x) for i, x in enumerate(results)}
    np.savez(path + ".npz", **saved)
    run = subprocess.run([f"{build}/bin/spmd-run", path, f"--args={path}.npz", f"--check={tolerance},{tolerance}"], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, check=False)
    return run.stdout.strip() if run.returncode else ""


def first_line(error):
    return " ".join(str(error).split())[:200]


def recorded(entry):
    """(mode, size) -> {"ours": {"wire"}, "xla": {"wire", "time", "peak", "recorded"}} of a section of bench/results."""
    def number(text):
        return float(text.replace(",", ""))
    return {(mode, int(size)): {"ours": {"wire": number(ours)},
                                "xla": {"wire": number(theirs), "time": number(time), "peak": number(peak), "recorded": True}}
            for mode, size, ours, theirs, _, _, _, _, time, _, peak, _, _ in entry["rows"]}


def measure(program, o, options, path, before=None):
    """A row: the figures, or the reasons why a side has none. With a row that was recorded `before`, XLA's figures are those of it."""
    row = {"mode": program.name, "axes": program.axes, "sizes": dict(vars(o)), "bound": program.bound(o, program.axes)}
    jitted, arguments = common.jitted(program, o)
    lowered = jitted.lower(*arguments)
    with open(path, "w", encoding="utf-8") as file:
        file.write(lowered.as_text())
    runs = {"ours": lambda: xla_wire.ours(path, options.build)}
    if before:
        row["xla"] = before["xla"]
    else:
        compiled = lowered.compile()
        runs["xla"] = lambda: xla_wire.figures_of(compiled.runtime_executable(), program.devices())
    for side, run in runs.items():
        try:
            figures = run()
            row[side] = {"wire": figures["wire"], "peak": figures["peak"], "time": xla_wire.wire_time(figures["collectives"]), "collectives": figures["collectives"]}
        except (RuntimeError, ValueError, jax.errors.JaxRuntimeError) as error:
            row[side] = {"fails": first_line(error)}
    if before and row["ours"].get("wire", 0) > before["ours"]["wire"] + 1:
        row["wrong"] = f"{row['ours']['wire']:,} bytes, {before['ours']['wire']:,.0f} in bench/results"
    elif options.check and "wire" in row["ours"]:
        row["wrong"] = check(compiled, arguments, path, options.build, program.tolerance)
    return row


def verdicts(row):
    """Which limits a row is above, in bytes, in time (by more than a nanosecond; recorded times have one digit) and in peak bytes, and
    whether its results are wrong."""
    ours, theirs = row["ours"], row["xla"]
    if "fails" in ours:
        return ["fails"]
    marks = xla_wire.above(ours["wire"], theirs.get("wire"), row["bound"])
    if ours["time"] > theirs.get("time", ours["time"]) + (0.05 if theirs.get("recorded") else 1e-3):
        marks.append("slower")
    if ours["peak"] > theirs.get("peak", ours["peak"]):
        marks.append("higher peak")
    return marks + (["WRONG"] if row.get("wrong") else [])


def line(row, number):
    def cell(side, name, digits=0):
        return "-" if "fails" in side else f"{side[name]:,.{digits}f}"

    def over(a, b):
        return "-" if a is None or b is None else xla_wire.ratio(a, b)
    ours, theirs = row["ours"].get("wire"), row["xla"].get("wire")
    peak = over(row["ours"].get("peak"), row["xla"].get("peak"))
    cells = [row["mode"], str(number), cell(row["ours"], "wire"), cell(row["xla"], "wire"), f"{row['bound']:,.0f}", over(ours, row["bound"]), over(ours, theirs),
             cell(row["ours"], "time", 1), cell(row["xla"], "time", 1), cell(row["ours"], "peak"), cell(row["xla"], "peak"), peak,
             ", ".join(verdicts(row))]
    return "| " + " | ".join(cells) + " |"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="modes whose name has a match of this regular expression")
    parser.add_argument("--size", type=int, choices=(1, 2), help="one of the two sizes alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", default=os.path.join(targets.ROOT, "build"))
    parser.add_argument("--built", action="store_true", help="do not build spmd-run first")
    parser.add_argument("--json", help="also write all figures to this file")
    parser.add_argument("--keep", help="a folder for the programs")
    parser.add_argument("--check", action="store_true", help="run every program in JAX and in ours, and compare the results")
    parser.add_argument("--recorded", action="store_true", help="take XLA's figures from bench/results")
    options = parser.parse_args()
    if options.recorded and options.check:
        parser.error("--check runs programs in JAX, which --recorded does without")
    return options


def cases(options):
    """The chosen modes with their sizes: (program, 1 or 2, sizes). Each mode draws by itself, so that its second size does not depend on
    which other modes there are."""
    for program in programs.PROGRAMS:
        if re.search(options.only, program.name):
            sizes = {1: program.size(), 2: program.size(random.Random(f"{options.seed} {program.name}"))}
            yield from ((program, number, o) for number, o in sizes.items() if options.size in (None, number))


def main():
    options = parse()
    before = recorded(tables.newest()["modes"][1]) if options.recorded else {}
    if not options.built:
        targets.need("spmd-run", build=options.build)
    rows, reasons = [], []
    print("| mode | size | bytes, ours | XLA | bound | of the bound | of XLA | us, ours | XLA | peak, ours | XLA | of XLA | |\n" + "| --- " * 13 + "|", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for program, number, o in cases(options):
            if options.recorded and (program.name, number) not in before:
                sys.exit(f"modes: bench/results has no row for {program.name}, size {number}; bench/run.py modes measures it")
            path = os.path.join(folder, f"{re.sub(r'[^a-z0-9]+', '_', program.name.lower())}_{number}.mlir")
            row = measure(program, o, options, path, before.get((program.name, number)))
            rows.append(row)
            print(line(row, number), flush=True)
            faults = [f"{side}: {row[side]['fails']}" for side in ("ours", "xla") if "fails" in row[side]] + [row.get("wrong")]
            reasons += [f"{program.name}, size {number}: {fault}" for fault in faults if fault]
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    print("".join(f"{reason}\n" for reason in reasons), end="")
    marks = [mark for row in rows for mark in verdicts(row)]
    print(f"{len(rows)} rows, {marks.count('above the bound')} above 1.05 x the bound, {marks.count('above XLA')} above XLA in bytes, "
          f"{marks.count('slower')} above XLA in time, {marks.count('higher peak')} above XLA in peak bytes"
          f"{', results compared' if options.check else ''}")
    return 1 if reasons or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
