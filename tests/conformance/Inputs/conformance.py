#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a folder of programs that check themselves, by the interpreter and by generated code.

    conformance.py SPMD_RUN FOLDER REFUSED.txt [--only=REGEX] [--list]

All have to hold by both, but for those that REFUSED.txt lists: lines with a regular expression, each followed by the indented
names of programs that generated code refuses with such a message, at a location, exit code 2; after `differs: `, of programs
whose check fails with such a message, exit code 1, or holds, as the roundings of the machine's library have it. A refused
program that holds fails the test as much as one that does not and is not listed. --only takes the programs of such names, --list prints what is
refused by message."""
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

tool, folder, refused_file = sys.argv[1:4]
only = next((re.compile(arg[len("--only="):]) for arg in sys.argv[4:] if arg.startswith("--only=")), re.compile(""))
DIFFERS = "differs: "
MARK = "RUN-DISABLED"  # of the folder's authors: their own interpreter does not get it right either


def modules(text):
    return [part for part in re.split(r"^// -----.*$", text, flags=re.MULTILINE) if "check." in part]


def run(path, backend):
    """(exit code, first line of the message) of the first module that does not hold, or (0, "")."""
    with open(path, encoding="utf-8") as file:
        parts = modules(file.read())
    for part in parts:
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as module:
            module.write(part)
            module.flush()
            try:
                done = subprocess.run([tool, module.name, f"--backend={backend}"], capture_output=True, text=True, timeout=60)
            except subprocess.TimeoutExpired:
                return None, "no end within 60 s"
            if done.returncode:
                lines = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines() or [""]
                return done.returncode, lines[0].replace(module.name, "FILE")
    return 0, ""


def read_refused():
    refused, message = {}, None
    with open(refused_file, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if line[0] != " ":
                message = line.strip()
            else:
                refused[line.strip()] = message
    return refused


def wanted_code(wanted):
    return 1 if wanted.startswith(DIFFERS) else 2


programs = {}
for pattern in ("*.mlir", "quantized/*.mlir"):
    for path in sorted(glob.glob(os.path.join(folder, pattern))):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = os.path.relpath(path, folder)[: -len(".mlir")]
        if "check." in text and only.search(name):
            programs[name] = (path, MARK in text)

refused = {name: message for name, message in read_refused().items() if only.search(name)}
problems = [f"{name}: listed in {os.path.basename(refused_file)}, but there is no such program" for name in refused if name not in programs]
held = collections.Counter()
listing = collections.defaultdict(list)
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    jobs = [(name, backend, excused, pool.submit(run, path, backend))
            for name, (path, excused) in programs.items() for backend in ("jit", "reference")]
    for name, backend, excused, job in jobs:
        code, message = job.result()
        wanted = refused.get(name) if backend == "jit" else None
        if code == 2 and backend == "jit":
            listing[re.sub(r"^FILE:\d+:\d+: error: ", "", message)].append(name)
        if code == 0 and (not wanted or wanted_code(wanted) == 1):
            held[backend] += 1
        elif code == 0:
            problems.append(f"{name}: holds by generated code now: take it out of {os.path.basename(refused_file)}")
        elif wanted and code == wanted_code(wanted) and re.search(wanted.removeprefix(DIFFERS), message) and re.match(r"FILE:\d+:\d+: error: ", message):
            held["refused"] += 1
        elif not excused:
            problems.append(f"{name} by {backend}: exit code {code}: {message}" + (f"; wanted: {wanted}" if wanted else ""))

if "--list" in sys.argv:
    for message, names in sorted(listing.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        print(f"\n{message}\n  " + "\n  ".join(names))
    sys.exit()
print("\n".join(problems))
print(f"{len(programs)} programs: {held['reference']} hold by the interpreter, {held['jit']} by generated code, "
      f"{held['refused']} do not by it, as listed; {len(problems)} problems")
sys.exit(1 if problems else 0)
