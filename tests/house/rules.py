#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The house rules that a program can check: who may include whom (docs/architecture.md), how long files, functions and classes and how
full folders are, names, comments, who dispatches over ops, what the example of an embedder needs, that each refusal and each pass has a
test, and the format.
usage: rules.py format|layering|sizes|names|comments|dispatch|embed|messages|passes SOURCE_ROOT"""
import collections
import os
import re
import shutil
import subprocess
import sys

import cpp_rules

STAGES = ["import", "propagation", "partition", "export", "optimize", "reference"]
SHARED = ["dialects", "compiler/elements", "compiler/ops", "compiler/sharding", "compiler/structure", "compiler/passes.h"]
# room -> prefixes that it may include, beside itself and the outside world; the first matching room counts.
DOORS = {
    "dialects": [],
    "compiler/elements": ["dialects", "runtime/dtype.h", "runtime/small_floats.h"],
    "compiler/ops": ["dialects", "compiler/elements", "compiler/machine.h", "runtime/distance.h", "runtime/kernels/"],
    "compiler/sharding": ["dialects", "compiler/ops"],
    "compiler/structure": ["dialects", "compiler/ops"],
    "compiler/kernels": ["dialects", "compiler/elements", "compiler/machine.h", "compiler/ops", "compiler/structure", "compiler/passes.h"],
    "compiler/placement": ["dialects", "compiler/ops", "compiler/sharding", "compiler/topology.h"],
    "compiler/rule_files": ["dialects", "compiler/ops", "compiler/sharding"],
    **{f"compiler/{stage}": SHARED for stage in STAGES},
    "compiler/import": [*SHARED, "compiler/rule_files"],
    "compiler/partition": [*SHARED, "compiler/placement", "compiler/topology.h"],
    "compiler/export": [*SHARED, "compiler/placement"],
    "compiler/optimize": [*SHARED, "compiler/kernels", "compiler/machine.h", "compiler/topology.h"],
    "compiler/explain": [*SHARED, "compiler/propagation"],
    "compiler/account": [*SHARED, "compiler/placement", "compiler/topology.h", "compiler/byte_count.h"],
    "compiler/codegen": ["dialects", "compiler/elements", "compiler/ops", "compiler/sharding", "compiler/structure",
                         "compiler/kernels", "compiler/machine.h", "runtime/abi.h", "runtime/program.h", "runtime/cpu.h", "runtime/dtype.h", "runtime/kernels/",
                         "runtime/thread.h"],
    "compiler/grad": SHARED,
    "compiler/batch": SHARED,
    "compiler/roll": [*SHARED, "compiler/machine.h"],
    "compiler/verify": [*SHARED, "compiler/reference", "compiler/codegen/borders.h", "runtime/border.h"],
    "compiler/frontend": ["compiler", "dialects", "runtime"],
    "compiler": ["compiler", "dialects", "runtime"],
    "runtime": [],
    "tools": ["compiler", "dialects", "runtime", "tools"],
}
MAY_BE_LONG = {  # file -> why it is over 400 lines
}


def sources(root, endings=(".cpp", ".h", ".td", ".py", ".sh")):
    return sorted(os.path.relpath(os.path.join(path, name), root)
                  for folder in ("dialects", "compiler", "runtime", "tools", "bench", "examples", "tests", "cmake")
                  for path, _, files in os.walk(os.path.join(root, folder)) for name in files if name.endswith(endings))


def layering(root):
    bad = []
    for path in sources(root):
        room = next((room for room in sorted(DOORS, key=len, reverse=True) if path.startswith(room + "/")), None)
        if room is None or re.search(r"_test\.cpp$|/test_\w+\.h$", path):
            continue
        for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
            match = re.match(r'\s*#?include "((?:dialects|compiler|runtime|tools)/[^"]+)"', line)
            if not match or match[1].endswith(".inc") or match[1].startswith(room + "/"):
                continue
            if not any(match[1].startswith(door) for door in DOORS[room]):
                bad.append(f"{path}:{number}: {room} may not include {match[1]}")
    for path in sources(root):
        if path.startswith("runtime/"):
            for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
                if re.match(r'\s*#\s*include ["<]mlir/', line):
                    bad.append(f"{path}:{number}: the runtime does not know MLIR")
    return bad


def sizes(root):
    bad = []
    for path in sources(root):
        lines = sum(1 for _ in open(os.path.join(root, path), encoding="utf-8"))
        if lines > 400 and path not in MAY_BE_LONG:
            bad.append(f"{path}: {lines} lines; split it, or write the reason into tests/house/rules.py")
    folders = collections.Counter(os.path.dirname(path) for path in sources(root) if re.search(r"(?<!_test)\.cpp$", path))
    bad += [f"{folder}: {count} .cpp files, at most 40 are wanted" for folder, count in folders.items() if count > 40]
    return bad + cpp_rules.functions(root, sources(root)) + cpp_rules.classes(root, sources(root))


def names(root):
    return cpp_rules.names(root, sources(root, (".cpp", ".h", ".td", ".py", ".sh", ".mlir", ".test")))


def comments(root):
    return cpp_rules.comments(root, sources(root))


def dispatch(root):
    """What an op means stands in compiler/ops: elsewhere nobody asks an op which of several it is, by class or by name. In dialects/ ops
    tell their properties by traits and interfaces, and a dialect may know its own ops, which it writes without a namespace."""
    exempt = {
        # These map the ops that loops are made of (arith, math, vector, ..) to instructions, and know no tensors.
        "compiler/codegen/lower_loops.cpp", "compiler/codegen/lower_arithmetic.cpp",
        # It asks such ops how they round.
        "compiler/elements/rounding.cpp",
        # It compares names that a location keeps of the source, to name values as the source does.
        "compiler/explain/place_names.cpp",
    }
    bad = []
    op = r"(?:stablehlo|chlo|sdy)::\w+Op"
    asks = re.compile(rf"TypeSwitch<(?:mlir::)?Operation|\.Case<\w*(?:::)?\w+Op\b|isa(?:_and_\w+)?<\s*{op},\s*{op},\s*{op}"  # by class
                      r'|(?:Cases?\(|[=!]= *|starts_with\(|consume_front\()\{?"(?:stablehlo|chlo|sdy)\.(?!sharding)'  # by name
                      r"|StringSwitch<\w+>\(\w+(?:->|\.)getName\(\)|getName\(\)\.stripDialect\(\)")
    for path in sources(root):
        if not path.startswith(("compiler/", "dialects/")) or path.startswith("compiler/ops/") or path.endswith("_test.cpp") or path in exempt:
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        bad += [f"{path}:{text.count(chr(10), 0, match.start()) + 1}: asks which op it is: {match[0].strip()}"
                for match in asks.finditer(text)]
    return bad


def embed(root):
    """examples/embed/main.cpp shows how little it takes: 60 lines, and <spmd.h> beside the standard library."""
    with open(os.path.join(root, "examples/embed/main.cpp"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    bad = [f"examples/embed/main.cpp: {len(lines)} lines, at most 60 are wanted"] if len(lines) > 60 else []
    for number, line in enumerate(lines, 1):
        match = re.match(r"\s*#\s*include\s*(.*)", line)
        if match and not re.match(r"<(spmd\.h|[a-z_]+)>", match[1]):
            bad.append(f"examples/embed/main.cpp:{number}: includes {match[1]}, only <spmd.h> and the standard library are wanted")
    return bad


def messages(root):
    """Every message about shardings and every message of a tool is expected by some test: the longest of its pieces stands there. And
    messages have no words of ours ("our", "anew")."""
    expected = []
    for room in ("tests", "dialects"):
        for path, _, files in os.walk(os.path.join(root, room)):
            for name in files:
                if name.endswith((".mlir", ".test", "_test.cpp")):
                    with open(os.path.join(path, name), encoding="utf-8") as file:
                        expected += [line.replace('\\"', '"') for line in file
                                     if name.endswith("_test.cpp") or re.search(r"expected-|error|warning|^((//|#) )?[A-Z-]+: ", line)]
    expected = "".join(expected)
    bad = []
    for path in sources(root):
        if not re.search(r"(?<!_test)\.cpp$", path):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        for match in re.finditer(r"(?<!int )\b(?:emitError|emitOpError|emitWarning|error|usage|fault|refuse|createStringError)\(", text):
            statement = text[match.start():text.index(";", match.start())]
            statement = re.sub(r'"\n\s*"', "", statement)  # a message over two lines
            pieces = [piece.replace('\\"', '"').strip() for piece in re.findall(r'"((?:[^"\\\n]|\\.)*)"', statement)]
            longest = max(pieces, key=len, default="")
            line = text.count("\n", 0, match.start()) + 1
            if re.match(r"dialects/sdy/|compiler/(import|propagation|export|partition)/|tools/", path) and len(longest) > 5 and longest not in expected:
                bad.append(f"{path}:{line}: no test expects \"{longest}\"")
            bad += [f"{path}:{line}: the word \"{word[0]}\" in a message" for word in re.finditer(rf"\b(our|ours|we|please|{cpp_rules.NO_OTHER_USE})\b", " ".join(pieces))]
    return bad


def passes(root):
    """Each pass of a passes.td has a test of its own: a .mlir or .test file with a command that runs this pass alone, and with no command
    that runs others of our passes without it."""
    names = []
    for path in (path for path in sources(root) if path.endswith("passes.td")):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            names += re.findall(r'\bdef \w+\s*:\s*\w+<"((?:spmd|sdy)-[\w-]+)"', file.read())
    tested = set()
    for path, _, files in os.walk(os.path.join(root, "tests")):
        for name in files:
            if not name.endswith((".mlir", ".test")):
                continue
            with open(os.path.join(path, name), encoding="utf-8") as file:
                commands = re.findall(r"RUN: .*?\bspmd-opt\b([^|\n]*)", file.read())
            runs = [set(re.findall(rf"(?: \"?--?|[(,])({'|'.join(names)})(?![\w-])", command)) for command in commands
                    if "/dev/null" not in command]
            runs = [run for run in runs if run]  # the others run pipelines
            if any(len(run) == 1 for run in runs):
                tested |= set.intersection(*runs)
    return [f"passes.td: no file of tests/ runs {name} alone" for name in names if name not in tested]


def format(root):
    """clang-format changes nothing, and no line of C++ has more than 100 columns but for texts that are data."""
    files = [path for path in sources(root) if path.endswith((".cpp", ".h"))]
    tool = shutil.which("clang-format-22") or "/usr/lib/llvm-22/bin/clang-format"
    run = subprocess.run([tool, "--dry-run", "-Werror", *files], cwd=root, capture_output=True, text=True)
    bad = [line for line in run.stderr.splitlines() if "error:" in line]
    for path in files:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        text = re.sub(r'R"(\w*)\(.*?\)\1"', lambda raw: "\n" * raw[0].count("\n"), text, flags=re.S)
        bad += [f"{path}:{number}: {len(line)} columns" for number, line in enumerate(text.splitlines(), 1) if len(line) > 100]
    return bad


def licence(root):
    """The first line of each source, or the second one after `#!`, is the licence and nothing else."""
    bad = []
    for path in sources(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            lines = file.read().splitlines()[:2] + ["", ""]
        mark = "#" if path.endswith((".py", ".sh")) else "//"
        if lines[lines[0].startswith("#!")] != f"{mark} SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception":
            bad.append(f"{path}: does not begin with the line of the licence")
    return bad


RULES = {"format": format, "licence": licence, "layering": layering, "sizes": sizes, "names": names, "comments": comments, "dispatch": dispatch, "embed": embed,
         "messages": messages, "passes": passes}
if __name__ == "__main__":
    problems = RULES[sys.argv[1]](sys.argv[2])
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
