#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a C++ file that compares the plugin's structs with pypjrt's description of the interface. usage: abi.py FILE.h ... > checks.cpp

Each field of each struct of the headers has the name, the offset and, as a whole, the size that pypjrt gives; the slots of PJRT_Api have its order.
A struct of an older version may end earlier than pypjrt's: its fields are a prefix."""
import ctypes
import re
import sys

from pypjrt._abi import pjrt_0_114 as interface

text = "".join(open(path, encoding="utf-8").read() for path in sys.argv[1:])
print('#include "compiler/pjrt/abi_extensions.h"\n#include "compiler/pjrt/abi_profiler.h"\n#include "compiler/pjrt/abi_slots.h"\n#pragma clang diagnostic ignored "-Winvalid-offsetof"')
structs = fields = 0
for name in sorted(set(re.findall(r"^(?:struct|using) ((?:PJRT|PLUGIN)_\w+(?:_Args|_Api|Version|Value|Program|Options|Tiled|Strides|Layout|Ids|Extension|Base|Spec))\b(?!;)", text, re.M))):
    if name in ("PJRT_Args", "PJRT_Api", "PLUGIN_Args"):
        continue
    described = getattr(interface, name)
    body = re.search(rf"struct {name}\b[^;{{]*{{(.*?)^}}", text + "\n", re.M | re.S)
    body = body[1] if body else ""  # an alias has the fields of another struct
    structs += 1
    ours = 0
    for field, kind in described._fields_:
        if field.startswith("_anon"):
            for part in ("string_value", "int64_value", "float_value") if name == "PJRT_NamedValue" else ("tiled", "strides"):
                print(f"static_assert(offsetof({name}, {part}) == {getattr(described, field).offset});")
            ours += 1
            continue
        if field not in ("struct_size", "extension_start") and body and not re.search(rf"\b{field}\b", body):
            break  # newer than the version that the plugin declares
        print(f"static_assert(offsetof({name}, {field}) == {getattr(described, field).offset} && sizeof({name}::{field}) == {ctypes.sizeof(kind)});")
        fields += 1
        ours += 1
    if ours == len(described._fields_):
        print(f"static_assert(sizeof({name}) == {ctypes.sizeof(described)});")
for name, slot in interface.SLOT.items():
    if re.search(rf"^  {name[5:]},", text, re.M):
        print(f"static_assert(unsigned(spmd::pjrt::Slot::{name[5:]}) == {slot});")
print(f"static_assert(offsetof(PJRT_Api, slots) == {interface.VTABLE_OFFSET});")
print(f"// {structs} structs, {fields} fields")
print(f"abi: {structs} structs, {fields} fields", file=sys.stderr)
