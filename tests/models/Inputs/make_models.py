#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the model programs of the tests, or checks that the files beside this script are what it makes.

    .venv/bin/python tests/models/Inputs/make_models.py [--out=FOLDER] [NAME ...]     # writes all programs, or those named
    .venv/bin/python tests/models/Inputs/make_models.py --check [NAME ...]            # compares; two small programs by default

The functions are plain JAX (jax_models/). Each program has three files:

  NAME.mlir   jax.jit(f, in_shardings, out_shardings, donate_argnums).lower(...).as_text(): StableHLO with Shardy's annotations
  NAME.npz    arg0, arg1, ... (seeded numpy arrays, global) and out0, out1, ...: the results of the same function without a mesh,
              compiled by XLA for one CPU device
  NAME.json   the manifest: JAX path, shape, type and PartitionSpec of each argument and result, and each result's tolerance,
              |got - want| <= atol + rtol * |want|

A new parameter or moment is judged against how far the step moved it: atol is 2e-3 of the largest move (bf16: 0.15), rtol is 0. All
other floating-point results have rtol = 1e-4 and atol = 1e-4 of the largest element (bf16: 3e-2); integers are equal. The script writes
no program that would pass although it returns an argument for a result of the same type or leaves one parameter's gradient out of a
step, and none whose tolerances JAX's own run on the program's mesh misses.

