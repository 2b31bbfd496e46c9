# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The twin of examples/llama in JAX: the same keys, model, batches and optimizer. usage: frontend_llama.py TEXT LOG

LOG holds the losses that the example printed (twin_training.py)."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

import twin_training

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


if __name__ == "__main__":
    twin_training.compare(parameters, loss_of, BATCH, LENGTH)
