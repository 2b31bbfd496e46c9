#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our sharding passes against jaxlib's (jax 0.10.2), module by module and value by value, on random programs (random_programs.py), on
programs that JAX lowers (--jax=ROUNDS, jax_programs.py), or on files.

  differential.py [--count=500] [--seed=0] [--jobs=2] [--pipeline=NAME,...] [--spmd-opt=build/bin/spmd-opt] [FILE.mlir...]

Both sides get the same text; jaxlib has no rules for chlo ops, so these are written as StableHLO ops of the same shapes. Prints a table
of what the programs contain and, for each pipeline, how many programs and values differ, with the first differences in full. "Short"
are programs that jaxlib makes into ours, too, when its propagation runs twice (docs/sharding.md, "Where we differ"); they count as different.
Exits with 1 where more values differ than `--allowed` (a fraction), or where the programs do not reach what they must
(random_coverage.py); with 77 without jax. Programs of seed S are S, S+1, ...
"""
import argparse
import collections
import concurrent.futures
import difflib
import itertools
import multiprocessing
import os
import re
import subprocess
import sys
import time

from propagation_oracle import describe
from random_coverage import missing
from random_programs import RandomProgram

IMPORT = "symbol-dce,sdy-lift-inlined-meshes,sdy-remove-size-one-axes,sdy-propagate-sharding-from-func-to-call," \
         "sdy-constant-or-scalar-splitter,symbol-dce,sdy-manual-axes-cleanup,sdy-add-data-flow-edges"
CALLS = "sdy-flatten-call-graph,symbol-dce,sdy-import-func-calls,symbol-dce,sdy-apply-sharding-constraints," \
        "sdy-sharding-group-import,sdy-pre-order-funcs"
END = "func.func(sdy-constant-or-scalar-merger,sdy-sink-data-flow-edges),sdy-remove-sharding-groups," \
      "func.func(sdy-sharding-constraint-to-reshard),sdy-update-non-divisible-input-output-shardings," \
      "sdy-remove-sub-axes-in-input-output-shardings,sdy-close-shardings"
BACK = "sdy-export-named-computations,sdy-propagate-to-func-results,sdy-unflatten-call-graph,symbol-dce,sdy-insert-func-call-reshards"
DEBUG = "debug-sharding-origins=true debug-propagation-edge-sharding=true"
SUNK = "func.func(sdy-sink-data-flow-edges{sink-debug-sharding-origins=true sink-debug-propagation-edge-sharding=true})"
PIPELINES = {  # name -> passes; both sides run the same text
    "import": "sdy-import-pipeline",
    "import-dedup": "sdy-import-pipeline{dedup-functions-fully=true}",
    "import-calls": f"{IMPORT},{CALLS}",
    "batching": "func.func(sdy-explicit-gather-scatter-batching)",
    "populate": "func.func(sdy-populate-op-sharding-rules)",
    "populate-conservative": "func.func(sdy-populate-op-sharding-rules{conservative-propagation=true})",
    "basic": f"{IMPORT},{CALLS},sdy-basic-propagate",
    "aggressive": f"{IMPORT},{CALLS},sdy-aggressive-propagate",
    "aggressive-basic-first": f"{IMPORT},{CALLS},sdy-aggressive-propagate{{propagation-strategy=basic-then-aggressive}}",
    "op-priority": f"{IMPORT},{CALLS},sdy-op-priority-propagate",
    "conservative": f"{IMPORT},{CALLS},sdy-user-priority-propagate{{conservative-propagation=true}}",
    "keep-rules": f"{IMPORT},{CALLS},sdy-user-priority-propagate{{keep-sharding-rules=true}}",
    "propagate": f"{IMPORT},{CALLS},sdy-user-priority-propagate",
    "debug": f"{IMPORT},{CALLS},sdy-user-priority-propagate{{{DEBUG}}}",
    "debug-origins": f"{IMPORT},{CALLS},sdy-user-priority-propagate{{debug-sharding-origins=true}}",
    "debug-edges": f"{IMPORT},{CALLS},sdy-user-priority-propagate{{debug-propagation-edge-sharding=true}}",
    "debug-import": f"{IMPORT},sdy-apply-sharding-constraints{{{DEBUG}}}",
    "debug-basic": f"{IMPORT},{CALLS},sdy-basic-propagate{{{DEBUG}}},{SUNK}",
    "export": f"{IMPORT},{CALLS},sdy-user-priority-propagate,{BACK},{END}",
    "dedup": f"{IMPORT},sdy-apply-sharding-constraints,sdy-sharding-group-import,sdy-add-func-data-flow-edges,sdy-pre-order-funcs,"
             f"sdy-user-priority-propagate,sdy-propagate-to-func-results,func.func(sdy-sink-func-data-flow-edges),"
             f"sdy-unflatten-call-graph,symbol-dce,sdy-insert-func-call-reshards,{END}",
    "pipeline": "sdy-propagation-pipeline",
    "pipeline-dedup": "sdy-propagation-pipeline{dedup-functions-fully=true}",
}
SPELLED = {"pipeline": f"{PIPELINES['export']},func.func(sdy-insert-explicit-reshards,canonicalize{{enable-patterns=sdy-collective}}),"
                       "func.func(sdy-drop-sharding-rules)",
           "pipeline-dedup": f"{PIPELINES['dedup']},func.func(sdy-insert-explicit-reshards,canonicalize{{enable-patterns=sdy-collective}}),"
                             "func.func(sdy-drop-sharding-rules)"}
ON_FUNCTIONS = {"sdy-explicit-gather-scatter-batching", "sdy-populate-op-sharding-rules", "sdy-constant-or-scalar-merger",
                "sdy-sink-data-flow-edges", "sdy-sink-func-data-flow-edges", "sdy-sharding-constraint-to-reshard",
                "sdy-insert-explicit-reshards", "sdy-drop-sharding-rules", "sdy-remove-all-gather-reduce-scatter-for-cmv1"}
IMPORT_PASSES = ["lift-inlined-meshes", "remove-size-one-axes", "propagate-sharding-from-func-to-call", "constant-or-scalar-splitter",
                 "explicit-gather-scatter-batching", "manual-axes-cleanup", "add-data-flow-edges", "add-func-data-flow-edges",
                 "apply-sharding-constraints", "sharding-group-import", "flatten-call-graph", "import-func-calls", "pre-order-funcs"]
EXPORT_PASSES = ["constant-or-scalar-merger", "sink-data-flow-edges", "sink-func-data-flow-edges", "remove-sharding-groups",
                 "sharding-constraint-to-reshard", "update-non-divisible-input-output-shardings",
                 "remove-sub-axes-in-input-output-shardings", "close-shardings", "export-named-computations", "propagate-to-func-results",
                 "unflatten-call-graph", "insert-func-call-reshards", "insert-explicit-reshards", "drop-sharding-and-mesh",
                 "drop-sharding-rules", "remove-all-gather-reduce-scatter-for-cmv1", "remove-propagation-debug-info"]


def anchored(name):
    name = "sdy-" + name
    return f"func.func({name})" if name in ON_FUNCTIONS else name


ALONE = {f"alone:{name}": anchored(name) for name in IMPORT_PASSES + EXPORT_PASSES}  # each by its name on the program as it is
AFTER = {f"after:{name}": f"{PIPELINES['keep-rules']},{anchored(name)}" for name in EXPORT_PASSES}  # and on a propagated one
PIPELINES.update(ALONE)
PIPELINES.update(AFTER)


def again(name):
    """The same passes with propagation run twice in a row; None where there is none."""
    once = SPELLED.get(name, PIPELINES[name])
    twice = re.sub(r"sdy-(basic|aggressive|op-priority|user-priority)-propagate(\{[^}]*\})?", r"\g<0>,\g<0>", once)
    return twice if twice != once else None


def count(lines):
    """How many values these lines of describe() are about: arguments, results of functions and of ops."""
    return sum(len(line[1].split(">,")) if line[1] else line[2].count("=#sdy") for line in lines)


def compared(module, mine):
    """(values, values that differ, the first differing lines as text). Lines are aligned, so that an op more is one difference; of a
    function only the arguments and results that differ count."""
    lines, other = describe(module), describe(mine)
    differing, shown = 0, []
    for tag, i, j, k, l in difflib.SequenceMatcher(None, lines, other, autojunk=False).get_opcodes():
        left, right = lines[i:j], other[k:l]
        if tag == "equal":
            continue
        pairs = list(itertools.zip_longest(left, right))
        shown += pairs
        for one, two in pairs:
            if one and two and one[0] == two[0] == "func.func":
                parts = [dict(part.split("=#", 1) for part in re.split(r" (?=arg\d|res\d)", line[2]) if part) for line in (one, two)]
                differing += sum(1 for key in parts[0] | parts[1] if parts[0].get(key) != parts[1].get(key))
            else:
                differing += max(count([line]) for line in (one, two) if line)
    return count(lines), differing, "\n".join(f"   jaxlib {one}\n   ours   {two}" for one, two in shown[:4])


def theirs(connection, name):
    """The oracle, in a process of its own because failed checks kill it: (text, ours) -> (kind, values, differing, message)."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir, passmanager
    from jaxlib.mlir._mlir_libs import _stablehlo

    def after(text, passes):
        module = ir.Module.parse(text)
        passmanager.PassManager.parse(f"builtin.module({passes})").run(module.operation)
        return module

    def answer(text, ours):
        try:
            ir.Module.parse(text)
        except ir.MLIRError as error:
            return "refused", 0, 0, str(error)[:600]
        try:
            module = after(text, PIPELINES[name])
        except ir.MLIRError as error:
            return ("fails" if ours.strip() else "same"), 0, 0, str(error)[:600]
        if not ours.strip():
            return "we fail", 0, 0, str(module)
        try:
            mine = ir.Module.parse(ours)
        except ir.MLIRError as error:
            return "unreadable", 0, 0, str(error)[:600] + ours
        left, right = str(module), str(mine)
        values, differing, shown = compared(module.operation, mine.operation)
        if left == right:
            return "same", values, 0, ""
        if again(name):
            try:
                if str(after(text, again(name))) == right:
                    return "short", values, differing, ""
            except ir.MLIRError:
                pass
        if not shown:
            shown = "\n".join(f"   jaxlib {l}\n   ours   {r}" for l, r in zip(left.split("\n"), right.split("\n")) if l != r)
        return "different", values, max(differing, 1), shown + f"\n--- jaxlib\n{left}\n--- ours\n{right}"

    _stablehlo.register_stablehlo_passes()
    with make_ir_context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        after("func.func @f() {return}", "vhlo-legalize-to-stablehlo")  # loads the dialect of quantized types, which nothing else does
        while True:
            connection.send(answer(*connection.recv()))


