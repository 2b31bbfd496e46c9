#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of unrolled layers, against JAX's own numbers.

  rolled_layers.py [--spmd-run=spmd-run] [--keep=FOLDER] [--only=NAME] [--data-parallel]

Equal layers become loops over stacks of their parameters (compiler/roll), also where their parameters are donated, in the order of
other names, differ in constants, or are updated by optimizers that need all gradients first. With --data-parallel, two devices share
the batch, and JAX computes on one. Prints what differs or is refused and,
as the last line, `N programs, N rolled, N wrong, N refused`; exits with 1 where one is wrong.
"""
import argparse
import os
import subprocess
import sys
import tempfile

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import numpy as np
import scanned_updates as updates

DEPTH, WIDTH, BATCH = 12, 64, 8
# Their layers stay, because most updates of parameters do: they need all gradients, or gradients of some layers have another form.
STAY = {"Mlp-adamw-True", "Mlp-adamw-False", "Mlp-remat", "Constants-adamw-True", "Constants-adamw-False", "Constants-remat",
        "Attention-adamw-True", "Attention-adamw-False", "Mlp-by_norm", "Mlp-swapped", "Mlp-lookahead", "Mlp-shared", "Mlp-names"}


def normal(numbers, *shape):
    return (numbers.normal(size=shape) / np.sqrt(shape[0] if len(shape) < 3 else np.prod(shape[:-1]))).astype(np.float32)


def normalized(x):
    return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)


class Mlp:
    """Residual layers; the first parameters are of other shapes than the layers'."""
    def parameters(self, numbers):
        return [dict(w=normal(numbers, WIDTH, 2 * WIDTH), b=normal(numbers, 2 * WIDTH), v=normal(numbers, 2 * WIDTH, WIDTH)) for _ in range(DEPTH)]
    def inputs(self, numbers):
        return normal(numbers, BATCH, WIDTH)
    def layer(self, i, p, x, first):
        return x + jax.nn.gelu(normalized(x) @ p["w"] + p["b"]) @ p["v"]


class Constants(Mlp):
    """A factor for each layer, and each layer reads the input, too."""
    def layer(self, i, p, x, first):
        return super().layer(i, p, x, first) * (1 - 0.01 * i) + 0.1 * first


