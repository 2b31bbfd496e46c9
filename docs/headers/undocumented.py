#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the public names without a docstring, by doxygen's XML. usage: undocumented.py XML_FOLDER

Functions, types and enums count, those of classes among them. Constructors, destructors, specializations and variables are described by
their class. Exits with 1 where a name has no docstring, or where fewer than 500 names were found."""
import pathlib
import re
import sys
import xml.etree.ElementTree as xml


def has_text(element):
    return any("".join(element.find(kind).itertext()).strip() for kind in ("briefdescription", "detaileddescription"))


def is_described_by_class(member, owner):
    """Whether a function is a constructor or destructor, says only what the language says, or is what SPMD_FIELDS asks for."""
    name = member.findtext("name")
    return name == owner or name.startswith(("~", "spmd", "Spmd")) or name in ("operator=", "operator==")


count, missing = 0, []
for path in pathlib.Path(sys.argv[1]).glob("*.xml"):
    for compound in xml.parse(path).getroot().iter("compounddef"):
        full = compound.findtext("compoundname")
        if "detail" in full or "<" in full or compound.get("prot", "public") != "public":
            continue
        owner = full.split("::")[-1] if compound.get("kind") in ("class", "struct") else None
        if owner:
            count += 1
            if not has_text(compound):
                missing.append((compound.find("location").get("file"), int(compound.find("location").get("line")), full))
        for member in compound.iter("memberdef"):
            if member.get("kind") not in ("function", "enum", "typedef") or member.get("prot") != "public" or (owner and is_described_by_class(member, owner)):
                continue
            if not re.match(r"[A-Za-z_]", member.findtext("name") or ""):
                continue
            count += 1
            if not has_text(member):
                place = member.find("location")
                missing.append((place.get("file"), int(place.get("line")), f"{full}::{member.findtext('name')}"))
for file, line, name in sorted(set(missing)):
    print(f"{file}: {name}")
print(f"{count} names, {len(set(missing))} without a docstring")
sys.exit(bool(missing) or count < 500)
