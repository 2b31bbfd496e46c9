#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No model sends more than the XLA column of the table in docs/benchmarks.md says (bench/xla_wire.py measured it).

    wire_bytes.py docs/benchmarks.md MODELS_FOLDER
"""
import json
import re
import subprocess
import sys

page, folder = sys.argv[1:]
with open(page, encoding="utf-8") as file:
    section = re.search(r"^## Wire bytes beside XLA$(.*?)^## ", file.read(), re.MULTILINE | re.DOTALL).group(1)
rows = re.findall(r"^\| (\w+) \| \d+ \| [\d,]+ \| ([\d,]+) \| [\d.-]+ \|$", section, re.MULTILINE)
above = 0
for name, limit in rows:
    out = subprocess.run(["spmd-run", f"{folder}/{name}.mlir", "--no-run", "--stats=json"], stdout=subprocess.PIPE, text=True, check=True)
    wire = sum(c["wire_bytes"] for c in json.loads(out.stdout.splitlines()[-1])["collectives"])
    limit = int(limit.replace(",", ""))
    above += wire > limit
    print(f"{name}: {wire} bytes of at most {limit}{', ABOVE' if wire > limit else ''}")
print(f"{len(rows)} models, {above} above")
sys.exit(1 if above or not rows else 0)
