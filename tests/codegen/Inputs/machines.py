#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs random fusions for machines that differ as much as they can and compares the bits: machines.py SEED COUNT FOLDER. What follows
from the machine at hand (non-temporal stores, prefetching, interleaved rows, masks of maxima) may change no result."""
import concurrent.futures
import os
import subprocess
import sys

seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
os.makedirs(folder, exist_ok=True)
MACHINES = ["last-cache=1GiB,first-cache=1",
            "last-cache=1,first-cache=1GiB,vector-bytes=16,cache-line=16,memory-rate=1,memory-latency=1",
            "last-cache=1,first-cache=1GiB,vector-bytes=64,cache-line=256,memory-rate=1000"]


def results(program, machine, path):
    command = ["spmd-run", program, "--random-args=1", "--threads=1", "--no-cache", f"--machine={machine}", f"--save={path}"]
    ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ended.returncode:
        return f"ends with {ended.returncode}: {ended.stdout[:400]}"
    with open(path, "rb") as file:
        data = file.read()
    os.remove(path)
    return data


def differs(number):
    text = subprocess.run(["spmd-random", "--kind=fusions", "--count=1", f"--seed={number}", "--print"], stdout=subprocess.PIPE, check=True)
    program = f"{folder}/{number}.mlir"
    with open(program, "wb") as file:
        file.write(text.stdout)
    made = [results(program, machine, f"{folder}/{number}.{i}.npz") for i, machine in enumerate(MACHINES)]
    if made[1:] == made[:-1] and isinstance(made[0], bytes):
        os.remove(program)
        return None
    return f"{program}: " + (next((one for one in made if isinstance(one, str)), "") or "results differ")


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    found = [one for one in pool.map(differs, range(seed, seed + count)) if one]
print("\n".join(found))
print(f"{count} programs, {len(found)} differ")
