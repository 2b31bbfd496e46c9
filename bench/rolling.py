#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: does an unrolled model compile like a scanned one, and compute the same?

    .venv/bin/python bench/rolling.py [--models=gpt2,llama,convnet,rnn] [--layers=12,24,48,96] [--rounds=5] [--devices=1] [--no-results]

Training steps (AdamW; the RNN without an optimizer, over as many time steps) in JAX, once with the layers in a loop of Python and once
with lax.scan over stacked parameters. For each depth: CPU seconds of `spmd-run --no-run --no-cache` from text to an executable, unrolled,
unrolled with --keep-unrolled, and scanned, alternated, medians; then the largest difference of a result with and without
--keep-unrolled, relative to the largest element of that result. Several devices share the batch, and parameters are whole.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
import numpy as np

import targets

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def normalized(x):
    return x * jax.lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-5)


def normal(numbers, *shape):
    return (numbers.normal(size=shape) / np.sqrt(np.prod(shape[:-1]))).astype(np.float32)


def attention(x, q, k, v, o, rotate):
    heads, groups = q.shape[1], k.shape[1]
    q, k, v = (jnp.einsum("bsd,dhe->bshe", x, w) for w in (q, k, v))
    if rotate:  # rotary positions
        angle = jnp.arange(x.shape[1])[:, None] / 1e4 ** (jnp.arange(q.shape[-1] // 2) * 2 / q.shape[-1])
        turn = lambda a: jnp.concatenate([a[..., ::2] * jnp.cos(angle)[:, None] - a[..., 1::2] * jnp.sin(angle)[:, None],
                                          a[..., ::2] * jnp.sin(angle)[:, None] + a[..., 1::2] * jnp.cos(angle)[:, None]], -1)
        q, k = turn(q), turn(k)
    k, v = (jnp.repeat(a, heads // groups, 2) for a in (k, v))
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.sqrt(q.shape[-1])
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e30)
    return jnp.einsum("bhqk,bkhe,hed->bqd", jax.nn.softmax(scores), v, o)


class Gpt2:
    def layer(self, p, x):
        x = x + attention(normalized(x) * p["n"] + p["m"], p["q"], p["k"], p["v"], p["o"], rotate=False)
        return x + jax.nn.gelu(normalized(x) @ p["up"] + p["b"]) @ p["down"]
    def parameters(self, n):
        return dict(n=normal(n, 128), m=normal(n, 128), q=normal(n, 128, 4, 32), k=normal(n, 128, 4, 32), v=normal(n, 128, 4, 32),
                    o=normal(n, 4, 32, 128), up=normal(n, 128, 512), b=normal(n, 512), down=normal(n, 512, 128))
    def inputs(self, n):
        return normal(n, 8, 64, 128)


class Llama(Gpt2):
    def layer(self, p, x):
        x = x + attention(normalized(x) * p["n"], p["q"], p["k"], p["v"], p["o"], rotate=True)
        y = normalized(x) * p["m"]
        return x + (jax.nn.silu(y @ p["gate"]) * (y @ p["up"])) @ p["down"]
    def parameters(self, n):
        return dict(n=normal(n, 128), m=normal(n, 128), q=normal(n, 128, 4, 32), k=normal(n, 128, 2, 32), v=normal(n, 128, 2, 32),
                    o=normal(n, 4, 32, 128), gate=normal(n, 128, 256), up=normal(n, 128, 256), down=normal(n, 256, 128))


class Convnet:
    def layer(self, p, x):
        conv = lambda x, k: jax.lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return x + conv(jax.nn.relu(conv(jax.nn.relu(normalized(x) * p["s"]), p["a"]) + p["t"]), p["b"])
    def parameters(self, n):
        return dict(s=normal(n, 16), t=normal(n, 16), a=normal(n, 3, 3, 16, 16), b=normal(n, 3, 3, 16, 16))
    def inputs(self, n):
        return normal(n, 8, 16, 16, 16)


def adamw(p, m, v, g):
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, g)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, g)
    return jax.tree.map(lambda p, m, v: p - 1e-3 * (m / (jnp.sqrt(v) + 1e-8) + 0.01 * p), p, m, v), m, v


def training(model, layers, scanned):
    """The step with its state donated, and its arguments."""
    numbers = np.random.default_rng(0)
    trees = [[model.parameters(numbers) for _ in range(layers)] for _ in range(2)]
    state = (*trees, jax.tree.map(np.abs, trees[1]))
    if scanned:
        state = tuple(jax.tree.map(lambda *leaves: np.stack(leaves), *tree) for tree in state)

    def loss(p, x):
        if scanned:
            x = jax.lax.scan(lambda x, p: (model.layer(p, x), None), x, p)[0]
        else:
            for each in p:
                x = model.layer(each, x)
        return jnp.mean(x * x)
    return lambda p, m, v, x: adamw(p, m, v, jax.grad(loss)(p, x)), (*state, model.inputs(numbers)), (0, 1, 2)


def recurrent(steps, scanned):
    numbers = np.random.default_rng(0)
    p = dict(x=normal(numbers, 32, 3 * 64), h=normal(numbers, 64, 3 * 64), b=normal(numbers, 3 * 64))

    def cell(p, h, x):  # a gated recurrent unit
        a, b = x @ p["x"] + p["b"], h @ p["h"]
        r, z = (jax.nn.sigmoid(a[:, i:i + 64] + b[:, i:i + 64]) for i in (0, 64))
        return (1 - z) * h + z * jnp.tanh(a[:, 128:] + r * b[:, 128:])

    def loss(p, x):
        h = jnp.zeros((16, 64))
        if scanned:
            return jnp.mean(jax.lax.scan(lambda h, x: (cell(p, h, x), None), h, jnp.swapaxes(x, 0, 1))[0] ** 2)
        for t in range(steps):
            h = cell(p, h, x[:, t])
        return jnp.mean(h ** 2)
    return lambda p, x: jax.value_and_grad(loss)(p, x), (p, normal(numbers, 16, steps, 32)), ()


def build(name, layers, scanned):
    return recurrent(layers, scanned) if name == "rnn" else training(dict(gpt2=Gpt2, llama=Llama, convnet=Convnet)[name](), layers, scanned)


def placements(arguments, devices):
    """The last argument is split along its batch."""
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:devices]), "x")
    place = lambda *dims: jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*dims))
    return (*(jax.tree.map(lambda _: place(), tree) for tree in arguments[:-1]), place("x"))


