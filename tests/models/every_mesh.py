#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the model programs on meshes whose sizes need not divide theirs: JAX's numbers, and the same bytes however devices are placed.

    tests/models/every_mesh.py MODELS --spmd-run=PATH [--mpirun=COMMAND] [--only=NAME,...] [--devices=2,3,...] [--part=I:J]

Each program with a mesh runs on 2, 3, 5, 6, 7, 8 and 16 devices, on every way to spread them over the axes that it has. A case holds
where `spmd-run --check` finds the results within the manifest's tolerances, and where one device per MPI rank and, for an even number
of devices, two ranks with half of them each write the bytes that one process writes. mlp_manual_psum has sizes made for its own mesh
and runs there only. --part takes the cases I to J - 1, counted from 1. Without --mpirun the two ways over MPI are left out, which the last line says.
That line is `N passed, N failed, N skipped`, counted in runs.
"""
import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile

OWN_MESH = ["mlp_manual_psum"]
DEVICES = [2, 3, 5, 6, 7, 8, 16]
IN_PROCESS, BY_RANKS, BY_HALVES = "in process", "a rank each", "two ranks"


def spread(count, axes):
    """All ways to write `count` as a product of one size for each axis."""
    if len(axes) == 1:
        return [{axes[0]: count}]
    return [{axes[0]: size, **rest} for size in range(1, count + 1) if count % size == 0 for rest in spread(count // size, axes[1:])]


def cases(folder, options):
    """Pairs of a program's path without suffix and a mesh, as `--mesh` takes it."""
    found = []
    for name in sorted(file[:-5] for file in os.listdir(folder) if file.endswith(".json")):
        with open(f"{folder}/{name}.json", encoding="utf-8") as file:
            own = json.load(file)["mesh"]
        if not own or (options.only and name not in options.only):
            continue
        axes = [axis.split("=")[0] for axis in own.split(",")]
        meshes = [own] if name in OWN_MESH else [
            ",".join(f"{axis}={size}" for axis, size in sizes.items()) for count in options.devices for sizes in spread(count, axes)]
        found += [(f"{folder}/{name}", mesh) for mesh in meshes]
    return found[options.part[0] - 1:options.part[1] and options.part[1] - 1]


def devices_of(mesh):
    count = 1
    for axis in mesh.split(","):
        count *= int(axis.split("=")[1])
    return count


def ways(mesh, options):
    """The name and the command in front of `spmd-run` and its flags behind, for each way to place the devices."""
    count, mpirun = devices_of(mesh), shlex.split(options.mpirun)
    yield IN_PROCESS, [], ["--check"]
    if mpirun and count > 1:
        yield BY_RANKS, [*mpirun, "-n", str(count)], []
        if count % 2 == 0:
            yield BY_HALVES, [*mpirun, "-n", "2"], [f"--devices-per-rank={count // 2}"]


def run_case(path, mesh, options, scratch):
    """Returns for each way whether it held; prints those that did not, with their last line."""
    outcomes, first = [], None
    for way, before, flags in ways(mesh, options):
        saved = f"{scratch}/{way.replace(' ', '_')}.npz"
        command = [*before, options.spmd_run, f"{path}.mlir", f"--args={path}.npz", f"--mesh={mesh}", f"--save={saved}", *flags]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        reason = ""
        if done.returncode:
            said = [line[:300] for line in done.stdout.splitlines() if "error: " in line or line.startswith("spmd-run: ")]
            reason = said[0] if said else f"exit code {done.returncode}"
        else:
            with open(saved, "rb") as file:
                content = file.read()
            os.remove(saved)
            first = content if first is None else first
            reason = "" if content == first else "other bytes than in one process"
        outcomes.append(not reason)
        if reason:
            print(f"{os.path.basename(path)} {mesh}, {way}: {reason}", flush=True)
        if first is None:
            break  # nothing to compare with
    return outcomes


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models")
    parser.add_argument("--spmd-run", required=True)
    parser.add_argument("--mpirun", default="")
    parser.add_argument("--only", type=lambda text: text.split(","), default=[])
    parser.add_argument("--devices", type=lambda text: [int(count) for count in text.split(",")], default=DEVICES)
    parser.add_argument("--part", type=lambda text: [int(bound) for bound in text.split(":")], default=[1, None])
    return parser.parse_args()


def main():
    options = parse()
    outcomes = []
    found = cases(options.models, options)
    with tempfile.TemporaryDirectory() as scratch:
        for path, mesh in found:
            outcomes += run_case(path, mesh, options, scratch)
    skipped = 0 if options.mpirun else len(found)
    if skipped:
        print("the same bytes over MPI: skipped, no --mpirun")
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed, {skipped} skipped")
    return 1 if False in outcomes or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
