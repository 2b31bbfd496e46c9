# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modes that split the batch, and perhaps the parameters, over one axis: dp, fsdp, ZeRO, gradient accumulation."""
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import bounds
from . import common, transformer
from .common import Program

DATA = dict(data=8)
SIZES = dict(layers=(2, [1, 3]), d=(64, [32, 48, 96]), heads=(4, [2, 4, 8]), seq=(32, [24, 40, 48]), batch=(16, [16, 32]), vocab=(128, [64, 160, 256]))
# Here the activations of a device have more bytes than the parameters, so that it pays to move those.
LONG = {**SIZES, "seq": (64, [48, 96]), "d": (32, [32, 64])}
DEEP = {**LONG, "layers": (4, [3, 6])}
RESIDUAL = {"residual": P("data", None, None)}
# One dim of each leaf is split over `data`.
SPLIT = dict(g1=P("data"), b1=P("data"), wqkv=P("data"), wo=P(None, None, "data"), g2=P("data"), b2=P("data"), wi=P("data"), bi=P("data"),
             wf=P(None, "data"), bf=P("data"), wte=P(None, "data"), wpe=P(None, "data"), g=P("data"), b=P("data"))


def step(plan, optimizer="sgd", micro=False):
    def make(o, mesh):
        batch = P(None, "data") if micro else P("data")
        return transformer.training(o, mesh, plan, batch, optimizer=optimizer, micro_batches=o.micro if micro else 1)
    return make


def zero(stage):
    """ZeRO-1: the optimizer's state is split; ZeRO-2: the gradients, too. ZeRO-3 is fsdp that says where parameters are gathered."""
    def make(o, mesh):
        plan = transformer.Plan(values=RESIDUAL)
        split = transformer.Plan(SPLIT).specs(o)
        return transformer.training(o, mesh, plan, P("data"), optimizer="adam", state_specs=split, gradient_specs=split if stage == 2 else None)
    return make


def projected(kind):
    """Forward: tokens pass two matmuls whose weights lie split and narrow, and are widened before use."""
    def make(o, mesh):
        def function(x, w1, w2):
            w1, w2 = (w.astype(jnp.float32) * 0.01 for w in (w1, w2))
            return jnp.tanh(jnp.tanh(x @ w1) @ w2)
        shapes = (o.d, 4 * o.d), (4 * o.d, o.d)
        weights = [(common.integers(i, 127, *s) - 63).astype(jnp.dtype(kind)) for i, s in enumerate(shapes)]
        return common.Case(function, (common.normal(1, o.tokens, o.d), *weights), (P("data"), P("data"), P(None, "data")), P("data"))
    return make


def both_views(o, mesh):
    """Training: a weight and its transpose, as in an autoencoder with tied weights."""
    def loss_of(p, x):
        return ((jnp.tanh(x @ p["w"]) @ p["w"].T - x) ** 2).mean()
    return common.training(mesh, loss_of, {"w": common.normal(1, o.d, 4 * o.d)}, {"w": P("data")}, common.normal(2, o.tokens, o.d), P("data"))


DENSE = dict(d=(64, [32, 48, 80]), tokens=(1024, [1536, 2048]))
plan = transformer.Plan
PROGRAMS = [
    Program("dp", DATA, SIZES, step(plan(values=RESIDUAL), "adam"), bounds.dp),
    Program("dp, scanned", DATA, DEEP, step(plan(values=RESIDUAL, scanned=True)), bounds.dp),
    Program("dp, accumulated gradients", DATA, {**SIZES, "micro": (2, [2])}, step(plan(values=RESIDUAL), micro=True), bounds.dp),
    Program("dp, accumulated gradients, scanned", DATA, {**DEEP, "batch": (32, [32]), "micro": (4, [2, 4])},
            step(plan(values=RESIDUAL, scanned=True), micro=True), bounds.dp),
    Program("fsdp", DATA, LONG, step(plan(SPLIT, RESIDUAL), "adam"), bounds.fsdp),
    Program("fsdp, scanned", DATA, DEEP, step(plan(SPLIT, RESIDUAL, scanned=True), "adam"), bounds.fsdp),
    Program("fsdp, full remat", DATA, LONG, step(plan(SPLIT, RESIDUAL, remat=True)), bounds.fsdp_remat),
    Program("fsdp, full remat, scanned", DATA, DEEP, step(plan(SPLIT, RESIDUAL, scanned=True, remat=True)), bounds.fsdp_remat),
    Program("fsdp, bf16, scanned", DATA, DEEP, step(plan(SPLIT, RESIDUAL, scanned=True, dtype=jnp.bfloat16)), bounds.fsdp_bf16, 5e-2),
    Program("fsdp, accumulated gradients", DATA, {**LONG, "batch": (32, [32]), "micro": (2, [4])}, step(plan(SPLIT, RESIDUAL), micro=True), bounds.fsdp),
    Program("fsdp, bf16 weights widened", DATA, DENSE, projected("bfloat16"), bounds.gathered_weights(2), 1e-2),
    Program("fsdp, int8 weights widened", DATA, DENSE, projected("int8"), bounds.gathered_weights(1)),
    Program("fsdp, a weight and its transpose", DATA, DENSE, both_views, bounds.both_views),
    Program("ZeRO-1", DATA, SIZES, zero(1), bounds.zero),
    Program("ZeRO-2", DATA, SIZES, zero(2), bounds.zero),
    Program("ZeRO-3", DATA, LONG, step(plan(SPLIT, RESIDUAL, gathered=True), "adam"), bounds.fsdp),
    Program("fsdp, no constraints", DATA, LONG, step(plan(SPLIT)), bounds.fsdp),
]