class Convolution:
    """Residual blocks of images."""
    def parameters(self, numbers):
        return [dict(k=normal(numbers, 3, 3, 8, 8), s=1 + normal(numbers, 8)) for _ in range(DEPTH)]
    def inputs(self, numbers):
        return normal(numbers, 2, 9, 11, 8)
    def layer(self, i, p, x, first):
        y = jax.lax.conv_general_dilated(jax.nn.relu(normalized(x) * p["s"]), p["k"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return x + y


class Attention:
    """Causal attention of two heads."""
    def parameters(self, numbers):
        return [dict(q=normal(numbers, WIDTH, 3, 2, WIDTH // 2), o=normal(numbers, 2, WIDTH // 2, WIDTH)) for _ in range(DEPTH)]
    def inputs(self, numbers):
        return normal(numbers, 2, 24, WIDTH)
    def layer(self, i, p, x, first):
        q, k, v = jnp.moveaxis(jnp.einsum("bsd,dthe->bsthe", normalized(x), p["q"]), 2, 0)
        scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.sqrt(WIDTH // 2)
        scores = jnp.where(jnp.tril(jnp.ones((24, 24), bool)), scores, -1e9)
        return x + jnp.einsum("bhqk,bkhe,hed->bqd", jax.nn.softmax(scores), v, p["o"])


def forward(model, remat):
    def run(parameters, x):
        first = x
        for i, p in enumerate(parameters):
            layer = lambda p, x, first, i=i: model.layer(i, p, x, first)
            x = (jax.checkpoint(layer) if remat else layer)(p, x, first)
        return jnp.mean(x * x)
    return run


def training(model, optimizer, remat=False, names=False, half=False):
    """One step of (parameters, moments, second moments, step) and input; with `names`, layers are sorted as texts."""
    def step(state, x):
        p, m, v, t = state
        ordered = (lambda tree: [tree[f"layer_{i}"] for i in range(DEPTH)]) if names else (lambda tree: tree)
        dtype = jnp.bfloat16 if half else jnp.float32
        loss = lambda p: forward(model, remat)(ordered(jax.tree.map(lambda a: a.astype(dtype), p)), x.astype(dtype)).astype(jnp.float32)
        g = jax.grad(loss)(p)
        p, m, v = optimizer(p, m, v, g, t)
        return p, m, v, t + 1

    def arguments(numbers):
        new = lambda: model.parameters(numbers)
        pack = (lambda layers: {f"layer_{i}": layer for i, layer in enumerate(layers)}) if names else (lambda layers: layers)
        return (pack(new()), pack(jax.tree.map(lambda a: 0.1 * a, new())), pack(jax.tree.map(np.abs, new())), np.float32(1)), model.inputs(numbers)
    return step, arguments


def layer_rates(p, m, v, g, t):  # a factor for each layer
    return [jax.tree.map(lambda p, g: p - 0.01 * (i + 1) * g, *each) for i, each in enumerate(zip(p, g))], m, v


def gradients(model):
    return lambda p, x: jax.value_and_grad(forward(model, False))(p, x), lambda n: (model.parameters(n), model.inputs(n))


def recurrent(outputs):
    """Time steps with the same parameters, which read slices of the input."""
    def run(p, x):
        h, all = jnp.zeros((BATCH, WIDTH)), []
        for t in range(40):
            h = jnp.tanh(x[:, t] @ p["x"] + h @ p["h"] + p["b"])
            all.append(h)
        return jnp.stack(all) if outputs else jnp.mean(h * h)
    arguments = lambda n: (dict(x=normal(n, 16, WIDTH), h=normal(n, WIDTH, WIDTH), b=normal(n, WIDTH)), normal(n, BATCH, 40, 16))
    return (run if outputs else lambda p, x: jax.value_and_grad(run, (0, 1))(p, x)), arguments


def programs():
    """Name, function, maker of its arguments, whether argument 0 is donated, tolerance."""
    for model in (Mlp(), Constants(), Convolution(), Attention()):
        for donate in (True, False):
            yield f"{type(model).__name__}-adamw-{donate}", *training(model, updates.adamw), donate, 5e-4
        yield f"{type(model).__name__}-remat", *training(model, updates.adamw, remat=True), True, 5e-4
        yield f"{type(model).__name__}-forward", forward(model, False), gradients(model)[1], False, 2e-4
        yield f"{type(model).__name__}-gradients", *gradients(model), False, 2e-4
    for optimizer in (updates.sgd, updates.momentum, updates.by_value, updates.by_norm, updates.swapped, updates.lookahead, updates.kept,
                      updates.shared, layer_rates):
        yield f"Mlp-{optimizer.__name__}", *training(Mlp(), optimizer), True, 5e-4
    yield "Mlp-names", *training(Mlp(), updates.adamw, names=True), True, 5e-4
    yield "Mlp-half", *training(Mlp(), updates.momentum, half=True), True, 5e-2
    for outputs in (True, False):
        yield f"recurrent-{outputs}", *recurrent(outputs), False, 2e-4


def shardings(values):
    """Parameters are whole, and the batch is split."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:2]), "x")
    place = lambda *dims: jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*dims))
    parameters, x = values
    return jax.tree.map(lambda _: place(), parameters), place("x")


def lower(name, function, arguments, donate, folder, dataParallel):
    """Writes the program with its arguments and what it has to give."""
    values = arguments(np.random.default_rng(0))
    expected = jax.tree.leaves(jax.jit(function)(*values))
    path = os.path.join(folder, name)
    flags = dict(donate_argnums=0) if donate else {}
    if dataParallel:
        flags["in_shardings"] = shardings(values)
    with open(path + ".mlir", "w") as out:
        out.write(jax.jit(function, keep_unused=True, **flags).lower(*values).as_text())
    np.savez(path + ".npz", **{f"arg{i}": a for i, a in enumerate(jax.tree.leaves(values))},
             **{f"out{i}": np.asarray(a) for i, a in enumerate(expected)})
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spmd-run", default="spmd-run")
    parser.add_argument("--keep")
    parser.add_argument("--only", default="")
    parser.add_argument("--data-parallel", action="store_true")
    options = parser.parse_args()
    rolled = wrong = refused = count = 0
    run = lambda *arguments: subprocess.run([options.spmd_run, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        for name, function, arguments, donate, tolerance in programs():
            if options.only not in name:
                continue
            path = lower(name, function, arguments, donate, folder, options.data_parallel)
            count += 1
            done = run(path + ".mlir", f"--args={path}.npz", f"--check={tolerance},{tolerance}")
            if done.returncode:
                isWrong = "differs" in done.stdout
                wrong, refused = wrong + isWrong, refused + (not isWrong)
                print(f"{name}: {done.stdout.strip()[:500]}")
            isRolled = "stablehlo.while" in run(path + ".mlir", "--no-run", "--print-after=import").stdout
            rolled += isRolled
            if isRolled == (name in STAY):
                print(f"{name}: {'rolled' if isRolled else 'not rolled'}")
    print(f"{count} programs, {rolled} rolled, {wrong} wrong, {refused} refused")
    sys.exit(1 if wrong or refused else 0)


if __name__ == "__main__":
    main()
