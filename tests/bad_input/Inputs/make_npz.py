# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes equal numbers of f32, zeros where no value is given, without numpy: make_npz.py FILE.npz NAME=SIZE[:VALUE] ..."""
import struct
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w") as out:
    for member in sys.argv[2:]:
        name, size = member.split("=")
        size, _, value = size.partition(":")
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%s,), }" % size
        header += " " * (63 - (len(header) + 10) % 64) + "\n"
        out.writestr(f"{name}.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<f", float(value or 0)) * int(size))
