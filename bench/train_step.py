#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how long does a GPT-2 training step take, beside JAX (XLA on CPU) with a tuned allocator, on one machine?

    .venv/bin/python bench/train_step.py [--rounds=5] [--steps=3] [--untuned] [--nudged=N] [options of examples/jax/gpt2.py]

Runs of both alternate; prints medians, spread and the ratio ours / JAX, and the losses after the last step of each: they must
agree, or the script fails. JAX is tuned as its glibc allocator allows: no memory goes back to the system between steps.
Compile times are from text to an executable (JAX: after lowering). Peak bytes are those of one device: arguments + results -
results in place + temporaries (JAX: compiled.memory_analysis()). The rate of matmuls is 6 x parameters x tokens per step, as a part of
what the better of OpenBLAS and oneDNN reaches with a matmul of 2048 x 2048 x 2048 on all cores just before and after ours
(bench-kernels measures it).
With --nudged=N both run N times more, from parameters each changed by at most a millionth of itself: how far such losses are apart says
what a difference between ours and JAX's means.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

import gpt2_options
import targets

ROOT = gpt2_options.ROOT
TUNED = dict(MALLOC_MMAP_MAX_="0", MALLOC_TRIM_THRESHOLD_="16000000000", MALLOC_TOP_PAD_="67108864", MALLOC_ARENA_MAX="1")
HEAD = "| | ours | JAX | ours / JAX |\n| --- | --- | --- | --- |"

JAX_RUN = """
import sys, time
sys.path.insert(0, sys.argv[1] + "/examples/jax")
import gpt2
o = gpt2.arguments(["x"] + sys.argv[3:])
gpt2.make_devices(o)
import jax
step, state, batch = gpt2.build(o)
if NUDGE:
    import numpy as np
    random = np.random.default_rng(SEED)
    state["params"] = jax.tree.map(
        lambda x: jax.numpy.asarray(np.asarray(x) * (1 + NUDGE * random.uniform(-1, 1, x.shape)).astype(np.float32)), state["params"])
lowered = step.lower(state, batch)
begin = time.time()
step = lowered.compile()
compile_s = time.time() - begin
memory = step.memory_analysis()
peak = (memory.argument_size_in_bytes + memory.output_size_in_bytes - memory.alias_size_in_bytes + memory.temp_size_in_bytes)
state, out = step(state, batch); jax.block_until_ready(state)
times = []
for _ in range(int(sys.argv[2])):
    begin = time.time(); state, out = step(state, batch); jax.block_until_ready(state); times.append(time.time() - begin)
work = 6 * sum(leaf.size for leaf in jax.tree.leaves(state["params"])) * o.batch * o.seq
print("RESULT", compile_s, sorted(times)[len(times) // 2], float(out["loss"]), peak, work)
"""


def nudged_copy(model, seed, nudge=1e-6):
    """The same model with every number of its arguments changed by up to `nudge` of itself."""
    import numpy as np
    random = np.random.default_rng(seed)
    values = dict(np.load(model + ".npz"))
    for name, value in values.items():
        if value.dtype == np.float32:
            values[name] = (value * (1 + nudge * random.uniform(-1, 1, value.shape))).astype(np.float32)
    shutil.copy(model + ".mlir", model + ".nudged.mlir")
    np.savez(model + ".nudged.npz", **values)
    return model + ".nudged"


def run_ours(model, steps):
    """Compile seconds, step seconds, loss after the last step, peak bytes of one run."""
    out = subprocess.run([ROOT + "/build/bin/spmd-run", model + ".mlir", f"--args={model}.npz", f"--repeat={steps + 1}",
                          "--stats=json", "--track=loss", "--no-cache"], check=True, stdout=subprocess.PIPE, text=True).stdout
    stats = json.loads(out.splitlines()[-1])
    loss = float(out.splitlines()[-2].split("= ")[1])
    return stats["compile_ms"]["total"] / 1e3, stats["step_ms"]["median"] / 1e3, loss, stats["peak_bytes"]


def run_jax(steps, options, tuned, seed=0):
    """The same of JAX, and the arithmetic of a step; with a seed every parameter is changed by up to a millionth of itself before."""
    out = subprocess.run([sys.executable, "-c", f"NUDGE = {1e-6 if seed else 0}; SEED = {seed}" + JAX_RUN, ROOT, str(steps), *options], check=True,
                         stdout=subprocess.PIPE, text=True, env=dict(os.environ, **TUNED) if tuned else None).stdout
    return tuple(map(float, next(l for l in out.splitlines() if l.startswith("RESULT")).split()[1:]))


def library_rate():
    """GFLOP/s of the better library's sgemm (OpenBLAS, oneDNN)."""
    out = subprocess.run([ROOT + "/build/bin/bench-kernels"], input="sgemm 2048 2048 2048 1 10\n", check=True, stdout=subprocess.PIPE,
                         text=True).stdout
    return float(out)


def row(name, ours, theirs, digits):
    """A line of the table: medians with spread, and the ratio of the medians."""
    def text(values):
        return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} .. {max(values):.{digits}f})"
    return f"| {name} | {text(ours)} | {text(theirs)} | {statistics.median(ours) / statistics.median(theirs):.3f} |"


def measure(rounds, steps, options, tuned=True, nudged=0):
    """Lines of a table, and what is wrong: losses of both that differ by more than 1e-4 (bf16: 1e-2); "" if nothing."""
    with tempfile.TemporaryDirectory() as folder:
        model = folder + "/step"
        subprocess.run([sys.executable, ROOT + "/examples/jax/gpt2.py", model, *options], check=True)
        ours, theirs, limits = [], [], []
        for _ in range(rounds):
            before = library_rate()
            ours.append(run_ours(model, steps))
            limits.append((before + library_rate()) / 2)
            theirs.append(run_jax(steps, options, tuned))
        starts = [[ours[0][2]], [theirs[0][2]]]
        for seed in range(1, nudged + 1):
            starts[0].append(run_ours(nudged_copy(model, seed), steps)[2])
            starts[1].append(run_jax(steps, options, tuned, seed)[2])
    a, b = list(zip(*ours)), list(zip(*theirs))
    allowed = 1e-2 if "--dtype=bfloat16" in options else 1e-4
    mine, other = a[2][0], b[2][0]
    fault = "" if abs(mine - other) <= allowed * abs(other) else f"train_step: the losses differ: ours {mine}, JAX {other}"
    mib = [[bytes / 2**20 for bytes in side[3]] for side in (a, b)]
    of_limit = [[work / seconds / 1e9 / limit for seconds, work, limit in zip(side[1], b[4], limits)] for side in (a, b)]
    return [row("compile, s", a[0], b[0], 2), row("step, s", a[1], b[1], 3), row("loss after the last step", a[2], b[2], 5),
            *([row(f"the same, of {nudged + 1} starts 1e-6 apart", *starts, 5)] if nudged else []),
            row("peak MiB of a device", *mib, 1),
            row(f"matmuls, of the best library's {statistics.median(limits):.0f} GFLOP/s", *of_limit, 2)], fault


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=3)
    parser.add_argument("--untuned", action="store_true")
    parser.add_argument("--nudged", type=int, default=0)
    known, options = gpt2_options.parse(parser)
    targets.need("spmd-run", "bench-kernels")
    print(HEAD)
    lines, fault = measure(known.rounds, known.steps, options, not known.untuned, known.nudged)
    print("\n".join(lines), flush=True)
    if fault:
        raise SystemExit(fault)


if __name__ == "__main__":
    main()
