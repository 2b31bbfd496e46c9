#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how do we stand beside JAX (XLA on CPU) on this machine, in step time, compile time, wire bytes and peak bytes?

    bench/run.py [SECTION ...] [--kernels] [--quick] [--rounds=5] [--models=tests/models/Inputs] [--results=bench/results]

Sections, all by default. Each is one command, so it can be run alone:
  machine      what the figures were taken on: cores, vector units, memory bandwidth
  step         the GPT-2 training step of six layers on one device, beside tuned JAX: compile time, step time, peak bytes
  devices      the same on eight devices of this process (data=2, model=4)
  bf16         the same in bf16, on one device
  unrolled     a narrow step of 24 layers, unrolled
  kernels      single kernels beside tuned JAX, y = a x + b and the best library; --kernels: the sections machine and kernels
  shapes       109 families of programs at drawn shapes, beside tuned JAX
  compile      compile time by depth, scanned and unrolled
  wire         wire and peak bytes of all models beside XLA's
  modes        wire bytes of programs in all modes of splitting, beside XLA's and beside bounds
  overlap      how much of the time on a slow link between ranks is hidden behind computing
  memory       peak bytes of larger training steps beside XLA's
  propagation  the time to place all values, beside jaxlib
  dispatch     what a run, a step and a collective cost apart from their work
