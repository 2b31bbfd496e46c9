# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scatters, gathers, segments and histograms."""
import jax
import jax.numpy as jnp
import numpy as np

from families.common import family

CAUSE = "scatters"


@family("segment_sum", CAUSE, ("f32", "bf16"), table=[("f32", (1_000_000, 1_000))], tolerance=3)
def segment_sum(d):
    n, segments = d.dims(2, 300_000 * 500, 3_000_000 * 50_000, limits=(4_000_000, 200_000))
    return lambda x, i: jax.ops.segment_sum(x, i, segments), [d.floats(n), d.indices(segments, n)]


@family("segment_sum of rows, sorted", CAUSE, ("f32", "bf16"), tolerance=3)
def sorted_rows(d):
    n, k = d.dims(2, 400_000, 6_000_000)
    segments = max(2, n // 10)
    return (lambda x, i: jax.ops.segment_sum(x, i, segments, indices_are_sorted=True)), [d.floats(n, k), np.sort(d.indices(segments, n))]


@family("segment_max", CAUSE, ("f32",))
def segment_max(d):
    n, segments = d.dims(2, 200_000 * 500, 2_000_000 * 20_000, limits=(3_000_000, 100_000))
    return lambda x, i: jax.ops.segment_max(x, i, segments), [d.floats(n), d.indices(segments, n)]


@family("rows added by index", CAUSE, ("f32", "bf16"), table=[("bf16", (5_000, 128, 4_000))], tolerance=3)
def rows_added(d):
    n, k = d.dims(2, 500_000, 8_000_000)
    m = d.dims(1, 1)[0] if d.given else max(2, n // 2)
    return lambda x, i, u: x.at[i].add(u), [d.floats(n, k), d.indices(n, m), d.floats(m, k)]


@family("histogram", CAUSE, ("s32",))
def histogram(d):
    n, bins = d.dims(2, 500_000 * 200, 5_000_000 * 5_000, limits=(5_000_000, 20_000))
    return lambda i: jnp.zeros(bins, jnp.int32).at[i].add(1), [d.indices(bins, n)]


@family("embedding", CAUSE, ("f32", "bf16"))
def embedding(d):
    n, k = d.dims(2, 600_000, 12_000_000)
    return lambda x, i: x[i], [d.floats(n, k), d.indices(n, max(2, n // 3))]


@family("embedding, gradient", CAUSE, ("f32", "bf16"), tolerance=3)
def embedding_gradient(d):
    n, k = d.dims(2, 600_000, 8_000_000)

    def run(x, i, c):
        return jax.vjp(lambda x: jnp.tanh(x[i]), x)[1](c)[0]
    m = max(2, n // 3)
    return run, [d.floats(n, k), d.indices(n, m), d.floats(m, k)]


@family("take_along_axis and its gradient", CAUSE, ("f32",))
def along_axis(d):
    n, k = d.dims(2, 300_000, 4_000_000)

    def run(x, i, c):
        out, back = jax.vjp(lambda x: jnp.take_along_axis(x, i, 1), x)
        return out, back(c)[0]
    return run, [d.floats(n, k), d.indices(k, n, 3), d.floats(n, 3)]


@family("elements set by index", CAUSE, ("f32",))
def elements_set(d):
    n, = d.dims(1, 300_000, 4_000_000)
    where = d.values.permutation(n)[: max(1, n // 2)].astype(np.int32)
    return lambda x, i, u: x.at[i].set(u, unique_indices=True), [d.floats(n), where, d.floats(len(where))]
