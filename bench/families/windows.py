# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions and reductions by windows."""
import jax
import jax.numpy as jnp
from jax import lax

from families.common import family, with_gradient

CAUSE = "windows"
NHWC = ("NHWC", "HWIO", "NHWC")


def image(d, usual=250_000, most=2_000_000, limits=(16, 128, 128)):
    """Batch, height, width, channels."""
    n, h, w, c = d.dims(4, usual, most, low=3, limits=limits)
    return n, h, w, c


def conv(x, k, **options):
    return lax.conv_general_dilated(x, k, options.pop("strides", (1, 1)), options.pop("padding", "SAME"), dimension_numbers=NHWC, **options)


def filters(d, c):
    return max(2, min(c, 96) + d.random.randrange(0, 5))


@family("convolution 3 x 3", CAUSE, ("f32", "bf16"), tolerance=2)
def conv_3x3(d):
    n, h, w, c = image(d, limits=(16, 100, 100, 200))
    return conv, [d.floats(n, h, w, c), d.floats(3, 3, c, filters(d, c), scale=0.3 * c**-0.5)]


@family("convolution 3 x 3, gradient", CAUSE, ("f32",), tolerance=3)
def conv_gradient(d):
    n, h, w, c = image(d, 120_000, 800_000, limits=(16, 100, 100, 200))
    k = filters(d, c)
    return with_gradient(conv), [d.floats(n, h, w, c), d.floats(3, 3, c, k, scale=0.3 * c**-0.5), d.floats(n, h, w, k)]


@family("convolution, strided", CAUSE, ("f32",), tolerance=2)
def strided(d):
    n, h, w, c = image(d, limits=(16, 100, 100, 64))
    return lambda x, k: conv(x, k, strides=(2, 2)), [d.floats(n, h, w, c), d.floats(5, 5, c, filters(d, c), scale=0.2 * c**-0.5)]


@family("convolution, depthwise", CAUSE, ("f32", "bf16"), tolerance=2)
def depthwise(d):
    n, h, w, c = image(d)
    return lambda x, k: conv(x, k, feature_group_count=c), [d.floats(n, h, w, c), d.floats(3, 3, 1, c, scale=0.3)]


@family("convolution, 1-d causal dilated", CAUSE, ("f32",), tolerance=2)
def dilated(d):
    n, t, c = d.dims(3, 250_000, 1_000_000, low=3, limits=(16, 20_000, 300))

    def run(x, k):
        return lax.conv_general_dilated(x, k, (1,), [(4, 0)], rhs_dilation=(2,), dimension_numbers=("NWC", "WIO", "NWC"))
    return run, [d.floats(n, t, c), d.floats(3, c, filters(d, c), scale=0.5 * c**-0.5)]


@family("convolution, transposed", CAUSE, ("f32",), tolerance=2)
def conv_transposed(d):
    n, h, w, c = image(d, 60_000, 400_000, limits=(16, 64, 64, 200))
    return (lambda x, k: lax.conv_transpose(x, k, (2, 2), "SAME", dimension_numbers=NHWC)), \
        [d.floats(n, h, w, c), d.floats(4, 4, c, filters(d, c), scale=0.3 * c**-0.5)]


@family("convolution, 3-d", CAUSE, ("f32",), tolerance=2)
def conv_3d(d):
    n, x, y, z, c = d.dims(5, 100_000, 600_000, low=3, limits=(4, 40, 40, 40, 64))

    def run(v, k):
        return lax.conv_general_dilated(v, k, (1, 1, 1), "SAME", dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))
    return run, [d.floats(n, x, y, z, c), d.floats(3, 3, 3, c, filters(d, c), scale=0.2 * c**-0.5)]


def max_pool(x, size=2, stride=2):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, size, size, 1), (1, stride, stride, 1), "SAME" if size > stride else "VALID")


@family("max pool", CAUSE, ("f32", "bf16"))
def pool(d):
    return lambda x: max_pool(x, 3, 2), [d.floats(*image(d, 600_000, 6_000_000))]


@family("max pool, gradient", CAUSE, ("f32",), table=[("f32", (8, 56, 56, 64))])
def pool_gradient(d):
    n, h, w, c = image(d, 600_000, 6_000_000)
    return with_gradient(max_pool), [d.floats(n, h, w, c), d.floats(n, h // 2, w // 2, c)]


@family("average pool with overlap", CAUSE, ("f32",))
def average_pool(d):
    return lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME") / 9, [d.floats(*image(d, 400_000, 4_000_000))]


@family("moving sums and maxima", CAUSE, ("f32",), tolerance=3)
def moving(d):
    n, t = d.dims(2, 400_000, 4_000_000, low=3)

    def run(x):
        return lax.reduce_window(x, 0.0, lax.add, (1, 9), (1, 1), "SAME"), lax.reduce_window(x, -jnp.inf, lax.max, (1, 5), (1, 1), "SAME")
    return run, [d.floats(n, t)]
