#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares import and propagation with the passes that jaxlib carries (jax 0.10.2), op by op.

  propagation_oracle.py [--spmd-opt=build/bin/spmd-opt] [--stage=close] [--verbose] FILE.mlir...

Both sides get the same text: calls inlined by our pass, chlo.square as a product (jaxlib has no rules for chlo).
Prints every function and op whose name or sharding differs; exits with 1 if there is one, with 77 without jax.
"""
import argparse
import re
import subprocess
import sys

IMPORT = [
    "sdy-lift-inlined-meshes", "sdy-remove-size-one-axes", "sdy-constant-or-scalar-splitter", "symbol-dce",
    "sdy-manual-axes-cleanup", "sdy-add-data-flow-edges", "sdy-apply-sharding-constraints", "sdy-sharding-group-import"]
STAGES = {
    "import": IMPORT,
    "propagate": IMPORT + ["sdy-user-priority-propagate"],
    "basic": IMPORT + ["sdy-basic-propagate"],
    "aggressive": IMPORT + ["sdy-aggressive-propagate"],
    "close": IMPORT + ["sdy-user-priority-propagate", "func.func(sdy-sink-data-flow-edges)",
                       "sdy-remove-sharding-groups", "func.func(sdy-sharding-constraint-to-reshard)",
                       "sdy-close-shardings"],
}


def pipeline(stage):
    return "builtin.module(" + ",".join(STAGES[stage]) + ")"


def describe(module):
    """One line per function and op: its name and shardings."""
    from jaxlib.mlir import ir
    lines = []

    def sharding_of(op):
        found = [f"{name}={op.attributes[name]}" for name in
                 ("sdy.sharding", "sharding", "in_shardings", "out_shardings", "manual_axes") if name in op.attributes]
        if "arg_attrs" in op.attributes:
            found += [f"arg{i}={a['sdy.sharding']}" for i, a in enumerate(op.attributes["arg_attrs"]) if "sdy.sharding" in a]
        if "res_attrs" in op.attributes:
            found += [f"res{i}={a['sdy.sharding']}" for i, a in enumerate(op.attributes["res_attrs"]) if "sdy.sharding" in a]
        return " ".join(found)

    def visit(op):
        op = op.operation
        if op.name != "builtin.module":
            types = ", ".join(str(r.type) for r in op.results)
            lines.append((op.name, types, sharding_of(op)))
        for region in op.regions:
            for block in region:
                for inner in block:
                    visit(inner)

    visit(module)
    return lines


def oracle(text_path, ours_path, stage):
    """In a child process: a failed check inside jaxlib kills it."""
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir, passmanager
    with make_ir_context() as context, ir.Location.unknown():
        context.allow_unregistered_dialects = True
        theirs = ir.Module.parse(open(text_path).read())
        passmanager.PassManager.parse(pipeline(stage)).run(theirs.operation)
        ours = ir.Module.parse(open(ours_path).read())
        left, right = describe(theirs.operation), describe(ours.operation)
    different = 0
    for i in range(max(len(left), len(right))):
        l = left[i] if i < len(left) else ("", "", "(nothing)")
        r = right[i] if i < len(right) else ("", "", "(nothing)")
        if l == r:
            continue
        different += 1
        if different <= 10:
            print(f"  op {i}: {l[0]} {l[1]}")
            if l[:2] != r[:2]:
                print(f"    ours is {r[0]} {r[1]}")
            print(f"    jaxlib {l[2]}\n    ours   {r[2]}")
    print(f"{different} of {len(left)} ops differ")
    return 1 if different else 0


def prepare(text):
    return re.sub(r"chlo\.square (%[\w#]+) : (\S+) -> \S+", r"stablehlo.multiply \1, \1 : \2", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--stage", default="close", choices=STAGES)
    parser.add_argument("--python", default=sys.executable, help="a Python that has jax")
    parser.add_argument("--work", default="/tmp", help="folder for intermediate files")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        return oracle(args.files[0], args.files[1], args.stage)
    if subprocess.run([args.python, "-c", "import jaxlib"], capture_output=True).returncode:
        print("jaxlib is missing")
        return 77
    worst = 0
    for path in args.files:
        stem = f"{args.work}/{path.split('/')[-1].removesuffix('.mlir')}"
        flat, ours = stem + ".flat.mlir", stem + ".ours.mlir"
        try:
            text = prepare(open(path).read())
            flattened = subprocess.run([args.spmd_opt, "-", "--spmd-inline-calls"], input=text, capture_output=True,
                                       text=True, check=True).stdout
            open(flat, "w").write(flattened)
            result = subprocess.run([args.spmd_opt, flat, f"--pass-pipeline={pipeline(args.stage)}"], capture_output=True,
                                    text=True, check=True).stdout
            open(ours, "w").write(result)
        except subprocess.CalledProcessError as error:
            print(f"{path}: spmd-opt: {error.stderr[:2000]}")
            worst = 1
            continue
        print(f"{path}:", flush=True)
        code = subprocess.run([args.python, __file__, "--child", f"--stage={args.stage}", flat, ours]).returncode
        worst = max(worst, abs(code))
    return 1 if worst else 0


if __name__ == "__main__":
    sys.exit(main())
