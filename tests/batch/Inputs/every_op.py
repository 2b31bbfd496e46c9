# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""every_op.py < TABLE: counts the ops that have no facet `batch` and give no reason, in what `spmd-opt --list-ops` printed."""
import sys

lines = sys.stdin.read().splitlines()
column = lines[0].split().index("batch")
bare = [words[0] for words in map(str.split, lines[1:]) if words and words[column] == "."]
print("\n".join([*bare, f"{len(bare)} ops have neither a batched form nor a reason"]))
