#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how do we stand beside JAX (XLA on CPU) on this machine, in step time, compile time, wire bytes and peak bytes?

    bench/run.py [SECTION ...] [--kernels] [--quick] [--rounds=5] [--models=tests/models/Inputs]

Sections, all by default:
  machine   what the figures were taken on: cores, vector units, memory bandwidth
  step      the GPT-2 training step of six layers on one device, beside tuned JAX (bench/train_step.py): compile time,
            step time, peak bytes
  devices   the same on eight devices of this process (data=2, model=4)
  kernels   single kernels beside tuned JAX, y = a x + b and the best library (bench/kernels.py); --kernels: the machine, then this
  compile   compile time by depth, scanned and unrolled (bench/compile_time.py)
  wire      wire and peak bytes of all models beside XLA's (bench/xla_wire.py)
--quick makes everything small: it shows that all of this runs, its figures mean nothing. JAX is pinned; where .venv lacks it,
tools/setup.sh --with-jax installs it first. The build must be there (tools/run, or ninja -C build).
"""
import argparse
import os
import platform
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PYTHON = ROOT + "/.venv/bin/python"
SMALL = ["--layers=2", "--d-model=64", "--heads=4", "--seq=32", "--batch=8", "--vocab=256"]


def machine(options):
    """Facts, then what numpy reaches: y = a x over arrays larger than the caches, on one core, and a product."""
    import numpy as np
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        text = file.read()
    flags = set(re.search(r"flags\s*:(.*)", text).group(1).split())
    units = [u for u in ("avx2", "fma", "avx512f", "avx512_bf16", "amx_tile") if u in flags]
    x = np.ones(2**22 if options.quick else 2**26, np.float32)
    y = np.empty_like(x)
    best = 1e9
    for _ in range(5):
        begin = time.time()
        np.multiply(x, np.float32(2), out=y)
        best = min(best, time.time() - begin)
    n = 512 if options.quick else 2048
    a = np.ones((n, n), np.float32)
    product = 1e9
    for _ in range(3):
        begin = time.time()
        a @ a
        product = min(product, time.time() - begin)
    with open("/proc/meminfo", encoding="utf-8") as file:
        memory = int(re.search(r"MemTotal:\s*(\d+)", file.read()).group(1)) / 2**20
    print("| | |\n| --- | --- |")
    print(f"| CPU | {re.search(r'model name[^:]*: *(.*)', text).group(1)}, {os.cpu_count()} cores |")
    print(f"| vector units | {', '.join(units)} |")
    print(f"| memory | {memory:.0f} GiB; y = a x on one core {2 * x.nbytes / best / 1e9:.1f} GB/s |")
    print(f"| product {n}^3 f32 (numpy's OpenBLAS) | {2 * n**3 / product / 1e9:.0f} GFLOP/s |")
    print(f"| load average | {os.getloadavg()[0]:.1f} (others run beside this where it is above 0 at the start) |")
    print(f"| system | {platform.system()} {platform.release()}, Python {platform.python_version()} |")


def step(options, mesh=()):
    import train_step
    print(train_step.HEAD)
    rounds, steps = (1, 1) if options.quick else (options.rounds, 3)
    lines, fault = train_step.measure(rounds, steps, [*(SMALL if options.quick else []), *mesh])
    print("\n".join([*lines, fault]))
    return not fault


def devices(options):
    return step(options, ["--mesh=data=2,model=4"])


def kernels(options):
    """Our side of the table is built first."""
    import kernels as table
    subprocess.run(["ninja", "-C", ROOT + "/build", "bench-kernels"], check=True, stdout=subprocess.DEVNULL)
    return table.table(1 if options.quick else options.rounds, small=options.quick) or options.quick


def script(name, *arguments):
    """Whether it succeeded; xla_wire fails where we send more than XLA."""
    return subprocess.run([sys.executable, f"{ROOT}/bench/{name}.py", *arguments], check=False).returncode == 0


def compile_time(options):
    small = ["--layers=2", "--rounds=1", *(size for size in SMALL if "layers" not in size)]
    return script("compile_time", *(small if options.quick else ["--layers=2,6,12", f"--rounds={options.rounds}"]))


def wire(options):
    if not os.path.isdir(options.models):
        print(f"no folder {options.models}: name one with --models")
        return False
    only = ["--only=mlp_train_dp,gpt2_fwd_tp,gpt2_train_fsdp_tp_scan"] if options.quick else []
    return script("xla_wire", f"--models={options.models}", *only)


SECTIONS = dict(machine=machine, step=step, devices=devices, kernels=kernels, compile=compile_time, wire=wire)


def in_venv():
    """Starts again in the project's environment, made first where it is missing."""
    check = [PYTHON, "-c", "import jax, sys; sys.exit(jax.__version__ != '0.10.2')"]
    if not os.path.exists(PYTHON) or subprocess.run(check, stderr=subprocess.DEVNULL).returncode:
        subprocess.run([ROOT + "/tools/setup.sh", "--with-jax"], check=True)
    if os.path.realpath(sys.prefix) != os.path.realpath(ROOT + "/.venv"):
        os.execv(PYTHON, [PYTHON, os.path.abspath(__file__), *sys.argv[1:]])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--kernels", action="store_true", help="the sections machine and kernels")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--models", default=os.path.join(ROOT, "tests/models/Inputs"))
    options = parser.parse_args()
    if options.kernels:
        options.sections = ["machine", "kernels", *options.sections]
    for name in options.sections:
        if name not in SECTIONS:
            parser.error(f"no section is called {name}; there are {', '.join(SECTIONS)}")
    if not os.path.exists(ROOT + "/build/bin/spmd-run"):
        parser.error("build/bin/spmd-run is not there; tools/run builds it")
    in_venv()
    failed = []
    for name in options.sections or SECTIONS:
        print(f"\n## {name}\n", flush=True)
        if SECTIONS[name](options) is False:
            failed.append(name)
    if failed:
        sys.exit(f"run: {', '.join(failed)} failed")


if __name__ == "__main__":
    main()
