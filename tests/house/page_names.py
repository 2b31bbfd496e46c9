# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the C++ names in the second column of a page's tables exist in the public headers. usage: page_names.py PAGE HEADERS

A name is a word in backticks that begins a call, a type or a member: `scan`, `random::normal`, `key.fold(i)`, `Jitted`. Words of C++ and of
the standard library, and names of the examples, do not count."""
import pathlib
import re
import sys

OTHERS = {"auto", "std", "x", "y", "i", "f", "n", "w", "h", "a", "b", "key", "mesh", "rules", "names", "batch", "embed", "mlp", "dots", "Layer",
          "nn", "init", "optim", "random", "spmd", "forward", "backward", "mpirun", "in", "out", "axis", "lower"}
headers = "".join(path.read_text() for path in pathlib.Path(sys.argv[2]).glob("*.h"))
known = set(re.findall(r"\w+", headers)) | {path.stem for path in pathlib.Path(sys.argv[2]).glob("*.h")} | {"h"}
rows = [line.split("|")[2] for line in open(sys.argv[1], encoding="utf-8") if line.startswith("| ") and not line.startswith("| ---")]
used = {word for row in rows for code in re.findall(r"`([^`]+)`", row) for word in re.findall(r"[A-Za-z]\w*", code)} - OTHERS
unknown = sorted(used - known)
print("\n".join(unknown))
print(f"{len(used)} names, {len(unknown)} unknown")
sys.exit(bool(unknown) or len(used) < 50)
