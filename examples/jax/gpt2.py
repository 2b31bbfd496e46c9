#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A GPT-2 training step (AdamW) in JAX, exported as StableHLO + sdy text with its inputs.

    .venv/bin/python examples/jax/gpt2.py OUT [--layers=6] [--d-model=512] [--heads=8] [--seq=256] [--batch=8]
        [--vocab=8192] [--unrolled] [--remat] [--dtype=float32|bfloat16] [--wide-sums] [--mesh=data=2,model=4]

writes OUT.mlir and OUT.npz (arg0, arg1, ...: seeded inputs). With --mesh the parameters are split over `data` (FSDP) and
`model` (tensor parallel), the batch over `data`. With --wide-sums biases are added in float32, so that their gradients are sums in
float32 whatever the --dtype: in sums of bfloat16 XLA rounds after every term on CPU. bench/train_step.py runs the same function in
JAX.
"""
import argparse
import math
import os
import sys


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    for name, value in dict(layers=6, d_model=512, heads=8, seq=256, batch=8, vocab=8192).items():
        parser.add_argument("--" + name.replace("_", "-"), type=int, default=value)
    parser.add_argument("--unrolled", action="store_true")
    parser.add_argument("--remat", action="store_true")
    parser.add_argument("--wide-sums", action="store_true")
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--mesh", default="")
    o = parser.parse_args(argv)
    try:
        axes = mesh_axes(o.mesh)
    except ValueError:
        parser.error(f"--mesh={o.mesh} is not of the form AXIS=SIZE,AXIS=SIZE, sizes positive")
    for name in ("layers", "d_model", "heads", "seq", "batch", "vocab"):
        if getattr(o, name) < 1:
            parser.error(f"--{name.replace('_', '-')}={getattr(o, name)} is not positive")
    for name, size, axis in (("heads", o.heads, "model"), ("vocab", o.vocab, "model"), ("batch", o.batch, "data"),
                             ("d-model", o.d_model, "data")):
        if size % axes.get(axis, 1):
            parser.error(f"--{name}={size} cannot be split into {axes[axis]} equal parts over the mesh axis {axis}")
    if o.d_model % o.heads:
        parser.error(f"--d-model={o.d_model} cannot be split into {o.heads} heads")
    return o


def mesh_axes(text):
    """Sizes by name of "data=2,model=4"; ValueError where it is not of that form, or a size is not positive."""
    axes = {name: int(size) for name, size in (part.split("=") for part in text.split(",") if part)}
    if min(axes.values(), default=1) < 1:
        raise ValueError(text)
    return axes


def build(o):
    """The jitted step, its state and batch, all seeded."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    axes = mesh_axes(o.mesh)
    mesh = Mesh(np.array(jax.devices()[: int(np.prod(list(axes.values()) or [1]))]).reshape(list(axes.values()) or [1]),
                tuple(axes) or ("data",))
    data, model = ("data" if "data" in axes else None), ("model" if "model" in axes else None)
    random = np.random.default_rng(0)
    d, h, f = o.d_model, o.heads, 4 * o.d_model

    def normal(*shape):
        return random.normal(0, 0.02, (o.layers, *shape)).astype(np.float32)

    blocks = dict(g1=np.ones((o.layers, d), np.float32), b1=normal(d), g2=np.ones((o.layers, d), np.float32), b2=normal(d),
                  wqkv=normal(d, 3, h, d // h), wo=normal(h, d // h, d), wi=normal(d, f), bi=normal(f), wf=normal(f, d), bf=normal(d))
    spec = dict(g1=P(), b1=P(), g2=P(), b2=P(), wqkv=P(data, None, model, None), wo=P(model, None, data), wi=P(data, model),
                bi=P(model), wf=P(model, data), bf=P())
    if o.unrolled:
        stack = [{k: v[i] for k, v in blocks.items()} for i in range(o.layers)]
        stack_spec = [spec] * o.layers
    else:
        stack, stack_spec = blocks, {k: P(None, *s) for k, s in spec.items()}
    params = dict(blocks=stack, g=np.ones(d, np.float32), b=np.zeros(d, np.float32),
                  wpe=random.normal(0, 0.02, (o.seq, d)).astype(np.float32),
                  wte=random.normal(0, 0.02, (o.vocab, d)).astype(np.float32))
    specs = dict(blocks=stack_spec, g=P(), b=P(), wpe=P(None, data), wte=P(model, data))
    zeros = jax.tree.map(np.zeros_like, params)
    state = dict(m=zeros, params=params, step=np.zeros((), np.float32), v=zeros)
    state_specs = dict(m=specs, params=specs, step=P(), v=specs)
    tokens = random.integers(0, o.vocab, (o.batch, o.seq + 1)).astype(np.int32)
    batch = dict(x=tokens[:, :-1], y=tokens[:, 1:])
    compute = jnp.dtype(o.dtype)

    def constrain(x, *dims):
        return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P(*dims))) if axes else x

    def norm(x, g, b):
        x = x.astype(jnp.float32)
        centred = x - x.mean(-1, keepdims=True)
        return (centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * g + b).astype(compute)

    def biased(x, bias):
        return (x.astype(jnp.float32) + bias).astype(compute) if o.wide_sums else x + bias.astype(compute)

    def block(x, w):
        c = lambda name: w[name].astype(compute)
        qkv = jnp.einsum("bsd,dkhe->kbshe", norm(x, w["g1"], w["b1"]), c("wqkv"))
        q, k, v = (constrain(part, data, None, model, None) for part in qkv)
        scores = jnp.einsum("bqhe,bkhe->bhqk", q, k).astype(jnp.float32) / np.sqrt(d // h)
        scores = jnp.where(np.tril(np.ones((o.seq, o.seq), bool)), scores, -1e9)
        mixed = jnp.einsum("bhqk,bkhe->bqhe", jax.nn.softmax(scores).astype(compute), v)
        x = constrain(x + jnp.einsum("bqhe,hed->bqd", mixed, c("wo")), data, None, None)
        hidden = constrain(biased(jnp.einsum("bsd,df->bsf", norm(x, w["g2"], w["b2"]), c("wi")), w["bi"]), data, None, model)
        return constrain(biased(x + jnp.einsum("bsf,fd->bsd", jax.nn.gelu(hidden), c("wf")), w["bf"]), data, None, None)

    layer = jax.checkpoint(block) if o.remat else block

    def loss_of(params, batch):
        x = constrain((params["wte"][batch["x"]] + params["wpe"]).astype(compute), data, None, None)
        if o.unrolled:
            for w in params["blocks"]:
                x = layer(x, w)
        else:
            x, _ = jax.lax.scan(lambda x, w: (layer(x, w), None), x, params["blocks"])
        logits = jnp.einsum("bsd,vd->bsv", norm(x, params["g"], params["b"]), params["wte"].astype(compute)).astype(jnp.float32)
        picked = jnp.take_along_axis(logits, batch["y"][..., None], -1)[..., 0]
        return (jax.nn.logsumexp(logits, -1) - picked).mean()

    def step(state, batch):
        loss, grads = jax.value_and_grad(loss_of)(state["params"], batch)
        t = state["step"] + 1
        m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["m"], grads)
        v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, state["v"], grads)
        rate = 1e-3 * jnp.sqrt(1 - 0.999**t) / (1 - 0.9**t)
        new = jax.tree.map(lambda p, m, v: p - rate * (m / (jnp.sqrt(v) + 1e-8)) - 1e-5 * p, state["params"], m, v)
        return dict(m=m, params=new, step=t, v=v), dict(loss=loss)

    shardings = {}
    if axes:
        place = lambda tree: jax.tree.map(lambda s: NamedSharding(mesh, s), tree, is_leaf=lambda s: isinstance(s, P))
        shardings = dict(in_shardings=(place(state_specs), NamedSharding(mesh, P(data))),
                         out_shardings=(place(state_specs), NamedSharding(mesh, P())))
    return jax.jit(step, donate_argnums=0, **shardings), state, batch


def make_devices(o):
    """As many CPU devices as the mesh has; to be called before JAX is imported, which fixes their number."""
    devices = math.prod(mesh_axes(o.mesh).values())
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_force_host_platform_device_count={devices}"


def main(argv):
    o = arguments(argv)
    make_devices(o)
    import jax
    import numpy as np

    step, state, batch = build(o)
    with open(o.out + ".mlir", "w") as file:
        file.write(step.lower(state, batch).as_text())
    np.savez(o.out + ".npz", **{f"arg{i}": x for i, x in enumerate(jax.tree.leaves((state, batch)))})


if __name__ == "__main__":
    main(sys.argv[1:])
