#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether --explain tells the truth: for values of model programs, drawn by a seed, the chain of every axis ends at an
annotation that stands in the program, and without that annotation the value's sharding is another.

  explain_models.py SPMD_OPT FOLDER [--values=30] [--seed=1] [--verbose]

The values are drawn from those that one annotation alone holds (the explanation says "also held there by" of others). Of
the others a few are drawn, too; there the named annotations are taken away one after the other, and the axis must go with
the last. Exits with 1 where it stays though no annotation is named for it any more, or goes before.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

ANNOTATED = re.compile(r"^    == annotated: (.*?) <@\w+, .*?, at \S*?:(\d+):(\d+)(?:, p\d+)?$")
SHARDING = re.compile(r"\{?sdy\.sharding = #sdy\.sharding<[^>]*>(?:, )?")


def explain(tool, path, query):
    run = subprocess.run([tool, path, "--explain=" + query], capture_output=True, text=True, timeout=300)
    if run.returncode:
        sys.exit(f"{path}: --explain={query}: {run.stderr}")
    return run.stdout


def blocks(text):
    """(name, sharding, [(dim over axis, annotation line)...]) of every value explained."""
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        name = re.split(r" = | : ", lines[0])[0]
        chains, over = [], None
        for line in lines[2:]:
            if line.startswith("  dim ") and " over " in line:
                over = line.strip()
            elif line.startswith("    == annotated: "):
                chains.append((over, line, 0))
            elif line.startswith("    also held there by "):
                chains[-1] = (*chains[-1][:2], int(line.split()[4]))
        yield name, lines[1].strip(), chains


def without(text, line, name):
    """The program without the annotation that an explanation names; None where it cannot be found."""
    match = ANNOTATED.match(line)
    if not match:
        return None
    site, row, column = match[1], int(match[2]), int(match[3])
    lines = text.split("\n")
    at = sum(len(l) + 1 for l in lines[:row - 1]) + column - 1
    if site.startswith("result "):  # the n-th result of the function
        number = int(site.split()[1])
        begin = text.index("->", text.index("func.func", text.rindex("\n", 0, at + 1) if at else 0)) + 2
        begin = text.index("(", begin) + 1
        depth = 0
        for i in range(begin, len(text)):
            depth += (text[i] in "<({[") - (text[i] in ">)}]" and text[i - 1] != "-")
            if depth == 0 and text[i] == ",":
                if number == 0:
                    return remove(text, begin, i)
                number, begin = number - 1, i + 1
            if depth < 0:
                return remove(text, begin, i)
        return None
    if site.startswith("argument "):
        depth = 0
        for i in range(at, len(text)):
            depth += (text[i] in "<({[") - (text[i] in ">)}]" and text[i - 1] != "-")
            if depth < 0 or (depth == 0 and text[i] == ","):
                return remove(text, at, i)
        return None
    end = at + len(lines[row - 1]) - (column - 1)
    if "sdy.sharding_constraint" in text[at:end]:  # an open one says nothing
        return text[:at] + re.sub(r"<@(\w+), \[(.*?)\]>", lambda m: f"<@{m[1]}, [" + ", ".join(
            "{?}" for _ in re.findall(r"\{[^}]*\}", m[2])) + "]>", text[at:end], count=1) + text[end:]
    return remove(text, at, end)


def remove(text, begin, end):
    part, count = re.subn(r"(, )?sdy\.sharding = #sdy\.sharding(?:_per_value)?<(?:[^<>]|<[^<>]*>)*>", "", text[begin:end], count=1)
    part = part.replace("{, ", "{").replace("{}", "", 1) if re.search(r"tensor<[^>]*> \{\}", part) else part.replace("{, ", "{")
    return text[:begin] + part + text[end:] if count else None


def check(tool, path, name, others, folder, verbose):
    """Takes annotations away until the value's sharding changes: at most one more than there are others."""
    text = open(path, encoding="utf-8").read()
    before = None
    for gone in range(others + 2):
        copy = os.path.join(folder, os.path.basename(path))
        open(copy, "w", encoding="utf-8").write(text)
        query = "result" + name.split()[1] if name.startswith("result ") else name
        found = [block for block in blocks(explain(tool, copy, query)) if block[0] == name]
        if not found:
            sys.exit(f"{path}: {name} is not found again")
        _, sharding, chains = found[0]
        axes = re.sub(r", \?|\?", "", sharding)
        if before is None:
            before = axes
            over = chains[0][0]
        if axes != before:
            return gone
        line = next((line for dim, line, _ in chains if dim == over), None)
        if line is None:
            sys.exit(f"{path}: {name}: {over} has no annotation at the end of its chain")
        if verbose:
            print(f"  {name}: {over}: {line.strip()}")
        text = without(text, line, name)
        if text is None:
            sys.exit(f"{path}: {name}: the annotation is not in the program: {line.strip()}")
    sys.exit(f"{path}: {name}: {over} stays, though {others + 1} annotations are gone")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("spmd_opt")
    parser.add_argument("folder")
    parser.add_argument("--values", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    alone, shared = [], []
    for file in sorted(os.listdir(options.folder)):
        if not file.endswith(".mlir"):
            continue
        path = os.path.join(options.folder, file)
        for name, sharding, chains in blocks(explain(options.spmd_opt, path, "all")):
            if len(chains) < len(re.findall(r'{"', sharding.split("], replicated")[0])):
                sys.exit(f"{path}: {name}: a chain without an end")
            if chains and re.match(r"(%[\w#]+|result \d+ of @main)$", name):
                (shared if chains[0][2] else alone).append((path, name, chains[0][2]))
    random.seed(options.seed)
    drawn = random.sample(alone, options.values) + random.sample([value for value in shared if value[2] <= 4], options.values // 6)
    with tempfile.TemporaryDirectory() as folder:
        for path, name, others in drawn:
            gone = check(options.spmd_opt, path, name, others, folder, options.verbose)
            print(f"{os.path.basename(path)} {name}: changes without {gone} of {others + 1} annotations")
    print(f"{len(drawn)} values of {len(alone) + len(shared)}, {len(alone)} of which one annotation holds")


if __name__ == "__main__":
    main()
