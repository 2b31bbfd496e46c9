#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares sdy-convert-global-to-local with jaxlib's on random programs (export_programs.py), text for text.

  random_local_programs.py --count=5000 --seed=1 [--options="enable-rgv3=true"] [--keep=FOLDER]

jaxlib prepares the programs: propagation, explicit reshards, resolve-permutation-factors, collectives. Differences that docs/sharding.md
explains ("convert-global-to-local") are counted by class. Prints the figures as the last line. Exits with 1 where
other programs differ or spmd-opt dies, and with 77 without jax.
"""
import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys

from export_oracle import STEPS, Oracle, has_jax, keep, run_batch
from export_programs import random_program
from propagation_oracle import STAGES

EQUAL, DIFFER = "equal", "differ"


def serve():
    """Answers each JSON line [pipelines, text] by a line with the texts behind each pipeline, up to the first one that fails, and the
    outcome of the last one. Each answer comes from a process of its own, since failed checks of jaxlib end the process."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir, passmanager
    for line in sys.stdin:
        pipelines, text = json.loads(line)
        reader, writer = os.pipe()
        if not (child := os.fork()):
            texts, outcome = [], "passed"
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with make_ir_context(), ir.Location.unknown(), os.fdopen(writer, "w") as out:
                try:
                    module = ir.Module.parse(text)
                    for pipeline in pipelines:
                        out.write(json.dumps(texts) + "\n")  # what is there if the next pipeline ends the process
                        out.flush()
                        passmanager.PassManager.parse(f"builtin.module({pipeline})").run(module.operation)
                        texts.append(str(module))
                except (ir.MLIRError, ValueError) as error:
                    outcome = f"failed {error}"
                out.write(json.dumps(texts) + "\n" + json.dumps(outcome) + "\n")
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as answer:
            lines = answer.read().splitlines()
        died = os.waitpid(child, 0)[1] != 0
        texts, outcome = (lines[-1] if lines else "[]", "died") if died else (lines[-2], json.loads(lines[-1]))
        print(json.dumps([json.loads(texts), outcome]), flush=True)


