# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""GPT-2: learned positions, layer norm before each part, tied embeddings. Blocks are scanned or unrolled, recomputed or not, in f32
or bf16; a decoding step reads and writes a cache of keys and values."""
import functools

import jax
import jax.numpy as jnp

from .placement import Array, Source, is_array

LAYERS, WIDTH, HEADS, HIDDEN, SEQUENCE, VOCABULARY, BATCH = 2, 32, 4, 128, 16, 64, 8
HEAD = WIDTH // HEADS


def parameters(seed):
    """Blocks are stacked: their arrays begin with a dim of LAYERS."""
    source, layers = Source(seed), (LAYERS, None)
    rows, heads, hidden = (WIDTH, "rows"), (HEADS, "model"), (HIDDEN, "model")
    whole, head, three = (WIDTH, None), (HEAD, None), (3, None)

    def norm(*dims):
        return dict(b=source.bias(*dims), g=source.gain(*dims))

    blocks = dict(
        att=dict(bo=source.bias(layers, whole), bqkv=source.bias(layers, three, heads, head),
                 wo=source.weight(WIDTH, layers, heads, head, rows), wqkv=source.weight(WIDTH, layers, rows, three, heads, head)),
        ln1=norm(layers, whole), ln2=norm(layers, whole),
        mlp=dict(b1=source.bias(layers, hidden), b2=source.bias(layers, whole),
                 w1=source.weight(WIDTH, layers, rows, hidden), w2=source.weight(HIDDEN, layers, hidden, rows)))
    return dict(blocks=blocks, lnf=norm(whole), wpe=source.normal([(SEQUENCE, None), rows], 0.5),
                wte=source.normal([(VOCABULARY, "model"), rows], 0.5))


def batch(seed):
    source, dims = Source(seed), [(BATCH, "batch"), (SEQUENCE, None)]
    return dict(x=source.integers(VOCABULARY, *dims), y=source.integers(VOCABULARY, *dims))


def norm(x, w):
    """Layer norm over the last dim, in f32."""
    x = x.astype(jnp.float32)
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * w["g"] + w["b"]


def attention(place, dtype, x, w):
    """Causal attention of normalized activations (batch, sequence, width)."""
    qkv = jnp.einsum("bsd,dkhe->bskhe", x, w["wqkv"].astype(dtype)) + w["bqkv"].astype(dtype)
    q, k, v = (place.constrain(qkv[:, :, i], "batch", None, "model", None) for i in range(3))
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k).astype(jnp.float32) * HEAD**-0.5
    causal = jnp.arange(x.shape[1])[:, None] >= jnp.arange(x.shape[1])
    shares = jax.nn.softmax(jnp.where(causal, scores, -1e9)).astype(dtype)
    mixed = place.constrain(jnp.einsum("bhqk,bkhe->bqhe", shares, v), "batch", None, "model", None)
    return jnp.einsum("bqhe,hed->bqd", mixed, w["wo"].astype(dtype)) + w["bo"].astype(dtype)


def feed_forward(place, dtype, x, w):
    hidden = x @ w["w1"].astype(dtype) + w["b1"].astype(dtype)
    hidden = place.constrain(hidden, "batch", *[None] * (x.ndim - 2), "model")
    return jax.nn.gelu(hidden) @ w["w2"].astype(dtype) + w["b2"].astype(dtype)


def block(place, dtype, x, w):
    x = place.constrain(x + attention(place, dtype, norm(x, w["ln1"]).astype(dtype), w["att"]), "batch", None, None)
    return place.constrain(x + feed_forward(place, dtype, norm(x, w["ln2"]).astype(dtype), w["mlp"]), "batch", None, None)


def forward(place, params, tokens, dtype=jnp.float32, remat=False):
    """The logits of each token, in f32. The blocks of `params` are stacked, or a list."""
    x = jnp.take(params["wte"].astype(dtype), tokens, axis=0) + params["wpe"].astype(dtype)
    x = place.constrain(x, "batch", None, None)
    layer = functools.partial(block, place, dtype)
    layer = jax.checkpoint(layer) if remat else layer
    if isinstance(params["blocks"], list):
        for w in params["blocks"]:
            x = layer(x, w)
    else:
        x, _ = jax.lax.scan(lambda x, w: (layer(x, w), None), x, params["blocks"])
    logits = norm(x, params["lnf"]).astype(dtype) @ params["wte"].astype(dtype).T
    return place.constrain(logits.astype(jnp.float32), "batch", None, "model")


def cache(seed):
    """Keys and values of all positions; those of later positions than the decoded one must not matter."""
    source = Source(seed)
    dims = [(LAYERS, None), (BATCH, "batch"), (SEQUENCE, None), (HEADS, "model"), (HEAD, None)]
    return dict(k=source.normal(dims), v=source.normal(dims))


def decode(place, params, cache, tokens, position):
    """One token of each sequence at `position`: the new cache and the logits of the next token."""
    def layer(x, inputs):
        w, keys, values = inputs
        qkv = jnp.einsum("bd,dkhe->bkhe", norm(x, w["ln1"]), w["att"]["wqkv"]) + w["att"]["bqkv"]
        keys = jax.lax.dynamic_update_slice_in_dim(keys, qkv[:, None, 1], position, axis=1)
        values = jax.lax.dynamic_update_slice_in_dim(values, qkv[:, None, 2], position, axis=1)
        scores = jnp.einsum("bhe,bshe->bhs", qkv[:, 0], keys) * HEAD**-0.5
        shares = jax.nn.softmax(jnp.where(jnp.arange(SEQUENCE) <= position, scores, -1e9))
        mixed = jnp.einsum("bhs,bshe->bhe", shares, values)
        x = x + jnp.einsum("bhe,hed->bd", mixed, w["att"]["wo"]) + w["att"]["bo"]
        x = x + feed_forward(place, jnp.float32, norm(x, w["ln2"]), w["mlp"])
        return place.constrain(x, "batch", None), (keys, values)

    x = params["wte"][tokens] + params["wpe"][position]
    x, (keys, values) = jax.lax.scan(layer, x, (params["blocks"], cache["k"], cache["v"]))
    return dict(cache=dict(k=keys, v=values), logits=norm(x, params["lnf"]) @ params["wte"].T)


def unstacked(params):
    """The same arrays with a list of blocks in the place of the stacked ones."""
    def layer(i):
        return jax.tree.map(lambda array: Array(array.value[i], array.dims[1:]), params["blocks"], is_leaf=is_array)
    return dict(params, blocks=[layer(i) for i in range(LAYERS)])
