# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small GPT-2 whose constraints come from outside: what differs between the modes is only where values lie.

Dims of activations: batch b, sequence s, d_model d, heads h of e elements. The embedding is tied to the logits.
"""
import dataclasses
from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

from . import common

# The leaves of a layer, and those beside the layers.
LAYER = ("g1", "b1", "wqkv", "wo", "g2", "b2", "wi", "bi", "wf", "bf")
TOP = ("wte", "wpe", "g", "b")


@dataclasses.dataclass(frozen=True)
class Plan:
    """Where values lie. `leaves`: PartitionSpec by leaf, without the dim of the layers; whole where it is missing. `values`: PartitionSpec by
    the value's name (input, heads, keys, attended, mixed, hidden, residual, logits); no constraint where it is missing."""
    leaves: dict[str, P] = dataclasses.field(default_factory=dict)
    values: dict[str, P] = dataclasses.field(default_factory=dict)
    scanned: bool = False
    remat: bool = False
    dtype: Any = jnp.float32
    flat: bool = False  # queries, keys and values are slices of one matmul's columns
    attention: Callable | None = None  # of queries, keys and values [b, s, h, e]
    layer_dim: str | None = None  # axis that splits the dim of scanned layers
    gathered: bool = False  # leaves are constrained to be whole where they are used

    def specs(self, o):
        layer = {name: self.leaves.get(name, P()) for name in LAYER}
        layers = {k: P(self.layer_dim, *s) for k, s in layer.items()} if self.scanned else [layer] * o.layers
        return {"layers": layers, **{name: self.leaves.get(name, P()) for name in TOP}}


def params(o, plan):
    d, f, h = o.d, 4 * o.d, o.heads
    qkv = (d, 3 * d) if plan.flat else (d, 3, h, d // h)
    shapes = dict(g1=(d,), b1=(d,), wqkv=qkv, wo=(h, d // h, d), g2=(d,), b2=(d,), wi=(d, f), bi=(f,), wf=(f, d), bf=(d,))
    # Norms keep a factor near one, so that a wrong factor shows.
    layers = [{k: common.normal(100 * i + j, *s) + (1 if k[0] == "g" else 0) for j, (k, s) in enumerate(shapes.items())} for i in range(o.layers)]
    layers = {k: np.stack([w[k] for w in layers]) for k in shapes} if plan.scanned else layers
    return {"layers": layers, "wte": common.normal(1, o.vocab, d), "wpe": common.normal(2, o.seq, d), "g": np.ones(d, np.float32), "b": common.normal(3, d)}


def norm(x, g, b):
    wide = x.astype(jnp.float32)
    centred = wide - wide.mean(-1, keepdims=True)
    return (centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * g + b).astype(x.dtype)


def attend(q, k, v):
    """Causal attention; queries and keys of [b, s, h, e]."""
    scores = jnp.einsum("bqhe,bkhe->bhqk", q, k).astype(jnp.float32) / np.sqrt(q.shape[-1])
    rows, columns = (jax.lax.broadcasted_iota(jnp.int32, scores.shape[-2:], i) for i in (0, 1))
    weights = jax.nn.softmax(jnp.where(rows >= columns, scores, -1e9))
    return jnp.einsum("bhqk,bkhe->bqhe", weights.astype(q.dtype), v)


def block(o, mesh, plan, x, w):
    """One layer of [b, s, d]."""
    def c(x, name):
        return common.constrain(mesh, x, *plan.values[name]) if name in plan.values else x

    y = c(norm(x, w["g1"], w["b1"]), "input")
    if plan.flat:
        q, k, v = (part.reshape(*part.shape[:2], o.heads, -1) for part in jnp.split(y @ w["wqkv"], 3, -1))
    else:
        q, k, v = (jnp.einsum("bsd,dhe->bshe", y, w["wqkv"][:, i]) for i in range(3))
    q, k, v = c(q, "heads"), c(k, "keys" if "keys" in plan.values else "heads"), c(v, "keys" if "keys" in plan.values else "heads")
    mixed = c(c((plan.attention or attend)(q, k, v), "attended"), "mixed")
    x = c(x + jnp.einsum("bqhe,hed->bqd", mixed, w["wo"]), "residual")
    y = c(norm(x, w["g2"], w["b2"]), "input")
    hidden = c(y @ w["wi"] + w["bi"], "hidden")
    return c(x + (jax.nn.gelu(hidden) @ w["wf"] + w["bf"]), "residual")


def embed(o, mesh, plan, p, tokens):
    x = p["wte"][tokens] + p["wpe"]
    return common.constrain(mesh, x, *plan.values["residual"]) if "residual" in plan.values else x


def cross_entropy(mesh, plan, p, x, labels):
    x = norm(x, p["g"], p["b"])
    if "input" in plan.values:
        x = common.constrain(mesh, x, *plan.values["input"])
    logits = jnp.einsum("bsd,vd->bsv", x, p["wte"]).astype(jnp.float32)
    if "logits" in plan.values:
        logits = common.constrain(mesh, logits, *plan.values["logits"])
    picked = jnp.take_along_axis(logits, labels[..., None], -1)[..., 0]
    return (jax.nn.logsumexp(logits, -1) - picked).mean()


def loss(o, mesh, plan):
    """loss_of(params, batch) of common.training; batch: tokens x and labels y, [b, s]."""
    def whole(tree):
        return jax.tree.map(lambda leaf: common.constrain(mesh, leaf), tree) if plan.gathered else tree

    def layer(x, w):
        return block(o, mesh, plan, x, whole(w))

    def loss_of(p, batch):
        p = jax.tree.map(lambda leaf: leaf.astype(plan.dtype), p)
        one = jax.checkpoint(layer) if plan.remat else layer
        p = {name: leaf if name == "layers" else whole(leaf) for name, leaf in p.items()}
        x = embed(o, mesh, plan, p, batch["x"])
        if plan.scanned:
            x, _ = jax.lax.scan(lambda x, w: (one(x, w), None), x, p["layers"])
        else:
            for w in p["layers"]:
                x = one(x, w)
        return cross_entropy(mesh, plan, p, x, batch["y"])
    return loss_of


def tokens(o, micro_batches=1):
    shape = (o.batch, o.seq) if micro_batches == 1 else (micro_batches, o.batch // micro_batches, o.seq)
    return {"x": common.integers(4, o.vocab, *shape), "y": common.integers(5, o.vocab, *shape)}


def training(o, mesh, plan, batch_spec, **options):
    return common.training(mesh, loss(o, mesh, plan), params(o, plan), plan.specs(o), tokens(o, options.get("micro_batches", 1)),
                           {"x": batch_spec, "y": batch_spec}, **options)
