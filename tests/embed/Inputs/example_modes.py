#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the modes of an example, and compares their losses with those of its mode `single` and between numbers of ranks.
usage: example_modes.py PROGRAM SOURCE FOLDER [--ranks=MODE:N,N ..] [--all-ranks] [--steps=N] [--within=X] [--learns=X] [--accuracy=X]
                        [--option=X ..] [TEXT ..]

SOURCE is the example's train.cpp, whose table lists the modes. Each runs on 8 devices of one process, and on the numbers of ranks that --ranks
gives it (--all-ranks: each of them on 2 and 8, where its mesh has so many devices). Losses differ by at most --within of themselves, and not at
all between numbers of ranks. The last loss of `single` is below --learns of the first one. Accuracies that programs print are --accuracy at least."""
import argparse
import json
import pathlib
import re
import subprocess
import sys

MPI = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("texts", nargs="*")
    parser.add_argument("--ranks", action="append", default=[])
    parser.add_argument("--all-ranks", action="store_true")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--within", type=float, default=1e-4)
    parser.add_argument("--learns", type=float, default=0.6)
    parser.add_argument("--accuracy", type=float, default=0)
    parser.add_argument("--option", action="append", default=[])
    return parser.parse_intermixed_args()


def run(options, mode, ranks):
    """The losses of a run and what it prints beside its progress."""
    log = options.folder / f"{mode}-{ranks}.json"
    launcher = [*MPI, str(ranks)] if ranks > 1 else []
    command = [*launcher, options.program, f"--mode={mode}", f"--steps={options.steps}", f"--log={log}", *options.option, *options.texts]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{mode} on {ranks} ranks: {done.stderr}")
    losses = [json.loads(line)["loss"] for line in log.read_text().splitlines()]
    log.unlink()  # a log is appended to
    return losses, done.stdout


def modes_of(source):
    """name -> number of devices"""
    rows = re.findall(r'^    \{"([^"]+)",\s*\{\{(.*?)\}\},\s*\{', source.read_text(), re.M | re.S)
    devices = {}
    for name, mesh in rows:
        devices[name] = 1
        for size in re.findall(r'\{"\w+", (\d+)\}', "{" + mesh + "}"):
            devices[name] *= int(size)
    return devices


def main():
    options = parse()
    modes = modes_of(options.source)
    assert modes.pop("single") == 1 and modes, modes
    ranks = {mode: [n for n in (2, 8) if devices % n == 0] for mode, devices in modes.items()} if options.all_ranks else {}
    for words in options.ranks:
        mode, numbers = words.split(":")
        assert mode in modes, f"{mode} is no mode of {options.source}"
        ranks[mode] = [int(n) for n in numbers.split(",")]
    single, printed = run(options, "single", 1)
    if len(single) != options.steps or not single[-1] < options.learns * single[0]:
        sys.exit(f"single does not learn: {single}")
    outputs = [printed]
    faults = 0
    for mode in sorted(modes):
        numbers = [1, *ranks.get(mode, [])]
        runs = [run(options, mode, n) for n in numbers]
        outputs += [printed for _, printed in runs]
        worst = max(abs(a - b) / b for a, b in zip(runs[0][0], single, strict=True))
        same = all(other == runs[0] for other in runs)
        text = f", {'the same' if same else 'others'} on {' and '.join(map(str, numbers))} ranks" if len(numbers) > 1 else ""
        print(f"{mode}: losses within {worst:.2g}{text}", flush=True)
        faults += not same or not worst <= options.within
    accuracies = [float(number) for output in outputs for number in re.findall(r"^accuracy ([0-9.]+)$", output, re.M)]
    if options.accuracy:
        print(f"{len(accuracies)} accuracies of {len(outputs)} runs, at least {min(accuracies, default=0)}")
        faults += len(accuracies) != len(outputs) or min(accuracies) < options.accuracy
    sys.exit(bool(faults))


main()
