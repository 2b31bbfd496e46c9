# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The twin of examples/llama in JAX: the same keys, model, batches and optimizer. usage: frontend_llama.py TEXT LOG

LOG holds the losses that the example printed for its mode `single`. Prints the largest relative difference; above 1e-5 it fails."""
import json
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax

import token_windows

VOCAB, EMBED, HEADS, GROUPS, HIDDEN, LAYERS, BATCH, LENGTH = 256, 128, 8, 4, 352, 4, 8, 128
LECUN = jax.nn.initializers.lecun_normal()
NORMAL = jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal", out_axis=0)
fold = jax.random.fold_in


def linear(key, inputs, outputs):
    """A matrix; dims of heads are split off behind."""
    return LECUN(key, (int(np.prod(inputs)), int(np.prod(outputs)))).reshape(*inputs, *outputs)


def block(key):
    head = EMBED // HEADS
    mlp = fold(key, 4)
    return {"norm1": jnp.ones(EMBED), "norm2": jnp.ones(EMBED), "query": linear(fold(key, 0), (EMBED,), (HEADS, head)),
            "key": linear(fold(key, 1), (EMBED,), (GROUPS, head)), "value": linear(fold(key, 2), (EMBED,), (GROUPS, head)),
            "out": linear(fold(key, 3), (HEADS, head), (EMBED,)), "up": linear(fold(mlp, 0), (EMBED,), (HIDDEN,)),
            "down": linear(fold(mlp, 1), (HIDDEN,), (EMBED,)), "gate": linear(fold(mlp, 2), (EMBED,), (HIDDEN,))}


def parameters(key):
    return {"tokens": NORMAL(fold(key, 0), (VOCAB, EMBED)), "blocks": jax.vmap(block)(jax.random.split(fold(key, 1), LAYERS)),
            "norm": jnp.ones(EMBED), "head": linear(fold(key, 2), (EMBED,), (VOCAB,))}


def normalised(scale, x):
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6) * scale


def rotary(x):
    """The halves of each head are the coordinates of points, which turn."""
    half = x.shape[-1] // 2
    angle = (jnp.arange(x.shape[1])[:, None] * 10000.0 ** (-jnp.arange(half) / half))[:, None]
    a, b = x[..., :half], x[..., half:]
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)], -1)


def layer(x, p):
    h = normalised(p["norm1"], x)
    q, k, v = (jnp.einsum("bpe,ehd->bphd", h, p[name]) for name in ("query", "key", "value"))
    x = x + jnp.einsum("bphd,hde->bpe", jax.nn.dot_product_attention(rotary(q), rotary(k), v, is_causal=True), p["out"])
    h = normalised(p["norm2"], x)
    return x + (jax.nn.silu(h @ p["gate"]) * (h @ p["up"])) @ p["down"], None


def loss_of(p, tokens):
    x, _ = jax.lax.scan(jax.checkpoint(layer), p["tokens"][tokens], p["blocks"])
    logits = normalised(p["norm"], x) @ p["head"]
    return jnp.mean(optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1], tokens[:, 1:]))


def main():
    wanted = [json.loads(line)["loss"] for line in open(sys.argv[2], encoding="utf-8")]
    optimizer = optax.chain(optax.clip_by_global_norm(1.0),
                            optax.adamw(optax.warmup_cosine_decay_schedule(0, 3e-3, 10, len(wanted)), weight_decay=1e-4))
    p = parameters(jax.random.key(0))
    state = optimizer.init(p)

    @jax.jit
    def step(p, state, tokens):
        loss, gradient = jax.value_and_grad(loss_of)(p, tokens)
        updates, state = optimizer.update(gradient, state, p)
        return optax.apply_updates(p, updates), state, loss

    worst = 0
    for ours, tokens in zip(wanted, token_windows.batches(sys.argv[1:2], BATCH, LENGTH, len(wanted)), strict=True):
        p, state, loss = step(p, state, tokens)
        worst = max(worst, abs(float(loss) - ours) / abs(float(loss)))
    print(f"{len(wanted)} losses, the first {wanted[0]:.6f}, the last {wanted[-1]:.6f}, differ by at most {worst:.2g}")
    sys.exit(worst > 1e-5)


if __name__ == "__main__":
    main()
