# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes archives that are wrong in one way: broken_npz.py KIND FILE.npz. arg0 would be four f32, were it whole."""
import struct
import sys
import zipfile

kind, path = sys.argv[1:]
descr = {"double": "<f8", "big_endian": ">f4", "text": "<U8"}.get(kind, "<f4")
shape = {"promises_more": "(1000000000000,)", "overflows": "(9223372036854775807, 8)"}.get(kind, "(4,)")
header = "no dictionary" if kind == "bad_header" else f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
header += " " * (63 - (len(header) + 10) % 64) + "\n"
magic = b"plain text" if kind == "bad_magic" else b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header))
elements = {"double": 32, "text": 128, "short": 8}.get(kind, 16)
with zipfile.ZipFile(path, "w") as out:
    out.writestr("arg0.npy", magic + header.encode() + bytes(elements))
data = bytearray(open(path, "rb").read())
if kind == "truncated":
    data = data[: len(data) // 2]
elif kind == "empty":
    data = b""
elif kind == "corrupt":
    data[30 + len("arg0.npy") + 10 + len(header) + 3] ^= 0x40  # in the elements, past zip's and .npy's headers
open(path, "wb").write(data)