class Oracle:
    def __init__(self, name):
        self.name = name
        self.start()

    def start(self):
        self.connection, child = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=theirs, args=(child, self.name), daemon=True)
        self.process.start()
        child.close()

    def ask(self, text, ours):
        try:
            self.connection.send((text, ours))
            if self.connection.poll(120):
                return self.connection.recv()
            raise EOFError
        except (EOFError, OSError):
            self.process.kill()
            self.process.join()
            self.start()
            return ("dies", 0, 0, "")


def run_ours(spmd_opt, passes, texts):
    result = subprocess.run([spmd_opt, "-", f"--pass-pipeline=builtin.module({passes})", "--split-input-file"],
                            input="// -----\n".join(texts), capture_output=True, text=True)
    parts = result.stdout.split("// -----\n")
    if len(parts) != len(texts):
        raise RuntimeError(f"spmd-opt made {len(parts)} modules of {len(texts)}, code {result.returncode}: {result.stderr[-3000:]}")
    return parts, result.stderr


def without_chlo(text):
    """Pointwise chlo ops as StableHLO ops of the same shapes."""
    text = re.sub(r"chlo\.\w+ (%[\w#]+) : (tensor<\S*f32>) -> (tensor<\S*i1>)", r"stablehlo.is_finite \1 : (\2) -> \3", text)
    text = re.sub(r"chlo\.(?!constant)\w+ (%[\w#]+) : (tensor<\S+>) -> \2", r"stablehlo.negate \1 : \2", text)
    return re.sub(r"chlo\.\w+ (%[\w#]+), (%[\w#]+) : (tensor<\S+>), \3 -> \3", r"stablehlo.subtract \1, \2 : \3", text)


