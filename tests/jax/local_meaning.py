#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that sdy-convert-global-to-local keeps the meaning of random programs (random_local_programs.py).

  local_meaning.py --count=300 --seed=1 [--options="per-dim-all-gather=true"] [--keep=FOLDER]

The reference interpreter runs the global program on random arguments, and its local form on all devices at once
(interpreter.run_parallel); every device must hold its part of the global results. Prints the figures as the last line. Exits with 1
where a result differs, with 77 without jax, which prepares the programs.
"""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

from export_oracle import has_jax, keep
from random_local_programs import Forks, prepared

NUMPY = {"f32": np.float32, "i32": np.int32, "i64": np.int64, "i1": np.bool_, "ui32": np.uint32, "ui64": np.uint64, "i8": np.int8}
MOST_DEVICES = 16  # what the reference interpreter simulates


class Mesh:
    def __init__(self, text):
        found = re.search(r'sdy\.mesh @\w+ = <\[(.*?)\]', text)
        self.sizes = {name: int(size) for name, size in re.findall(r'"(\w+)"=(\d+)', found[1])}
        self.devices = int(np.prod(list(self.sizes.values())))

    def shard(self, device, axes):
        """Number of the device's shard along [(axis, pre, size), ...]."""
        coordinates, shard = {}, 0
        for name in reversed(list(self.sizes)):
            device, coordinates[name] = divmod(device, self.sizes[name])
        for name, pre, size in axes:
            shard = shard * size + coordinates[name] // (self.sizes[name] // (pre * size)) % size
        return shard

    def part(self, array, dims, device):
        """The device's part of an array."""
        for d, axes in enumerate(dims):
            shards = int(np.prod([size for _, _, size in axes]))
            size = array.shape[d] // shards
            array = np.take(array, range(self.shard(device, axes) * size, (self.shard(device, axes) + 1) * size), axis=d)
        return array


def borders(text, mesh):
    """(shape, dtype, axes of each dim) of all arguments and results of main; nothing for types that are not run here."""
    header = next(line for line in text.splitlines() if "func.func @main" in line or "func.func public @main" in line)
    arguments, results = header.rsplit(" -> ", 1)
    found = []
    for piece in (arguments, results):
        values = []
        for segment in re.split(r"(?=tensor<)", piece)[1:]:
            *shape, dtype = re.match(r"tensor<(.*?)>", segment)[1].split("x")
            if dtype not in NUMPY or "unreduced" in segment:
                return None
            sharding = re.search(r"#sdy\.sharding<@\w+, \[(.*?)\](?:, replicated=[^>]*)?>", segment)
            dims = [[] for _ in shape]
            for d, axes in enumerate(re.findall(r"\{(.*?)\}", sharding[1]) if sharding else []):
                for name, pre, size in re.findall(r'"(\w+)"(?::\((\d+)\)(\d+))?', axes):
                    dims[d].append((name, int(pre or 1), int(size or mesh.sizes[name])))
            values.append((tuple(map(int, shape)), dtype, dims))
        found.append(values)
    return found


def typed(shape, dtype):
    return f"tensor<{'x'.join([*map(str, shape), dtype])}>"


