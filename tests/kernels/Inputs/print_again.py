# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints each program of FOLDER after the stage kernels, parses the text, checks its kernels and prints it again: both texts must be
equal. usage: print_again.py FOLDER"""
import glob
import os
import subprocess
import sys

differ, kernels = [], 0
programs = sorted(glob.glob(os.path.join(sys.argv[1], "*.mlir")))
for program in programs:
    def printed(*command, text=None):
        return subprocess.run(["spmd-opt", *command], input=text, stdout=subprocess.PIPE, text=True, check=True).stdout

    once = printed(program, "--spmd-pipeline=stop-after=kernels")
    again = printed("-", "--spmd-check-kernels", "--spmd-plan-kernels", text=once)
    kernels += once.count(" = spmd.kernel(")
    if once != again:
        differ.append(os.path.basename(program))
print("\n".join(differ))
print(f"{kernels} kernels of {len(programs)} programs, {len(differ)} differ")
