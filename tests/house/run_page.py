#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what a page of docs shows. usage: run_page.py PAGE.md FOLDER

A fence whose first line is `// NAME.mlir` (or `# NAME`) is a file, written into FOLDER. An indented line that begins with
spmd-opt, spmd-run or spmd-diff is a command, run there; `(fails)` in the text line above says that it is to be refused. That
programs differ (spmd-diff ends with 1) is no refusal. The next fence
holds lines of its output, in their order: `...` stands for any text in a line, and a line of its own for any lines.
Lines that follow one another in the fence follow one another in the output.
"""
import os
import re
import subprocess
import sys

page, folder = sys.argv[1], sys.argv[2]
os.makedirs(folder, exist_ok=True)
output, command, fence, before, commands = None, None, None, "", 0


def fail(message):
    sys.exit(f"{page}: {message}")


def compare(wanted, output, command):
    lines = [line.strip() for line in output.split("\n")]
    at, anywhere = 0, True
    for line in wanted:
        line = line.strip()
        if line == "...":
            anywhere = True
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in line.split("...")))
        places = range(at, len(lines)) if anywhere else range(at, min(at + 1, len(lines)))
        at = next((i + 1 for i in places if pattern.fullmatch(lines[i])), -1)
        if at < 0:
            fail(f"`{command}` does not print\n  {line}\nbut\n{output}")
        anywhere = False


for line in open(page, encoding="utf-8").read().split("\n"):
    if line.startswith("```"):
        if fence is None:
            fence = []
            continue
        name = re.match(r"(?://|#) ([\w.]+\.\w+)", fence[0]) if fence else None
        if name:
            with open(os.path.join(folder, name[1]), "w", encoding="utf-8") as file:
                file.write("\n".join(fence) + "\n")
        elif command:
            compare(fence, output, command)
            command = None
        fence = None
    elif fence is not None:
        fence.append(line)
    elif re.match(r"    spmd-(opt|run|diff) ", line):
        command = line.strip()
        run = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=120)
        if (run.returncode > command.startswith("spmd-diff")) != ("(fails)" in before):
            fail(f"`{command}` exits with {run.returncode}\n{run.stderr}")
        output, commands = run.stdout + run.stderr, commands + 1
    if line.strip() and fence is None:
        before = line
print(f"{commands} commands")
if not commands:
    fail("no command was found")
