# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Llama: RMS norm, rotary positions, fewer heads of keys and values than of queries, SwiGLU, embeddings that are not tied."""
import functools

import jax
import jax.numpy as jnp

from .placement import Source

LAYERS, WIDTH, HEADS, KV_HEADS, HIDDEN, SEQUENCE, VOCABULARY, BATCH = 2, 32, 4, 2, 96, 16, 64, 8
HEAD = WIDTH // HEADS


def parameters(seed):
    """Blocks are stacked: their arrays begin with a dim of LAYERS."""
    source, layers = Source(seed), (LAYERS, None)
    rows, heads, kv_heads, hidden = (WIDTH, "rows"), (HEADS, "model"), (KV_HEADS, "model"), (HIDDEN, "model")
    whole, head = (WIDTH, None), (HEAD, None)
    blocks = dict(n1=source.gain(layers, whole), n2=source.gain(layers, whole), w_down=source.weight(HIDDEN, layers, hidden, rows),
                  w_gate=source.weight(WIDTH, layers, rows, hidden), w_up=source.weight(WIDTH, layers, rows, hidden),
                  wk=source.weight(WIDTH, layers, rows, kv_heads, head), wo=source.weight(WIDTH, layers, heads, head, rows),
                  wq=source.weight(WIDTH, layers, rows, heads, head), wv=source.weight(WIDTH, layers, rows, kv_heads, head))
    return dict(blocks=blocks, head=source.weight(WIDTH, rows, (VOCABULARY, "model")), nf=source.gain(whole),
                wte=source.normal([(VOCABULARY, "model"), rows], 0.5))


def batch(seed):
    source, dims = Source(seed), [(BATCH, "batch"), (SEQUENCE, None)]
    return dict(x=source.integers(VOCABULARY, *dims), y=source.integers(VOCABULARY, *dims))


def norm(x, gain):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * gain


def rotated(x):
    """Rotary positions on (batch, sequence, heads, head): pairs of the two halves of a head."""
    frequencies = 10000.0**(-jnp.arange(0.0, HEAD, 2) / HEAD)
    angles = jnp.arange(float(SEQUENCE))[:, None, None] * frequencies
    left, right = jnp.split(x, 2, axis=-1)
    sine, cosine = jnp.sin(angles), jnp.cos(angles)
    return jnp.concatenate([left * cosine - right * sine, right * cosine + left * sine], axis=-1)


def block(place, x, w):
    h = norm(x, w["n1"])
    q, k, v = (place.constrain(jnp.einsum("bsd,dhe->bshe", h, w[name]), "batch", None, "model", None) for name in ("wq", "wk", "wv"))
    k, v = (jnp.repeat(part, HEADS // KV_HEADS, axis=2) for part in (rotated(k), v))
    scores = jnp.einsum("bqhe,bkhe->bhqk", rotated(q), k) * HEAD**-0.5
    causal = jnp.arange(SEQUENCE)[:, None] >= jnp.arange(SEQUENCE)
    shares = jax.nn.softmax(jnp.where(causal, scores, -1e9))
    mixed = place.constrain(jnp.einsum("bhqk,bkhe->bqhe", shares, v), "batch", None, "model", None)
    x = place.constrain(x + jnp.einsum("bqhe,hed->bqd", mixed, w["wo"]), "batch", None, None)
    h = norm(x, w["n2"])
    gate, up = (place.constrain(h @ w[name], "batch", None, "model") for name in ("w_gate", "w_up"))
    return place.constrain(x + (jax.nn.silu(gate) * up) @ w["w_down"], "batch", None, None)


def forward(place, params, tokens):
    """The logits of each token."""
    x = place.constrain(jnp.take(params["wte"], tokens, axis=0), "batch", None, None)
    layer = functools.partial(block, place)
    x, _ = jax.lax.scan(lambda x, w: (layer(x, w), None), x, params["blocks"])
    return place.constrain(norm(x, params["nf"]) @ params["head"], "batch", None, "model")
