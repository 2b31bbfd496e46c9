# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mixtures of experts: tokens are split by batch over the axis that also splits the experts.

With a capacity C, each row of the batch gives each of E experts at most C tokens, and others are dropped. Dropless: every token reaches
its expert, so that each device may need all tokens.
"""
import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import bounds
from . import common
from .common import Program

AXES = dict(expert=4)
# In `capacity`, about 1.25 times the tokens that an expert gets on average.
SIZES = dict(layers=(2, [1, 3]), d=(32, [16, 48]), experts=(8, [8]), seq=(32, [32]), batch=(8, [8, 16]))
TOKENS, EXPERTS = P("expert", None, None), P("expert", None, None, None)


def params(o):
    layer = lambda i: dict(router=common.normal(10 * i + 1, o.d, o.experts, scale=0.5), wi=common.normal(10 * i + 2, o.experts, o.d, 2 * o.d),
                           wo=common.normal(10 * i + 3, o.experts, 2 * o.d, o.d))
    return {"first": common.normal(7, o.d, o.d, scale=0.3), "layers": [layer(i) for i in range(o.layers)]}


def specs(o):
    return {"first": P(), "layers": [dict(router=P(), wi=P("expert"), wo=P("expert"))] * o.layers}


def routes(o, x, router, k):
    """For k choices of each token: its expert (one-hot) and its place among the expert's tokens of the same row, [k, b, s, E] and [k, b, s],
    with the weight [k, b, s]."""
    gates = jax.nn.softmax(x @ router)
    chosen, weights, rest = [], [], gates
    for _ in range(k):
        one = jax.nn.one_hot(jnp.argmax(rest, -1), o.experts)
        chosen.append(one)
        weights.append((gates * one).sum(-1))
        rest = rest * (1 - one)
    chosen, weights = jnp.stack(chosen), jnp.stack(weights)
    in_order = jnp.concatenate(list(chosen), 1)  # first choices of a row come before its second ones
    place = jnp.cumsum(in_order, 1) - in_order
    place = jnp.stack(jnp.split((place * in_order).sum(-1), k, 1)).astype(jnp.int32)
    return chosen, place, weights


def experts(o, mesh, inputs, w):
    """[E, b, C, d] -> the same, split by experts meanwhile."""
    inputs = common.constrain(mesh, inputs, *EXPERTS)
    hidden = jax.nn.relu(jnp.einsum("ebcd,edf->ebcf", inputs, w["wi"]))
    return common.constrain(mesh, common.constrain(mesh, jnp.einsum("ebcf,efd->ebcd", hidden, w["wo"]), *EXPERTS), None, "expert", None, None)


def einsums(k):
    """Dispatch and combine as matmuls with one-hot matrices."""
    def layer(o, mesh, x, w):
        chosen, place, weights = routes(o, x, w["router"], k)
        slots = chosen[..., None] * jax.nn.one_hot(place, o.capacity)[..., None, :]  # [k, b, s, E, C]
        outputs = experts(o, mesh, jnp.einsum("kbsec,bsd->ebcd", slots, x), w)
        return jnp.einsum("kbsec,kbs,ebcd->bsd", slots, weights, outputs)
    return layer


def scattered(o, mesh, x, w):
    """Dispatch as a scatter, combine as a gather; top-1."""
    chosen, place, weights = (part[0] for part in routes(o, x, w["router"], 1))
    expert = jnp.argmax(chosen, -1)
    row = jnp.broadcast_to(jnp.arange(o.batch)[:, None], expert.shape)
    inputs = jnp.zeros((o.experts, o.batch, o.capacity, o.d)).at[expert, row, place].add(x, mode="drop")
    outputs = experts(o, mesh, inputs, w)
    return outputs.at[expert, row, place].get(mode="fill", fill_value=0) * weights[..., None]


def dropless(o, mesh, x, w):
    """Each expert works on all tokens and counts for those that chose it."""
    gates = jax.nn.softmax(x @ w["router"])
    weights = gates * jax.nn.one_hot(jnp.argmax(gates, -1), o.experts)
    hidden = jax.nn.relu(jnp.einsum("bsd,edf->ebsf", x, w["wi"]))
    return jnp.einsum("ebsf,efd,bse->bsd", hidden, w["wo"], weights)


def step(layer):
    def make(o, mesh):
        def loss_of(p, batch):
            x = common.constrain(mesh, batch["x"] @ p["first"], *TOKENS)
            for w in p["layers"]:
                x = common.constrain(mesh, x + layer(o, mesh, x, w), *TOKENS)
            return ((x - batch["y"]) ** 2).mean()
        batch = {"x": common.normal(8, o.batch, o.seq, o.d, scale=1), "y": common.normal(9, o.batch, o.seq, o.d, scale=1)}
        return common.training(mesh, loss_of, params(o), specs(o), batch, {"x": TOKENS, "y": TOKENS})
    return make


# Dropless experts move tokens, so that they have fewer bytes than the weights.
FEW = {**SIZES, "d": (64, [48, 96]), "seq": (8, [8, 16]), "batch": (8, [8])}
PROGRAMS = [
    Program("ep, top-1", AXES, {**SIZES, "capacity": (5, [5, 6])}, step(einsums(1)), bounds.ep),
    Program("ep, top-2", AXES, {**SIZES, "capacity": (10, [10, 12])}, step(einsums(2)), bounds.ep),
    Program("ep, top-1, scatter and gather", AXES, {**SIZES, "capacity": (5, [5, 6])}, step(scattered), bounds.ep),
    Program("ep, dropless", AXES, FEW, step(dropless), bounds.ep_dropless),
]
