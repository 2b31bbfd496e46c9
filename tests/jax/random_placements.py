#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of JAX with random shardings, as JAX prints them, against JAX's own numbers for the program without any.

  random_placements.py [--seeds=0:4] [--programs=NAME,...] [--spmd-run=spmd-run] [--keep=FOLDER] [--uneven] [--meshes]

Each program of random_placements_programs.py is lowered once per seed: a random mesh, random shardings of arguments and
results, random constraints on values in between. spmd-run has to give what JAX gives for the unsharded program. With --uneven axes
need not divide dims; JAX refuses that at its borders, so these shardings are written into the text. With --meshes each of them is over one
of several meshes of the same devices; JAX refuses other orders of devices, so these are written into the text, too. Prints what differs or is
refused and, as the last line, `N programs, N wrong, N refused`; exits with 1 where one is wrong.
"""
import argparse
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from random_placements_programs import PROGRAMS

MESHES = [dict(x=2, y=2), dict(x=4, y=2), dict(x=2, y=4), dict(x=2, y=2, z=2), dict(x=8), dict(x=1, y=4), dict(x=4, y=1, z=2), dict(x=2)]
# Shapes of the same devices.
SHAPES = [[dict(x=2, y=2), dict(u=4), dict(y=2, x=2)], [dict(x=4, y=2), dict(u=8), dict(v=2, w=4), dict(a=2, b=2, c=2)],
          [dict(x=2, y=3), dict(u=6), dict(x=3, y=2)], [dict(x=2, y=4), dict(x=4, y=2)]]
UNEVEN_MESHES = [dict(x=3), dict(x=5), dict(x=7), dict(x=2, y=3), dict(x=3, y=2), dict(x=4, y=2), dict(x=8)]


def random_spec(rng, mesh, shape, likely=0.6, uneven=False):
    """Axes of the mesh in random order, dealt to dims that they divide, or to any."""
    axes = list(mesh.axis_names)
    rng.shuffle(axes)
    spec = []
    for size in shape:
        taken, shards = [], 1
        while axes and rng.random() < likely and size and (uneven or size % (shards * mesh.shape[axes[-1]]) == 0):
            shards *= mesh.shape[axes[-1]]
            taken.append(axes.pop())
        spec.append(tuple(taken) or None)
    return PartitionSpec(*spec)


def random_array(rng, shape, dtype, bounds=(-4, 5)):
    """Floats are multiples of 1/8, so that sums come out the same in any order."""
    dtype = jax.numpy.dtype(dtype)
    if dtype == bool:
        return rng.integers(0, 2, shape).astype(bool)
    if jax.numpy.issubdtype(dtype, jax.numpy.integer):
        low = max(bounds[0], 0) if jax.numpy.issubdtype(dtype, jax.numpy.unsignedinteger) else bounds[0]
        return rng.integers(low, bounds[1], shape).astype(dtype)
    parts = rng.integers(-16, 17, (2, *shape)) / 8.0
    return (parts[0] + 1j * parts[1] if jax.numpy.issubdtype(dtype, jax.numpy.complexfloating) else parts[0]).astype(dtype)


def stored(array):
    array = np.asarray(array)
    return array.view(np.uint16) if array.dtype == jax.numpy.bfloat16 else array


def with_uneven_borders(rng, mesh, text):
    """The text with random shardings at all arguments and results of main; JAX has written none there."""
    def place(match):
        if rng.random() < 0.2 or (match[3] and "sdy.sharding" in head[0][match.end():].split("}")[0]):
            return match[0]
        spec = random_spec(rng, mesh, [int(size) for size in match[1].split("x")[:-1]], uneven=True)
        dims = ", ".join("{" + ", ".join(f'"{axis}"' for axis in axes or ()) + "}" for axes in spec)
        return f"tensor<{match[1]}{match[2]}> {{sdy.sharding = #sdy.sharding<@mesh, [{dims}]>{', ' if match[3] else '}'}"
    head = re.search(r"func.func public @main\(.*", text)
    axes = ", ".join(f'"{axis}"={size}' for axis, size in mesh.shape.items())
    mesh_text = "" if "sdy.mesh @mesh" in text else f"  sdy.mesh @mesh = <[{axes}]>\n  "
    return (text[:head.start()] + mesh_text + re.sub(r"tensor<((?:[0-9]+x)*)(\w+(?:<\w+>)?)>( \{)?", place, head[0]) + text[head.end():])


def with_other_orders(rng, text):
    """The text with the devices of some meshes in random order."""
    def shuffle(match):
        count = int(np.prod([int(size) for size in re.findall(r"=([0-9]+)", match[1])]))
        ids = list(range(count))
        rng.shuffle(ids)
        return f"{match[1]}, device_ids={ids}>" if rng.random() < 0.4 and ids != sorted(ids) else match[0]
    return re.sub(r"(sdy\.mesh @\w+ = <\[[^]]*\])> \{.*\}", shuffle, text)


def lower(name, seed, folder, uneven=False, several=False):
    """Writes the program and its arrays; their path without suffix, and the tolerance."""
    function, specs = PROGRAMS[name]
    rng, numbers = random.Random(f"{name} {seed}"), np.random.default_rng(seed)
    shapes = rng.choice(SHAPES) if several else [rng.choice(UNEVEN_MESHES if uneven else MESHES)]
    count = int(np.prod(list(shapes[0].values())))
    meshes = [Mesh(np.array(jax.devices()[:count]).reshape(tuple(axes.values())), tuple(axes)) for axes in shapes]
    mesh = meshes[0]
    arguments = [random_array(numbers, *spec) for spec in specs]
    expected = jax.tree.leaves(jax.jit(lambda *a: function(lambda x: x, *a))(*arguments))
    def place(shape, likely=0.6):
        mesh = rng.choice(meshes) if several else meshes[0]
        return NamedSharding(mesh, random_spec(rng, mesh, shape, likely, uneven))
    inputs = [place(a.shape) if rng.random() < 0.8 else None for a in arguments]
    if not any(inputs):
        inputs[0] = place(arguments[0].shape, 0.9)
    outputs = [place(e.shape) if rng.random() < 0.5 else None for e in expected]
    if uneven:
        inputs, outputs = [None] * len(inputs), [None] * len(outputs)
    constrain = lambda x: jax.lax.with_sharding_constraint(x, place(x.shape)) if rng.random() < 0.5 else x
    sharded = jax.jit(lambda *a: tuple(jax.tree.leaves(function(constrain, *a))), in_shardings=tuple(inputs),
                      out_shardings=tuple(outputs), keep_unused=True)
    path = os.path.join(folder, f"{name}-{seed}")
    with open(path + ".mlir", "w") as out:
        text = sharded.lower(*arguments).as_text()
        out.write(with_uneven_borders(rng, mesh, text) if uneven else with_other_orders(rng, text) if several else text)
    np.savez(path + ".npz", **{f"arg{i}": stored(a) for i, a in enumerate(arguments)},
             **{f"out{i}": stored(e) for i, e in enumerate(expected)})
    narrow = any(jax.numpy.dtype(a.dtype).itemsize == 2 and a.dtype.kind not in "iu" for a in [*arguments, *expected])
    return path, "3e-2,3e-2" if narrow else "1e-3,1e-4"


def run(command, path, tolerance):
    done = subprocess.run([command, path + ".mlir", f"--args={path}.npz", f"--check={tolerance}"], capture_output=True,
                          text=True, timeout=120)
    return path, done.returncode, (done.stderr + done.stdout).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0:1")
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--spmd-run", default="spmd-run")
    parser.add_argument("--keep")
    parser.add_argument("--uneven", action="store_true")
    parser.add_argument("--meshes", action="store_true")
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_use_shardy_partitioner", True)
    first, _, end = options.seeds.partition(":")
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        jobs = [pool.submit(run, options.spmd_run, *lower(name, seed, folder, options.uneven, options.meshes))
                for seed in range(int(first), int(end)) for name in options.programs.split(",")]
        wrong = refused = 0
        for job in jobs:
            path, code, text = job.result()
            if code == 2:
                refused += 1
            elif code:
                wrong += 1
            if code:
                print(f"{os.path.basename(path)}: exit code {code}\n{text}\n")
    print(f"{len(jobs)} programs, {wrong} wrong, {refused} refused")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
