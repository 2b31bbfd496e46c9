# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One step of greedy decoding: a token of each row of the batch attends to a cache of keys and values [layers, b, T, h, e], which is split."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec as P

import bounds
from . import common, tensor_parallel, transformer
from .common import Program

SIZES = dict(layers=(2, [1, 3]), d=(64, [32, 96]), heads=(4, [4, 8]), batch=(8, [4, 16]), seq=(64, [128, 256]), vocab=(256, [512, 1024]))


def decode(o, mesh, plan):
    def function(p, keys, values, token, at):
        x = p["wte"][token] + lax.dynamic_index_in_dim(p["wpe"], at, 0, False)
        for i, w in enumerate(p["layers"]):
            y = transformer.norm(x, w["g1"], w["b1"])
            q, k, v = (jnp.einsum("bd,dhe->bhe", y, w["wqkv"][:, j]) for j in range(3))
            keys = lax.dynamic_update_slice(keys, k[None, :, None], (i, 0, at, 0, 0))
            values = lax.dynamic_update_slice(values, v[None, :, None], (i, 0, at, 0, 0))
            scores = jnp.einsum("bhe,bthe->bht", q, keys[i]) / np.sqrt(q.shape[-1])
            scores = jnp.where(jnp.arange(o.seq) <= at, scores, -1e9)
            mixed = jnp.einsum("bht,bthe->bhe", jax.nn.softmax(scores), values[i])
            x = x + jnp.einsum("bhe,hed->bd", mixed, w["wo"])
            x = x + (jax.nn.gelu(transformer.norm(x, w["g2"], w["b2"]) @ w["wi"] + w["bi"]) @ w["wf"] + w["bf"])
        logits = transformer.norm(x, p["g"], p["b"]) @ p["wte"].T
        return keys, values, jnp.argmax(logits, -1).astype(jnp.int32)
    return function


def step(leaves, cache, batch=P()):
    def make(o, mesh):
        plan = transformer.Plan(leaves)
        old = [common.normal(i, o.layers, o.batch, o.seq, o.heads, o.d // o.heads, scale=1) for i in (11, 12)]
        arguments = (transformer.params(o, plan), *old, common.integers(13, o.vocab, o.batch), np.int32(o.seq // 2 + 1))
        return common.Case(decode(o, mesh, plan), arguments, (plan.specs(o), cache, cache, batch, P()), (cache, cache, batch), (1, 2))
    return make


def best(o, mesh):
    """Logits over a split vocabulary, and the 4 best of them with their numbers."""
    return common.Case(lambda x, w: lax.top_k(x @ w, 4), (common.normal(1, o.batch, o.d), common.normal(2, o.d, o.vocab)), (P(), P(None, "model")), P())


def drawn(o, mesh):
    """A token drawn from logits over a split vocabulary, by the largest sum of a logit and noise that the caller brings."""
    return common.Case(lambda x, w, noise: jnp.argmax(x @ w + noise, -1).astype(jnp.int32),
                       (common.normal(1, o.batch, o.d), common.normal(2, o.d, o.vocab), common.normal(3, o.batch, o.vocab)),
                       (P(), P(None, "model"), P(None, "model")), P())


MODEL, SEQ = dict(model=4), dict(seq=4)
PROGRAMS = [
    Program("decoding, caches split by heads", MODEL, SIZES, step(tensor_parallel.COLUMNS, P(None, None, None, "model")), bounds.decode_heads),
    Program("decoding, caches split by sequence", SEQ, SIZES, step({}, P(None, None, "seq")), bounds.decode_sequence),
    Program("decoding, caches split by batch and heads", dict(data=2, model=4), SIZES,
            step(tensor_parallel.COLUMNS, P(None, "data", None, "model"), P("data")), bounds.decode_batch_heads),
    Program("top_k of a split vocabulary", MODEL, SIZES, best, bounds.top_k),
    Program("argmax of a split vocabulary", MODEL, SIZES, drawn, bounds.argmax),
]
