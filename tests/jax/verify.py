#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Parses and verifies modules with jaxlib, the other reader of StableHLO: what we partitioned is plain StableHLO to it.

  verify.py [--spmd-opt=spmd-opt] FILE.mlir...

Each file goes through our pipeline up to partition first. Prints `NAME: verified, N collectives`; exits with 1 where jaxlib
refuses one, or where an op or an attribute of sdy is left.
"""
import argparse
import subprocess
import sys

from jax._src.interpreters.mlir import make_ir_context
from jaxlib.mlir import ir

COLLECTIVES = ("all_gather", "all_reduce", "reduce_scatter", "all_to_all", "collective_permute")


def leftovers(op, counts):
    """Names of sdy ops and attributes in `op` and below; counts the collectives on the way."""
    op = op.operation
    names = [op.name] + [attribute if isinstance(attribute, str) else attribute.name for attribute in op.attributes]
    names += [str(op.attributes[key]) for key in ("arg_attrs", "res_attrs") if key in op.attributes]
    counts[0] += op.name.removeprefix("stablehlo.") in COLLECTIVES
    for name in names:
        if name.startswith("sdy.") or "sdy." in name:
            yield name
    for region in op.regions:
        for block in region:
            for inner in block:
                yield from leftovers(inner, counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-opt", default="spmd-opt")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    bad = 0
    for path in options.files:
        text = subprocess.run([options.spmd_opt, path, "--spmd-pipeline=stop-after=partition"], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        name, counts = path.split("/")[-1], [0]
        try:
            with make_ir_context(), ir.Location.unknown():
                module = ir.Module.parse(text)
                module.operation.verify()
                left = sorted(set(leftovers(module, counts)))
        except ir.MLIRError as error:
            print(f"{name}: jaxlib refuses it: {error}")
            bad += 1
            continue
        bad += bool(left)
        print(f"{name}: holds {', '.join(left)}" if left else f"{name}: verified, {counts[0]} collectives")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