The tables go to RESULTS/MACHINE.json, named after the CPU; bench/tables.py puts them into docs/benchmarks.md. --quick makes
everything small and keeps no figures: it shows that all of this runs. JAX is pinned; where .venv lacks it, tools/setup.sh
--with-jax installs it first. What a section runs is built first.
"""
import argparse
import os
import platform
import re
import subprocess
import sys
import time

import tables
import targets

ROOT = targets.ROOT
PYTHON = ROOT + "/.venv/bin/python"
SMALL = ["--layers=2", "--d-model=64", "--heads=4", "--seq=32", "--batch=8", "--vocab=256"]
UNROLLED = ["--layers=24", "--d-model=256", "--unrolled"]


def machine(quick):
    """Facts, then what numpy reaches: y = a x over arrays larger than the caches, on one core, and a matmul."""
    import numpy as np
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    flags = set(re.search(r"flags\s*:(.*)", text).group(1).split())
    units = [u for u in ("avx2", "fma", "avx512f", "avx512_bf16", "amx_tile") if u in flags]
    x = np.ones(2**22 if quick else 2**26, np.float32)
    y = np.empty_like(x)
    best = 1e9
    for _ in range(5):
        begin = time.time()
        np.multiply(x, np.float32(2), out=y)
        best = min(best, time.time() - begin)
    n = 512 if quick else 2048
    a = np.ones((n, n), np.float32)
    matmul = 1e9
    for _ in range(3):
        begin = time.time()
        a @ a
        matmul = min(matmul, time.time() - begin)
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(re.search(r"MemTotal:\s*(\d+)", file.read()).group(1)) / 2**20
    return {
        "CPU": re.search(r"model name[^:]*: *(.*)", text).group(1),
        "cores": str(os.cpu_count()),
        "vector units": ", ".join(units),
        "memory": f"{memory:.0f} GiB; y = a x on one core {2 * x.nbytes / best / 1e9:.1f} GB/s",
        f"matmul {n}^3 f32 (numpy's OpenBLAS)": f"{2 * n**3 / matmul / 1e9:.0f} GFLOP/s",
        "load average": f"{os.getloadavg()[0]:.1f} (other programs run beside this where it is above 0 at the start)",
        "system": f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
    }


def commands(options):
    """The command of each section, as one would type it in the repository."""
    rounds, steps = (1, 1) if options.quick else (options.rounds, 3)
    size = SMALL if options.quick else []
    train = ["bench/train_step.py", f"--rounds={rounds}", f"--steps={steps}", *size]
    depths = ["--layers=2", *SMALL[1:]] if options.quick else ["--layers=2,6,12", "--plot=docs/compile_time.svg"]
    only = ["--only=mlp_train_dp,gpt2_fwd_tp,gpt2_train_fsdp_tp_scan"] if options.quick else []
    return {
        "step": train,
        "devices": [*train, "--mesh=data=2,model=4"],
        "bf16": [*train, "--dtype=bfloat16"],
        "unrolled": [*train, *([] if options.quick else UNROLLED), *(["--unrolled"] if options.quick else [])],
        "kernels": ["bench/kernels.py", f"--rounds={rounds}", *(["--small"] if options.quick else [])],
        "shapes": ["bench/shapes.py", f"--rounds={rounds}", *(["--family=^embedding$", "--shapes=1"] if options.quick else [])],
        "compile": ["bench/compile_time.py", f"--rounds={rounds}", *depths],
        "wire": ["bench/xla_wire.py", f"--models={options.models}", *only],
        "modes": ["bench/modes.py", *(["--only=^patches$"] if options.quick else [])],
        "overlap": ["bench/overlap.py", *(["--pairs=1", "--steps=1", "--ranks=2", *SMALL] if options.quick else [])],
        "memory": ["bench/memory.py", *([f"--case={' '.join(SMALL)}"] if options.quick else [])],
        "propagation": ["bench/propagation.py", f"--rounds={rounds}", *(["--layers=2", "--ops=200"] if options.quick else [])],
        "dispatch": ["build/bin/bench-dispatch"],
    }


SECTIONS = ["machine", *commands(argparse.Namespace(quick=True, rounds=1, models=""))]


def run(command):
    """Runs a section's command and shows what it prints. Returns the text, and whether the command succeeded."""
    if command[0].startswith("build/"):
        targets.need(os.path.basename(command[0]))
    child = subprocess.Popen([*([sys.executable] if command[0].endswith(".py") else []), *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    text = ""
    for line in child.stdout:
        print(line, end="", flush=True)
        text += line
    return text, child.wait() == 0


def commit():
    """The commit that is measured, marked where the tree differs from it."""
    return subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False).stdout.strip() or "unknown"


def in_venv():
    """Starts again in the project's environment, made first where it is missing."""
    check = [PYTHON, "-c", "import jax, sys; sys.exit(jax.__version__ != '0.10.2')"]
    if not os.path.exists(PYTHON) or subprocess.run(check, stderr=subprocess.DEVNULL).returncode:
        subprocess.run([ROOT + "/tools/setup.sh", "--with-jax"], check=True)
    if os.path.realpath(sys.prefix) != os.path.realpath(ROOT + "/.venv"):
        os.execv(PYTHON, [PYTHON, os.path.abspath(__file__), *sys.argv[1:]])


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--kernels", action="store_true", help="the sections machine and kernels")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--models", default="tests/models/Inputs")
    parser.add_argument("--results", default=tables.RESULTS)
    options = parser.parse_args()
    if options.kernels:
        options.sections = ["machine", "kernels", *options.sections]
    for name in options.sections:
        if name not in SECTIONS:
            parser.error(f"no section is called {name}; there are {', '.join(SECTIONS)}")
    return options


def main():
    options = parse()
    in_venv()
    facts, every, failed = machine(options.quick), commands(options), []
    for name in options.sections or SECTIONS:
        print(f"\n## {name}\n", flush=True)
        if name == "machine":
            print(tables.markdown({"columns": ["", ""], "rows": [list(fact) for fact in facts.items()]}), flush=True)
            continue
        text, succeeded = run(every[name])
        if not succeeded:
            failed.append(name)
        table = tables.parse(text)
        if table and not options.quick:
            entry = {"date": time.strftime("%Y-%m-%d"), "commit": commit(), "command": " ".join(every[name]), **table}
            tables.record(facts, {name: entry}, options.results)
    if failed:
        sys.exit(f"run: {', '.join(failed)} failed")


if __name__ == "__main__":
    main()
