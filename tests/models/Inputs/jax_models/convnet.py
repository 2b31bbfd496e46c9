# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A residual network: a stem with max pooling, one block that keeps its shape, one that halves the image and doubles the channels,
group norm, global average pooling."""
import jax
import jax.numpy as jnp

from .placement import Source

SIDE, CHANNELS, GROUPS, CLASSES, BATCH = 16, 8, 4, 10, 8


def parameters(seed):
    source = Source(seed)

    def kernel(size, inputs, outputs):
        return source.weight(size * size * inputs, (size, None), (size, None), (inputs, None), (outputs, None))

    def norm(channels):
        return dict(b=source.bias((channels, None)), g=source.gain((channels, None)))

    def block(inputs, outputs):
        projection = {} if inputs == outputs else dict(proj=kernel(1, inputs, outputs))
        return dict(c1=kernel(3, inputs, outputs), c2=kernel(3, outputs, outputs), n1=norm(outputs), n2=norm(outputs), **projection)

    wide = 2 * CHANNELS
    return dict(blocks=[block(CHANNELS, CHANNELS), block(CHANNELS, wide)], gn0=norm(CHANNELS), stem=kernel(3, 3, CHANNELS),
                head=dict(b=source.bias((CLASSES, None)), w=source.weight(wide, (wide, None), (CLASSES, None))))


def batch(seed):
    source = Source(seed)
    return dict(x=source.normal([(BATCH, "batch"), (SIDE, None), (SIDE, None), (3, None)]), y=source.integers(CLASSES, (BATCH, "batch")))


def convolution(x, kernel, stride=1):
    return jax.lax.conv_general_dilated(x, kernel, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def norm(x, w):
    """Group norm over the image and the channels of each group."""
    grouped = x.reshape(*x.shape[:3], GROUPS, -1)
    mean = grouped.mean((1, 2, 4), keepdims=True)
    variance = jnp.square(grouped - mean).mean((1, 2, 4), keepdims=True)
    return ((grouped - mean) * jax.lax.rsqrt(variance + 1e-5)).reshape(x.shape) * w["g"] + w["b"]


def block(place, x, w):
    stride = 2 if "proj" in w else 1
    h = place.constrain(jnp.maximum(norm(convolution(x, w["c1"], stride), w["n1"]), 0), "batch", None, None, None)
    shortcut = convolution(x, w["proj"], stride) if "proj" in w else x
    return place.constrain(jnp.maximum(norm(convolution(h, w["c2"]), w["n2"]) + shortcut, 0), "batch", None, None, None)


def forward(place, params, x):
    """The logits of each image."""
    x = convolution(place.constrain(x, "batch", None, None, None), params["stem"])
    x = place.constrain(jnp.maximum(norm(x, params["gn0"]), 0), "batch", None, None, None)
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    for w in params["blocks"]:
        x = block(place, x, w)
    return x.mean((1, 2)) @ params["head"]["w"] + params["head"]["b"]
