# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""registers.py CACHE: the kinds of vector registers in the kernels of an object cache, as llvm-objdump names them."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

kinds = set()
for path in pathlib.Path(sys.argv[1]).rglob("*.o"):
    data = path.read_bytes()
    with tempfile.NamedTemporaryFile(suffix=".o", delete=False) as file:
        file.write(data[data.index(b"\x7fELF"):])  # after the cache's own header
    text = subprocess.run(["llvm-objdump", "-d", file.name], check=True, stdout=subprocess.PIPE, text=True).stdout
    kinds |= set(re.findall(r"%([xyz]mm)\d", text)) or {"none"}
    os.remove(file.name)
print("registers:", *sorted(kinds))
