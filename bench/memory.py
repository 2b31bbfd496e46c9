#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how many bytes does a GPT-2 training step need on a device, beside XLA's plan for the same text?

    .venv/bin/python bench/memory.py [--remat] [--case="--layers=6 --d-model=512 ..."] ...

Ours is predicted = allocated: arguments + arena + results - aliases + constants, as spmd-run prints it. XLA's is
compiled.memory_analysis(): argument + output + temp - alias. Cases without --case: the model of bench/train_step.py and
a deep narrow one, scanned and unrolled, on 1 and 8 devices; with --remat the ratio with / without is printed instead.
"""
import argparse
import json
import subprocess
import sys
import tempfile

import gpt2_options
import targets

ROOT = gpt2_options.ROOT
MESH = "--mesh=data=2,model=4"
WIDE = "--layers=6 --d-model=512 --heads=8 --seq=256 --batch=8 --vocab=8192"
DEEP = "--layers=12 --d-model=128 --heads=4 --seq=256 --batch=8 --vocab=512"
CASES = [f"{shape} {more}".strip() for shape in (WIDE, DEEP) for more in ("", "--unrolled", MESH, f"{MESH} --unrolled")]

# Exports one case and prints XLA's bytes: the device count of a process is fixed when JAX starts.
EXPORT = """
import sys
sys.path.insert(0, sys.argv[1] + "/examples/jax")
import gpt2
o = gpt2.arguments(sys.argv[2:])
gpt2.make_devices(o)
step, state, batch = gpt2.build(o)
lowered = step.lower(state, batch)
open(o.out + ".mlir", "w").write(lowered.as_text())
m = lowered.compile().memory_analysis()
print("XLA", m.argument_size_in_bytes + m.output_size_in_bytes + m.temp_size_in_bytes - m.alias_size_in_bytes)
"""


def measure(case, folder):
    """(our bytes, XLA's bytes) of one set of options of examples/jax/gpt2.py."""
    out = subprocess.run([sys.executable, "-c", EXPORT, ROOT, folder + "/step", *case.split()], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    theirs = next(int(line.split()[1]) for line in out.splitlines() if line.startswith("XLA"))
    out = subprocess.run([ROOT + "/build/bin/spmd-run", folder + "/step.mlir", "--no-run", "--stats=json"], check=True,
                         stdout=subprocess.PIPE, text=True).stdout
    stats = json.loads(out.splitlines()[-1])
    return stats["peak_bytes"] + stats["constant_bytes"], theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--remat", action="store_true")
    parser.add_argument("--case", action="append", default=[], metavar="OPTIONS")
    known = parser.parse_args()
    for case in known.case:
        gpt2_options.check(case.split())
    targets.need("spmd-run")
    mib = 2.0**20
    print("| case | ours, MiB |" + (" with --remat | ratio | XLA, MiB | with --remat | ratio |" if known.remat else " XLA, MiB | ratio |"))
    print("| --- " * (7 if known.remat else 4) + "|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for case in known.case or CASES:
            ours, theirs = measure(case, folder)
            if known.remat:
                lean, their_lean = measure(case + " --remat", folder)
                print(f"| `{case}` | {ours / mib:.1f} | {lean / mib:.1f} | {lean / ours:.3f} | {theirs / mib:.1f} | {their_lean / mib:.1f} | "
                      f"{their_lean / theirs:.3f} |", flush=True)
            else:
                print(f"| `{case}` | {ours / mib:.1f} | {theirs / mib:.1f} | {ours / theirs:.3f} |", flush=True)


if __name__ == "__main__":
    main()
