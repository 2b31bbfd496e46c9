#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how much of the time that bytes travel between ranks is hidden behind computing?

    .venv/bin/python bench/overlap.py [--ranks=4] [--pairs=11] [--steps=3] [--exposed=0.45] [--json=OUT] [options of examples/jax/gpt2.py]

A GPT-2 training step whose parameters are split over the ranks (FSDP), in layers that a loop runs. Runs without and with overlap
alternate, each over a link that lets a rank send only so many bytes per second (spmd-run --link-rate), and without that limit. The rate is chosen
so that the bytes of a step take `exposed` of a step without overlap. With

    free     a step on an unlimited link without overlap
    plain    a step on the limited link without overlap
    overlap  a step on the limited link with it

plain - free is the exposed communication, printed as a part of plain, and (plain - overlap) / (plain - free) is what is hidden of it,
the median over the pairs with a bootstrap interval of 95 %. Peaks are those of a device.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile

import gpt2_options
import targets

ROOT = targets.ROOT
MPIRUN = ["mpirun", "--oversubscribe", "--allow-run-as-root"]


def step(model, ranks, steps, overlap, rate, topology):
    """Statistics of a run over `ranks` ranks. A rate of 0 bytes per second is no limit."""
    command = [*MPIRUN, "-n", str(ranks), ROOT + "/build/bin/spmd-run", model + ".mlir", f"--args={model}.npz",
               f"--repeat={steps + 1}", "--stats=json", "--threads=1", f"--overlap-memory={overlap}", f"--topology={topology}"]
    out = subprocess.run(command + ([f"--link-rate={rate}"] if rate else []), check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads([line for line in out.splitlines() if line.startswith("{")][-1])


def interval(values, seed=1):
    """The bootstrap interval of 95 % of the median."""
    draw = random.Random(seed)
    medians = sorted(statistics.median(draw.choices(values, k=len(values))) for _ in range(2000))
    return medians[50], medians[1949]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], add_help=True)
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--pairs", type=int, default=11)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--exposed", type=float, default=0.45, help="part of a step without overlap that the bytes take")
    parser.add_argument("--json", metavar="OUT")
    known, rest = gpt2_options.parse(parser)
    rest = rest or ["--layers=12", "--d-model=256", "--heads=8", "--seq=128", "--batch=8", "--vocab=512"]
    targets.need("spmd-run", "spmd_mpi")
    with tempfile.TemporaryDirectory() as folder:
        model, topology = folder + "/step", folder + "/links.json"
        subprocess.run([sys.executable, ROOT + "/examples/jax/gpt2.py", model, f"--mesh=data={known.ranks},model=1", *rest], check=True)
        with open(topology, "w") as file:
            file.write("{}")
        free = step(model, known.ranks, known.steps, 0, 0, topology)
        wire = sum(kind["wire_bytes"] for kind in free["collectives"])
        seconds = free["step_ms"]["median"] / 1e3
        rate = int(wire / (seconds * known.exposed / (1 - known.exposed)))
        with open(topology, "w") as file:
            json.dump({"latency": 200000, "rate": rate / 1e9}, file)
        rows = []
        for _ in range(known.pairs):
            runs = [step(model, known.ranks, known.steps, overlap, limit, topology)
                    for overlap, limit in ((0, 0), (0, rate), ("auto", rate))]
            times = [run["step_ms"]["median"] for run in runs]
            peaks = [run["peak_bytes"] for run in runs]
            rows.append(times)
            print(f"free {times[0]:.1f} ms, plain {times[1]:.1f}, overlap {times[2]:.1f}", flush=True)
    exposed = [(plain - free) / plain for free, plain, _ in rows]
    hidden = [(plain - overlap) / (plain - free) for free, plain, overlap in rows]
    low, high = interval(hidden)
    free, plain, overlap = (statistics.median(column) for column in zip(*rows))
    print("| ranks, link, bytes of a step and device | step, free / plain / overlap | exposed | hidden | peak, plain / overlap |")
    print("| --- | --- | --- | --- | --- |")
    print(f"| {known.ranks}, {rate / 1e6:.0f} MB/s, {wire / 1e6:.1f} MB | {free:.0f} / {plain:.0f} / {overlap:.0f} ms "
          f"| {statistics.median(exposed):.2f} | {statistics.median(hidden):.2f} ({low:.2f} to {high:.2f}) "
          f"| {peaks[0] / 1e6:.2f} / {peaks[2] / 1e6:.2f} MB |")
    if known.json:
        with open(known.json, "w") as file:
            json.dump({"rows": rows, "rate": rate, "wire_bytes": wire, "hidden": hidden, "exposed": exposed, "peaks": peaks}, file)


if __name__ == "__main__":
    main()
