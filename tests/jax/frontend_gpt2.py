# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The twin of examples/gpt2 in JAX: the same keys, model, batches and optimizer. usage: frontend_gpt2.py TEXT LOG

LOG holds the losses that the example printed (twin_training.py)."""
import jax
import jax.numpy as jnp
import numpy as np
import optax

import twin_training

VOCAB, POSITIONS, EMBED, HEADS, LAYERS, BATCH = 256, 128, 128, 4, 4, 8
LECUN = jax.nn.initializers.lecun_normal()
NORMAL = jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal", out_axis=0)
fold = jax.random.fold_in


def linear(key, inputs, outputs):
    """The weight is drawn as a matrix; dims of heads are split off behind."""
    matrix = LECUN(key, (int(np.prod(inputs)), int(np.prod(outputs))))
    return {"w": matrix.reshape(*inputs, *outputs), "b": jnp.zeros(outputs)}


def block(key):
    norm = {"scale": jnp.ones(EMBED), "bias": jnp.zeros(EMBED)}
    return {"norm1": norm, "norm2": norm, "qkv": linear(fold(key, 0), (EMBED,), (3, HEADS, EMBED // HEADS)),
            "out": linear(fold(key, 1), (HEADS, EMBED // HEADS), (EMBED,)), "up": linear(fold(key, 2), (EMBED,), (4 * EMBED,)),
            "down": linear(fold(key, 3), (4 * EMBED,), (EMBED,))}


def parameters(key):
    return {"tokens": NORMAL(fold(key, 0), (VOCAB, EMBED)), "positions": NORMAL(fold(key, 1), (POSITIONS, EMBED)),
            "blocks": jax.vmap(block)(jax.random.split(fold(key, 2), LAYERS)),
            "norm": {"scale": jnp.ones(EMBED), "bias": jnp.zeros(EMBED)}}


def normalised(p, x):
    """In f32, whatever the type of x is."""
    wide = x.astype(jnp.float32)
    mean = jnp.mean(wide, -1, keepdims=True)
    variance = jnp.mean(jnp.square(wide - mean), -1, keepdims=True)
    return ((wide - mean) * jax.lax.rsqrt(variance + 1e-6) * p["scale"] + p["bias"]).astype(x.dtype)


def layer(x, p):
    h = jnp.einsum("bpe,ethd->bpthd", normalised(p["norm1"], x), p["qkv"]["w"]) + p["qkv"]["b"]
    attended = jax.nn.dot_product_attention(h[:, :, 0], h[:, :, 1], h[:, :, 2], is_causal=True)
    x = x + jnp.einsum("bphd,hde->bpe", attended, p["out"]["w"]) + p["out"]["b"]
    hidden = jax.nn.gelu(normalised(p["norm2"], x) @ p["up"]["w"] + p["up"]["b"])
    return x + hidden @ p["down"]["w"] + p["down"]["b"], None


def loss_of(p, tokens):
    x = p["tokens"][tokens] + p["positions"][jnp.arange(POSITIONS)]
    x, _ = jax.lax.scan(jax.checkpoint(layer), x, p["blocks"])
    logits = normalised(p["norm"], x) @ p["tokens"].T
    return jnp.mean(optax.softmax_cross_entropy_with_integer_labels(logits[:, :-1], tokens[:, 1:]))


if __name__ == "__main__":
    twin_training.compare(parameters, loss_of, BATCH, POSITIONS)
