#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs the C++ programs of a page of docs. usage: run_programs.py PAGE.md FOLDER COMPILER [FLAG ..]

A fence whose first line is `// NAME.cpp` is a program; the next fence is what it prints. Programs that stand in the page compile without
warnings."""
import os
import re
import subprocess
import sys

page, folder, *compiler = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
fences = re.findall(r"^```\w*\n(.*?)^```$", open(page, encoding="utf-8").read(), re.M | re.S)
count = 0
for fence, wanted in zip(fences, fences[1:]):
    name = re.match(r"// (\w+)\.cpp\n", fence)
    if not name:
        continue
    with open(os.path.join(folder, name[1] + ".cpp"), "w", encoding="utf-8") as file:
        file.write(fence)
    subprocess.run([*compiler, name[1] + ".cpp", "-o", name[1]], cwd=folder, check=True)
    printed = subprocess.run(["./" + name[1]], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    lines = [[line.rstrip() for line in text.strip().splitlines()] for text in (printed.stdout, wanted)]
    if printed.returncode or lines[0] != lines[1]:
        sys.exit(f"{page}: {name[1]}.cpp exits with {printed.returncode} and prints\n{printed.stdout}{printed.stderr}\nnot\n{wanted}")
    count += 1
print(f"{count} programs")
