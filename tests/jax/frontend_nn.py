# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the layers of the C++ frontend with flax.nnx and jax.nn. usage: frontend_nn.py LINES ELEMENTS

LINES and ELEMENTS are what tests/jax/Inputs/frontend_nn.cpp prints and writes. Initial parameters are those of jax.nn.initializers with
the same key. Each layer's twin gets the layer's parameters and input; results agree within the tolerance of the type."""
import collections
import sys

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

from flax import nnx

TYPES = {"i1": np.bool_, "i32": np.int32, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}
TOLERANCE = {"bf16": 2e-2, "f32": 1e-5, "f64": 1e-12}  # relative to the largest element
init, random = jax.nn.initializers, jax.random
cases, faults = collections.defaultdict(dict), []
compared = 0


def expect(name, actual, wanted, tolerance=None):
    """Compares a result with its twin's."""
    global compared
    compared += 1
    wanted = np.asarray(wanted)
    if actual.dtype != wanted.dtype or actual.shape != wanted.shape:
        faults.append(f"{name}: {actual.dtype}{list(actual.shape)} instead of {wanted.dtype}{list(wanted.shape)}")
        return
    kind = {ml_dtypes.bfloat16: "bf16", np.float64: "f64"}.get(actual.dtype.type, "f32")
    a, w = actual.astype(np.float64), wanted.astype(np.float64)
    error = np.max(np.abs(a - w), initial=0) / max(1e-3, np.max(np.abs(w), initial=0))
    if not error <= (TOLERANCE[kind] if tolerance is None else tolerance):
        faults.append(f"{name}: off by {error:.2g}")


def expect_drawn(name, actual, initializer, key):
    """Uniform numbers are equal bit by bit, normal ones to the last places."""
    expect(name, actual, initializer(key, actual.shape, actual.dtype), 1e-6 if actual.dtype == np.float32 else 1e-2)


def twin(module, **parameters):
    for name, value in parameters.items():
        if value is not None:
            getattr(module, name)[...] = jnp.asarray(value)
    return module


def linears():
    key, rngs = random.PRNGKey(3), nnx.Rngs(0)
    for name in ("linear", "linearScalars"):
        c = cases[name]
        expect_drawn(f"{name} weight", c["weight"], init.lecun_normal(), key)
        expect(f"{name} bias", c["bias"], np.zeros(20, np.float32))
        expect(name, c["y"], twin(nnx.Linear(12, 20, rngs=rngs), kernel=c["weight"], bias=c["bias"])(c["x"]))
    c = cases["linearGeneral"]
    expect_drawn("linearGeneral weight", c["weight"], init.lecun_normal(in_axis=(0, 1), out_axis=(2, 3, 4)), key)
    general = nnx.LinearGeneral((4, 6), (3, 2, 5), axis=(-2, -1), rngs=rngs)
    expect("linearGeneral", c["y"], twin(general, kernel=c["weight"], bias=c["bias"])(c["x"]))
    c = cases["linearNarrow"]
    expect("linearNarrow weight", c["weight"], init.he_uniform()(key, (12, 20), jnp.bfloat16), 0)
    narrow = nnx.Linear(12, 20, use_bias=False, param_dtype=jnp.bfloat16, rngs=rngs)
    expect("linearNarrow", c["y"], twin(narrow, kernel=c["weight"])(c["x"]))
    c = cases["linearMixed"]
    expect_drawn("linearMixed bias", c["bias"], init.normal(0.5), random.fold_in(key, 1))
    expect("linearMixed", c["y"], twin(nnx.Linear(12, 20, rngs=rngs), kernel=c["weight"], bias=c["bias"])(c["x"]))
    c = cases["embedding"]
    expect_drawn("embedding weight", c["weight"], init.variance_scaling(1.0, "fan_in", "normal", out_axis=0), key)
    table = twin(nnx.Embed(11, 6, rngs=rngs), embedding=c["weight"])
    expect("embedding", c["y"], table(c["ids"]))
    expect("attend", c["logits"], table.attend(c["x"]))
    c = cases["mlp"]
    for i, part in enumerate(("up", "down")):
        expect_drawn(f"mlp {part}", c[f"{part}/weight"], init.lecun_normal(), random.fold_in(key, i))
    up, down = nnx.Linear(6, 24, rngs=rngs), nnx.Linear(24, 6, rngs=rngs)
    twin(up, kernel=c["up/weight"], bias=c["up/bias"])
    expect("mlp", c["y"], twin(down, kernel=c["down/weight"], bias=c["down/bias"])(jax.nn.gelu(up(c["x"]))))
    c = cases["mlpGated"]
    expect_drawn("gate", c["gate/weight"], init.lecun_normal(), random.fold_in(key, 2))
    expect("mlpGated", c["y"], (jax.nn.silu(c["x"] @ c["gate/weight"]) * (c["x"] @ c["up/weight"])) @ c["down/weight"])


