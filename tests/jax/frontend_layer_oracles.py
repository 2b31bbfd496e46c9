# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of tests/jax/Inputs/frontend_layers.cpp, frontend_attention.cpp and frontend_losses.cpp compute, in flax.nnx, jax.nn and
optax; see frontend_ops.py. Operands are the input and then the parameters of the layer, in the order of its fields."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx
from jax import lax

ZEROS = {"kernel_init": nnx.initializers.zeros}


def twin(module, **parameters):
    """The module with these parameters in place of its own."""
    for name, value in parameters.items():
        if value is not None:
            setattr(module, name, type(getattr(module, name))(value))  # an assignment to [...] would keep the type
    return module


def rngs():
    return nnx.Rngs(0)


def wide(x):
    return x.astype(jnp.promote_types(x.dtype, jnp.float32))


def linear(inputs):
    def run(x, weight, bias=None):
        features, outputs = weight.shape[:inputs], weight.shape[inputs:]
        layer = nnx.LinearGeneral(features, outputs, axis=tuple(range(-inputs, 0)), use_bias=bias is not None, rngs=rngs(), **ZEROS)
        return twin(layer, kernel=weight, bias=bias)(x)
    return run


def embedding(weight):
    return twin(nnx.Embed(*weight.shape, embedding_init=nnx.initializers.zeros, param_dtype=weight.dtype, rngs=rngs()), embedding=weight)


def mlp(x, up, up_bias, down, down_bias):
    return linear(1)(jax.nn.gelu(linear(1)(x, up, up_bias)), down, down_bias)


def mlp_gated(x, up, down, gate):
    return linear(1)(jax.nn.silu(linear(1)(x, gate)) * linear(1)(x, up), down)


def conv(layer=nnx.Conv, groups=1, **options):
    def run(x, weight, bias=None):
        if groups > 1:
            options["feature_group_count"] = groups
        made = layer(weight.shape[-2] * groups, weight.shape[-1], weight.shape[:-2], use_bias=bias is not None, rngs=rngs(), **ZEROS, **options)
        return twin(made, kernel=weight, bias=bias)(x)
    return run


def norm(layer, **options):
    def run(x, scale=None, bias=None):
        return twin(layer(x.shape[-1], rngs=rngs(), **options), scale=scale, bias=bias)(x)
    return run


def group_norm(groups):
    def run(x, scale, bias):
        return twin(nnx.GroupNorm(x.shape[-1], num_groups=groups(x.shape[-1]), rngs=rngs()), scale=scale, bias=bias)(x)
    return run


def batch_norm(is_training):
    def run(x, scale, bias, mean, variance):
        layer = twin(nnx.BatchNorm(x.shape[-1], rngs=rngs()), scale=scale, bias=bias, mean=mean, var=jnp.abs(variance) + 0.5)
        return layer(x, use_running_average=not is_training)
    return run


def statistics(x, mean, variance, momentum):
    """The next state of a BatchNorm; nnx.BatchNorm stops its gradient (frontend_nn.py compares its values)."""
    x = wide(x)
    dims = tuple(range(x.ndim - 1))
    return [momentum * old + (1 - momentum) * new for old, new in ((mean, x.mean(dims)), (variance, x.var(dims)))]


def initial_state(x):
    features = x.shape[-1]
    layer = nnx.BatchNorm(features, momentum=0.9, epsilon=1e-3, rngs=rngs())
    mean, variance = statistics(x, jnp.zeros(features), jnp.ones(features), 0.9)
    return joined(layer(x, use_running_average=False), (wide(x) - mean) * lax.rsqrt(variance + 1e-3))


def joined(*results):
    return jnp.concatenate([jnp.ravel(x) for x in results])


def dropout(key, x):
    return jnp.where(jax.random.bernoulli(jax.random.wrap_key_data(key), np.float32(0.7), x.shape), x / 0.7, 0).astype(x.dtype)


