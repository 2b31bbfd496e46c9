#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No model sends more than XLA, by the section `wire` of bench/results (bench/xla_wire.py measured it). The bytes do not depend on the
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
limits = {row[0]: int(row[entry["columns"].index("XLA")].replace(",", "")) for row in entry["rows"]}
above = 0
for name, limit in limits.items():
    out = subprocess.run(["spmd-run", f"{folder}/{name}.mlir", "--no-run", "--stats=json"], stdout=subprocess.PIPE, text=True, check=True)
    wire = sum(c["wire_bytes"] for c in json.loads(out.stdout.splitlines()[-1])["collectives"])
    above += wire > limit
    print(f"{name}: {wire} bytes of at most {limit}{', ABOVE' if wire > limit else ''}")
print(f"{len(limits)} models, {above} above")
sys.exit(1 if above or not limits else 0)
