#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs functions of JAX (jax_programs.py) by spmd-run from the files that JAX writes, and compares the results with JAX's.

  artifact_results.py [--count=300] [--part=K/N] [--spmd-run=PATH]

Of three files two are portable artifacts with random shardings, each for another target version, and one is a file of jax.export. Prints
the functions whose results differ by more than 2e-5 of the largest element, or that are refused. Exits with 77 without jax.
"""
import argparse
import importlib.util
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOLERANCE = 2e-5  # f32: a few units in the last place of the longest reductions here, 256 elements


def arguments(name, shapes, generator):
    """Numbers away from the ends of domains; small indices; a matrix that has a Cholesky factor."""
    import numpy as np
    values = []
    for shape in shapes:
        dtype = np.dtype(shape.dtype)
        value = generator.uniform(0.2, 0.9, shape.shape) if dtype.kind == "f" else generator.integers(0, 4, shape.shape)
        values.append(np.asarray(value).astype(dtype))
    return [values[0] @ values[0].T + 4 * np.eye(len(values[0]), dtype=np.float32)] if name == "cholesky" else values


def artifact(name, number):
    """The bytes of a file, and what kind of file it is."""
    import jax
    import jax.export
    from artifacts import VERSIONS, written
    from jax_programs import FUNCTIONS, annotate
    function, shapes = FUNCTIONS[name]
    if number % 3 == 2 and importlib.util.find_spec("flatbuffers"):  # without it JAX writes no such files
        return jax.export.export(jax.jit(function))(*shapes).serialize(), "jax.export"
    text = annotate(jax.jit(function).lower(*shapes).as_text(), number)
    for version in [random.Random(number).choice(VERSIONS), VERSIONS[-1]]:
        if (data := written(text, version)) is not None:
            return data, f"at {version}"
    return None, "refused by jaxlib"


def run(name, number, spmd_run):
    """What is wrong, or nothing."""
    import jax
    import numpy as np
    from jax_programs import FUNCTIONS
    from run_module import stored
    function, shapes = FUNCTIONS[name]
    args = arguments(name, shapes, np.random.default_rng(number))
    data, kind = artifact(name, number)
    if data is None:
        return f"{name}: {kind}"
    with tempfile.TemporaryDirectory() as folder:
        program, before, after = (os.path.join(folder, file) for file in ("program", "args.npz", "results.npz"))
        with open(program, "wb") as file:
            file.write(data)
        np.savez(before, **{f"arg{i}": stored(arg) for i, arg in enumerate(args)})
        done = subprocess.run([spmd_run, program, f"--args={before}", f"--save={after}"], capture_output=True, text=True, check=False)
        if done.returncode:
            return f"{name} {kind}: exit {done.returncode}: {done.stderr[:300]}"
        with np.load(after) as results:
            ours = [results[f"out{i}"] for i in range(len(results.files))]
    for i, (want, have) in enumerate(zip(jax.tree.leaves(jax.jit(function)(*args)), ours, strict=True)):
        want = stored(want)
        if want.shape != have.shape or want.dtype != have.dtype:
            return f"{name} {kind}: result {i} is {have.dtype}{have.shape}, JAX's {want.dtype}{want.shape}"
        finite = np.abs(want[np.isfinite(want)]) if want.dtype.kind in "fc" else np.abs(want)
        if not np.allclose(have, want, rtol=TOLERANCE, atol=TOLERANCE * max(1, finite.max(initial=0)), equal_nan=True):
            return f"{name} {kind}: result {i} differs by {np.nanmax(np.abs(have - want))}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--spmd-run", default=f"{ROOT}/build/bin/spmd-run")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--part", default=os.environ.get("SPMD_PART", "0/1"))
    options = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax  # noqa: F401
    except ImportError:
        print("no jax")
        sys.exit(77)
    from jax_programs import FUNCTIONS
    names = sorted(FUNCTIONS)
    part, parts = map(int, options.part.split("/"))
    part %= parts
    done = [run(names[i % len(names)], i, options.spmd_run) for i in range(part, options.count, parts)]
    for fault in filter(None, done):
        print(fault)
    print(f"{len(done)} files, {sum(fault is not None for fault in done)} wrong")
    sys.exit(any(done))


if __name__ == "__main__":
    main()