LAYERS = {
    "Linear": linear(1), "LinearPlain": linear(1), "LinearGeneral": linear(2),
    "Embedding": lambda ids, weight: embedding(weight)(jnp.abs(ids) % weight.shape[0]),
    "EmbeddingBeyond": lambda ids, weight: embedding(weight)(jnp.minimum(jnp.abs(ids) * 5, weight.shape[0] - 1)),
    "attend": lambda x, weight: embedding(weight).attend(x), "Mlp": mlp, "MlpGated": mlp_gated,
    "activateGelu": jax.nn.gelu, "activateGeluExact": lambda x: jax.nn.gelu(x, approximate=False), "activateRelu": jax.nn.relu,
    "activateSilu": jax.nn.silu, "activateSigmoid": jax.nn.sigmoid, "activateTanh": jnp.tanh, "activateNone": lambda x: x,
    "Conv": conv(), "ConvGroups": conv(strides=(2, 1), padding="VALID", groups=2), "ConvDilated": conv(kernel_dilation=(1, 2, 1)),
    "ConvBatches": conv(padding=((1, 2), (0, 1)), input_dilation=(1, 2)),
    "ConvTranspose": conv(nnx.ConvTranspose, strides=(2, 2)),
    "ConvTransposeValid": conv(nnx.ConvTranspose, strides=(1, 2), padding="VALID", kernel_dilation=(2, 1)),
    "LayerNorm": norm(nnx.LayerNorm), "LayerNormPlain": norm(nnx.LayerNorm, epsilon=1e-3, use_bias=False, use_scale=False),
    "RmsNorm": norm(nnx.RMSNorm), "GroupNorm": group_norm(lambda features: 1 if features % 3 else 3),
    "GroupNormOfOne": group_norm(lambda features: features), "BatchNorm": batch_norm(True), "BatchNormEvaluate": batch_norm(False),
    "BatchNormState": lambda x, scale, bias, mean, variance: joined(*statistics(x, mean, jnp.abs(variance) + 0.5, 0.99)), "initialState": initial_state, "Dropout": dropout,
}


