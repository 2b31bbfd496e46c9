# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives every flag of a tool values that make little sense: every_flag.py PROGRAM FOLDER [TOOL]; spmd-run by default. Prints the runs that crash, hang, use
an exit code that is none of ours, or fail without a word; and how many runs there were."""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

program, folder, tool = (*sys.argv[1:], "spmd-run")[:3]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder + "/is-a-folder")
os.mkfifo(folder + "/fifo")

values = ["", "0", "-1", "99999999999999999999", "1e400", "nan", "garbage", "a=b=c,,=", "\x01\u00e4%s", folder + "/missing/file",
          folder + "/is-a-folder", "/dev/full", "/dev/null", "x" * 5000]
known = subprocess.run([tool, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
flags = sorted(set(re.findall(r"^  --([a-z-]+)", known, re.M)) - {"help", "help-hidden", "help-list", "help-list-hidden", "version"})


def run(flag, value, seed):
    command = [tool, program, f"--{flag}={value}", *seed]
    try:
        ended = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=120,
                               cwd=folder)
    except subprocess.TimeoutExpired:
        return f"hangs: {command}"
    said = ended.stderr.decode(errors="replace")
    if ended.returncode not in (0, 1, 2, 3) or "LLVM ERROR" in said or "Assertion" in said:
        return f"ends with {ended.returncode}: {command}\n{said[:500]}"
    if ended.returncode and not said.strip():
        return f"fails without a word: {command}"
    if value == "" and ended.returncode != 2:
        return f"takes an empty value: {command}"
    return None


if tool == "spmd-diff":
    runs = [(flag, value, [program]) for flag in flags for value in values]
else:
    runs = [(flag, value, [] if flag in ("random-args", "args") else ["--random-args=1"]) for flag in flags for value in values]
    runs += [(flag, folder + "/fifo", ["--random-args=1"]) for flag in ("save", "trace")]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    problems = [problem for problem in pool.map(lambda one: run(*one), runs) if problem]
print("\n".join(problems))
print(f"{len(flags)} flags, {len(problems)} problems")
