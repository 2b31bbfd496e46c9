# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modes that split the layers of a GPT-2, or its sequence, over one axis: tp, tp + sp (Megatron, Ulysses), cp."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

import bounds
from . import common, transformer
from .common import Program

MODEL, SEQ = dict(model=4), dict(seq=4)
# The weights have more bytes than the activations: those move.
TP = dict(layers=(2, [1, 3]), d=(64, [96, 128]), heads=(4, [4, 8]), seq=(16, [8, 24]), batch=(2, [2, 4]), vocab=(256, [128, 512]))
# The activations have more bytes than the weights: long sequences.
LONG = dict(layers=(2, [1, 3]), d=(32, [32, 64]), heads=(4, [4, 8]), seq=(256, [192, 320]), batch=(4, [2, 4]), vocab=(64, [96, 128]))
COLUMNS = dict(wqkv=P(None, None, "model"), wo=P("model"), wi=P(None, "model"), bi=P("model"), wf=P("model"), wte=P("model"))
HEADS, WHOLE, ROWS = P(None, None, "model", None), P(None, None, None), P(None, "seq", None)
MEGATRON = {"input": WHOLE, "heads": HEADS, "mixed": HEADS, "hidden": P(None, None, "model"), "residual": P(None, "model", None),
            "logits": P(None, None, "model")}
TENSOR = {**MEGATRON, "residual": WHOLE}
FEW = {"residual": ROWS, "heads": P(None, None, "seq", None), "mixed": P(None, "seq", None, None)}
ULYSSES = {**FEW, "attended": FEW["heads"]}
CONTEXT = {"residual": ROWS, "heads": P(None, "seq", None, None), "mixed": P(None, "seq", None, None), "keys": P(None, None, None, None)}
SEQUENCE = dict(wpe=P("seq"))


def ring(mesh, n):
    """Causal attention over an axis of n devices that split the sequence. Keys and values go once around, n - 1 hops."""
    hop = [(i, (i + 1) % n) for i in range(n)]

    def local(q, k, v):
        length, me = q.shape[1], jax.lax.axis_index("seq")
        rows, columns = (jax.lax.broadcasted_iota(jnp.int32, (length, length), i) for i in (0, 1))
        total = out = best = None
        for j in range(n):
            first = (me - j) % n * length
            scores = jnp.einsum("bqhe,bkhe->bhqk", q, k) / np.sqrt(q.shape[-1])
            scores = jnp.where(rows + me * length >= columns + first, scores, -1e9)
            top = scores.max(-1, keepdims=True)
            new = jax.lax.stop_gradient(top if best is None else jnp.maximum(best, top))
            weights = jnp.exp(scores - new)
            part, sums = jnp.einsum("bhqk,bkhe->bhqe", weights, v), weights.sum(-1, keepdims=True)
            if best is None:
                out, total = part, sums
            else:
                scale = jnp.exp(best - new)
                out, total = out * scale + part, total * scale + sums
            best = new
            if j + 1 < n:
                k, v = (jax.lax.ppermute(x, "seq", hop) for x in (k, v))
        return (out / total).transpose(0, 2, 1, 3)

    spec = P(None, "seq", None, None)
    return jax.shard_map(local, mesh=mesh, in_specs=(spec, spec, spec), out_specs=spec)


def step(plan, batch=P()):
    return lambda o, mesh: transformer.training(o, mesh, plan, batch)


def ring_step(o, mesh):
    values = {**CONTEXT, "keys": CONTEXT["heads"]}
    plan = transformer.Plan(SEQUENCE, values, attention=ring(mesh, mesh.shape["seq"]))
    return transformer.training(o, mesh, plan, P(None, "seq"))


def forward(plan):
    """The loss alone."""
    def make(o, mesh):
        return common.Case(transformer.loss(o, mesh, plan), (transformer.params(o, plan), transformer.tokens(o)), (plan.specs(o), P()), P())
    return make


