# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that examples are short and that a mode is one line. usage: example_rules.py FOLDER

Modes are rows of one table. Beside it, and beside the default of the flag, no source knows the name of a mode: two sources that run in different
modes by default differ in this one line."""
import difflib
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
faults, modes, examples = [], 0, ["quickstart"]
limits = {folder / "quickstart.cpp": 60}
for path in sorted(folder.glob("*/train.cpp")):
    example = path.parent
    examples.append(example.name)
    limits |= {path: 120, example / "model.h": 150}
    source = path.read_text()
    begin = source.index("const std::map<std::string, Mode> modes{")
    end = source.index("\n};", begin)
    names = re.findall(r'^    \{"([^"]+)",', source[begin:end], re.M)
    modes += len(names)
    rest = source[:begin] + source[end:] + (example / "model.h").read_text()
    for name in names:
        others = len(re.findall(rf'(?<!std::map<std::string, Mode>){re.escape(chr(34) + name + chr(34))}', rest))
        wanted = 1 if name == "single" else 0
        axes = re.escape(f'size("{name}")')  # asks how large an axis of the mesh is
        if others - len(re.findall(axes, rest)) != wanted:
            faults.append(f"{path}: the name of the mode {name} stands {others} times outside of the table")
        other = re.sub(r'(\{"mode", )"single"', rf'\1"{name}"', source)
        changed = [line for line in difflib.ndiff(source.splitlines(), other.splitlines()) if line.startswith("+ ")]
        if len(changed) != (name != "single"):
            faults.append(f"{path}: {name} differs from single in {len(changed)} lines")
for path, limit in limits.items():
    count = len(path.read_text().splitlines())
    if count > limit:
        faults.append(f"{path}: {count} lines, at most {limit} are wanted")
print("\n".join(faults))
print(f"{len(examples)} examples, {modes} modes")
sys.exit(bool(faults))