def write(path, name, layers, scanned, devices):
    function, arguments, donated = build(name, layers, scanned)
    flags = {} if devices == 1 else dict(in_shardings=placements(arguments, devices))
    with open(path + ".mlir", "w", encoding="utf-8") as out:
        out.write(jax.jit(function, donate_argnums=donated, keep_unused=True, **flags).lower(*arguments).as_text())
    np.savez(path + ".npz", **{f"arg{i}": leaf for i, leaf in enumerate(jax.tree.leaves(arguments))})


def cpu_seconds(*command):
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{' '.join(command)} ended with {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def difference(run, path):
    """The largest relative difference of results with and without --keep-unrolled."""
    results = []
    for flags in ([], ["--keep-unrolled"]):
        subprocess.run([run, path + ".mlir", f"--args={path}.npz", f"--save={path}.out.npz", *flags], check=True, stdout=subprocess.DEVNULL)
        with np.load(path + ".out.npz") as file:
            results.append({key: file[key].astype(np.float64) for key in file.files})
    a, b = results
    return max(np.abs(a[key] - b[key]).max(initial=0) / max(np.abs(b[key]).max(initial=0), 1e-30) for key in a)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", default="gpt2,llama,convnet,rnn")
    parser.add_argument("--layers", default="12,24,48,96")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--devices", type=int, default=1, help="at most 8")
    parser.add_argument("--no-results", action="store_true")
    options = parser.parse_args()
    targets.need("spmd-run")
    run = ROOT + "/build/bin/spmd-run"
    print("| model | layers | unrolled: CPU s | kept unrolled | scanned | unrolled / scanned | largest difference |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.models.split(","):
            for layers in map(int, options.layers.split(",")):
                unrolled, scanned = f"{folder}/{name}{layers}u", f"{folder}/{name}{layers}s"
                write(unrolled, name, layers, False, options.devices)
                write(scanned, name, layers, True, options.devices)
                ways = dict(rolled=[unrolled], kept=[unrolled, "--keep-unrolled"], scanned=[scanned])
                times = {way: [] for way in ways}
                for _ in range(options.rounds):
                    for way, (path, *flags) in ways.items():
                        times[way].append(cpu_seconds(run, path + ".mlir", "--no-run", "--no-cache", *flags))
                rolled, kept, loop = (statistics.median(times[way]) for way in ways)
                worst = "" if options.no_results else f"{difference(run, unrolled):.1e}"
                print(f"| {name} | {layers} | {rolled:.2f} | {kept:.2f} | {loop:.2f} | {rolled / loop:.2f} | {worst} |", flush=True)


if __name__ == "__main__":
    main()
