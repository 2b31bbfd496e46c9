#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No model sends or holds more than with XLA, by the section `wire` of bench/results (bench/xla_wire.py measured it). The bytes do not depend on the
machine, so any file counts that has the section.

    wire_bytes.py RESULTS_FOLDER MODELS_FOLDER
"""
import json
import os
import subprocess
import sys

results, folder = sys.argv[1:]
sys.path.insert(0, os.path.dirname(results))
import tables

entry = tables.newest(results)["wire"][1]
columns = [i for i, name in enumerate(entry["columns"]) if name == "XLA"]
limits = {row[0]: [int(row[i].replace(",", "")) for i in columns] for row in entry["rows"]}
above = 0
for name, most in limits.items():
    out = subprocess.run(["spmd-run", f"{folder}/{name}.mlir", "--no-run", "--stats=json"], stdout=subprocess.PIPE, text=True, check=True)
    stats = json.loads(out.stdout.splitlines()[-1])
    for what, bytes, limit in zip(("sent", "held"), (sum(c["wire_bytes"] for c in stats["collectives"]), stats["peak_bytes"]), most, strict=True):
        above += bytes > limit
        print(f"{name}: {bytes} bytes {what} of at most {limit}{', ABOVE' if bytes > limit else ''}")
print(f"{len(limits)} models, {above} above")
sys.exit(1 if above or not limits else 0)
