#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares sdy passes with those that jaxlib carries (jax 0.10.2): same text in, same text out.

  export_oracle.py --passes='func.func(sdy-insert-explicit-reshards{enable-full-version=true})' FILE.mlir...
  export_oracle.py --passes=... --count=200 --seed=1 [--prepare=propagated] [--keep=FOLDER]

The programs are files, or random ones (export_programs.py: --sizes, --only, --meshes). --prepare lets jaxlib run the passes in
front of the compared ones: propagated (import, propagation, closed shardings), resharded (then explicit reshards everywhere),
permuted (then resolve-permutation-factors), collectives (then reshard-to-collectives). Random programs whose values are all
annotated are not propagated. Differences of sdy-insert-explicit-reshards that docs/sharding.md explains are counted by class. Prints
the figures as the last line; --keep receives the first pairs of texts that differ, with their
inputs. Exits with 1 where texts differ or spmd-opt refuses or dies, with 77 without jax.
"""
import argparse
import collections
import json
import os
import random
import re
import select
import subprocess
import sys
import tempfile

from propagation_oracle import STAGES

RESHARDS = "func.func(sdy-insert-explicit-reshards{enable-full-version=true})"
STEPS = {"propagated": [], "resharded": [RESHARDS], "permuted": [RESHARDS, "sdy-resolve-permutation-factors"],
         "collectives": [RESHARDS, "sdy-resolve-permutation-factors", "func.func(sdy-reshard-to-collectives)"]}


def serve():
    """The child process: one JSON line [pipeline, text] in, one JSON line [passed, text or message] out."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir, passmanager
    for line in sys.stdin:
        pipeline, text = json.loads(line)
        with make_ir_context() as context, ir.Location.unknown():
            context.allow_unregistered_dialects = True
            try:
                module = ir.Module.parse(text)
                passmanager.PassManager.parse(f"builtin.module({pipeline})").run(module.operation)
                answer = [True, str(module)]
            except (ir.MLIRError, ValueError) as error:
                answer = [False, str(error)]
        print(json.dumps(answer), flush=True)


