# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Starts two ranks that differ and prints how each ended and what was said: differ.py MPIRUN PROGRAM TEMPORARY"""
import os
import re
import subprocess
import sys

mpirun, program, temporary = sys.argv[1].split(), sys.argv[2], sys.argv[3]


def start(title, first, second):
    """`first` and `second` are [folder, variables, arguments...]; the exit codes are written to files, by
    rank, and not given to mpirun, which would end the other rank."""
    command, codes = list(mpirun), []
    for rank, (folder, variables, *arguments) in enumerate((first, second)):
        codes.append(f"{temporary}.code{rank}")
        if os.path.exists(codes[rank]):
            os.remove(codes[rank])
        shell = f'"$@"; echo $? > {codes[rank]}'
        command += ([":"] if rank else []) + ["-n", "1", "-wdir", folder, "env", *variables, "sh", "-c", shell, "sh", "spmd-run",
                                              *arguments]
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120).stdout
    print(title)
    print("ended with", *(open(code).read().strip() if os.path.exists(code) else "?" for code in codes))
    print("\n".join(line for line in said.splitlines() if re.search(r"error:|spmd-run: ", line)))


def folder(name):
    os.makedirs(f"{temporary}.{name}", exist_ok=True)
    return f"{temporary}.{name}"


seed, here = "--random-args=1", os.path.dirname(program)
for title, left, right in [("--random-args=1 | --random-args=2", [seed], ["--random-args=2"]),
                           ("--args=FILE | --random-args=1", [f"--args={temporary}.npz"], [seed]),
                           ("--repeat=2 | --repeat=3", [seed, "--repeat=2"], [seed, "--repeat=3"]),
                           ("--track=x |", [seed, "--track=x"], [seed]),
                           ("| --trace=FILE", [seed], [seed, f"--trace={temporary}.json"]),
                           ("--save=FILE |", [seed, f"--save={temporary}.out.npz"], [seed]),
                           ("--timeout=5 | --timeout=0", [seed, "--timeout=5"], [seed, "--timeout=0"]),
                           ("--stats | --stats=json", [seed, "--stats"], [seed, "--stats=json"]),
                           ("--no-run |", [seed, "--no-run"], [seed]),
                           ("--stop-after=import | --stop-after=partition", ["--stop-after=import"], ["--stop-after=partition"]),
                           ("--backend=reference |", [seed, "--backend=reference"], [seed]),
                           ("--spmd-rules=extended |", [seed, "--spmd-rules=extended"], [seed]),
                           ("--exact |", [seed, "--exact"], [seed]),
                           ("--machine=last-cache=1MiB |", [seed, "--machine=last-cache=1MiB"], [seed]),
                           ("--nonsense |", [seed, "--nonsense"], [seed]),
                           ("| --nonsense", [seed], [seed, "--nonsense"]),
                           ("--threads=1 | --no-cache", [seed, "--threads=1"], [seed, "--no-cache"])]:
    start(title, [here, [], program, *left], [here, [], program, *right])
for variable in ["SPMD_MAX_ISA=x86-64", "SPMD_FOLD=1"]:
    start(f"{variable} |", [here, [variable], program, seed], [here, [], program, seed])
for left, right in [("a", "b"), ("a", "missing")]:
    start(f"x.npz in {left} | x.npz in {right}", [folder(left), [], program, "--args=x.npz"],
          [folder(right), [], program, "--args=x.npz"])
for left, right in [("a", "b"), ("missing", "b")]:
    start(f"x.mlir in {left} | x.mlir in {right}", [folder(left), [], "x.mlir", seed], [folder(right), [], "x.mlir", seed])