def attend_wide(q, k, v, bias, mask, is_causal=False, scale=None):
    """The formula, for f64: jax.nn.dot_product_attention has scores of f32."""
    k, v = (jnp.repeat(x, q.shape[2] // x.shape[2], 2) for x in (k, v))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * (q.shape[-1] ** -0.5 if scale is None else scale)
    scores = scores if bias is None else scores + bias
    seen = jnp.tri(q.shape[1], k.shape[1], dtype=bool) if is_causal else True
    seen = seen if mask is None else seen & mask
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(jnp.where(seen, scores, -0.7 * np.finfo(np.float32).max)), v)


def attend(q, k, v, bias=None, mask=None, start=None, **options):
    """jax.nn.dot_product_attention, with the position of the first query by a mask."""
    if start is not None:
        mask = (jnp.arange(q.shape[1])[:, None] + start >= jnp.arange(k.shape[1]))[None, None]
    if q.dtype == jnp.bfloat16:  # XLA compiles no matmul of bf16 that adds in f32 where it does not optimize
        return attend(*map(wide, (q, k, v)), bias, mask, **options).astype(q.dtype)
    if q.dtype == jnp.float64:
        return attend_wide(q, k, v, bias, mask, **options)
    return jax.nn.dot_product_attention(q, k, v, bias=bias, mask=mask, **options)


def attend_values(q, k, v):
    """jax.nn.dot_product_attention wants values as wide as keys: one value after the other, in each place of a head."""
    columns = [attend(q, k, jnp.repeat(v[..., i:i + 1], k.shape[-1], -1))[..., :1] for i in range(v.shape[-1])]
    return jnp.concatenate(columns, -1)


def rotary(x, positions, base):
    half = x.shape[-1] // 2
    speed = jnp.asarray(float(base), wide(x).dtype) ** (-jnp.arange(half, dtype=wide(x).dtype) / half)
    angle = (positions[..., None].astype(speed.dtype) * speed)[..., None, :]
    a, b, c, s = wide(x)[..., :half], wide(x)[..., half:], jnp.cos(angle), jnp.sin(angle)
    return jnp.concatenate([a * c - b * s, b * c + a * s], -1).astype(x.dtype)


def cached(q, k, v, scale=None):
    """Queries are the last positions of the keys."""
    return attend(q, k, v, start=k.shape[1] - q.shape[1], scale=scale)


def cache(k, v):
    filled = [jnp.pad(x, ((0, 0), (0, 2), (0, 0), (0, 0))) for x in (k, v)]
    return joined(*filled, jnp.full((1,), k.shape[1] * 0.5, k.dtype))


def routed(x, router, up, down, gate, capacity_factor):
    """Token by token: each goes to its best two experts while these have room. All first choices come before all second ones."""
    batch, tokens, _ = x.shape
    count = router.shape[1]
    capacity = max(1, min(tokens, int(np.ceil(capacity_factor * 2 * tokens / count))))
    probabilities = jax.nn.softmax(wide(x @ router))
    weights, chosen = lax.top_k(probabilities, 2)
    weights = weights / weights.sum(-1, keepdims=True)
    picks = jax.nn.one_hot(jnp.moveaxis(chosen, 2, 1), count, dtype=jnp.int32).reshape(batch, 2 * tokens, count)
    has_room = ((jnp.cumsum(picks, 1) - 1 < capacity) & (picks > 0)).reshape(batch, 2, tokens, count)
    hidden = jax.nn.silu(jnp.einsum("btf,efh->bteh", x, gate)) * jnp.einsum("btf,efh->bteh", x, up)
    each = jnp.einsum("bteh,ehf->btef", hidden, down)
    shares = jnp.einsum("bkte,btk->bte", has_room.astype(weights.dtype), weights)
    y = jnp.einsum("bte,btef->btf", shares, each).astype(x.dtype)
    first = jax.nn.one_hot(chosen[..., 0], count, dtype=weights.dtype).mean(1)
    return y, count * (first * probabilities.mean(1)).sum(-1).mean()


ATTENTION = {
    "attention": attend, "attentionCausal": functools.partial(attend, is_causal=True, scale=0.3),
    "attentionBias": attend, "attentionMask": lambda q, k, v, mask: attend(q, k, v, mask=mask),
    "attentionStart": lambda q, k, v, start: attend(q, k, v, start=jnp.abs(start)), "attentionValues": attend_values,
    "rotary": lambda x, at: rotary(x, jnp.abs(at), 10000), "rotaryBase": lambda x, at: rotary(x, at * 3, 500),
    "attend": cached, "KvCache": functools.partial(cached, scale=0.7), "append": cache,
    "MixtureOfExperts": lambda *in_: routed(*in_, 0.8)[0], "MixtureOfExpertsLoss": lambda *in_: routed(*in_, 1.25)[1],
}


def integer(x, labels):
    return optax.softmax_cross_entropy_with_integer_labels(wide(x), labels)


def smoothed(x, labels, alpha=0.1):
    return optax.softmax_cross_entropy(wide(x), optax.smooth_labels(jax.nn.one_hot(labels, x.shape[-1], dtype=wide(x).dtype), alpha))


def z_loss(x, weight):
    return weight * jax.nn.logsumexp(wide(x), -1) ** 2


def masked(values, mask):
    return jnp.sum(jnp.where(mask, values, 0)) / jnp.maximum(jnp.sum(mask), 1)


def is_right(x, labels):
    return (jnp.argmax(x, -1) == labels).astype(jnp.float32)


def of_classes(loss):
    return lambda x, labels: loss(x, jnp.abs(labels) % x.shape[-1])


def next_ignored(x, labels):
    x, labels = x[..., :-1, :], labels[..., 1:]
    return masked(smoothed(x, labels, 0.2) + z_loss(x, 1e-3), labels != 1)


LOSSES = {
    "softmaxCrossEntropy": of_classes(integer), "crossEntropySmoothed": of_classes(smoothed),
    "crossEntropyZ": of_classes(lambda x, y: integer(x, y) + z_loss(x, 0.01)),
    "crossEntropyIgnored": of_classes(lambda x, y: jnp.where(y == 1, 0, integer(x, y))),
    "nextTokenLoss": of_classes(lambda x, y: jnp.mean(integer(x[..., :-1, :], y[..., 1:]))), "nextTokenIgnored": of_classes(next_ignored),
    "perplexity": of_classes(lambda x, y: jnp.exp(jnp.mean(integer(x, y)))), "accuracy": of_classes(lambda x, y: jnp.mean(is_right(x, y))),
    "accuracyIgnored": of_classes(lambda x, y: masked(is_right(x, y), y != 1)), "meanOf": lambda x, y: jnp.mean(x),
    "meanOfIgnored": lambda x, y: masked(x, y % 3 != 1).astype(x.dtype),
    "sigmoidCrossEntropy": lambda x, y: optax.sigmoid_binary_cross_entropy(wide(x), wide(y)),
    "sigmoidCrossEntropyBool": lambda x, y: optax.sigmoid_binary_cross_entropy(wide(x), y),
    "l2Loss": lambda x, y: optax.l2_loss(wide(x), wide(y)), "huberLoss": lambda x, y: optax.huber_loss(wide(x), wide(y)),
    "huberLossDelta": lambda x, y: optax.huber_loss(wide(x), wide(y), delta=1.7),
}

FAMILIES = {"layers": LAYERS, "attention": ATTENTION, "losses": LOSSES}
