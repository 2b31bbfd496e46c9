#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a small GPT-2 in Flax with optax: no word of the platform, which JAX_PLATFORMS chooses. usage: train_flax.py [STEPS [DEVICES]]

Prints the loss of each step. With DEVICES the batch is split over so many, and the parameters are copies."""
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax.sharding import NamedSharding, PartitionSpec as P

EMBED, HEADS, LAYERS, VOCAB, BATCH, LENGTH = 128, 4, 2, 512, 8, 64


class Block(nnx.Module):
    def __init__(self, rngs):
        self.norm1, self.norm2 = nnx.LayerNorm(EMBED, rngs=rngs), nnx.LayerNorm(EMBED, rngs=rngs)
        self.attention = nnx.MultiHeadAttention(HEADS, EMBED, decode=False, rngs=rngs)
        self.up, self.down = nnx.Linear(EMBED, 4 * EMBED, rngs=rngs), nnx.Linear(4 * EMBED, EMBED, rngs=rngs)

    def __call__(self, x):
        x = x + self.attention(self.norm1(x), mask=nnx.make_causal_mask(jnp.ones(x.shape[:2])))
        return x + self.down(nnx.gelu(self.up(self.norm2(x))))


class Gpt(nnx.Module):
    def __init__(self, rngs):
        self.embedding, self.positions = nnx.Embed(VOCAB, EMBED, rngs=rngs), nnx.Embed(LENGTH, EMBED, rngs=rngs)
        self.blocks = nnx.List([Block(rngs) for _ in range(LAYERS)])
        self.norm = nnx.LayerNorm(EMBED, rngs=rngs)

    def __call__(self, tokens):
        x = self.embedding(tokens) + self.positions(jnp.arange(tokens.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.embedding.attend(self.norm(x))


@nnx.jit
def step(model, optimizer, tokens):
    def loss_of(model):
        logits = model(tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    loss, gradients = nnx.value_and_grad(loss_of)(model)
    optimizer.update(model, gradients)
    return loss


def main(steps=20, devices=1):
    model = Gpt(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    sharding = None
    if devices > 1:
        mesh = jax.sharding.Mesh(np.array(jax.devices()[:devices]), ("data",))
        sharding = NamedSharding(mesh, P("data"))
        for tree in (model, optimizer):
            nnx.update(tree, jax.device_put(nnx.state(tree), NamedSharding(mesh, P())))
    draw = np.random.default_rng(0)
    times = []
    for _ in range(steps):
        tokens = jax.device_put(draw.integers(0, VOCAB, (BATCH, LENGTH + 1)).astype(np.int32), sharding)
        start = time.perf_counter()
        loss = float(step(model, optimizer, tokens))
        times.append(time.perf_counter() - start)
        print(f"{loss:.7f}")
    print(f"first step {times[0]:.2f} s, others {1e3 * np.median(times[1:]):.2f} ms", file=sys.stderr)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