def local_shape(value):
    shape, _, dims = value
    return tuple(n // int(np.prod([size for _, _, size in axes])) for n, axes in zip(shape, dims))


def parallel(local, arguments, results, devices):
    """A module whose main runs the local program on all devices."""
    local = re.sub(r"func\.func (public )?@main\(", "func.func private @device(", local.strip())
    names = [f"%d{i}" for i in range(devices * len(arguments))]
    types = [typed(local_shape(a), a[1]) for _ in range(devices) for a in arguments]
    out = [typed(local_shape(r), r[1]) for _ in range(devices) for r in results]
    returned = ", ".join(f"%r#{i}" for i in range(len(out))) if len(out) > 1 else "%r"
    count = f":{len(out)}" if len(out) > 1 else ""
    main = (f"  func.func @main({', '.join(f'{n}: {t}' for n, t in zip(names, types))}) -> ({', '.join(out)}) {{\n"
            f'    %r{count} = "interpreter.run_parallel"({", ".join(names)}) {{programs = [[{", ".join(["@device"] * devices)}]]}} : '
            f"({', '.join(types)}) -> ({', '.join(out)})\n    return {returned} : {', '.join(out)}\n  }}\n}}\n")
    return local[:local.rindex("}")] + main


def run(spmd_run, text, arrays, flags):
    with tempfile.TemporaryDirectory() as folder:
        module, before, after = (os.path.join(folder, name) for name in ("m.mlir", "a.npz", "r.npz"))
        with open(module, "w") as file:
            file.write(text)
        np.savez(before, **{f"arg{i}": array for i, array in enumerate(arrays)})
        try:
            done = subprocess.run([spmd_run, module, f"--args={before}", f"--save={after}", *flags], capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None, "it takes more than a minute"
        if done.returncode:
            return None, done.stderr
        with np.load(after) as results:
            return [results[key] for key in sorted(results.files, key=lambda key: (len(key), key))], ""


def random_array(rng, shape, dtype):
    if dtype == "f32":
        return rng.integers(-8, 9, shape).astype(np.float32) / 4
    if dtype == "i1":
        return rng.integers(0, 2, shape).astype(np.bool_)
    return rng.integers(0 if dtype.startswith("u") else -2, 20, shape).astype(NUMPY[dtype])


def check(options, program, seed):
    """The outcome of one program, and what to keep of it."""
    mesh = Mesh(program)
    if mesh.devices > MOST_DEVICES:
        return "too many devices", ""
    values = borders(program, mesh)
    if not values or not values[1]:
        return "borders not run", ""
    if "unreduced" in program and subprocess.run([options.spmd_opt, "-", "--sdy-verify-unreduced-axes"], input=program, capture_output=True,
                                                 text=True).returncode:
        return "partial without cause", ""
    opt = subprocess.run([options.spmd_opt, "-", f"--pass-pipeline=builtin.module(sdy-convert-global-to-local{{{options.options}}},"
                          "sdy-drop-sharding-and-mesh)"], input=program, capture_output=True, text=True)
    if opt.returncode:
        return "refused", opt.stderr
    arguments, results = values
    rng = np.random.default_rng(seed)
    arrays = [random_array(rng, shape, dtype) for shape, dtype, _ in arguments]
    wanted, error = run(options.spmd_run, program, arrays, ["--backend=reference"])
    if wanted is None:
        return "global program not run", error
    parts = [mesh.part(array, a[2], device) for device in range(mesh.devices) for array, a in zip(arrays, arguments)]
    text = parallel(opt.stdout, arguments, results, mesh.devices)
    given, error = run(options.spmd_run, text, parts, ["--interpret"])
    if given is None:
        return "local program not run", text + error
    for device in range(mesh.devices):
        for i, (array, r) in enumerate(zip(wanted, results)):
            part, mine = mesh.part(array, r[2], device), given[device * len(results) + i]
            if part.shape != mine.shape or not np.allclose(part.astype(np.float64), mine.astype(np.float64), 1e-3, 1e-4, equal_nan=True):
                return "differ", f"{text}\n// result {i} on device {device}: {mine}\n// wanted {part}\n".replace("\n ", "\n// ")
    return "equal", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-opt", default="build/bin/spmd-opt")
    parser.add_argument("--spmd-run", default="build/bin/spmd-run")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--progress", type=int, default=0, help="print the figures after so many programs, too")
    parser.add_argument("--keep", default="")
    parser.set_defaults(meshes="one")  # Mesh knows no device order
    options = parser.parse_args()
    if not has_jax(options.python):
        return 77
    oracle, counts = Forks(options.python), collections.Counter()
    for seed in range(options.seed, options.seed + options.count):
        program = prepared(oracle, seed, options)
        if program:  # conditions that hold for ever
            program = program.replace("dense<true> : tensor<i1>", "dense<false> : tensor<i1>")
        outcome, text = check(options, program, seed) if program else ("not prepared", "")
        counts[outcome] += 1
        if options.progress and sum(counts.values()) % options.progress == 0:
            print(dict(counts), flush=True)
        if text and options.keep:
            keep(options.keep, seed, {"in": program, outcome.replace(" ", "_"): text})
    oracle.close()
    print(f"{options.count} programs: " + ", ".join(f"{n} {name}" for name, n in counts.most_common()))
    return 1 if counts["differ"] or counts["local program not run"] else 0


if __name__ == "__main__":
    sys.exit(main())
