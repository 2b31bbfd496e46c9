#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: what does it cost to trace a model with its gradient in C++, beside JAX, and to call what is compiled?

    .venv/bin/python bench/tracing.py [--layers=48] [--rounds=5]

The model is examples/gpt2, scanned and unrolled; its twin is tests/jax/frontend_gpt2.py at the same sizes. Ours is the time of Jitted::lower,
which traces, differentiates and prints the module; JAX's is jax.jit(..).lower and as_text. Prints medians and their ratio, then the
microseconds of calls."""
import argparse
import collections
import importlib
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def ours(folder, layers, rounds):
    program = folder + "/tracing"
    subprocess.run(["clang++-22", "-O2", "-std=c++20", f"-I{ROOT}/compiler/frontend", f"-I{ROOT}/compiler/frontend/include",
                    ROOT + "/bench/tracing.cpp", "-o", program, f"-L{ROOT}/build/lib", "-lspmd", f"-Wl,-rpath,{ROOT}/build/lib"], check=True)
    times = collections.defaultdict(list)
    for line in subprocess.run([program, str(layers), str(rounds)], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines():
        name, value = line.rsplit(" ", 1)
        times[name].append(float(value))
    return times


def twin(layers):
    """The module of the twin, at the sizes of tracing.cpp."""
    sys.path.insert(0, ROOT + "/tests/jax")
    module = importlib.import_module("frontend_gpt2")
    module.VOCAB, module.POSITIONS, module.EMBED, module.HEADS, module.LAYERS = 100, 32, 64, 4, layers
    return module


def jax_times(layers, rounds):
    import jax
    import jax.numpy as jnp
    model = twin(layers)
    parameters = jax.eval_shape(model.parameters, jax.random.key(0))
    tokens = jax.ShapeDtypeStruct((2, model.POSITIONS), jnp.int32)
    single = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape[1:], x.dtype), parameters["blocks"])
    unrolled = dict(parameters, blocks=[single] * layers)

    def loop_over_blocks(_, x, blocks):
        """In place of scan, without the checkpoint around a layer, as in tracing.cpp."""
        for block in blocks:
            x, _ = model.layer(x, block)
        return x, None

    times = collections.defaultdict(list)
    for name, tree in (("scanned", parameters), ("unrolled", unrolled)):
        scan = jax.lax.scan
        for _ in range(rounds):
            jax.clear_caches()
            step = jax.jit(lambda p, tokens: jax.value_and_grad(model.loss_of)(p, tokens))
            if name == "unrolled":
                jax.lax.scan = loop_over_blocks
            begin = time.perf_counter()
            step.lower(tree, tokens).as_text()
            times[name].append((time.perf_counter() - begin) * 1e3)
            jax.lax.scan = scan
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    sys.path.insert(0, ROOT + "/tests/jax")
    with tempfile.TemporaryDirectory() as folder:
        mine = ours(folder, options.layers, options.rounds)
    theirs = jax_times(options.layers, options.rounds)
    print(f"| {options.layers} layers, value and gradient | ours, ms | JAX, ms | ours / JAX |\n| --- | --- | --- | --- |")
    for name in ("scanned", "unrolled"):
        a, b = statistics.median(mine.pop(name)), statistics.median(theirs[name])
        print(f"| {name} | {a:.1f} | {b:.1f} | {a / b:.3f} |")
    for name, values in mine.items():
        print(f"{name}: {statistics.median(values):.2f} us")


if __name__ == "__main__":
    main()
