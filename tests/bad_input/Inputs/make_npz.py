# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes zeros of f32 without numpy: make_npz.py FILE.npz NAME=SIZE ..."""
import struct
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w") as out:
    for member in sys.argv[2:]:
        name, size = member.split("=")
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%s,), }" % size
        header += " " * (63 - (len(header) + 10) % 64) + "\n"
        out.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(4 * int(size)))