def decompose(spmd_opt, text):
    result = subprocess.run([spmd_opt, "-", "--spmd-decompose-chlo"], input=text, capture_output=True, text=True, check=True).stdout
    if "chlo." in result:
        raise ValueError("chlo ops are left: " + ", ".join(sorted(set(re.findall(r"chlo\.\w+", result)))))
    return result


def lowered(seed, rounds):
    """JAX's programs, to be called in a process of its own: JAX starts threads, and a child forked beside them may never get a lock."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax_programs
    return list(jax_programs.programs(seed, rounds))


def random_batch(args):
    """Random programs first..first+count."""
    spmd_opt, name, first, count = args
    programs = [RandomProgram(first + i) for i in range(count)]
    table = collections.Counter()
    for program in programs:
        table.update(program.features)
        table.update("op " + op for op in program.ops)
    return table, *compare(spmd_opt, name, [(first + i, p.text) for i, p in enumerate(programs)])


def text_batch(args):
    return collections.Counter(), *compare(*args)


def compare(spmd_opt, name, programs):
    """Labelled texts through one pipeline of both sides: totals, and notes on what differs."""
    texts = [text for _, text in programs]
    try:
        ours, errors = run_ours(spmd_opt, PIPELINES[name], texts)
    except RuntimeError as error:
        if len(programs) > 1:  # one that kills the tool: find it
            half = len(programs) // 2
            l, r = compare(spmd_opt, name, programs[:half]), compare(spmd_opt, name, programs[half:])
            return l[0] + r[0], l[1] + r[1]
        return collections.Counter({"we die": 1, "programs": 1}), [(programs[0][0], "we die", str(error))]
    for i, text in enumerate(texts):  # jaxlib's pipeline has no sdy-verify-unreduced-axes yet: without it, the same must come out
        if not ours[i].strip() and "unreduced=" in text and name in SPELLED:
            _, why = run_ours(spmd_opt, PIPELINES[name], [text])
            if re.search(r"error: .* unreduced along .*(but no operand is, and no dim|its partial values were lost)", why):
                ours[i:i + 1], _ = run_ours(spmd_opt, SPELLED[name], [text])
    oracle = Oracle(name)
    totals, notes = collections.Counter(), []
    for (label, text), our in zip(programs, ours):
        kind, values, differing, message = oracle.ask(text, our)
        totals.update({kind: 1, "programs": 1, "values": values, "differing values": differing, f"values {kind}": differing})
        if kind not in ("same", "short", "dies"):
            if kind == "we fail":
                message = f"{errors[:1500]}\n{message}"
            notes.append((label, kind, message + "\n--- program\n" + text))
    oracle.process.kill()
    return totals, notes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--jax", type=int, default=0, help="rounds over the functions of jax_programs.py, instead of random programs")
    parser.add_argument("--decompose-chlo", action="store_true", help="replace chlo ops by our pass, and not by ops of the same shapes")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--chunk", type=int, default=250)
    parser.add_argument("--pipeline", default="export", help="names of PIPELINES; all: these; alone: each import and small export pass by "
                        "itself; after: each small export pass after propagation")
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--show", type=int, default=3, help="differences to print in full")
    parser.add_argument("--allowed", type=float, default=0.0, help="fraction of values that may differ")
    args = parser.parse_args()
    try:
        import jaxlib.mlir.ir  # noqa: F401
    except ImportError:
        print("jaxlib is missing")
        return 77
    sets = {"all": [name for name in PIPELINES if ":" not in name], "alone": list(ALONE), "after": list(AFTER)}
    names = [name for part in args.pipeline.split(",") for name in sets.get(part, [part])]
    worst, shown_table, unreached = 0.0, False, []
    programs = [(path, open(path, encoding="utf-8").read()) for path in args.files]
    if args.jax:
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            programs += pool.submit(lowered, args.seed, args.jax).result()
    if args.decompose_chlo:
        programs = [(label, decompose(args.spmd_opt, text)) for label, text in programs]
    else:
        programs = [(label, without_chlo(text)) for label, text in programs]
    for name in names:
        begin = time.time()
        if programs:
            chunk = max(1, min(60, len(programs) // args.jobs))
            work = [(args.spmd_opt, name, programs[i:i + chunk]) for i in range(0, len(programs), chunk)]
        else:
            work = [(args.spmd_opt, name, first, min(args.chunk, args.seed + args.count - first))
                    for first in range(args.seed, args.seed + args.count, args.chunk)]
        table, totals, notes = collections.Counter(), collections.Counter(), []
        with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
            for t, n, m in pool.map(text_batch if programs else random_batch, work):
                table += t
                totals += n
                notes += m
        if not shown_table and table:
            shown_table = True
            for what, number in sorted(table.items()):
                print(f"  {what:56} in {number:6} programs, {100 * number / args.count:5.1f} %")
            unreached = missing(table, args.count)
        kinds = ", ".join(f"{totals[k]} {k}" for k in ("same", "short", "different", "refused", "fails", "we fail", "unreadable", "we die", "dies")
                          if totals[k])
        fraction = totals["differing values"] / max(totals["values"], 1)
        bad = [n for n in notes if n[1] != "refused"]
        print(f"{name}: {totals['programs']} programs: {kinds}; {totals['differing values']} of {totals['values']} values differ "
              f"({100 * fraction:.4f} %; {totals['values short']} because jaxlib stops short), {time.time() - begin:.0f} s", flush=True)
        for seed, kind, message in (bad or notes)[:args.show]:
            print(f"=== {seed}: {kind}\n{message}")
        if totals["we die"] or totals["we fail"] or totals["unreadable"]:
            fraction = 1.0
        worst = max(worst, fraction)
    for line in unreached:
        print(f"too seldom: {line}")
    return 1 if worst > args.allowed or unreached else 0


if __name__ == "__main__":
    sys.exit(main())
