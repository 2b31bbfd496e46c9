#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times JAX programs on the plugin beside JAX's own CPU backend: processes alternate, and ratios of medians have 95 % bootstrap intervals.

    bench/jax_plugin.py [--rounds=N] [--only=NAME,..]

The programs: a Flax GPT-2 training step on one and on eight devices (tests/pjrt/Inputs/train_flax.py), the time from the end of imports to the end of
the first step with cold and with warm caches on disk, the dispatch of a small jitted function, 100 eager ops ten times each, and 256 MiB to a device
and back beside a copy. XLA runs with tcmalloc's or the system's allocator, as it is found."""
import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRAIN = f"{ROOT}/tests/pjrt/Inputs/train_flax.py"
SMALL = """
import json, time, jax, jax.numpy as jnp, numpy as np
device = jax.devices()[0]
def best(f, n):
    f()
    times = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(n):
            f()
        times.append((time.perf_counter() - start) / n)
    return min(times)
x = jax.device_put(np.ones((8, 8), np.float32), device)
f = jax.jit(lambda x: x + 1)
out = {"dispatch_us": 1e6 * best(lambda: f(x), 2000)}
unary = [jnp.sin, jnp.cos, jnp.tanh, jnp.exp, jnp.abs, jnp.sum, jnp.mean, jnp.max, jnp.cumsum, jnp.sqrt]
start = time.perf_counter()
for n in range(1, 11):
    y = jnp.ones((4, n + 1))
    for op in unary:
        for _ in range(10):
            z = op(y)
    z.block_until_ready()
out["eager_ms"] = 1e3 * (time.perf_counter() - start)
big = np.ones(64 << 20, np.float32)
def timed(f):
    start = time.perf_counter()
    f()
    return time.perf_counter() - start
target = np.empty_like(big)
copies, puts, gets = [], [], []
for _ in range(5):
    copies.append(timed(lambda: np.copyto(target, big)))
    puts.append(timed(lambda: jax.device_put(big, device).block_until_ready()))
    there = jax.jit(lambda x: x * 2)(jax.device_put(big, device)).block_until_ready()
    gets.append(timed(lambda: np.asarray(there)))
out["put"], out["get"] = min(copies) / min(puts), min(copies) / max(min(gets), 1e-9)
print(json.dumps(out))
"""


def run(platform, code, devices=1, cache=None, arguments=()):
    environment = dict(os.environ, JAX_PLATFORMS=platform, SPMD_DEVICES=str(devices), XLA_FLAGS=f"--xla_force_host_platform_device_count={devices}",
                       PYTHONPATH=f"{ROOT}/compiler/pjrt/python/src", SPMD_PJRT_LIBRARY=f"{ROOT}/build/lib/libspmd_pjrt.so", PYTHONDONTWRITEBYTECODE="1")
    if cache:
        environment.update(XDG_CACHE_HOME=cache, JAX_COMPILATION_CACHE_DIR=f"{cache}/jax", JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS="0",
                           JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES="-1")
    command = [f"{ROOT}/.venv/bin/python", *(["-c", code] if "\n" in code else [code]), *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{platform}: {done.stderr[-2000:]}")
    return done


def training(platform, devices, cache=None, steps=12):
    line = run(platform, TRAIN, devices, cache, (steps, devices)).stderr.strip().splitlines()[-1]
    words = line.split()
    return float(words[2]), float(words[5])  # seconds of the first step, milliseconds of the others


def interval(ours, theirs, draws=2000):
    pick = random.Random(0)
    n = len(ours)
    ratios = sorted(statistics.median(ours[i] for i in at) / statistics.median(theirs[i] for i in at)
                    for at in ([pick.randrange(n) for _ in range(n)] for _ in range(draws)))
    return ratios[int(0.025 * draws)], ratios[int(0.975 * draws)]


def report(name, pairs, limit, unit):
    ours, theirs = zip(*pairs)
    low, high = interval(ours, theirs)
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"{name}: {statistics.median(ours):.4g} beside {statistics.median(theirs):.4g} {unit}, ratio {ratio:.3f} ({low:.3f} to {high:.3f}), limit {limit}",
          flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--only", default="step,step8,cold,warm,small")
    options = parser.parse_args()
    wanted = options.only.split(",")
    platforms = ("spmd", "cpu")
    for name, devices in (("step", 1), ("step8", 8)):
        if name in wanted:
            report(f"Flax GPT-2, training step on {devices}", [tuple(training(p, devices)[1] for p in platforms) for _ in range(options.rounds)], 0.75, "ms")
    for name in ("cold", "warm"):
        if name not in wanted:
            continue
        pairs = []
        folders = {p: tempfile.mkdtemp() for p in platforms}
        if name == "warm":
            for p in platforms:
                training(p, 1, folders[p], 2)
        for _ in range(options.rounds):
            pair = []
            for p in platforms:
                if name == "cold":
                    shutil.rmtree(folders[p], ignore_errors=True)
                    os.makedirs(folders[p])
                pair.append(training(p, 1, folders[p], 2)[0])
            pairs.append(tuple(pair))
        report(f"first step, {name} caches", pairs, {"cold": 0.5, "warm": 0.8}[name], "s")
    if "small" in wanted:
        rows = [[json.loads(run(p, SMALL).stdout) for p in platforms] for _ in range(options.rounds)]
        for key, limit, unit in (("dispatch_us", "XLA's + 2 us", "us"), ("eager_ms", 1, "ms")):
            report(key, [(a[key], b[key]) for a, b in rows], limit, unit)
        for key in ("put", "get"):
            print(f"256 MiB {key}: {statistics.median(a[key] for a, _ in rows):.2f} of a copy's rate (limit 0.8), XLA {statistics.median(b[key] for _, b in rows):.2f}")


if __name__ == "__main__":
    main()
