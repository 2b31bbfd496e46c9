# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images and grids whose rows are split: convolutions forward and in training, stencils, shifted windows, patches."""
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

import bounds
from . import common
from .common import Program

AXES = dict(rows=4)
IMAGE = P(None, "rows", None, None)
SIZES = dict(batch=(4, [2, 4, 8]), size=(32, [48, 64]), channels=(8, [4, 12, 16]))


def conv(x, k, stride=1):
    return lax.conv_general_dilated(x, k, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def plain(p, x):
    """Three 3 x 3 convolutions with a max pool of 2 x 2 between, then the mean over the image and 10 logits."""
    x = jax.nn.relu(conv(jax.nn.relu(conv(x, p["k1"])), p["k2"]))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jax.nn.relu(conv(x, p["k3"])).mean((1, 2)) @ p["w"]


def strided(p, x):
    """The same with a stride of 2 in the second and third convolution, in place of the pool."""
    x = jax.nn.relu(conv(jax.nn.relu(conv(x, p["k1"])), p["k2"], 2))
    return jax.nn.relu(conv(x, p["k3"], 2)).mean((1, 2)) @ p["w"]


def params(o):
    c = o.channels
    return {"k1": common.normal(1, 3, 3, 3, c, scale=0.3), "k2": common.normal(2, 3, 3, c, c), "k3": common.normal(3, 3, 3, c, 2 * c),
            "w": common.normal(4, 2 * c, 10)}


def batch(o):
    return {"x": common.normal(5, o.batch, o.size, o.size, 3, scale=1), "y": common.integers(6, 10, o.batch)}


def forward(net):
    def make(o, mesh):
        return common.Case(net, (params(o), batch(o)["x"]), (P(), IMAGE), P())
    return make


def step(net):
    def make(o, mesh):
        def loss_of(p, part):
            logits = net(p, part["x"])
            return (jax.nn.logsumexp(logits, -1) - jnp.take_along_axis(logits, part["y"][:, None], -1)[:, 0]).mean()
        return common.training(mesh, loss_of, params(o), {name: P() for name in params(o)}, batch(o), {"x": IMAGE, "y": P()})
    return make


def heat(o, mesh):
    """The heat equation: in each step of a loop, an inner element moves towards the mean of its four neighbours."""
    def function(x):
        def one(_, x):
            inner = x[1:-1, 1:-1]
            around = x[2:, 1:-1] + x[:-2, 1:-1] + x[1:-1, 2:] + x[1:-1, :-2]
            return common.constrain(mesh, x.at[1:-1, 1:-1].set(inner + 0.2 * (around - 4 * inner)), "rows", None)
        return lax.fori_loop(0, o.steps, one, x)
    return common.Case(function, (common.normal(1, o.size, o.size, scale=1),), (P("rows", None),), P("rows", None), (0,))


def windows(o, mesh):
    """Windows of 4 x 4, shifted by 2, as in Swin: each element is mixed with the mean of its window, and all is shifted back."""
    def function(x):
        x = jnp.roll(x, (-2, -2), (1, 2))
        parts = x.reshape(o.batch, o.size // 4, 4, o.size // 4, 4, o.channels)
        x = (parts + parts.mean((2, 4), keepdims=True)).reshape(x.shape)
        return jnp.roll(x, (2, 2), (1, 2))
    return common.Case(function, (common.normal(1, o.batch, o.size, o.size, o.channels, scale=1),), (IMAGE,), IMAGE)


def patches(o, mesh):
    """Patches of 4 x 4 become tokens, as in ViT; the tokens stay where their rows are."""
    def function(x, w):
        side = o.size // 4
        x = x.reshape(o.batch, side, 4, side, 4, 3).transpose(0, 1, 3, 2, 4, 5).reshape(o.batch, side * side, 48)
        return x @ w
    return common.Case(function, (batch(o)["x"], common.normal(1, 48, o.channels)), (IMAGE, P()), P(None, "rows", None))


PROGRAMS = [
    Program("spatial convolutions, forward", AXES, SIZES, forward(plain), bounds.convolutions),
    Program("spatial convolutions, training", AXES, SIZES, step(plain), bounds.convolutions_training),
    Program("spatial convolutions, strides, forward", AXES, SIZES, forward(strided), bounds.strided),
    Program("spatial convolutions, strides, training", AXES, SIZES, step(strided), bounds.strided_training),
    Program("stencil in a loop", AXES, dict(size=(64, [48, 80]), steps=(10, [5, 20])), heat, bounds.heat),
    Program("shifted windows", AXES, SIZES, windows, bounds.windows),
    Program("patches", AXES, SIZES, patches, bounds.nothing),
]