The printed text belongs to one version of JAX, so the script asks for that one. With --check the text, the arguments and the manifest
must be equal, results within their tolerance: XLA's numbers depend on the CPU, and so do the tolerances' last digits.
"""
import argparse
import itertools
import json
import os
import sys

JAX_VERSION, DEVICES = "0.10.2", 8
HERE = os.path.dirname(os.path.abspath(__file__))
CHEAP = ["mlp_train_dp", "gpt2_fwd_tp"]


def import_jax():
    """JAX with DEVICES CPU devices; ends the process with a message where it is missing or another version."""
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count={DEVICES}"
    os.environ["JAX_PLATFORMS"] = "cpu"
    try:
        import jax
    except ImportError:
        sys.exit(f"make_models: JAX {JAX_VERSION} is needed and there is none; `tools/setup.sh --with-jax` installs it, then use "
                 ".venv/bin/python")
    if jax.__version__ != JAX_VERSION:
        sys.exit(f"make_models: JAX {JAX_VERSION} is needed, this is {jax.__version__}: its text would not be that of the committed "
                 "programs; `tools/setup.sh --with-jax` installs the right one, then use .venv/bin/python")
    return jax


jax = import_jax()
import numpy as np

from jax_models.placement import Placement, is_spec, values
from jax_models.programs import CONFIGS, program
from jax_models.training import BETA1


def tolerance(old, new, bf16):
    """(rtol, atol) of a result; `old` is the argument that the step moved to it, or None."""
    if not np.issubdtype(new.dtype, np.floating):
        return 0.0, 0.0
    if old is None:
        part = 3e-2 if bf16 else 1e-4
        return part, float(f"{part * np.abs(new).max():.3g}")
    move, rounding = np.abs(new - old).max(), 4 * np.spacing(np.abs(new).max())  # of the sum that makes the new value
    return 0.0, float(f"{(0.15 if bf16 else 2e-3) * move + rounding:.3g}")


def error(got, want, entry):
    """The largest error as a part of the tolerance; what does not hold is above 1."""
    allowed = entry["atol"] + entry["rtol"] * np.abs(want.astype(np.float64))
    missed = np.abs(got.astype(np.float64) - want)
    return float(np.max(np.where(missed == 0, 0, missed / np.maximum(allowed, 1e-300)), initial=0))


def verify(name, entry, want, sharded, old, arguments):
    """Ends the process where a tolerance is too narrow for JAX itself, or so wide that a wrong program would pass."""
    def stop(reason):
        sys.exit(f"make_models: {name}: result {entry['i']} {entry['path']}: {reason}")

    if not np.isfinite(want).all():
        stop("is not finite")
    if not error(sharded, want, entry) <= 1:  # a NaN misses it, too
        stop("JAX's own partitioned run misses the tolerance")
    for i, argument in enumerate(arguments):
        if argument.shape == want.shape and argument.dtype == want.dtype and error(argument, want, entry) <= 1:
            stop(f"a program that returns argument {i} would pass")
    if old is not None and entry["path"].startswith("[0]['m']") and error(BETA1 * old, want, entry) <= 1:
        stop("a program without this parameter's gradient would pass")


def described(tree, specs):
    """Path, shape, type and spec of each leaf of a tree of arrays, as a manifest lists them."""
    leaves = jax.tree_util.tree_flatten_with_path(tree)[0]
    flat_specs = jax.tree.leaves(specs, is_leaf=is_spec)
    return [dict(i=i, path=jax.tree_util.keystr(path), shape=list(leaf.shape), dtype=str(leaf.dtype),
                 spec=str(spec).replace("PartitionSpec", "P")) for i, ((path, leaf), spec) in enumerate(zip(leaves, flat_specs, strict=True))]


def make(name):
    """(text, arrays by name, manifest) of a program."""
    config = CONFIGS[name]
    place, made = Placement(config["mode"], config["mesh"]), program(config)
    arguments, specs, results = values(made.arguments), place.specs(made.arguments), made.results(place)
    shardings = {} if place.mesh is None else dict(in_shardings=place.shardings(specs), out_shardings=place.shardings(results))
    jitted = jax.jit(made.function(place), donate_argnums=made.donated, **shardings)
    text = jitted.lower(*arguments).as_text()

    expected = jax.jit(made.function(Placement()))(*arguments)
    flat = [np.asarray(leaf) for leaf in jax.tree.leaves(arguments)]
    wanted = [np.asarray(leaf) for leaf in jax.tree.leaves(expected)]
    inputs, outputs = described(arguments, specs), described(expected, results)
    moved = {entry["path"]: value for entry, value in zip(inputs, flat)} if config["kind"] == "train" else {}
    for entry, want, sharded in zip(outputs, wanted, jax.tree.leaves(jitted(*arguments)), strict=True):
        old = moved.get(entry["path"])
        entry["rtol"], entry["atol"] = tolerance(old, want, config.get("dtype") == "bf16")
        verify(name, entry, want, np.asarray(sharded), old, flat)
    arrays = {f"arg{i}": value for i, value in enumerate(flat)} | {f"out{i}": want for i, want in enumerate(wanted)}
    manifest = dict(name=name, config=config, mesh=config["mesh"], devices=place.devices, jax=JAX_VERSION, donated=list(made.donated),
                    args=inputs, results=outputs)
    return text, arrays, manifest


def manifest_text(manifest):
    """JSON with a line for each field, argument and result."""
    def field(value):
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        return json.dumps(value)
    return "{\n" + ",\n".join(f" {json.dumps(key)}: {field(value)}" for key, value in manifest.items()) + "\n}\n"


def write(name, folder):
    text, arrays, manifest = make(name)
    path = os.path.join(folder, name)
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        file.write(text)
    with open(path + ".json", "w", encoding="utf-8") as file:
        file.write(manifest_text(manifest))
    np.savez_compressed(path + ".npz", **arrays)
    print(f"{name}: {len(manifest['args'])} arguments, {len(manifest['results'])} results", flush=True)


def manifest_difference(committed, made):
    """The first field in which two manifests differ; tolerances may by a tenth."""
    for key in made:
        left, right = committed.get(key), made[key]
        if key != "results" and left != right:
            return f"{key}: committed {left}, made now {right}"
    if len(committed["results"]) != len(made["results"]):
        return f"committed are {len(committed['results'])} results, made now {len(made['results'])}"
    for left, right in zip(committed["results"], made["results"]):
        if {**left, "atol": 0} != {**right, "atol": 0} or abs(left["atol"] - right["atol"]) > 0.1 * right["atol"]:
            return f"results: committed {left}, made now {right}"
    return ""


def first_difference(name):
    """What differs first between the files of a program and what is made now; "" if nothing."""
    text, arrays, manifest = make(name)
    path = os.path.join(HERE, name)
    with open(path + ".mlir", encoding="utf-8") as file:
        committed = file.read()
    if committed != text:
        lines = itertools.zip_longest(committed.splitlines(), text.splitlines(), fillvalue="(end)")
        number, left, right = next((i, a, b) for i, (a, b) in enumerate(lines, 1) if a != b)
        return f"{name}.mlir:{number}:\n  committed: {left}\n  made now:  {right}"
    with open(path + ".json", encoding="utf-8") as file:
        if difference := manifest_difference(json.load(file), json.loads(json.dumps(manifest))):
            return f"{name}.json: {difference}"
    stored = np.load(path + ".npz")
    if sorted(stored.files) != sorted(arrays):
        return f"{name}.npz: has the members {sorted(stored.files)}, made now are {sorted(arrays)}"
    for member, array in arrays.items():
        other = stored[member]
        if other.dtype != array.dtype or other.shape != array.shape:
            return f"{name}.npz: {member}: {other.dtype}{other.shape}, made now {array.dtype}{array.shape}"
        entry = manifest["results"][int(member[3:])] if member.startswith("out") else dict(rtol=0.0, atol=0.0)
        if not error(array, other, entry) <= 1:
            at = tuple(map(int, np.argwhere(array != other)[0]))
            return f"{name}.npz: {member}{list(at)}: committed {other[at]}, made now {array[at]}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=HERE, help="the folder of the files; this script's by default")
    parser.add_argument("--check", action="store_true", help="write nothing, compare with the files beside this script")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CONFIGS))
    options = parser.parse_args()
    for name in options.names:
        if name not in CONFIGS:
            parser.error(f"no program is called {name}; there are {', '.join(CONFIGS)}")
    for name in options.names or (CHEAP if options.check else CONFIGS):
        if not options.check:
            write(name, options.out)
        elif difference := first_difference(name):
            sys.exit(f"make_models: {difference}")
        else:
            print(f"{name}: equal")


if __name__ == "__main__":
    main()
