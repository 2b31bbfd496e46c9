#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares how our rule tables resolve with flax.linen.logical_to_mesh (pip install flax).

  logical_axes.py SPMD_OPT TABLE.axes...

For every table: the annotations of a transformer's parameters and activations, and 200 random ones over the table's
names, as arguments of one function, with `on-conflict next`, which is what flax does. The first of them are resolved by the
table as it is, too: to the same, or to an error that names both rules. Exits with 1 on a difference, with 77 without flax.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    from flax import linen
    from jax.sharding import PartitionSpec
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

USUAL = [("batch", "length", "embed"), ("batch", "length", "mlp"), ("batch", "heads", "length", "kv"), ("vocab", "embed"),
         ("embed", "mlp"), ("mlp", "embed"), ("embed", "heads", "kv"), ("heads", "kv", "embed"), ("embed", "joined_kv"),
         ("embed",), (None, "embed"), ("batch", None)]


def read(text):
    """Our table as flax takes it."""
    rules = []
    for line in text.split("\n"):
        words = line.split("#")[0].split()
        if not words or words[0] == "on-conflict":
            continue
        axes = [word for word in words[2:] if word not in ("unless", "taken")]
        rules.append((words[0], None if axes == ["whole"] else axes[0] if len(axes) == 1 else tuple(axes)))
    return rules


def shown(spec, rank):
    """A PartitionSpec as sdy writes it."""
    dims = [() if axes is None else (axes,) if isinstance(axes, str) else tuple(axes) for axes in spec]
    dims += [()] * (rank - len(dims))
    return "[" + ", ".join("{" + ", ".join(f'"{axis}"' for axis in axes) + "}" for axes in dims) + "]"


def ours(tool, table, functions, folder):
    """For each list of annotations, of the arguments of one function: their shardings, or the diagnostics."""
    parts = []
    for f, names in enumerate(functions):
        arguments = []
        for i, dims in enumerate(names):
            shape = "x".join(["8"] * len(dims) + ["f32"])
            logical = ", ".join(f'"{name or ""}"' for name in dims)
            arguments.append(f"%a{i}: tensor<{shape}> {{spmd.logical = [{logical}]}}")
        parts.append(f'sdy.mesh @mesh = <["data"=2, "model"=4]>\nfunc.func @f{f}_(' + ", ".join(arguments) + ") { return }\n")
    program = os.path.join(folder, "program.mlir")
    with open(program, "w", encoding="utf-8") as file:
        file.write("// -----\n".join(parts))
    run = subprocess.run([tool, "-split-input-file", program, f"--logical-axes={table}"], capture_output=True, text=True, timeout=60)
    found = {int(f): re.findall(r"#sdy\.sharding<@mesh, (\[.*?\])>", rest) for f, rest in re.findall(r"func @f(\d+)_(.*)", run.stdout)}
    faults = {int(f): fault for fault in run.stderr.split("program.mlir:")[1:] for f in re.findall(r"error: .* of @f(\d+)_:", fault)}
    return [found.get(f) or faults[f] for f in range(len(parts))]


def main():
    tool, bad = sys.argv[1], 0
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        for table in sys.argv[2:]:
            text = open(table, encoding="utf-8").read()
            rules = read(text)
            known = sorted({name for name, _ in rules})
            names = USUAL + [tuple(random.sample(known + [None, "other"], random.randint(1, 4))) for _ in range(200)]
            wanted = [shown(linen.logical_to_mesh(PartitionSpec(*dims), rules), len(dims)) for dims in names]
            lenient = os.path.join(folder, "lenient.axes")
            with open(lenient, "w", encoding="utf-8") as file:
                file.write("on-conflict next\n" + text)
            found = ours(tool, lenient, [names], folder)[0]
            if isinstance(found, str):
                sys.exit(f"{table}: {found}")
            for dims, theirs, own in zip(names, wanted, found, strict=True):
                if theirs != own:
                    bad += 1
                    print(f"{table}: {dims}: flax {theirs}, ours {own}")
            conflicts = 0
            # As the table is: the same, or an error with both rules.
            for dims, own, strict in zip(names, found, ours(tool, table, [[dims] for dims in names], folder), strict=True):
                if isinstance(strict, str):
                    conflicts += 1
                    if "both resolve to mesh axis" not in strict or strict.count("note:") != 2:
                        sys.exit(f"{table}: {dims}: {strict}")
                elif strict != [own]:
                    sys.exit(f"{table}: {dims}: {strict} and, with on-conflict next, {own}")
            print(f"{os.path.basename(table)}: {len(names)} annotations, {conflicts} with a conflict")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
