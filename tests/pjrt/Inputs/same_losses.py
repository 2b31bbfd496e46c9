#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the numbers of several files, line by line, with those of the first: 1e-5 apart at most. usage: same_losses.py FILE FILE.."""
import sys

first, *others = ([float(line) for line in open(path, encoding="utf-8")] for path in sys.argv[1:])
worst = max(abs(a - b) for other in others for a, b in zip(first, other, strict=True))
if not first or worst > 1e-5 or first[-1] >= first[0]:
    sys.exit(f"{sys.argv[1:]}: {worst:.2g} apart; from {first[0]} to {first[-1]}")
print(f"{len(first)} losses each, the largest difference {worst:.1e}")
