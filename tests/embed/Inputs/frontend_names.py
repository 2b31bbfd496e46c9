# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each symbol of spmd::frontend is a function that a header of <spmd/spmd.h> declares. Templates of the standard library that were made for
types of the headers are as visible as these, and do not count. usage: frontend_names.py HEADERS NAMES"""
import pathlib
import re
import sys

headers = "".join(path.read_text() for path in pathlib.Path(sys.argv[1]).glob("*.h"))
names = [line for line in pathlib.Path(sys.argv[2]).read_text().splitlines() if "spmd::frontend::" in line]
unknown = []
for name in names:
    if re.match(r"[\w:*&]+ std::", name):
        continue
    plain = re.sub(r"\[abi:cxx11\]", "", name).split("(")[0].rsplit("::", 1)[-1].split(" ")[0].split("<")[0].lstrip("~")
    if plain.startswith("operator") or not re.search(rf"\b{re.escape(plain)} *[({{;=]", headers):
        operator = re.search(r"operator\W{1,2}", name)
        if not operator or operator[0].rstrip("(") not in headers:
            unknown.append(name)
print("\n".join(unknown))
sys.exit(bool(unknown) or not names)