def convolutions():
    key, rngs = random.PRNGKey(4), nnx.Rngs(0)
    made = {
        "conv1": nnx.Conv(4, 6, (3,), rngs=rngs),
        "conv2": nnx.Conv(4, 6, (3, 2), strides=(2, 1), padding="VALID", feature_group_count=2, rngs=rngs),
        "conv3": nnx.Conv(3, 5, (2, 3, 2), kernel_dilation=(1, 2, 1), use_bias=False, rngs=rngs),
        "convBatches": nnx.Conv(4, 6, (3, 3), padding=((1, 2), (0, 1)), input_dilation=(1, 2), rngs=rngs),
        "convTranspose": nnx.ConvTranspose(4, 6, (3, 2), strides=(2, 2), rngs=rngs),
    }
    for name, layer in made.items():
        c = cases[name]
        expect_drawn(f"{name} weight", c["weight"], init.lecun_normal(), key)
        expect(name, c["y"], twin(layer, kernel=c["weight"], bias=c.get("bias"))(c["x"]))


def norms():
    rngs = nnx.Rngs(0)
    made = {
        "layerNorm": nnx.LayerNorm(24, rngs=rngs), "rmsNorm": nnx.RMSNorm(24, rngs=rngs),
        "layerNormPlain": nnx.LayerNorm(7, epsilon=1e-3, use_bias=False, use_scale=False, rngs=rngs),
        "layerNormNarrow": nnx.LayerNorm(24, param_dtype=jnp.bfloat16, rngs=rngs),
        "groupNorm": nnx.GroupNorm(12, num_groups=4, rngs=rngs), "groupNormRows": nnx.GroupNorm(12, num_groups=3, rngs=rngs),
    }
    for name, layer in made.items():
        c = cases[name]
        expect(name, c["y"], twin(layer, scale=c.get("scale"), bias=c.get("bias"))(c["x"]))
    c = cases["batchNorm"]
    layer = twin(nnx.BatchNorm(6, rngs=rngs), scale=c["scale"], bias=c["bias"])
    for step in "12":
        expect(f"batchNorm {step}", c["y" + step], layer(c["x" + step], use_running_average=False))
    expect("batchNorm evaluation", c["y3"], layer(c["x3"], use_running_average=True))
    expect("batchNorm mean", c["mean"], layer.mean[...])
    expect("batchNorm variance", c["variance"], layer.var[...])
    c = cases["dropout"]
    expect("dropout", c["y"], jnp.where(random.bernoulli(random.PRNGKey(8), 0.7, c["x"].shape), c["x"] / 0.7, 0))
    expect("inference", c["inference"], c["x"], 0)


