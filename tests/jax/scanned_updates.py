#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Training steps of scanned layers with different optimizers, against JAX's own numbers.

  scanned_updates.py [--spmd-run=spmd-run] [--keep=FOLDER]

What follows a backward scan element by element is done in the scan (spmd-update-in-loops), in the place of donated parameters; what
needs all gradients first, or reads parameters otherwise, must not be. Prints what differs or is refused and, as the last line,
`N programs, N wrong, N refused`; exits with 1 where one is wrong.
"""
import argparse
import os
import subprocess
import sys
import tempfile

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

LAYERS, WIDTH, BATCH = 3, 96, 16


def forward(params, x, reverse=False, remat=False):
    def layer(x, p):
        return jnp.tanh(x @ p["w"] + p["b"]) + x, jnp.sum(x * x)
    x, norms = jax.lax.scan(jax.checkpoint(layer) if remat else layer, x, params, reverse=reverse)
    return jnp.mean(x * x) + 1e-3 * jnp.sum(norms)


def tree(function, *trees):
    return jax.tree.map(function, *trees)


# Each takes (params, moments m, v, gradients, step) and gives new (params, m, v).
def sgd(p, m, v, g, t):
    return tree(lambda p, g: p - 0.1 * g, p, g), m, v


def momentum(p, m, v, g, t):
    m = tree(lambda m, g: 0.9 * m + g, m, g)
    return tree(lambda p, m: p - 0.1 * m, p, m), m, v


def adamw(p, m, v, g, t):
    m = tree(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = tree(lambda v, g: 0.99 * v + 0.01 * g * g, v, g)
    rate = 0.1 * jnp.sqrt(1 - 0.99**t) / (1 - 0.9**t)
    return tree(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + 1e-3) - 1e-2 * p, p, m, v), m, v


def by_value(p, m, v, g, t):  # clips each gradient: still element by element
    return sgd(p, m, v, tree(lambda g: jnp.clip(g, -1e-3, 1e-3), g), t)


def by_norm(p, m, v, g, t):  # clips by the norm of all gradients
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(g)))
    return adamw(p, m, v, tree(lambda g: g * jnp.minimum(1.0, 0.1 / norm), g), t)


def swapped(p, m, v, g, t):  # new moments take each other's place
    p, m, v = adamw(p, m, v, g, t)
    return p, v, m


def lookahead(p, m, v, g, t):  # v is read whole, and other rows than the one that is updated
    return tree(lambda p, g, v: p - 0.1 * g + 0.01 * v[::-1], p, g, v), tree(lambda m, g: m + g, m, g), tree(lambda v, p: v + 0.1 * p, v, p)


def kept(p, m, v, g, t):  # the gradients themselves are wanted
    return tree(lambda p, g: p - 0.1 * g, p, g), g, v


def shared(p, m, v, g, t):  # one moment for the update of two parameters
    m = tree(lambda m, g: 0.9 * m + g, m, g)
    return tree(lambda p, m, v: p - 0.1 * m - 0.01 * v, p, m, v), m, tree(lambda v, m, p: v + m * p, v, m, p)


def layer_rates(p, m, v, g, t):  # a factor for each layer
    rates = jnp.arange(1.0, LAYERS + 1) * 0.01
    return tree(lambda p, g: p - rates.reshape((-1,) + (1,) * (p.ndim - 1)) * g, p, g), m, v


OPTIMIZERS = [sgd, momentum, adamw, by_value, by_norm, swapped, lookahead, kept, shared, layer_rates]


def programs():
    """Name, function of (state, x), mesh or None, whether the state is donated."""
    for optimizer in OPTIMIZERS:
        for number, (mesh, donate, reverse, remat, twice, half) in enumerate([
                (None, True, False, False, False, False), (None, False, True, True, False, False), (None, True, True, False, True, False),
                (None, True, False, False, False, True), (dict(data=2, model=2), True, False, True, False, False),
                (dict(data=4), True, True, False, False, False)]):
            def step(state, x, optimizer=optimizer, reverse=reverse, remat=remat, twice=twice, half=half):
                p, m, v, t = state
                def once(p, m, v):
                    dtype = jnp.bfloat16 if half else jnp.float32
                    g = jax.grad(lambda p: forward(tree(lambda a: a.astype(dtype), p), x.astype(dtype), reverse, remat).astype(jnp.float32))(p)
                    return optimizer(p, m, v, g, t)
                if twice:  # two steps in a loop
                    p, m, v = jax.lax.fori_loop(0, 2, lambda i, s: once(*s), (p, m, v))
                else:
                    p, m, v = once(p, m, v)
                return p, m, v, t + 1
            yield f"{optimizer.__name__}-{number}", step, mesh, donate, 3e-2 if half else 2e-4


def lower(name, step, axes, donate, folder):
    """Writes the program with its arguments and what it has to give."""
    numbers = np.random.default_rng(0)
    array = lambda *shape, scale=1.0: (scale * numbers.normal(size=shape)).astype(np.float32)
    new = lambda scale: dict(w=array(LAYERS, WIDTH, WIDTH, scale=scale), b=array(LAYERS, WIDTH, scale=scale))
    state = (new(0.1), new(0.1), tree(np.abs, new(0.1)), np.float32(1))
    x = array(BATCH, WIDTH)
    expected = jax.tree.leaves(jax.jit(step)(state, x))
    options = dict(donate_argnums=0) if donate else {}
    if axes:
        mesh = Mesh(np.array(jax.devices()[:int(np.prod(list(axes.values())))]).reshape(tuple(axes.values())), tuple(axes))
        place = lambda *spec: NamedSharding(mesh, PartitionSpec(*spec))
        weights = dict(w=place(None, "data", "model" if "model" in axes else None), b=place())
        placed = (weights, weights, weights, place())
        options |= dict(in_shardings=(placed, place("data")), out_shardings=placed)
    path = os.path.join(folder, name)
    with open(path + ".mlir", "w") as out:
        out.write(jax.jit(step, keep_unused=True, **options).lower(state, x).as_text())
    values = jax.tree.leaves((state, x))
    np.savez(path + ".npz", **{f"arg{i}": a for i, a in enumerate(values)}, **{f"out{i}": np.asarray(a) for i, a in enumerate(expected)})
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-run", default="spmd-run")
    parser.add_argument("--keep")
    options = parser.parse_args()
    wrong = refused = count = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        for name, step, axes, donate, tolerance in programs():
            path = lower(name, step, axes, donate, folder)
            count += 1
            done = subprocess.run([options.spmd_run, path + ".mlir", f"--args={path}.npz", f"--check={tolerance},{tolerance}"],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
            if done.returncode:
                isWrong = "differs" in done.stdout
                wrong, refused = wrong + isWrong, refused + (not isWrong)
                print(f"{name}: {done.stdout.strip()[:500]}")
    print(f"{count} programs, {wrong} wrong, {refused} refused")
    sys.exit(1 if wrong or refused else 0)


if __name__ == "__main__":
    main()
