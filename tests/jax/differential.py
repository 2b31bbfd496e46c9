#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Our sharding passes against jaxlib's (jax 0.10.2), module by module and value by value, on random programs (random_programs.py), on
programs that JAX lowers (--jax=ROUNDS, jax_programs.py), or on files.

  differential.py [--count=500] [--seed=0] [--jobs=2] [--pipeline=NAME,...|all] [--spmd-opt=build/bin/spmd-opt] [FILE.mlir...]

Both sides get the same text; jaxlib has no rules for chlo ops, so these are written as StableHLO ops of the same shapes. Prints a table of what the programs contain and, for each pipeline, how many programs and values differ, with the first differences in
full. Exits with 1 where more values differ than `--allowed` (a fraction), with 77 without jax. Programs of seed S are S, S+1, ...
"""
import argparse
import collections
import concurrent.futures
import multiprocessing
import os
import re
import subprocess
import sys
import time

from propagation_oracle import describe
from random_programs import RandomProgram

IMPORT = "symbol-dce,sdy-lift-inlined-meshes,sdy-remove-size-one-axes,sdy-propagate-sharding-from-func-to-call," \
         "sdy-constant-or-scalar-splitter,symbol-dce,sdy-manual-axes-cleanup,sdy-add-data-flow-edges"
CALLS = "sdy-flatten-call-graph,symbol-dce,sdy-import-func-calls,symbol-dce,sdy-apply-sharding-constraints," \
        "sdy-sharding-group-import,sdy-pre-order-funcs"
END = "func.func(sdy-constant-or-scalar-merger,sdy-sink-data-flow-edges),sdy-remove-sharding-groups," \
      "func.func(sdy-sharding-constraint-to-reshard),sdy-update-non-divisible-input-output-shardings," \
      "sdy-remove-sub-axes-in-input-output-shardings,sdy-close-shardings"
BACK = "sdy-export-named-computations,sdy-propagate-to-func-results,sdy-unflatten-call-graph,symbol-dce,sdy-insert-func-call-reshards"
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
    "export": f"{IMPORT},{CALLS},sdy-user-priority-propagate,{BACK},{END}",
    "dedup": f"{IMPORT},sdy-apply-sharding-constraints,sdy-sharding-group-import,sdy-add-func-data-flow-edges,sdy-pre-order-funcs,"
             f"sdy-user-priority-propagate,sdy-propagate-to-func-results,func.func(sdy-sink-func-data-flow-edges),"
             f"sdy-unflatten-call-graph,symbol-dce,sdy-insert-func-call-reshards,{END}",
    "pipeline": "sdy-propagation-pipeline",
    "pipeline-dedup": "sdy-propagation-pipeline{dedup-functions-fully=true}",
}


def theirs(connection, passes):
    """The oracle, in a process of its own because failed checks kill it: (text, ours) -> (kind, values, differing, message)."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir, passmanager
    with make_ir_context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        while True:
            text, ours = connection.recv()
            try:
                module = ir.Module.parse(text)
            except ir.MLIRError as error:
                connection.send(("refused", 0, 0, str(error)[:600]))
                continue
            try:
                passmanager.PassManager.parse(f"builtin.module({passes})").run(module.operation)
            except ir.MLIRError as error:
                connection.send(("fails" if ours.strip() else "same", 0, 0, str(error)[:600]))
                continue
            if not ours.strip():
                connection.send(("we fail", 0, 0, str(module)))
                continue
            try:
                mine = ir.Module.parse(ours)
            except ir.MLIRError as error:
                connection.send(("unreadable", 0, 0, str(error)[:600] + ours))
                continue
            left, right = str(module), str(mine)
            lines = describe(module.operation)
            values = sum(1 for line in lines if line[2])
            if left == right:
                connection.send(("same", values, 0, ""))
                continue
            other = describe(mine.operation)
            wrong = [(l, r) for l, r in zip(lines, other) if l != r]
            differing = len(wrong) + abs(len(lines) - len(other))
            shown = "\n".join(f"   jaxlib {l}\n   ours   {r}" for l, r in wrong[:4])
            if not wrong:
                shown = "\n".join(f"   jaxlib {l}\n   ours   {r}" for l, r in zip(left.split("\n"), right.split("\n")) if l != r)
            connection.send(("different", values, max(differing, 1), shown + f"\n--- jaxlib\n{left}\n--- ours\n{right}"))


class Oracle:
    def __init__(self, passes):
        self.passes = passes
        self.start()

    def start(self):
        self.connection, child = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("fork").Process(target=theirs, args=(child, self.passes), daemon=True)
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
    oracle = Oracle(PIPELINES[name])
    totals, notes = collections.Counter(), []
    for (label, text), our in zip(programs, ours):
        kind, values, differing, message = oracle.ask(text, our)
        totals.update({kind: 1, "programs": 1, "values": values, "differing values": differing})
        if kind not in ("same", "dies"):
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
    parser.add_argument("--pipeline", default="export")
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--show", type=int, default=3, help="differences to print in full")
    parser.add_argument("--allowed", type=float, default=0.0, help="fraction of values that may differ")
    args = parser.parse_args()
    try:
        import jaxlib.mlir.ir  # noqa: F401
    except ImportError:
        print("jaxlib is missing")
        return 77
    names = list(PIPELINES) if args.pipeline == "all" else args.pipeline.split(",")
    worst, shown_table = 0.0, False
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
                print(f"  {what:32} in {number:6} programs, {100 * number / args.count:5.1f} %")
        kinds = ", ".join(f"{totals[k]} {k}" for k in ("same", "different", "refused", "fails", "we fail", "unreadable", "we die", "dies")
                          if totals[k])
        fraction = totals["differing values"] / max(totals["values"], 1)
        bad = [n for n in notes if n[1] != "refused"]
        print(f"{name}: {totals['programs']} programs: {kinds}; {totals['differing values']} of {totals['values']} values differ "
              f"({100 * fraction:.4f} %), {time.time() - begin:.0f} s", flush=True)
        for seed, kind, message in (bad or notes)[:args.show]:
            print(f"=== {seed}: {kind}\n{message}")
        if totals["we die"] or totals["we fail"] or totals["unreadable"]:
            fraction = 1.0
        worst = max(worst, fraction)
    return 1 if worst > args.allowed else 0


if __name__ == "__main__":
    sys.exit(main())
