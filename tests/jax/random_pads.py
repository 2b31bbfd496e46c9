#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs with uneven shardings, padded by ours and by jaxlib (jax 0.10.2): same text, and same results as without padding.

  random_pads.py [--count=200] [--seed=0] [--evaluate=20] [--spmd-opt=build/bin/spmd-opt] [--spmd-run=build/bin/spmd-run] [--verbose]

jaxlib brings each program (export_programs.py) to collectives; sdy-pad-for-divisibility is what is compared. The first programs that
change are run by the reference interpreter, without padding and with it, where collectives return their operand. What jaxlib passes
counts as: equal; equal but for the shardings of masks, which it leaves out; broken (a value that its shards do not divide, or a cast
between two sizes); other (classes of docs/sharding.md: custom calls, masked reductions, limited indices, reshapes); differ. Prints the
figures as the last line; exits with 1 where texts differ or ours is wrong or refused alone, with 77 without jax.
"""
import argparse
import collections
import difflib
import math
import os
import random
import re
import subprocess
import sys
import tempfile

from export_oracle import RESHARDS, Oracle, has_jax
from export_programs import random_program
from propagation_oracle import STAGES
from random_reshards import run_ours

PASS = "func.func(sdy-pad-for-divisibility)"
PREPARE = ",".join([*STAGES["close"], "sdy-update-non-divisible-input-output-shardings", "sdy-close-shardings", RESHARDS,
                    "sdy-resolve-permutation-factors", "func.func(sdy-reshard-to-collectives)"])
SHARDING = re.compile(r" \{sdy\.sharding = #sdy\.sharding_per_value<\[<[^{}]*(\{[^{}]*\}[^{}]*)*>\]>\}")
COLLECTIVE = re.compile(r"sdy\.(?:all_|collective_|reduce_scatter|sharded_to|replicated_to|reshard).*?(%[\w#]+) (?:out_sharding=)?<.*> : "
                        r"(tensor<.*>)$", re.MULTILINE)


def equal_but_masks(ours, theirs):
    """Whether lines differ by a sharding that only ours has."""
    ours, theirs = ours.strip().splitlines(), theirs.strip().splitlines()
    return len(ours) == len(theirs) and all(a == b or SHARDING.sub("", a) == b for a, b in zip(ours, theirs))


def is_broken(text):
    """Whether a collective gives a value that its shards do not divide, or types do not fit together."""
    if "unrealized_conversion_cast" in text:
        return True
    mesh = dict(re.findall(r'"(\w+)"=(\d+)', text))
    found = re.findall(r"out_sharding=<@\w+, \[(.*?)\](?:, \w+=\{.*?\})*> : tensor<([\dx]*)\w+>", text)
    found += re.findall(r"sdy\.constant \{.*?<\[<@\w+, \[(.*?)\](?:, \w+=\{.*?\})*>\]>\} dense.*tensor<([\dx]*)\w+>", text)
    for dims, shape in found:
        for dim, size in zip(re.findall(r"\{(.*?)\}", dims), shape.split("x")):
            axes = re.findall(r'"(\w+)"(?::\(\d+\)(\d+))?', dim)
            if int(size) % math.prod(int(part or mesh[name]) for name, part in axes):
                return True
    return False


def other_class(text, ours, theirs):
    """The class of docs/sharding.md that explains the difference; an empty text if there is none."""
    added = "\n".join(line for line in difflib.ndiff(theirs.splitlines(), ours.splitlines()) if line.startswith("+ "))
    if "custom_call" in text and re.search(r"all_gather|all_slice|custom_call", added):
        return "custom call"
    if "stablehlo.minimum" in added and re.search(r"dynamic_|gather\"|scatter", text):
        return "limited indices"
    if re.search(r"stablehlo\.(reduce|dot )", text) and "stablehlo.select" in added:
        return "masked reduction"
    if "stablehlo.reshape" in text and "sdy.all_gather" in added:
        return "reshape"
    return ""


def arguments(text, path):
    import numpy as np
    head = text[text.index("@main("):].split("\n")[0].split(") -> ")[0]
    rng, arrays = np.random.default_rng(1), {}
    for i, (shape, kind) in enumerate(re.findall(r"%arg\d+: tensor<((?:\d+x)*)(\w+)>", head)):
        shape = [int(size) for size in shape.split("x")[:-1]]
        arrays[f"arg{i}"] = (rng.integers(-16, 17, shape) / 8).astype(np.float32) if kind[0] == "f" else \
            rng.integers(0, 2, shape).astype(bool) if kind == "i1" else rng.integers(0, 9, shape).astype(np.int32)
    np.savez(path, **arrays)


def run(options, text, folder, name):
    """The results of the program with collectives that return their operand; None if it does not run."""
    import numpy as np
    path = os.path.join(folder, name)
    plain = COLLECTIVE.sub(r"stablehlo.optimization_barrier \1 : \2", text).replace("= sdy.constant", "= stablehlo.constant")
    dropped = subprocess.run([options.spmd_opt, "-", "--sdy-drop-sharding-and-mesh"], input=plain, capture_output=True, text=True)
    with open(path + ".mlir", "w") as out:
        out.write(dropped.stdout)
    done = subprocess.run([options.spmd_run, path + ".mlir", "--backend=reference", f"--args={folder}/args.npz", f"--save={path}.npz"],
                          capture_output=True, text=True, timeout=120)
    if done.returncode:
        print(done.stderr[:400])
        return None
    saved = np.load(path + ".npz")
    return [saved[key] for key in sorted(saved.files)]


def evaluate(options, before, after):
    """same, wrong, or not run: the padded program against the one without padding."""
    import numpy as np
    with tempfile.TemporaryDirectory() as folder:
        arguments(before, os.path.join(folder, "args.npz"))
        expected, results = run(options, before, folder, "before"), run(options, after, folder, "after")
    if expected is None or results is None:
        return "not run"
    same = all(a.shape == b.shape and np.allclose(a, b, rtol=1e-4, atol=1e-4, equal_nan=True) for a, b in zip(expected, results))
    return "same" if same else "wrong"


def classify(text, ours, outcome, theirs):
    if ours is None:
        return "refused" if outcome == "passed" else "refused by both"
    if outcome != "passed":
        return f"jaxlib {outcome}"
    if theirs.strip() == ours.strip():
        return "equal"
    if equal_but_masks(ours, theirs):
        return "equal but masks"
    return "broken" if is_broken(theirs) else "other" if other_class(text, ours, theirs) else "differ"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--evaluate", type=int, default=0)
    parser.add_argument("--only", default="", help="names of the generator's ops, by default all")
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--spmd-run", default="build/bin/spmd-run")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not has_jax(sys.executable):
        return 77
    oracle, counts, evaluated = Oracle(sys.executable), collections.Counter(), collections.Counter()
    programs = []
    for i in range(options.count):
        rng = random.Random(f"pad {options.seed + i}")
        only = options.only.split(",") if options.only else []
        outcome, text = oracle.run(PREPARE, random_program(rng, False, "uneven", only, "one"))
        if outcome == "passed":
            programs.append((options.seed + i, text))
        else:
            counts["not prepared"] += 1
    for (seed, text), ours in zip(programs, run_ours(options.spmd_opt, [text for _, text in programs], PASS)[0]):
        outcome, theirs = oracle.run(PASS, text)
        label = classify(text, ours, outcome, theirs)
        counts[label] += 1
        if label in ("differ", "refused") or (options.verbose and label == "other"):
            print(f"{seed}: {label}\n{text}\n--- jaxlib\n{theirs}\n--- ours\n{ours}")
        # Random loops may run for ever; custom calls and local values of manual computations have no meaning here.
        runs = ours and ours.strip() != text.strip() and not re.search("stablehlo.while|custom_call|manual_computation", text)
        if runs and sum(evaluated.values()) < options.evaluate:
            result = evaluate(options, text, ours)
            evaluated[result] += 1
            if result != "same":
                print(f"{seed}: {result}\n{text}\n--- ours\n{ours}")
    oracle.close()
    labels = ["equal", "equal but masks", "broken", "other", "differ", "refused", "refused by both", "jaxlib failed", "jaxlib died", "not prepared"]
    print(f"{options.count} programs: " + ", ".join(f"{counts[label]} {label}" for label in labels) +
          f"; run: {evaluated['same']} same, {evaluated['wrong']} wrong, {evaluated['not run']} not run")
    return 1 if counts["differ"] or counts["refused"] or evaluated["wrong"] or evaluated["not run"] else 0


if __name__ == "__main__":
    sys.exit(main())
