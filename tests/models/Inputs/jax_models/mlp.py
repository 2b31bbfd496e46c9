# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A multi-layer perceptron with ReLU, in whole programs and as a manual computation. Tensor parallelism splits the columns of even
layers and the rows of odd ones."""
import jax
import jax.numpy as jnp

from .placement import Source

FEATURES, HIDDEN, CLASSES, BATCH = 32, 64, 10, 16
SIZES = [FEATURES, HIDDEN, HIDDEN, CLASSES]
MANUAL_SIZES = [FEATURES, HIDDEN, HIDDEN, HIDDEN, 16]


def parameters(sizes, seed):
    """A list of layers between `sizes`. The last layer keeps its columns whole."""
    source, layers = Source(seed), []
    for i, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])):
        is_last = i + 2 == len(sizes)
        rows, columns = ("model", None if is_last else "rows") if i % 2 else ("rows", None if is_last else "model")
        layers.append(dict(b=source.bias((outputs, columns if columns == "model" else None)),
                           w=source.weight(inputs, (inputs, rows), (outputs, columns))))
    return layers


def batch(seed):
    source = Source(seed)
    return dict(x=source.normal([(BATCH, "batch"), (FEATURES, None)]), y=source.integers(CLASSES, (BATCH, "batch")))


def forward(place, params, x):
    """The logits of each row of x."""
    x = place.constrain(x, "batch", None)
    for i, layer in enumerate(params):
        x = x @ layer["w"] + layer["b"]
        if i + 1 < len(params):
            x = place.constrain(jnp.maximum(x, 0), "batch", None if i % 2 else "model")
    return place.constrain(x, "batch", None)


def init(key, sizes=SIZES):
    """New parameters from a raw threefry key."""
    keys = jax.random.split(key, len(sizes) - 1)
    return [dict(b=jnp.zeros(outputs), w=jax.random.normal(key, (inputs, outputs)) * (2 / inputs)**0.5)
            for key, inputs, outputs in zip(keys, sizes, sizes[1:])]


def manual(place, params, x, in_specs):
    """The logits as a manual computation: a psum over the model axis after each odd layer. Without a mesh the same sum is over whole
    rows, and no psum is needed."""
    def local(params, x):
        for i, layer in enumerate(params):
            x = x @ layer["w"]
            if i % 2 and place.mesh is not None:
                x = jax.lax.psum(x, "model")
            x = x + layer["b"]
            if i + 1 < len(params):
                x = jnp.maximum(x, 0)
        return x

    if place.mesh is None:
        return local(params, x)
    return jax.shard_map(local, mesh=place.mesh, in_specs=in_specs, out_specs=place.spec("batch", None))(params, x)
