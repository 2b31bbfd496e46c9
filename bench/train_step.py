#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how long does a GPT-2 training step take, beside JAX (XLA on CPU) with a tuned allocator, on one machine?

    .venv/bin/python bench/train_step.py [--rounds=5] [--steps=3] [options of examples/jax/gpt2.py]

Runs of both alternate; prints medians, spread and the ratio ours / JAX, and the losses after the last step of each. JAX is
tuned as its glibc allocator allows: no memory goes back to the system between steps.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TUNED = dict(MALLOC_MMAP_MAX_="0", MALLOC_TRIM_THRESHOLD_="16000000000", MALLOC_TOP_PAD_="67108864", MALLOC_ARENA_MAX="1")

JAX_RUN = """
import sys, time
sys.path.insert(0, sys.argv[1] + "/examples/jax")
import gpt2, os
o = gpt2.arguments(["x"] + sys.argv[3:])
n = 1
for size in gpt2.mesh_axes(o.mesh).values(): n *= size
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={n}"
import jax
step, state, batch = gpt2.build(o)
begin = time.time()
step = step.lower(state, batch).compile()
compile_s = time.time() - begin
state, out = step(state, batch); jax.block_until_ready(state)
times = []
for _ in range(int(sys.argv[2])):
    begin = time.time(); state, out = step(state, batch); jax.block_until_ready(state); times.append(time.time() - begin)
print("RESULT", compile_s, sorted(times)[len(times) // 2], float(out["loss"]))
"""


def option(name, default):
    for argument in sys.argv[1:]:
        if argument.startswith(f"--{name}="):
            sys.argv.remove(argument)
            return int(argument.split("=")[1])
    return default


rounds, steps = option("rounds", 5), option("steps", 3)
rest = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    model = folder + "/step"
    subprocess.run([sys.executable, ROOT + "/examples/jax/gpt2.py", model, *rest], check=True)
    ours, theirs = [], []
    for _ in range(rounds):
        out = subprocess.run([ROOT + "/build/bin/spmd-run", model + ".mlir", f"--args={model}.npz", f"--repeat={steps + 1}",
                              "--stats=json", "--track=loss", "--no-cache"], check=True, stdout=subprocess.PIPE, text=True).stdout
        stats = json.loads(out.splitlines()[-1])
        loss = float(out.splitlines()[-2].split("= ")[1])
        ours.append((stats["compile_ms"]["total"] / 1e3, stats["step_ms"]["median"] / 1e3, loss))
        out = subprocess.run([sys.executable, "-c", JAX_RUN, ROOT, str(steps), *rest], check=True, stdout=subprocess.PIPE,
                             text=True, env=dict(os.environ, **TUNED)).stdout
        theirs.append(tuple(map(float, next(l for l in out.splitlines() if l.startswith("RESULT")).split()[1:])))
for name, index, unit in (("compile", 0, "s"), ("step", 1, "s"), ("loss", 2, "")):
    a, b = [r[index] for r in ours], [r[index] for r in theirs]
    print(f"{name:8} ours {statistics.median(a):.4f} {unit} ({min(a):.4f} .. {max(a):.4f})   JAX {statistics.median(b):.4f} {unit} "
          f"({min(b):.4f} .. {max(b):.4f})   ratio {statistics.median(a) / statistics.median(b):.3f}")
print(f"peak     ours {stats['peak_bytes'] / 2**20:.1f} MiB per device; kernels {stats['kernels']}")
