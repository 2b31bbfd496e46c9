#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how many bytes does a device send per step, and how many does it hold, beside XLA on the same StableHLO text?

    .venv/bin/python bench/xla_wire.py [--models=tests/models/Inputs] [--only=NAME,...] [--build=build] [--json=OUT] [-v]

XLA (the one of the jaxlib at hand) compiles each text for as many CPU devices as its mesh has, with Shardy; collectives are read
off its optimised HLO, ours off `spmd-run --no-run --stats=json`. Both are counted by the formulas of runtime/program_stats.h: what
a device sends where the collective is a ring over groups of n devices,

    all_gather      (n-1)/n of the result          all_reduce     2 (n-1)/n of the operand
    reduce_scatter  (n-1)/n of the operand         all_to_all     (n-1)/n of the operand
    permute         the operand, averaged over all devices; a pair of a device with itself sends nothing

Loops count as often as they run (XLA's known_trip_count), a conditional counts its most expensive branch. Peak bytes are arguments +
results - results in place + temporaries (XLA: CompiledMemoryStats). XLA's CPU back-end sends bf16 sums as f32; that is counted
as it sends it. Results are not compared here: tests/models does that.
"""
import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys

import targets

ROOT = targets.ROOT
KINDS = {"all-gather": "all_gather", "all-reduce": "all_reduce", "reduce-scatter": "reduce_scatter",
         "all-to-all": "all_to_all", "ragged-all-to-all": None, "collective-permute": "permute", "collective-broadcast": "broadcast"}
BITS = {"pred": 8, "bf16": 16, "c64": 64, "c128": 128, "token": 0}


def mesh_size(text):
    """Devices of the first mesh of a module; 1 where there is none."""
    mesh = re.search(r"sdy\.mesh @\w+ = <\[([^\]]*)\]", text)
    size = 1
    for axis in re.findall(r"=(\d+)", mesh.group(1)) if mesh else []:
        size *= int(axis)
    return size


def shape_bytes(shape):
    """`f32[2,3]{1,0}` or a tuple of such -> bytes; layouts hold no brackets that matter."""
    total = 0
    for element, dims in re.findall(r"\b([a-z]+\d*\w*)\[([\d,]*)\]", shape):
        bits = BITS.get(element) if element in BITS else int(re.match(r"[a-z]+(\d+)", element).group(1))
        for dim in filter(None, dims.split(",")):
            bits *= int(dim)
        total += bits // 8
    return total


def group_size(line, devices):
    """replica_groups={{0,1},{2,3}} or [2,4]<=[8]T(1,0) or mesh['a'=2,'b'=4] {'b'} -> 2, 4, 4; an empty list is one group of all."""
    if match := re.search(r"replica_groups=mesh\[([^\]]*)\](?:, device_ids=\(\S*\))? \{([^}]*)\}", line):
        sizes, n = dict(re.findall(r"'(\w+)'=(\d+)", match.group(1))), 1
        for axis, part in re.findall(r"'(\w+)'(?::\(\d+\)(\d+))?", match.group(2)):
            n *= int(part or sizes[axis])
        return n
    if match := re.search(r"replica_groups=\{\{([\d,]*)\}", line):
        return match.group(1).count(",") + 1
    if match := re.search(r"replica_groups=\[\d+,(\d+)\]<=", line):
        return int(match.group(1))
    if re.search(r"replica_groups=\{\}", line):
        return devices
    raise ValueError("replica groups of an unknown form: " + line[line.find("replica_groups"):][:200])


def collective(kind, shape, line, devices):
    """(kind, payload, wire) of one HLO collective; payload is the larger of operand and result."""
    ours = KINDS[kind]
    if ours is None:
        raise ValueError(f"{kind} is not counted: " + line.strip()[:300])
    result = shape_bytes(shape)
    if ours == "permute":
        pairs = re.findall(r"\{(\d+),(\d+)\}", re.search(r"source_target_pairs=\{(.*?)\}\}", line).group(0))
        return ours, result, result * sum(a != b for a, b in pairs) / devices
    n = group_size(line, devices)
    payload = result * n if ours == "reduce_scatter" else result
    return ours, payload, payload * (n - 1) / n * (2 if ours == "all_reduce" else 1)


def hlo_collectives(text, devices):
    """{kind: [count, payload, wire]} of one execution of the entry computation."""
    lines, entry, name = collections.defaultdict(list), None, None
    for line in text.splitlines():
        if head := re.match(r"(ENTRY )?%?([\w.\-]+) .*\{$", line):
            name = head.group(2)
            entry = name if head.group(1) else entry
        elif name:
            lines[name].append(line)
    known = {}

    def add(total, other, times):
        for kind, counts in other.items():
            for i, value in enumerate(counts):
                total[kind][i] += times * value

    def of(computation):
        if computation in known:
            return known[computation]
        total = collections.defaultdict(lambda: [0, 0, 0])
        for line in lines[computation]:
            if not (op := re.match(r"\s*(?:ROOT )?%?[\w.\-]+ = (.*?) ([a-z][\w\-]*)\(", line)):
                continue
            shape, opcode = op.groups()
            if opcode.endswith("-start") and opcode[:-6] in KINDS:
                raise ValueError("an asynchronous collective: " + line.strip()[:300])
            if opcode in KINDS:
                kind, payload, wire = collective(opcode, shape, line, devices)
                add(total, {kind: (1, payload, wire)}, 1)
            elif opcode == "while":
                trips = re.search(r'known_trip_count"?:\{"?n"?:"?(\d+)', line)
                inner = of(re.search(r"body=%?([\w.\-]+)", line).group(1))
                if inner and not trips:
                    raise ValueError("a loop of unknown trip count communicates: " + line.strip()[:300])
                add(total, inner, int(trips.group(1)) if trips else 1)
            elif opcode == "conditional":
                named = re.search(r"branch_computations=\{(.*?)\}", line)
                branches = named.group(1).split(",") if named else re.findall(r"(?:true|false)_computation=%?([\w.\-]+)", line)
                add(total, max((of(b.strip().lstrip("%")) for b in branches), key=lambda t: sum(c[2] for c in t.values())), 1)
            elif called := re.search(r"(?:calls|to_apply)=%?([\w.\-]+)", line):
                add(total, of(called.group(1)), 1)
        known[computation] = dict(total)
        return known[computation]

    return of(entry)


def xla(text):
    """What XLA makes of a module: {"collectives", "wire", "peak"}. The process must have as many CPU devices as the mesh."""
    import jax
    import numpy
    from jax._src import compiler
    from jax._src.interpreters import mlir
    from jaxlib import _jax
    from jaxlib.mlir import ir
    devices = mesh_size(text)
    options = compiler.get_compile_options(num_replicas=1, num_partitions=devices,
                                           device_assignment=numpy.arange(devices).reshape(1, devices))
    options.executable_build_options.use_shardy_partitioner = True
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        client = jax.devices()[0].client
        executable = client.compile_and_load(module, _jax.DeviceList(tuple(jax.devices()[:devices])), options)
    return figures_of(executable, devices)


def figures_of(executable, devices):
    """The figures of what XLA compiled for so many devices."""
    (hlo,) = executable.hlo_modules()
    collectives = hlo_collectives(hlo.to_string(), devices)
    memory = executable.get_compiled_memory_stats()
    peak = (memory.argument_size_in_bytes + memory.output_size_in_bytes - memory.alias_size_in_bytes +
            memory.temp_size_in_bytes)
    return {"devices": devices, "collectives": collectives, "wire": sum(c[2] for c in collectives.values()), "peak": peak,
            "hlo": hlo.to_string()}


def ours(path, build):
    """The same of our program."""
    out = subprocess.run([f"{build}/bin/spmd-run", path, "--no-run", "--stats=json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         check=False)
    if out.returncode:
        raise RuntimeError(f"{path}: {out.stderr.strip()}")
    stats = json.loads(out.stdout.splitlines()[-1])
    collectives = {c["kind"]: [c["count"], c["bytes"], c["wire_bytes"]] for c in stats["collectives"]}
    return {"collectives": collectives, "wire": sum(c[2] for c in collectives.values()), "peak": stats["peak_bytes"]}


def wire_time(collectives):
    """Microseconds of the collectives of a step, one after another, over the network that compiler/topology.h describes without a file:
    each takes its latency, and its bytes at the rate of the link."""
    with open(ROOT + "/compiler/topology.h", encoding="utf-8") as file:
        text = file.read()
    latency, rate = (float(re.search(rf"double {name} = ([\d.]+);", text).group(1)) for name in ("latency", "rate"))
    return sum(count * latency + wire / rate for count, _, wire in collectives.values()) / 1e3


def above(ours, theirs, bound):
    """Which limits wire bytes are above: 1.05 x the bound, XLA's bytes. A byte is left for rounding."""
    return [mark for mark, is_above in (("above the bound", ours > 1.05 * bound + 1), ("above XLA", theirs is not None and ours > theirs + 1)) if is_above]


def ratio(a, b):
    return "-" if a == b == 0 else "inf" if b == 0 else f"{a / b:.2f}"


def kinds_text(collectives):
    return ", ".join(f"{c[0]} {kind} {c[2]:,.0f}" for kind, c in sorted(collectives.items())) or "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", default=os.path.join(ROOT, "tests/models/Inputs"))
    parser.add_argument("--only", default="", help="names of models, with commas")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--json", help="also write all figures to this file")
    parser.add_argument("--hlo", help="also write XLA's optimised HLO into this folder")
    parser.add_argument("-v", action="store_true", help="show the collectives by kind: count, kind, wire bytes")
    options = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(options.models, "*.mlir")))
    if options.only:
        paths = [p for p in paths if os.path.basename(p)[:-5] in options.only.split(",")]
    if not paths:
        parser.error(f"no model in {options.models}")
    texts = {os.path.basename(p)[:-5]: open(p, encoding="utf-8").read() for p in paths}
    targets.need("spmd-run", build=options.build)
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={max(map(mesh_size, texts.values()))}"
    os.environ["JAX_PLATFORMS"] = "cpu"
    print("| model | devices | wire bytes, ours | XLA | ratio | peak bytes, ours | XLA | ratio |\n" + "| --- " * 8 + "|", flush=True)
    figures, above = {}, []
    for path, (name, text) in zip(paths, texts.items()):
        theirs, we = xla(text), ours(path, options.build)
        if options.hlo:
            with open(os.path.join(options.hlo, name + ".hlo"), "w", encoding="utf-8") as file:
                file.write(theirs["hlo"])
        del theirs["hlo"]
        figures[name] = {"ours": we, "xla": theirs}
        if we["wire"] > theirs["wire"]:
            above.append(name)
        print(f"| {name} | {theirs['devices']} | {we['wire']:,.0f} | {theirs['wire']:,.0f} | {ratio(we['wire'], theirs['wire'])} "
              f"| {we['peak']:,} | {theirs['peak']:,} | {ratio(we['peak'], theirs['peak'])} |", flush=True)
        if options.v:
            print(f"    ours {kinds_text(we['collectives'])}\n    XLA  {kinds_text(theirs['collectives'])}", flush=True)
    print(f"\n{len(figures)} models, {len(above)} of them above XLA's wire bytes{': ' if above else ''}{', '.join(above)}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