def two_matmuls(o, mesh):
    """A value head: the contracted dim of the first matmul is split, the second one makes a number of each token. The sum over the
    devices may wait for it."""
    return common.Case(lambda x, w, head: (x @ w) @ head, (common.normal(1, o.tokens, o.d), common.normal(2, o.d, 4 * o.d), common.normal(3, 4 * o.d, 1)),
                       (P(None, "model"), P("model"), P()), P())


def summed_matmul(o, mesh):
    """Column sums of a matmul whose contracted dim is split."""
    return common.Case(lambda x, w: (x @ w).sum(0), (common.normal(1, o.tokens, o.d), common.normal(2, o.d, 4 * o.d)), (P(None, "model"), P("model")), P())


def recurrence(o, mesh):
    """Forward: a gated linear recurrence h[t] = a[t] h[t - 1] + x[t] over a split sequence, as in state space models."""
    def function(x, w):
        gates = jax.nn.sigmoid(x @ w)
        return jax.lax.associative_scan(lambda p, q: (p[0] * q[0], p[1] * q[0] + q[1]), (gates, x), axis=1)[1]
    return common.Case(function, (common.normal(1, o.batch, o.seq, o.d, scale=1), common.normal(2, o.d, o.d)), (ROWS, P()), ROWS)


plan = transformer.Plan
DENSE = dict(tokens=(256, [128, 512]), d=(64, [32, 96]))
PROGRAMS = [
    Program("tp, forward", MODEL, TP, forward(plan(COLUMNS, TENSOR)), bounds.tp_forward),
    Program("tp", MODEL, TP, step(plan(COLUMNS, TENSOR)), bounds.tp),
    Program("tp, scanned", MODEL, {**TP, "layers": (4, [3, 5])}, step(plan(COLUMNS, TENSOR, scanned=True)), bounds.tp),
    Program("tp, full remat, scanned", MODEL, {**TP, "layers": (4, [3, 5])}, step(plan(COLUMNS, TENSOR, scanned=True, remat=True)), bounds.tp_remat),
    Program("tp, flat qkv", MODEL, TP, step(plan({**COLUMNS, "wqkv": P(None, "model")}, TENSOR, flat=True)), bounds.tp_flat),
    Program("tp + sp, Megatron", MODEL, TP, step(plan({**COLUMNS, "wpe": P("model")}, MEGATRON)), bounds.megatron),
    Program("tp + sp, Megatron, scanned", MODEL, {**TP, "layers": (4, [3, 5])}, step(plan({**COLUMNS, "wpe": P("model")}, MEGATRON, scanned=True)),
            bounds.megatron),
    Program("tp + sp, few constraints", MODEL, TP, step(plan({**COLUMNS, "wpe": P("model")}, {"residual": MEGATRON["residual"]})), bounds.megatron),
    Program("sp, Ulysses", SEQ, LONG, step(plan(SEQUENCE, ULYSSES), P(None, "seq")), bounds.ulysses),
    Program("sp, Ulysses, scanned", SEQ, LONG, step(plan(SEQUENCE, ULYSSES, scanned=True), P(None, "seq")), bounds.ulysses),
    Program("sp, Ulysses, few constraints", SEQ, LONG, step(plan(SEQUENCE, FEW), P(None, "seq")), bounds.ulysses),
    Program("cp, automatic", SEQ, LONG, step(plan(SEQUENCE, CONTEXT), P(None, "seq")), bounds.cp),
    Program("cp, automatic, scanned", SEQ, LONG, step(plan(SEQUENCE, CONTEXT, scanned=True), P(None, "seq")), bounds.cp),
    Program("cp, large vocabulary", SEQ, {**LONG, "vocab": (2048, [1536, 3072])}, step(plan(SEQUENCE, CONTEXT), P(None, "seq")), bounds.cp),
    Program("cp, ring", SEQ, LONG, ring_step, bounds.cp),
    Program("sp, linear recurrence", SEQ, LONG, recurrence, bounds.recurrence),
    Program("tp, value head", MODEL, DENSE, two_matmuls, bounds.one_sum("tokens", 1)),
    Program("tp, sum of a matmul", MODEL, DENSE, summed_matmul, bounds.one_sum("d", 4)),
]