class Forks(Oracle):
    """jaxlib in a server that survives failed checks."""

    def run_all(self, pipelines, text):
        if not self.child:
            self.child = subprocess.Popen([self.python, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.child.stdin.write(json.dumps([pipelines, text]) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())


def prepared(oracle, seed, options, pipeline=None):
    """A program behind reshard-to-collectives, or nothing where jaxlib cannot prepare it; and with a pipeline what jaxlib makes of it."""
    rng = random.Random(f"local {seed}")
    annotated = rng.random() < 0.5
    text = random_program(rng, annotated, "even", options.only.split(",") if options.only else [], options.meshes)
    if rng.random() < 0.5:
        text = text.replace("i32>", "i64>")  # jaxlib ends the process at gathers with indices of i32
    steps = ([] if annotated else STAGES["close"]) + ["sdy-insert-func-call-reshards"] + STEPS["collectives"]
    texts, outcome = oracle.run_all([",".join(steps)] + ([pipeline] if pipeline else []), text)
    program = texts[0] if texts else None
    return (program, outcome if len(texts) < 2 else "passed", texts[-1] if len(texts) == 2 else outcome) if pipeline else program


def without_tables(text):
    """The text without the numbers of tables indexed by the device, and of pairs of devices."""
    return re.sub(r'dense<[\["][^>]*> : tensor<\d+(x2)?x(i64|i1)>', "TABLE", text)


def classify(program, theirs, kind, ours):
    """Names the documented class of a difference."""
    if kind == "refused":
        for sign, name in (("gives partial results that", "sum of what is no sum"), ("do not fit together", "shards do not fit"),
                           ("needs the dim whole", "op needs the dim whole"), ("moves elements between", "rows of other shards"),
                           ("makes them equal", "call and callee differ"),
                           ("the update must be whole", "part of an update"), ("does not combine along", "parts are not combined")):
            if sign in ours:
                return f"refused: {name}"
        return f"ours {kind}"
    if '":(' in program and without_tables(theirs).strip() == without_tables(ours).strip():
        return "tables of sub-axes"
    clamps = [re.sub(r"dense<[^>]*> : tensor<[\dx]*i32>", "CLAMP", without_tables(text)).strip() for text in (theirs, ours)]
    if "stablehlo.gather" in program and clamps[0] == clamps[1]:
        return "gather by i32"
    finite = ours.replace("0x7F800000", "3.40282347E+38").replace("0xFF800000", "-3.40282347E+38")
    if "stablehlo.scatter" in program and finite.strip() == theirs.strip():
        return "start of a scatter"
    added = collections.Counter(re.findall(r"stablehlo\.\w+", ours)) - collections.Counter(re.findall(r"stablehlo\.\w+", theirs))
    if "stablehlo.reduce" in program and added.get("stablehlo.select"):
        return "init of a reduction"
    if added.get("stablehlo.dynamic_update_slice") or added.get("stablehlo.pad") and "stablehlo.dynamic_update_slice" in program:
        return "update of a sharded dim"
    if "rng_bit_generator" in program and added.get("stablehlo.dynamic_slice"):
        return "random bits"
    return DIFFER


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--python", default=sys.executable, help="a Python that has jax")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="", help="options of the pass")
    parser.add_argument("--meshes", default="one", choices=["one", "orders"])
    parser.add_argument("--only", default="", help="names of the generator's ops, by default all")
    parser.add_argument("--keep", default="", help="folder for programs that differ")
    parser.add_argument("--keep-limit", type=int, default=20)
    parser.add_argument("--keep-class", default="", help="keep programs of this class only")
    parser.add_argument("--progress", type=int, default=0, help="print the figures after so many programs, too")
    parser.add_argument("--verbose", action="store_true", help="print why jaxlib refuses programs")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve()
    if not has_jax(options.python):
        return 77
    pipeline = "sdy-convert-global-to-local" + (f"{{{options.options}}}" if options.options else "")
    oracle, counts, kept, batch, reported = Forks(options.python), collections.Counter(), 0, [], 0

    def flush():
        nonlocal kept
        for (seed, program, theirs), (kind, ours) in zip(batch, run_batch(options.spmd_opt, pipeline, [b[1] for b in batch])):
            name = EQUAL if kind == "passed" and ours.strip() == theirs.strip() else classify(program, theirs, kind, ours)
            counts[name] += 1
            is_kept = options.keep_class in name if options.keep_class else "refused" in name or name == DIFFER or name.startswith("ours")
            if name != EQUAL and is_kept and options.keep and kept < options.keep_limit:
                keep(options.keep, seed, {"in": program, "theirs": theirs, "ours": ours})
                kept += 1
        batch.clear()

    for seed in range(options.seed, options.seed + options.count):
        program, outcome, theirs = prepared(oracle, seed, options, pipeline)
        if program is None:
            counts["not prepared"] += 1
            continue
        if outcome != "passed":
            counts[f"oracle {outcome.split()[0]}"] += 1
            if options.verbose:
                print(f"{seed}: oracle {outcome}: {theirs[:300]}")
            continue
        batch.append((seed, program, theirs))
        if len(batch) == 40:
            flush()
        if options.progress and sum(counts.values()) // options.progress > reported:
            reported = sum(counts.values()) // options.progress
            print(", ".join(f"{n} {name}" for name, n in counts.most_common()), flush=True)
    if batch:
        flush()
    oracle.close()
    bad = sum(n for name, n in counts.items() if name == DIFFER or name.startswith("ours"))
    print(", ".join(f"{n} {name}" for name, n in counts.most_common()))
    compared = bad + counts[EQUAL]
    print(f"{options.count} programs, {compared} compared outside of the documented classes: {bad} differ")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
