# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_losses.py EMBED RUN: three losses that examples/embed printed with their bits are, bit for bit, those that
`spmd-run --repeat=3 --track=loss` printed."""
import re
import struct
import sys

with open(sys.argv[1]) as embed, open(sys.argv[2]) as run:
    bits = re.findall(r"^step \d+  loss \S+  \(bits ([0-9a-f]{8})\)$", embed.read(), re.MULTILINE)
    losses = re.findall(r"^run \d+  .*loss.* = (\S+)$", run.read(), re.MULTILINE)
if len(bits) != 3 or bits != [struct.pack(">f", float(loss)).hex() for loss in losses]:
    sys.exit(f"examples/embed: {bits}, spmd-run: {losses}")
