# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""coverage.py KNOWN < TABLE: fails where an op of the list KNOWN lacks a facet in what `spmd-opt --list-ops` printed."""
import sys

lines = sys.stdin.read().splitlines()
facets = lines[0].split()[1:]
table = {}
for line in lines[1:]:
    words = line.split()
    if words:
        table[words[0]] = {f for f, mark in zip(facets, words[1:]) if mark == "x"}
lost = []
with open(sys.argv[1]) as known:
    for line in known:
        op, _, names = line.partition(":")
        missing = [name for name in names.split() if name not in table.get(op, set())]
        if missing:
            lost.append("%s lost %s" % (op, ", ".join(missing)))
print("\n".join(lost) or "%d ops have the facets they had" % len(table))
sys.exit(1 if lost else 0)
