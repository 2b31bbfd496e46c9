# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the losses of two logs of Progress. usage: same_logs.py LOG LOG TOLERANCE, relative to the losses; fails above it.

With a tolerance of 0 all losses are equal; with another one at least one of them is not, since equal ones are those of one program."""
import json
import sys

first, second = ([json.loads(line)["loss"] for line in open(path, encoding="utf-8")] for path in sys.argv[1:3])
worst = max(abs(a - b) / abs(a) for a, b in zip(first, second, strict=True))
print(f"{len(first)} losses differ by at most {worst:.2g}")
tolerance = float(sys.argv[3])
sys.exit(worst > tolerance or (worst == 0) != (tolerance == 0))