def attention_f64(q, k, v):
    """JAX has softmax of f64 in f32."""
    k, v = (jnp.repeat(x, q.shape[2] // x.shape[2], axis=2) for x in (k, v))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)


def attentions():
    """With all keys at once and by blocks: values, and gradients of sum(sin(y)). Gradients of bf16 are rounded in two matmuls more."""
    options = {"attentionCausal": {"is_causal": True}, "attentionCross": {"is_causal": True, "scale": 0.3}}
    for name in [name for name in cases if name.startswith("attention")]:
        c = cases[name]

        def attend(q, k, v, bias):
            if q.dtype == np.float64:
                return attention_f64(q, k, v)
            return jax.nn.dot_product_attention(q, k, v, bias=bias, mask=c.get("mask"), **options.get(name.split("Block")[0], {}))

        def loss(*inputs):
            y = attend(*inputs)
            return jnp.sin(y.astype(jnp.promote_types(y.dtype, jnp.float32))).sum()

        inputs = (c["q"], c["k"], c["v"], c.get("bias"))
        with jax.enable_x64(c["q"].dtype == np.float64):
            expect(name, c["y"], attend(*inputs))
            gradients = jax.grad(loss, (0, 1, 2) + (3,) * ("bias" in c))(*inputs)
            for part, wanted in zip(("dq", "dk", "dv", "dbias"), gradients):
                expect(f"{name} {part}", c[part], wanted, 4e-2 if c["q"].dtype == ml_dtypes.bfloat16 else None)
    c = cases["rotary"]
    for part, base in (("y", 10000), ("rows", 500)):
        angle = c["positions"][:, None] * (float(base) ** (-np.arange(4) / 4))
        turn = np.exp(1j * angle)[None, :, None, :] * (c["x"][..., :4] + 1j * c["x"][..., 4:])
        expect(f"rotary {part}", c[part], np.concatenate([turn.real, turn.imag], -1).astype(np.float32))
    c = cases["kvCache"]
    expect("kvCache", c["y"], jax.nn.dot_product_attention(c["q"], c["k"], c["v"], is_causal=True))


def experts():
    """Token by token: each one goes to its best two experts, while these have room. All first choices come before all second ones."""
    c = cases["experts"]
    key, (batch, tokens, _), count = random.PRNGKey(11), c["x"].shape, 4
    expect_drawn("experts up", c["up"], init.lecun_normal(batch_axis=0), random.fold_in(key, 1))
    expect_drawn("experts down", c["down"], init.lecun_normal(batch_axis=0), random.fold_in(key, 2))
    capacity = int(np.ceil(0.8 * 2 * tokens / count))
    probabilities = np.asarray(jax.nn.softmax(c["x"] @ c["router/weight"]))
    order = np.argsort(-probabilities, -1)
    y, dropped = np.zeros_like(c["x"]), 0
    for row in range(batch):
        room = np.full(count, capacity)
        for choice in range(2):
            for token in range(tokens):
                expert = order[row, token, choice]
                room[expert] -= 1
                if room[expert] < 0:
                    dropped += 1
                    continue
                x, chosen = c["x"][row, token], probabilities[row, token, order[row, token, :2]]
                hidden = np.asarray(jax.nn.silu(x @ c["gate"][expert])) * (x @ c["up"][expert])
                y[row, token] += chosen[choice] / chosen.sum() * (hidden @ c["down"][expert])
    expect("experts", c["y"], y)
    first = np.eye(count, dtype=np.float32)[order[..., 0]].mean(1)
    expect("experts loss", c["loss"], np.float32(count * (first * probabilities.mean(1)).sum(-1).mean()))
    if dropped == 0:
        faults.append("experts: the case has no token without room")


def layer_norm(x, p, name):
    x = (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-6)
    return x * p[f"{name}/scale"] + p[f"{name}/bias"]


def block(x, p):
    h = jnp.einsum("bte,eihd->btihd", layer_norm(x, p, "norm1"), p["qkv/weight"]) + p["qkv/bias"]
    a = jax.nn.dot_product_attention(h[:, :, 0], h[:, :, 1], h[:, :, 2], is_causal=True)
    x = x + jnp.einsum("bthd,hde->bte", a, p["out/weight"]) + p["out/bias"]
    hidden = jax.nn.gelu(layer_norm(x, p, "norm2") @ p["mlp/up/weight"] + p["mlp/up/bias"])
    return x + hidden @ p["mlp/down/weight"] + p["mlp/down/bias"]


def blocks():
    c = dict(cases["blocks"])
    x, y = c.pop("x"), c.pop("y")

    def loss(p):
        return jnp.cos(jax.lax.scan(lambda h, layer: (block(h, layer), None), x, p)[0]).sum()

    value, gradient = jax.value_and_grad(loss)(c)
    expect("blocks", y, value, 1e-4)
    for name, wanted in gradient.items():
        expect(f"gradient of {name}", cases["gradient"][name], wanted, 1e-4)


def main():
    data, at = open(sys.argv[2], "rb").read(), 0
    for line in open(sys.argv[1], encoding="utf-8"):
        name, part, kind, *shape = line.split()
        shape = tuple(map(int, shape))
        size = int(np.prod(shape, dtype=np.int64)) * np.dtype(TYPES[kind]).itemsize
        cases[name][part] = np.frombuffer(data[at:at + size], TYPES[kind]).reshape(shape)
        at += size
    for check in (linears, convolutions, norms, attentions, experts, blocks):
        check()
    print("\n".join(faults))
    print(f"{compared} results of {len(cases)} cases, {len(faults)} faults")
    sys.exit(bool(faults))


main()
