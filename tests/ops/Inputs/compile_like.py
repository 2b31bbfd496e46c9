# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compile_like.py BUILD LIKE FILE [FLAGS]: checks FILE with the flags that the build compiles the source LIKE with."""
import json
import os
import shlex
import subprocess
import sys

build, like, file, flags = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
with open(os.path.join(build, "compile_commands.json")) as commands:
    entry = next(c for c in json.load(commands) if c["file"].endswith("/" + like))
words = shlex.split(entry["command"])
while not os.path.basename(words[0]).startswith(("clang", "g++", "c++")):
    words.pop(0)  # a compiler launcher and its environment
sys.exit(subprocess.run(words[: words.index("-o")] + ["-fsyntax-only"] + flags + [file]).returncode)
