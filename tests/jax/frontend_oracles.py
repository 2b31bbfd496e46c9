# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of the frontend's op families compute, in JAX. A case whose name is not here is the function of that name of jax.numpy,
jax.nn, jax.lax or jax.scipy.special (frontend_ops.py). Cases of ops.h are in frontend_ops.py itself."""
import itertools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import frontend_numerics_oracles as numerics

_ = slice(None)


def positions(x, size):
    return jnp.abs(x) % size


def update(method, *index):
    """x.at[index].METHOD(value); positions that are lists are tensors."""
    at = tuple(jnp.array(i) if isinstance(i, list) else i for i in index)
    return lambda x, value: getattr(x.at[at], method)(value)


def read(*index):
    at = tuple(jnp.array(i) if isinstance(i, list) else i for i in index)
    return lambda x: x.at[at].get(mode="clip")


def segment(name):
    # Ids below 0 would count from the end in JAX's scatter on some versions: they are moved beyond the segments.
    return lambda data, ids: getattr(jax.ops, name)(data, jnp.where(ids < 0, 99, ids), 5)


ROWS = ((1, 2), (1,), (1, 0))


def gather(x, ids):
    return lax.gather(x, positions(ids, 3), lax.GatherDimensionNumbers(*ROWS), (2, 1, 2), mode="clip")


def scatter(op):
    def inside(x, updates):
        return max(1, min(x.shape[0] - updates.shape[1] + 1, x.shape[1]))

    return lambda x, ids, updates: op(x, positions(ids, inside(x, updates)), updates, lax.ScatterDimensionNumbers(*ROWS),
                                      mode=lax.GatherScatterMode.FILL_OR_DROP)


INDEXING = {
    "dynamicSlice": lambda x, at: lax.dynamic_slice(x, (jnp.maximum(at[0], 0), jnp.maximum(at[1], 0), np.int32(1)), (2, 1, 3)),
    "dynamicSliceInDim": lambda x, at: lax.dynamic_slice_in_dim(x, jnp.maximum(at, 0), 2, 1),
    "dynamicIndexInDim": lambda x, at: lax.dynamic_index_in_dim(x, at, -1),
    "dynamicUpdateSlice": lambda x, u, at: lax.dynamic_update_slice(x, u, (jnp.maximum(at[0], 0), np.int64(1))),
    "dynamicUpdateSliceInDim": lambda x, u, at: lax.dynamic_update_slice_in_dim(x, u.astype(x.dtype), jnp.maximum(at, 0), 1),
    "setAt1": update("set", 1, _, 1), "setAt2": update("set", slice(1, 3), 2),
    "setAt3": update("set", slice(None, None, 2), slice(3, 0, -2)), "setAt4": update("set", _, [2, -1, 0], 1),
    "setAt5": lambda x, v: x.at[0].set(x[0].at[..., jnp.array([1, 0, 99])].set(v)), "setAt6": update("set", slice(2, 2)),
    "setAt7": update("set", ...), "addAt1": update("add", -1, slice(1, None)), "addAt2": update("add", [0, 3, 0, -1]),
    "addAt3": update("add", [0, 3, 0, -1], [1, 2, 1, 3]), "addAt4": update("add", _, slice(0, None, 3)),
    "addAt5": update("add", slice(4, 1, -1), [[1, 2], [1, 1]]), "multiplyAt": update("multiply", [2, 2, 4]),
    "minAt": update("min", _, [1, 1, -1]), "maxAt": update("max", slice(0, 3), 0),
    "twoTensors": read([1, 0, 4], [-1, 2, 0]), "twoTensorsWide": read(slice(0, 4, 2), [[1], [0]], [-1, 0, 1]),
    "takeNone": lambda x, ids: jnp.take(x, ids, 1, mode="clip"), "indexNone": lambda x, ids: x[:, ids], "setAtNone": lambda x, ids: x.at[:, ids].set(7),
    "takeAlongDim": lambda x, ids: jnp.take_along_axis(x, positions(ids, 4), 1, mode="clip"),
    "takeAlongDimSorted": lambda x: jnp.take_along_axis(x, jnp.argsort(x, 0), 0),
    "putAlongDim": lambda x, order, v: jnp.put_along_axis(x, jnp.argsort(order, 1)[:, :2], v, 1, inplace=False),
    "segmentSum": segment("segment_sum"), "segmentProd": segment("segment_prod"), "segmentMax": segment("segment_max"),
    "segmentMin": segment("segment_min"), "bincount": lambda x: jnp.bincount(jnp.ravel(x), length=7), "gather": gather,
    "scatterAdd": scatter(lax.scatter_add), "scatterMul": scatter(lax.scatter_mul), "scatterMin": scatter(lax.scatter_min),
    "scatterMax": scatter(lax.scatter_max),
    "scatter": lambda x, u: lax.scatter(x, jnp.array([[2], [0], [9]]), u, lax.ScatterDimensionNumbers((1,), (0,), (0,)),
                                        mode=lax.GatherScatterMode.FILL_OR_DROP),
}


def windows(op, init):
    return lambda x: lax.reduce_window(x, np.array(init, x.dtype), op, (2, 3), (1, 2), ((1, 0), (2, 1)), (2, 1), (1, 2))


def pool(x, op, init, strides=(2, 1), window=(3, 2), padding="SAME"):
    one = (1,) * (x.ndim - 3)
    return lax.reduce_window(x, np.array(init, x.dtype), op, (*one, *window, 1), (*one, *strides, 1), padding)


def lowest(x):
    return -np.inf if jnp.issubdtype(x.dtype, jnp.floating) else jnp.iinfo(x.dtype).min


def average(x, count=None):
    sums = pool(x.astype(jnp.promote_types(x.dtype, jnp.float32)), lax.add, 0)
    return (sums / (6 if count is None else pool(jnp.ones_like(x), lax.add, 0))).astype(x.dtype)


NHWC = ("NHWC", "HWIO", "NHWC")


def conv(strides=None, padding="VALID", dilation=None, kernel=None, dims=None, groups=1, batch=1):
    return lambda x, k: lax.conv_general_dilated(x, k, strides or (1,) * (x.ndim - 2), padding, dilation, kernel, dims, groups, batch)


def transposed(strides, padding, dilation=None):
    return lambda x, k: lax.conv_transpose(x, k, strides, padding, dilation, NHWC)


ORDER = {
    "sortFirst": lambda x: jnp.sort(x, 0, descending=True), "sortNan": lambda x: jnp.sort(jnp.sqrt(x)),
    "argsortDown": lambda x: jnp.argsort(jnp.round(x), 0, descending=True), "argsortNan": lambda x: jnp.argsort(jnp.sqrt(x) * 0, 0),
    **{f"sortBy{i}": lambda *x, i=i: lax.sort(x, dimension=0, num_keys=2)[i] for i in range(3)},
    "topKValues": lambda x: lax.top_k(x, 2)[0], "topKPositions": lambda x: lax.top_k(x, 2)[1],
    "topKFirst": lambda x: jnp.moveaxis(lax.top_k(jnp.moveaxis(x, 0, -1), 2)[0], -1, 0),
    "searchSorted": lambda x, v: jnp.searchsorted(jnp.sort(x), v), "searchSortedRight": lambda x, v: jnp.searchsorted(jnp.sort(x), v, "right"),
    "cumsum": lambda x: jnp.cumsum(x, 0), "cumsumLast": lambda x: lax.cumsum(x, x.ndim - 1, reverse=True),
    "cumprod": lambda x: jnp.cumprod(x, -1), "cummax": lambda x: lax.cummax(x, x.ndim - 1), "cummin": lambda x: lax.cummin(x, 0, reverse=True),
    "cumsumLong": lambda x: jnp.cumsum(x, 0),
    "convGeneral1": conv(), "convGeneral2": conv((2, 1), "SAME", dims=NHWC),
    "convGeneral3": conv(None, ((1, 2), (0, 3)), (2, 1), (1, 2), NHWC),
    "convGeneral4": conv(None, "SAME_LOWER", dims=("NWHC", "OHWI", "CNHW")), "convGroups": conv(None, "SAME", groups=2),
    "convBatchGroups": conv(batch=2), "convTranspose1": transposed((2, 3), "SAME"), "convTranspose2": transposed((3, 2), "VALID"),
    "convTranspose3": transposed((2, 2), ((1, 2), (3, 1)), (2, 1)),
    "maxPool": lambda x: pool(x, lax.max, lowest(x)), "minPool": lambda x: pool(x, lax.min, np.inf, (1, 1), (2, 2), "VALID"),
    "avgPool": average, "avgPoolInside": lambda x: average(x, "inside"), "windowSum": windows(lax.add, 0),
    "windowProduct": windows(lax.mul, 1), "windowMax": windows(lax.max, -np.inf), "windowMin": windows(lax.min, np.inf),
}


def padded(mode):
    return lambda x: jnp.pad(x, ((1, 2), (0, 3)), mode)


MOVEMENT = {
    "pad": lambda x: jnp.pad(x, ((1, 2), (0, 3)), constant_values=1.5), "padCut": lambda x, v: lax.pad(x, v, ((-1, 2, 1), (1, -1, 0))),
    "padAll": lambda x: jnp.pad(x, 1, constant_values=True),
    **{f"pad{mode.capitalize()}": padded(mode) for mode in ["edge", "reflect", "symmetric", "wrap", "maximum", "minimum", "mean"]},
    "roll": lambda x: jnp.roll(x, 2), "rollLast": lambda x: jnp.roll(x, -7, -1), "tile": lambda x: jnp.tile(x, (2, 3)),
    "repeat": lambda x: jnp.repeat(x, 3), "repeatFirst": lambda x: jnp.repeat(x, 2, 0),
    "repeatEach": lambda x: jnp.repeat(x, np.array([2, 0, 3]), 1), "takeFixed": lambda x: x[jnp.array([1, 0, 0, 0, -1])],
    "split": lambda x: jnp.split(x, x.shape[-1], -1)[-1], "splitTwo": lambda x: jnp.split(x, 2)[1],
    "splitAt": lambda x: jnp.concatenate([jnp.split(x, [1, 1], -1)[2], x], -1), "unstack": lambda x: jnp.unstack(x)[1],
    "broadcastTogether": lambda a, b: jnp.broadcast_arrays(a, b)[0], "broadcastInDim": lambda x: lax.broadcast_in_dim(x, (x.shape[0] + 3 * (x.shape[0] == 1), 3, x.shape[1] + 3 * (x.shape[1] == 1)), (0, 2)),
    "swapAxes": lambda x: jnp.swapaxes(x, 0, -1), "moveAxis": lambda x: jnp.moveaxis(x, 0, 2),
    "moveAxisBack": lambda x: jnp.moveaxis(x, -1, 0), "collapse": lambda x: lax.collapse(x, 1, 3),
    **{f"rot90_{k + 1}": lambda x, k=k: jnp.rot90(x, k) for k in [-1, 0, 1, 2]},
    **{name: lambda a, b, name=name: getattr(jnp, name)([a, b]) for name in ["vstack", "hstack", "dstack"]},
    **{f"{name}{k + 1}": lambda x, name=name, k=k: getattr(jnp, name)(x, k)
       for name, k in itertools.product(["tril", "triu", "diag"], [0, -1, 2])},
    **{f"trace{k + 1}": lambda x, k=k: jnp.trace(x, k, 1, 0) for k in [0, -1, 2]},
    **{f"diagonal{k + 1}": lambda x, k=k: jnp.diagonal(x, k, 0, -1) for k in [0, -1, 2]},
    **{f"tri{k + 1}": lambda k=k: jnp.tri(4, 3, k) for k in [0, -1, 2]},
    "linspace": lambda a, b: jnp.linspace(a, b, 7), "linspaceOpen": lambda a, b: jnp.linspace(a, b, 4, False),
    "linspaceOne": lambda a, b: jnp.linspace(a, b, 1), "logspace": lambda a, b: jnp.logspace(a, b, 3, base=2),
    "geomspace": lambda a, b: jnp.geomspace(jnp.abs(a) + 1, jnp.abs(b) + 2, 5), "arange": lambda: jnp.arange(2, 11, 3),
    "arangeDown": lambda: jnp.arange(2, -3, -2, jnp.float32), "meshgridPlain": lambda a, b: jnp.meshgrid(a, b, indexing="ij")[1],
    **{f"meshgrid{i}": lambda *x, i=i: jnp.meshgrid(*x)[i] for i in range(3)}, "fullLike": lambda x: jnp.full_like(x, 2),
}



def special(x):
    return jnp.where(x > 1, x / 0, jnp.where(x < -1.5, jnp.sqrt(x), x))


FUNCTIONS = {
    "asin": lambda x: jnp.arcsin(x / 2), "acos": lambda x: jnp.arccos(x / 2), "acosh": lambda x: jnp.arccosh(jnp.abs(x) + 1),
    "atanh": lambda x: jnp.arctanh(x * 0.4), "asinh": jnp.arcsinh, "atan": jnp.arctan, "log2": lambda x: jnp.log2(jnp.abs(x) + 0.5),
    "log10": lambda x: jnp.log10(jnp.abs(x) + 0.5), "reciprocal": lambda x: jnp.reciprocal(x + 10), "isInf": lambda x: jnp.isinf(-special(x)),
    "isPosInf": lambda x: jnp.isposinf(-special(x)), "isNegInf": lambda x: jnp.isneginf(-special(x)),
    "nanToNum": lambda x: jnp.nan_to_num(special(x)), "nanToNumGiven": lambda x: jnp.nan_to_num(special(x), nan=1, posinf=2, neginf=-3),
    "nanToNumWhole": jnp.nan_to_num, **{f"integerPower{n + 3}": lambda x, n=n: lax.integer_pow(x, n) for n in [0, 1, 5, -3]},
    "logaddexpInf": lambda a, b: jnp.logaddexp(a / 0, b / 0), "floorDivide": lambda a, b: jnp.floor_divide(a, b + 9),
    "floorDivideNegative": lambda a, b: jnp.floor_divide(a * 3, b - 9), "fmod": lambda a, b: jnp.fmod(a * 5, b - 9),
    "hypotLarge": lambda a, b: jnp.hypot(a * 1e30, b * 0), "copySign": lambda a, b: jnp.copysign(a, b * 0),
    "heaviside": lambda a, b: jnp.heaviside(jnp.round(a), b), "isClose": lambda a, b: jnp.isclose(a, a + b * 1e-5),
    "isCloseNan": lambda a, b: jnp.isclose(special(a), special(a) + 0 * b, equal_nan=True),
    "allClose": lambda a, b: jnp.allclose(a + 0 * b, a), "allCloseNot": lambda a, b: jnp.allclose(a, b, 0.1, 0.1),
    "clamp": lambda a, b: jnp.clip(a, -1, b), "select": lambda a, b: jnp.select([a > 1, b > 0], [a, b * 2], -1.5),
    "shiftLeft": lambda a, b: jnp.left_shift(a, b % 8), "shiftRight": lambda a, b: jnp.right_shift(a * 16, b % 8),
    "shiftRightLogical": lambda a, b: lax.shift_right_logical(*jnp.broadcast_arrays(a * 16, b % 8)), "popcount": lax.population_count,
    "countLeadingZeros": lax.clz, "bitcast": lambda x: lax.bitcast_convert_type(x, jnp.int32),
    "bitcastNarrow": lambda x: lax.bitcast_convert_type(x, jnp.uint8), "bitcastWide": lambda x: lax.bitcast_convert_type(x, jnp.uint32),
    "reducePrecision": lambda x: lax.reduce_precision(x, 5, 3), "lgamma": lambda x: lax.lgamma(jnp.abs(x) + 0.2),
    "digamma": lambda x: lax.digamma(jnp.abs(x) + 0.2), "polygamma": lambda n, x: lax.polygamma(*jnp.broadcast_arrays(jnp.round(jnp.abs(n)), jnp.abs(x) + 0.5)),
    "zeta": lambda a, b: lax.zeta(*jnp.broadcast_arrays(jnp.abs(a) + 1.5, jnp.abs(b) + 0.5)), "besselI1e": jax.scipy.special.i1e,
    "besselI1": jax.scipy.special.i1, "xlogy": lambda a, b: jax.scipy.special.xlogy(jnp.round(a), jnp.abs(b) + 0.1),
    "xlog1py": lambda a, b: jax.scipy.special.xlog1py(jnp.round(a), jnp.abs(b)),
    "relEntr": lambda a, b: jax.scipy.special.rel_entr(jnp.maximum(a, 0), jnp.abs(b)),
    "klDiv": lambda a, b: jax.scipy.special.kl_div(jnp.maximum(a, 0), jnp.abs(b)), "logit": lambda x: jax.scipy.special.logit(x / 4 + 0.5),
    "betaln": lambda a, b: jax.scipy.special.betaln(jnp.abs(a) + 0.5, jnp.abs(b) + 0.5),
    "factorial": lambda x: jax.scipy.special.factorial(jnp.abs(x)), "eluAlpha": lambda x: jax.nn.elu(x, 0.3),
    "leakyReluTensor": jax.nn.leaky_relu, "gluFirst": lambda x: jax.nn.glu(x, 0), "log1mexp": lambda x: jax.nn.log1mexp(jnp.abs(x) + 0.1),
}


def nan_statistics(name):
    op = getattr(jnp, {"nanStddev": "nanstd"}.get(name, name.lower()))
    return {name: lambda x: op(jnp.sqrt(x)), f"{name}Last": lambda x: op(jnp.sqrt(x), -1, keepdims=True)}


def positive(x):
    return x @ jnp.matrix_transpose(x) + jnp.eye(x.shape[-1]) * 2


def meet(a, b):
    """Both in the type in which they meet."""
    return a.astype(jnp.promote_types(a.dtype, b.dtype)), b.astype(jnp.promote_types(a.dtype, b.dtype))


STATISTICS = {
    "stddev": jnp.std, "stddevLast": lambda x: jnp.std(x, -1, ddof=1, keepdims=True),
    "average": lambda a, b: jnp.average(jnp.broadcast_arrays(a + 9, b)[0], weights=jnp.broadcast_arrays(a, jnp.abs(b) + 1)[1]),
    "peakToPeak": jnp.ptp, "countNonzeroFirst": lambda x: jnp.count_nonzero(x, 0, keepdims=True),
    "medianLast": lambda x: jnp.median(x, -1, keepdims=True), "medianNan": lambda x: jnp.median(jnp.sqrt(x), 0),
    "quantile": lambda x: jnp.quantile(x, 0.3, 0, keepdims=True), "quantileTwo": lambda x: jnp.quantile(x, 0.9, (0, x.ndim - 1), keepdims=True),
    "percentile": lambda x: jnp.percentile(x, 12.5, -1),
    **{key: op for name in ["nanSum", "nanProd", "nanMean", "nanVar", "nanStddev", "nanMax", "nanMin"] for key, op in nan_statistics(name).items()},
    "nanSumWhole": lambda x: jnp.nansum(x, 0), "histogramCounts": lambda x: jnp.histogram(x, 4, (-1, 1.5))[0],
    "histogramEdges": lambda x: jnp.histogram(x, 4, (-1, 1.5))[1], "diffTwice": lambda x: jnp.diff(x, 2, 0),
    "trapezoid": lambda x: jnp.trapezoid(x, dx=0.5), "interp": lambda x, p, v: jnp.interp(x, jnp.sort(p), v),
    "vecdot": lambda a, b: jnp.sum(a * b, -1), "tensordotNone": lambda a, b: jnp.tensordot(a, b, 0), "tensordotDims": lambda a, b: jnp.tensordot(a, b, ((0, -1), (1, 0))),
    "crossFirst": lambda a, b: jnp.cross(*jnp.broadcast_arrays(a, b), axis=0), "norm": lambda x: jnp.linalg.norm(jnp.ravel(x)),
    **{f"norm{order}": lambda x, order=order: jnp.linalg.norm(x, order, -1, keepdims=True) for order in [0, 1, 3]},
    "normMax": lambda x: jnp.linalg.norm(x, np.inf, -1), "normMin": lambda x: jnp.linalg.norm(x, -np.inf, 0),
    **{f"matrixPower{n}": lambda x, n=n: jnp.linalg.matrix_power(x, n) for n in [0, 1, 5]}, "cholesky": lambda x: jnp.linalg.cholesky(positive(x)),
    "choleskySolve": lambda x, b: jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(positive(x)), True), b),
    "triangularSolve": lambda a, b: lax.linalg.triangular_solve(*meet(positive(a), b), left_side=True),
    "triangularSolveRight": lambda a, b: lax.linalg.triangular_solve(*meet(positive(a), b), lower=True, transpose_a=True, unit_diagonal=True),
}

FAMILIES = {"indexing": INDEXING, "order": ORDER, "movement": MOVEMENT, "functions": FUNCTIONS, "statistics": STATISTICS,
            "special": numerics.SPECIAL, "numbers": numerics.NUMBERS, "sets": numerics.SETS}
