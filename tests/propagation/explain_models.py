#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether --explain tells the truth: for values of model programs, drawn by a seed, the chain of every axis ends at an
annotation that stands in the program, and without that annotation the value's sharding is another.

  explain_models.py SPMD_OPT FOLDER [--values=30] [--seed=1] [--verbose]

Training steps annotate an axis many times over: parameters, their moments, their results. An explanation says so ("also held
there by"), and then those are taken away with it, in rounds, as far as they are named. Some values that one annotation alone
holds are drawn beside the others. Exits with 1 where an axis has no annotation at its end, where one is named that does not
stand in the program, and where a sharding stays when all that hold it are gone.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

# What is annotated and where; of an op that was inlined, where it stands in the callee.
SITE = re.compile(r"^(?:== annotated: )?(.*?) <@\w+, .*?, at .*?:(\d+):(\d+)[),]?.*$")
SHARDING = re.compile(r"(, )?sdy\.sharding = #sdy\.sharding(?:_per_value)?<(?:[^<>]|<[^<>]*>)*>")


def explain(tool, path, query):
    run = subprocess.run([tool, path, "--explain=" + query], capture_output=True, text=True, timeout=300)
    if run.returncode:
        sys.exit(f"{path}: --explain={query}: {run.stderr}")
    return run.stdout


def blocks(text):
    """(name, sharding, [(dim over axis, how many others hold it, annotations that are named)...]) of every value."""
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        name = re.split(r" = | : ", lines[0])[0]
        chains, over = [], None
        for i, line in enumerate(lines[2:], 2):
            if line.startswith("  dim "):
                over = line.strip()
            elif line.startswith("    == annotated: "):
                chains.append([over, 0, [line.strip()]])
            elif line.startswith("    also held there by "):
                chains[-1][1] = int(line.split()[4])
                for other in lines[i + 1:]:
                    if not other.startswith("      ") or other.startswith("      and "):
                        break
                    chains[-1][2].append(other.strip())
        yield name, lines[1].strip(), chains


def pieces(text, begin):
    """The parts between commas of the parenthesis that ends after `begin`, as (begin, end)."""
    depth = 0
    for i in range(begin, len(text)):
        depth += (text[i] in "<({[") - (text[i] in ">)}]" and text[i - 1] != "-")
        if depth < 0 or (depth == 0 and text[i] == ","):
            yield begin, i
            begin = i + 1
        if depth < 0:
            return


def without(text, lines):
    """The program without the annotations that an explanation names; None where one is not what can be taken away."""
    sites = []
    for line in lines:
        match = SITE.match(line)
        if not match or not re.match(r"result |argument |sdy\.|stablehlo\.", match[1]):
            return None
        number = int(match[1].split()[1]) if match[1].startswith("result ") else -1
        sites.append((number, int(match[2]), int(match[3]), match[1]))
    for number, row, column, site in sorted(sites, reverse=True):  # from behind, so that places stay what they are
        at = sum(len(l) + 1 for l in text.split("\n")[:row - 1]) + column - 1
        end = text.find("\n", at)
        if number >= 0:
            begin = text.index("(", text.index("->", text.index("func.func", max(0, at - 5)))) + 1
            at, end = list(pieces(text, begin))[number]
        elif site.startswith("argument "):
            at, end = next(pieces(text, at))
        part = text[at:end]
        if "sdy.sharding_constraint" in part:  # an open one says nothing
            part = re.sub(r"<@(\w+), \[(.*?)\]>", lambda m: f"<@{m[1]}, [" + ", ".join(
                "{?}" for _ in re.findall(r"\{[^}]*\}", m[2])) + "]>", part, count=1)
        else:
            part = re.sub(r" \{\}", "", SHARDING.sub("", part, count=1).replace("{, ", "{"))
        if part == text[at:end]:
            return None
        text = text[:at] + part + text[end:]
    return text


def check(tool, path, name, folder, verbose):
    """How many annotations had to go until the value's sharding changed; None where the test cannot take one away."""
    text = open(path, encoding="utf-8").read()
    copy = os.path.join(folder, os.path.basename(path))
    query = "result" + name.split()[1] if name.startswith("result ") else name
    gone, first, most = 0, None, 0
    while True:
        open(copy, "w", encoding="utf-8").write(text)
        _, sharding, chains = next(block for block in blocks(explain(tool, copy, query)) if block[0] == name)
        axes = re.sub(r", \?|\?", "", sharding)
        if first is None:
            first, over, most = axes, chains[0][0], chains[0][1] + 1
        if axes != first:
            return gone
        named = next((lines for dim, _, lines in chains if dim == over), None)
        if named is None or gone >= most:
            sys.exit(f"{path}: {name}: {over} stays, though {gone} annotations are gone; at first {most} held it")
        if verbose:
            print(f"  {name}: {over}: {named[0]} and {len(named) - 1} others")
        text = without(text, named)
        if text is None:
            return None
        gone += len(named)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("spmd_opt")
    parser.add_argument("folder")
    parser.add_argument("--values", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    values, alone = [], []
    for file in sorted(os.listdir(options.folder)):
        if not file.endswith(".mlir"):
            continue
        path = os.path.join(options.folder, file)
        for name, sharding, chains in blocks(explain(options.spmd_opt, path, "all")):
            if len(chains) < len(re.findall(r'{"', sharding.split("], replicated")[0])):
                sys.exit(f"{path}: {name}: a chain without an end")
            if chains and re.match(r"(%[\w#]+|result \d+ of @main)$", name):
                (values if chains[0][1] else alone).append((path, name))
    random.seed(options.seed)
    random.shuffle(values)
    random.shuffle(alone)
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        for path, name in alone[:options.values // 3] + values:
            gone = check(options.spmd_opt, path, name, folder, options.verbose)
            if gone is None:
                continue
            done += 1
            print(f"{os.path.basename(path)} {name}: changes without {gone} annotations", flush=True)
            if done == options.values:
                break
    print(f"{done} values of {len(values) + len(alone)}, {len(alone)} of which one annotation holds")


if __name__ == "__main__":
    main()