class Oracle:
    """jaxlib in a child process, which is started again when a failed check has ended it."""

    def __init__(self, python):
        self.python, self.child = python, None

    def run(self, pipeline, text):
        """The outcome (passed, failed, died) and the text or message."""
        if not self.child or self.child.poll() is not None:
            self.log = tempfile.TemporaryFile("w+")
            self.child = subprocess.Popen([self.python, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                          stderr=self.log, text=True)
        try:
            self.child.stdin.write(json.dumps([pipeline, text]) + "\n")
            self.child.stdin.flush()
            if not select.select([self.child.stdout], [], [], 60)[0]:
                self.child.kill()
            passed, answer = json.loads(self.child.stdout.readline())
            return ("passed" if passed else "failed"), answer
        except (ValueError, BrokenPipeError):
            self.close()
            self.log.seek(0)
            return "died", self.log.read()[-4000:]

    def close(self):
        if self.child:
            self.child.stdin.close()
            self.child.wait()


def has_jax(python):
    """Whether the Python has jaxlib; says so where it has not."""
    if subprocess.run([python, "-c", "import jaxlib"], capture_output=True).returncode:
        print("jaxlib is missing")
        return False
    return True


def run_ours(spmd_opt, pipeline, text, flags=()):
    """The outcome (passed, refused, died) and the text or messages."""
    done = subprocess.run([spmd_opt, "-", f"--pass-pipeline=builtin.module({pipeline})", *flags], input=text, capture_output=True,
                          text=True, timeout=300)
    if done.returncode:
        return "refused" if done.returncode == 1 else "died", done.stderr
    return "passed", done.stdout


def run_batch(spmd_opt, pipeline, texts):
    """The same of each text; all in one process unless one of them is refused."""
    separator = "// -----\n"
    kind, out = run_ours(spmd_opt, pipeline, separator.join(texts), ["--split-input-file"])
    parts = out.split(separator)
    if kind == "passed" and len(parts) == len(texts):
        return [("passed", part) for part in parts]
    return [run_ours(spmd_opt, pipeline, text) for text in texts]


def keep(folder, name, texts):
    """Writes each text to NAME.SUFFIX.mlir of the folder."""
    os.makedirs(folder, exist_ok=True)
    for suffix, content in texts.items():
        with open(os.path.join(folder, f"{name}.{suffix}.mlir"), "w") as out:
            out.write(content)


def sums(text):
    """The text with sums in place of maxima and minima: jaxlib always inserts an all_reduce that adds."""
    return re.sub(r"sdy\.all_reduce (max|min) ", "sdy.all_reduce ", text)


# Differences of sdy-insert-explicit-reshards that docs/sharding.md explains: name, the lines that only ours has, and the lines that may
# differ besides. All other lines must be the same but for the names of values.
CLASSES = [
    ("partial from whole", r"sdy\.replicated_to_unreduced", r"sdy\.reshard"),
    ("index of a case", r"sdy\.all_reduce .* : tensor<i32>$", r"$^"),
    ("initial value of a sum", r"stablehlo\.constant dense<-0\.0", r"stablehlo\.(reduce|add|broadcast_in_dim)\b"),
    ("reshape without factors", r"stablehlo\.reshape", r"sdy\.reshard"),
]


def classify(theirs, ours):
    """The class of a difference, or `differ`."""
    def lines(text, without):
        bare = [re.sub(r"%\w+(:\d+|#\d+)?", "%", line).strip() for line in text.splitlines()]
        return collections.Counter(line for line in bare if line and not re.search(without, line))
    for name, sign, others in CLASSES:
        more = lines(ours, r"$^") - lines(theirs, r"$^")
        if any(re.search(sign, line) for line in more) and lines(theirs, f"{sign}|{others}") == lines(ours, f"{sign}|{others}"):
            return name
    return "differ"


def programs(options):
    """Yields name, text, and the passes that prepare it."""
    steps = STEPS.get(options.prepare, [])
    propagation = STAGES["close"] if options.prepare else []
    for path in options.files:
        yield os.path.basename(path).removesuffix(".mlir"), open(path).read(), propagation + steps
    if options.count:
        from export_programs import random_program
    for i in range(options.count):
        seed = options.seed + i
        rng = random.Random(f"program {seed}")
        annotated = {"all": True, "few": False, "mixed": rng.random() < 0.5}[options.annotated]
        text = random_program(rng, annotated, options.sizes, options.only.split(",") if options.only else [], options.meshes)
        yield f"{seed}", text, ([] if annotated else STAGES["close"]) + steps


def compare(options, oracle, name, text, steps, counts):
    """Counts one program; returns whether it is a finding."""
    if steps:
        outcome, text = oracle.run(",".join(steps), text)
        if outcome != "passed":
            counts["not prepared"] += 1
            if options.verbose:
                print(f"{name}: not prepared: {text[:600]}")
            return False
    outcome, theirs = oracle.run(options.passes, text)
    if outcome != "passed" and not options.all:
        counts[f"oracle {outcome}"] += 1
        if options.verbose:
            print(f"{name}: oracle {outcome}: {theirs[:600]}")
        return False
    kind, ours = run_ours(options.spmd_opt, options.passes, text)
    if options.sums:
        theirs, ours = sums(theirs), sums(ours)
    difference = classify(theirs, ours) if "sdy-insert-explicit-reshards" in options.passes else "differ"
    label = "equal" if ours.strip() == theirs.strip() else f"ours {kind}" if kind != "passed" else \
        difference if outcome == "passed" else f"oracle {outcome}"
    counts[label] += 1
    finding = label in ("differ", "ours refused", "ours died")
    if finding and options.keep and sum(counts[l] for l in ("differ", "ours refused", "ours died")) <= options.keep_limit:
        keep(options.keep, name, {"in": text, "theirs": theirs, "ours": ours})
    if finding and (options.verbose or kind != "passed"):
        print(f"{name}: {label}" + (f": {ours[:600]}" if kind != "passed" else ""))
    return finding


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--passes", default="", help="what goes inside of builtin.module(...)")
    parser.add_argument("--prepare", default="", choices=["", *STEPS])
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--python", default=sys.executable, help="a Python that has jax")
    parser.add_argument("--count", type=int, default=0, help="number of random programs")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; program i has seed + i")
    parser.add_argument("--annotated", default="mixed", choices=["mixed", "all", "few"])
    parser.add_argument("--sizes", default="even", choices=["even", "uneven"])
    parser.add_argument("--meshes", default="one", choices=["one", "orders", "single"], help="of one kind, several device orders, or also single devices")
    parser.add_argument("--only", default="", help="names of the generator's ops, by default all")
    parser.add_argument("--keep", default="", help="folder for the pairs that differ")
    parser.add_argument("--keep-limit", type=int, default=20)
    parser.add_argument("--all", action="store_true", help="run ours where the oracle fails, too")
    parser.add_argument("--sums", action="store_true", help="count an all_reduce max as equal to one that adds")
    parser.add_argument("--print", action="store_true", help="print the prepared programs only")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        return serve()
    if not has_jax(options.python):
        return 77
    oracle, counts, findings = Oracle(options.python), collections.Counter(), 0
    for name, text, steps in programs(options):
        if options.print:
            print(oracle.run(",".join(steps), text)[1])
            continue
        findings += compare(options, oracle, name, text, steps, counts)
    oracle.close()
    if named := [(name, counts.pop(name)) for name, _, _ in CLASSES if counts[name]]:
        print(f"{sum(n for _, n in named)} more in documented classes: " + ", ".join(f"{n} {name}" for name, n in named))
    labels = ["equal", "differ", "oracle failed", "oracle died", "ours refused", "ours died", "not prepared"]
    print(f"{sum(counts.values())} programs: " + ", ".join(f"{counts[label]} {label}" for label in labels))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
