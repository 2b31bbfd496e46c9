# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pipelines of a GPT-2's layers, one per stage: written out in a shard_map, or by a roll over the axis of stages. Hybrids of three axes.

M micro-batches pass S stages in M + S - 1 ticks of a scan. Embedding and logits are outside of the pipeline and whole on all stages.
"""
import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

import bounds
from . import common, tensor_parallel, transformer
from .common import Program

SIZES = dict(d=(32, [32, 48]), heads=(4, [2, 4]), seq=(32, [16, 48]), vocab=(64, [96, 128]))


def manual(o, mesh, plan, late=True):
    """The pipeline by permutes: micro-batches [M, b, s, d] and weights [S, ...] -> the last stage's results [M, b, s, d]. What all devices
    of an axis share counts as different on each of them from the scan on, so that JAX adds up its gradient after the scan; where that is
    not `late`, JAX does so in every tick."""
    stages = mesh.shape["pipe"]
    hop = [(i, i + 1) for i in range(stages - 1)]

    def local(x, w):
        w = jax.tree.map(lambda leaf: leaf[0], w)
        stage, m = jax.lax.axis_index("pipe"), x.shape[0]
        if late:
            x = jax.lax.pcast(x, ("pipe",), to="varying")
            w = jax.tree.map(lambda leaf: jax.lax.pcast(leaf, ("data",), to="varying"), w) if "data" in mesh.shape else w

        def tick(carry, t):
            mine = jnp.where(stage == 0, jax.lax.dynamic_index_in_dim(x, jnp.minimum(t, m - 1), 0, False), carry)
            y = transformer.block(o, mesh, plan, mine, w)
            return jax.lax.ppermute(y, "pipe", hop), y
        start = jnp.zeros_like(x[0]) if late else jax.lax.pcast(jnp.zeros_like(x[0]), ("pipe",), to="varying")
        _, ys = jax.lax.scan(tick, start, jnp.arange(m + stages - 1))
        return ys[None, stages - 1:]

    batch = P(None, "data") if "data" in mesh.shape else P()
    run = jax.shard_map(local, mesh=mesh, in_specs=(batch, P("pipe")), out_specs=P("pipe", *batch))
    return lambda x, w: run(x, w)[-1]


def rolled(o, mesh, plan):
    """The same by a buffer of all stages' inputs [S, b, s, d] that a roll moves on by one stage."""
    stages = mesh.shape["pipe"]
    data = "data" if "data" in mesh.shape else None
    layer = jax.vmap(lambda x, w: transformer.block(o, mesh, plan, x, w), spmd_axis_name="pipe")

    def place(x):
        return common.constrain(mesh, x, "pipe", data, None, None)

    def run(x, w):
        m = x.shape[0]
        ticks = jnp.concatenate([x, jnp.zeros((stages - 1, *x.shape[1:]), x.dtype)])

        def tick(buffer, new):
            buffer = place(jnp.roll(buffer, 1, 0).at[0].set(new))
            buffer = place(layer(buffer, w))
            return buffer, buffer[-1]
        _, ys = jax.lax.scan(tick, place(jnp.zeros((stages, *x.shape[1:]), x.dtype)), ticks)
        return ys[stages - 1:]
    return run


def step(form, leaves=None, values=None):
    def make(o, mesh):
        data = "data" if "data" in mesh.shape else None
        plan = transformer.Plan(leaves or {}, values or {}, scanned=True, layer_dim="pipe")
        outside = transformer.Plan(leaves or {}, {})
        o.layers = mesh.shape["pipe"]
        pipeline = form(o, mesh, plan)

        def loss_of(p, batch):
            x = p["wte"][batch["x"]] + p["wpe"]
            x = common.constrain(mesh, x, None, data, None, None)
            y = pipeline(x, p["layers"])
            y = common.constrain(mesh, y, None, data, None, None)
            fold = lambda a: a.reshape(-1, *a.shape[2:])
            return transformer.cross_entropy(mesh, outside, p, fold(y.swapaxes(0, 1)), fold(batch["y"].swapaxes(0, 1)))

        batch = transformer.tokens(o, o.micro)
        spec = P(None, data)
        return common.training(mesh, loss_of, transformer.params(o, plan), plan.specs(o), batch, {"x": spec, "y": spec})
    return make


def hybrid(o, mesh):
    """Batch over data and fsdp, weights over fsdp and tensor."""
    batch = ("data", "fsdp")
    leaves = dict(g1=P("fsdp"), b1=P("fsdp"), wqkv=P("fsdp", None, "tensor"), wo=P("tensor", None, "fsdp"), g2=P("fsdp"), b2=P("fsdp"),
                  wi=P("fsdp", "tensor"), bi=P(("tensor", "fsdp")), wf=P("tensor", "fsdp"), bf=P("fsdp"), wte=P("tensor", "fsdp"), wpe=P(None, "fsdp"),
                  g=P("fsdp"), b=P("fsdp"))
    values = {"heads": P(batch, None, "tensor", None), "mixed": P(batch, None, "tensor", None), "hidden": P(batch, None, "tensor"),
              "residual": P(batch, None, None), "logits": P(batch, None, "tensor")}
    return transformer.training(o, mesh, transformer.Plan(leaves, values, scanned=o.scanned), P(batch), optimizer="adam")


TENSOR = {name: P(*("tensor" if axis == "model" else axis for axis in spec)) for name, spec in tensor_parallel.COLUMNS.items()}
VALUES = {"heads": P("data", None, "tensor", None), "mixed": P("data", None, "tensor", None), "hidden": P("data", None, "tensor")}
HYBRID = dict(layers=(2, [1, 3]), d=(64, [32, 96]), heads=(4, [4, 8]), seq=(32, [16, 48]), batch=(16, [16, 32]), vocab=(128, [64, 256]))
FORMS = {"manual": manual, "roll": rolled}
PROGRAMS = [
    *(Program(f"pp, {name}, {stages} stages", axes, {**SIZES, "micro": (8, [4, 8]), "batch": (32, [32])}, step(form), bounds.pp)
      for name, form in FORMS.items() for stages, axes in ((2, dict(data=4, pipe=2)), (4, dict(data=2, pipe=4)), (8, dict(pipe=8)))),
    Program("pp, manual, 4 stages, sums in the loop", dict(data=2, pipe=4), {**SIZES, "micro": (8, [4, 8]), "batch": (32, [32])},
            step(functools.partial(manual, late=False)), bounds.pp),
    Program("data x fsdp x tensor", dict(data=2, fsdp=2, tensor=2), {**HYBRID, "scanned": (False, [False])}, hybrid, bounds.hybrid),
    Program("data x fsdp x tensor, scanned", dict(data=2, fsdp=2, tensor=2), {**HYBRID, "layers": (4, [3, 5]), "scanned": (True, [True])}, hybrid,
            bounds.hybrid),
    Program("data x pipe x tensor", dict(data=2, pipe=2, tensor=2), {**SIZES, "micro": (4, [8]), "batch": (32, [32])},
            step(rolled, TENSOR, VALUES), bounds.hybrid_pp),
]
