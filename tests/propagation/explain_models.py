#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether --explain tells the truth: for values of model programs, drawn by a seed, the chain of every axis ends at an
annotation that stands in the program, and without that annotation the value's sharding is another.

  explain_models.py SPMD_OPT FOLDER [--values=30] [--seed=1] [--verbose]

Candidates are the axes of all values of all models. Two draws of --values each, from one model after the other, as long as these have any:
  alone    among the values where one annotation alone holds an axis: that one is taken away. (Most are in programs that annotate
           their results only; JAX writes parameters, their moments and their results, so an axis is held many times over.)
  shared   among the values where an explanation says "also held there by": the others are taken away first, in rounds, as far as
           they are named. The axis must stay, for the annotation at the end of the chain is still there; then that one is taken, too.
Exits with 1 where an axis has no annotation at its end, where one is named that does not stand in the program, where an axis goes
while the annotation that it is said to come from stands, and where a sharding stays when that one is gone, too.
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
        if not match or not re.match(r"result |argument |sdy\.(?!manual)|stablehlo\.", match[1]):
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


def numbered(text):
    """The blocks by (name, how many of this name came before): copies of a callee's values have one name."""
    seen = {}
    for name, sharding, chains in blocks(text):
        seen[name] = seen.get(name, -1) + 1
        yield (name, seen[name]), sharding, chains


def axes_of(sharding):
    return re.sub(r", \?|\?", "", sharding)


def site(line):
    match = SITE.match(line)
    return match and match[1]  # places in a line move when something before them goes


class Program:
    """A copy of a model that loses annotations."""

    def __init__(self, tool, path, folder):
        self.tool, self.path = tool, path
        self.copy = os.path.join(folder, os.path.basename(path))
        self.text = open(path, encoding="utf-8").read()

    def look(self, key, query):
        """(sharding without openness, chains) of a value."""
        open(self.copy, "w", encoding="utf-8").write(self.text)
        for found, sharding, chains in numbered(explain(self.tool, self.copy, query)):
            if found == key:
                return axes_of(sharding), chains
        sys.exit(f"{self.path}: {key[0]}: has no explanation any more")

    def take(self, lines):
        text = without(self.text, lines)
        if text is not None:
            self.text = text
        return text is not None


def check_alone(program, key, over, end):
    """False where the test cannot take the annotation away."""
    before, _ = program.look(key, "all")
    if not program.take([end]):
        return False
    if program.look(key, "all")[0] == before:
        sys.exit(f"{program.path}: {key[0]}: {over} stays without {end}")
    return True


def check_shared(program, key):
    """How many others were taken away before; None where the test cannot take one."""
    query = "result" + key[0].split()[1] if key[0].startswith("result ") else key[0]
    before, chains = program.look(key, query)
    over, others, named = chains[0]
    winner, gone = site(named[0]), 0
    while others:
        more = [line for line in named if site(line) != winner]
        if not program.take(more):
            return None
        gone += len(more)
        axes, chains = program.look(key, query)
        held = next(((others, named) for dim, others, named in chains if dim == over), None)
        if held is None:
            sys.exit(f"{program.path}: {key[0]}: {over} is gone with {more}, though it was said to come from {winner}")
        others, named = held
        if not more or winner not in map(site, named):
            sys.exit(f"{program.path}: {key[0]}: {over} was said to come from {winner}; after others are gone, only {named} are named")
    before, _ = program.look(key, query)
    if not program.take(named):
        return None
    if program.look(key, query)[0] == before:
        sys.exit(f"{program.path}: {key[0]}: {over} stays without {winner} and {gone} others")
    return gone


def one_from_each(candidates, dice):
    """The candidates of each program (their first item) in random order, dealt from one program after the other."""
    piles = {}
    for candidate in candidates:
        piles.setdefault(candidate[0], []).append(candidate)
    piles = list(piles.values())
    dice.shuffle(piles)
    for pile in piles:
        dice.shuffle(pile)
    for i in range(max(map(len, piles), default=0)):
        yield from (pile[i] for pile in piles if i < len(pile))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("spmd_opt")
    parser.add_argument("folder")
    parser.add_argument("--values", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    shared, alone = [], []
    for file in sorted(os.listdir(options.folder)):
        if not file.endswith(".mlir"):
            continue
        path = os.path.join(options.folder, file)
        for key, sharding, chains in numbered(explain(options.spmd_opt, path, "all")):
            if len(chains) < len(re.findall(r'{"', sharding.split("], replicated")[0])):
                sys.exit(f"{path}: {key[0]}: a chain without an end")
            alone += [(path, key, over, named[0]) for over, others, named in chains if not others][:1]
            if chains and chains[0][1] and re.match(r"(%[\w#]+|result \d+ of @main)$", key[0]):
                shared.append((path, key))
    dice = random.Random(options.seed)
    done, covered = {"alone": 0, "shared": 0}, set()
    with tempfile.TemporaryDirectory() as folder:
        for path, key, over, end in one_from_each(alone, dice):
            if done["alone"] < options.values and check_alone(Program(options.spmd_opt, path, folder), key, over, end):
                done["alone"] += 1
                covered.add(path)
                print(f"{os.path.basename(path)} {key[0]} {over}: changes without {end}", flush=True)
        for path, key in one_from_each(shared, dice):
            gone = check_shared(Program(options.spmd_opt, path, folder), key) if done["shared"] < options.values else None
            if gone is not None:
                done["shared"] += 1
                covered.add(path)
                print(f"{os.path.basename(path)} {key[0]}: stays without {gone} others, changes without the one named", flush=True)
    print(f"{done['alone']} values of {len(alone)} that one annotation holds, {done['shared']} of {len(shared)} that several hold; "
          f"from {len(covered)} programs")
    missed = {os.path.basename(path) for path, *_ in alone + shared} - {os.path.basename(path) for path in covered}
    if missed:
        print("none from " + ", ".join(sorted(missed)) + ": what manual computations ask for cannot be taken away")
    if min(done.values()) < options.values:
        sys.exit(f"{options.values} of each were wanted")


if __name__ == "__main__":
    main()
