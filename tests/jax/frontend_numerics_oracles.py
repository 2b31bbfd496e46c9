# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of tests/jax/Inputs/frontend_special.cpp, frontend_numbers.cpp and frontend_sets.cpp compute, in JAX; see
frontend_oracles.py."""
import jax
import jax.numpy as jnp
import jax.scipy.special as jss
import numpy as np
from jax import lax

stop = lax.stop_gradient


def edges(x):
    return jnp.where(x > 1.7, jnp.inf, jnp.where(x < -1.8, jnp.sqrt(x), jnp.where(jnp.abs(x) < 0.2, 0, jnp.abs(x) * 3)))


def met(f):
    """f of operands that broadcast together, as ours do."""
    return lambda *x: f(*jnp.broadcast_arrays(*x))


def as_float(x):
    return x if jnp.issubdtype(x.dtype, jnp.floating) else x.astype(jnp.float32)


def positive(a, scale=2.0, least=0.1):
    return as_float(jnp.abs(a)) * scale + least


SPECIAL = {
    "igamma": met(lambda a, x: lax.igamma(*promoted(positive(a), positive(x, 2, 0.01)))),
    "igammac": met(lambda a, x: lax.igammac(*promoted(positive(a), positive(x, 2, 0.01)))),
    "igammaLarge": met(lambda a, x: lax.igamma(jnp.abs(a) * 40 + 1, jnp.abs(x) * 40 + 1)),
    "igammaEdges": met(lambda a, x: lax.igamma(stop(edges(a)), edges(x))),
    "igammacEdges": met(lambda a, x: lax.igammac(stop(edges(a)), edges(x))),
    "igammaGradA": met(lambda a, x: stop(lax.igamma_grad_a(stop(positive(a)), stop(positive(x, 2, 0.01))))),
    "randomGammaGrad": met(lambda a, x: stop(lax.random_gamma_grad(stop(positive(a)), stop(positive(x, 2, 0.01))))),
    "betaincOfX": met(lambda a, x: lax.betainc(stop(jnp.abs(a) + 0.2), jnp.full_like(a, 1.3), jnp.abs(x) / 2.5 + 0.05)),
    "betaincLarge": met(lambda a, x: lax.betainc(stop(jnp.abs(a) * 30 + 2), jnp.full_like(a, 25), jnp.abs(x) / 2.5 + 0.05)),
    "betaincEdges": met(lambda a, x: lax.betainc(stop(edges(a)), stop(edges(x)), jnp.where(x > 1, 1, jnp.where(x < -1, 0, jnp.full_like(x, 0.3))))),
    "betaincOfParameters": met(lambda a, b: lax.betainc(jnp.abs(a) * 2 + 0.3, jnp.abs(b) * 2 + 0.3, jnp.full_like(a, 0.35))),
    "besselI0e": lambda x: jss.i0e(as_float(x * 9)), "besselI0": lambda x: jss.i0(as_float(x * 5)),
    "ndtri": lambda x: jss.ndtri(x / 4.1 + 0.5), "ndtriTail": lambda x: jss.ndtri(jnp.exp(-jnp.abs(x) * 30 - 1)),
    "ndtriEdges": lambda x: jss.ndtri(stop(jnp.round(x) / 2)), "logNdtr": lambda x: jss.log_ndtr(x * 9),
    "gamma": lambda x: jss.gamma(jnp.abs(x) * 2 + 0.2), "gammaNegative": lambda x: jss.gamma(x * 0.9 - 3.05),
    "gammaSign": lambda x: jss.gammasgn(jnp.round(x * 2) / 2), "beta": lambda a, b: jss.beta(jnp.abs(a) + 0.5, jnp.abs(b) + 0.5),
    "multigammaln": lambda x: jss.multigammaln(jnp.abs(x) + 2.5, 3), "poch": lambda z, m: jss.poch(jnp.abs(z) + 0.5, jnp.abs(m)),
    "comb": lambda n, k: jss.comb(jnp.round(jnp.abs(n) * 4), jnp.round(k * 3)), "boxcox": lambda x, l: jss.boxcox(as_float(jnp.abs(x)) + 0.3, l),
    "boxcoxZero": lambda x, l: jss.boxcox(as_float(jnp.abs(x)) + 0.3, stop(jnp.round(l))), "boxcox1p": lambda x, l: jss.boxcox1p(jnp.abs(x), l),
}


def promoted(*x):
    kind = jnp.result_type(*x)
    return [one.astype(kind) for one in x]


def bits(x, axis):
    return jnp.unpackbits(x, axis=axis)


def poly_division(a, b):
    """The quotient and the remainder with the size of the dividend."""
    quotient, rest = jnp.polydiv(a, b)
    return quotient, jnp.concatenate([jnp.zeros(a.shape[0] - rest.shape[0], rest.dtype), rest])


def sign_of_larger(a, b):
    return jnp.where(jnp.abs(a) >= jnp.abs(b), a, b)


def ramps(mode):
    return lambda x: jnp.pad(x, ((1, 2), (0, 3)), mode)


# JAX has no gradient of a reduction by a function, nor have ours: the cases stop it.
def dims_reduced(x):
    return lax.reduce(stop(x), np.array(0, x.dtype), lambda a, b: jnp.where(jnp.abs(a) >= jnp.abs(b), a, b), (x.ndim - 1,))


NUMBERS = {
    "gcd": jnp.gcd, "lcm": jnp.lcm, "divmodQuotient": lambda a, b: jnp.divmod(a, b + 9)[0],
    "divmodRemainder": lambda a, b: jnp.divmod(a, b + 9)[1], "fmaxNan": lambda a, b: jnp.fmax(jnp.sqrt(stop(a)), jnp.sqrt(stop(b))),
    "fminNan": lambda a, b: jnp.fmin(jnp.sqrt(stop(a)), jnp.sqrt(stop(b))), "fmaxWhole": jnp.fmax, "modfFraction": lambda x: jnp.modf(x * 3)[0],
    "modfWhole": lambda x: jnp.modf(x * 3)[1], "frexpMantissa": lambda x: stop(jnp.frexp(x * x * x)[0]),
    "frexpExponent": lambda x: jnp.frexp(x * x * x)[1], "frexpEdges": lambda x: stop(jnp.frexp(edges(x))[0]),
    "ldexp": lambda a, b: jnp.ldexp(a, b), "arrayEqual": lambda a, b: jnp.array_equal(a + 0 * b, a),
    "arrayEqualNot": lambda a, b: jnp.array_equal(a, b + 1), "packBits": lambda x: jnp.packbits(x > 0, -1),
    "packBitsFirst": lambda x: jnp.packbits(x > 0, 0), "unpackBits": lambda x: bits(x, -1), "unpackBitsFirst": lambda x: bits(x, 0),
    "unwrap": lambda x: jnp.unwrap(x * 5), "unwrapFirst": lambda x: jnp.unwrap(x * 3, period=2.5, axis=0),
    "polyadd": jnp.polyadd, "polysub": jnp.polysub, "polymul": lambda a, b: jnp.polymul(a, b, trim_leading_zeros=False),
    "polydivQuotient": lambda a, b: poly_division(a, b + 3)[0], "polydivRest": lambda a, b: poly_division(a, b + 3)[1],
    "polyder": lambda x: jnp.polyder(x), "polyderTwice": lambda x: jnp.polyder(x, 2), "polyint": lambda x: jnp.polyint(as_float(x)),
    "polyintTwice": lambda x: jnp.polyint(as_float(x), 2), "poly": jnp.poly, "vander": jnp.vander,
    "vanderAscending": lambda x: jnp.vander(x, 5, True),
    **{f"convolve{mode.capitalize()}": lambda a, b, mode=mode: jnp.convolve(a, b, mode) for mode in ["full", "same", "valid"]},
    **{f"correlate{mode.capitalize()}": lambda a, b, mode=mode: jnp.correlate(a, b, mode) for mode in ["full", "same", "valid"]},
    **{f"{name}{n}": lambda name=name, n=n: getattr(jnp, name)(n).astype(jnp.float32) for n in [0, 1, 2, 5, 8, 13]
       for name in ["bartlett", "blackman", "hamming", "hanning"]},
    **{f"kaiser{n}": lambda n=n: jnp.kaiser(n, 8.6).astype(jnp.float32) for n in [0, 1, 2, 5, 8, 13]},
    "varDdof": lambda x: jnp.var(x, -1, ddof=1, keepdims=True), "varDdofAll": lambda x: jnp.var(x, ddof=2),
    "padRamp": ramps("linear_ramp"), "padMedian": ramps("median"),
    **{f"diagonal{i}": lambda *x, e=e: jnp.einsum(e, *x) for i, e in enumerate(["ii->i", "ii", "iji->j", "iij,j->ij", "...ii->...i"])},
    "reduceLargest": dims_reduced, "reduceAll": lambda x: lax.reduce(stop(x), np.array(1, x.dtype), lambda a, b: a * b, tuple(range(x.ndim))),
    "windowLargest": lambda x: lax.reduce_window(stop(x), np.array(0, x.dtype), sign_of_larger, (2, 2), (1, 2), ((1, 0), (0, 1))),
    "raggedDot": lambda a, b, n: lax.ragged_dot(a, b, jnp.abs(n) % 4),
}


def known(f):
    """f of boolean conditions made of an operand."""
    return lambda x: f(x > 0.3, x)


def set_of(name):
    return lambda a, b: getattr(jnp, name)(a, b, size=6, fill_value=-9)


def along(x):
    return jnp.apply_along_axis(lambda v: jnp.outer(v, v[:2]), 1, x)


NUMBERS_OF_NAN = {
    **{f"{ours}{i}": lambda x, theirs=theirs, axis=axis, q=q: getattr(jnp, theirs)(jnp.sqrt(stop(x)), *q, axis=axis)
       for ours, theirs, q in [("nanQuantile", "nanquantile", (0.3,)), ("nanPercentile", "nanpercentile", (62.5,)), ("nanMedian", "nanmedian", ())]
       for i, axis in enumerate([None, -1])},
    "nanMedianKept": lambda x: jnp.nanmedian(jnp.sqrt(stop(x)), axis=0, keepdims=True),
}


def nonzero(x, size, fill):
    """Without elements all places hold the fill value here; JAX leaves zeros in them."""
    return jnp.nonzero(x, size=size, fill_value=fill) if x.size else (jnp.full(size, fill, jnp.int32),) * x.ndim


SETS = {
    **{f"nonzero{i}": lambda x, i=i: nonzero(x > 0, 7, -1)[i] for i in (0, 1)},
    "flatNonzero": lambda x: jnp.flatnonzero(x > 0, size=5), "argwhere": lambda x: jnp.stack(nonzero(x > 0, 4, 9), 1) if x.ndim else jnp.argwhere(x > 0, size=4),
    "extract": known(lambda c, x: jnp.extract(c, x, size=5, fill_value=-3)),
    "compress": lambda x: jnp.compress(x[:, 0] > 0, x, 0, size=2, fill_value=0),
    "compressLast": lambda x: jnp.compress(x[0] > 0, x, 1, size=3, fill_value=1),
    "uniqueValues": lambda x: jnp.unique(jnp.round(x), size=6), "uniqueFilled": lambda x: jnp.unique(jnp.round(x), size=9, fill_value=-7),
    "uniqueFirst": lambda x: jnp.unique(jnp.round(x), size=6, return_index=True)[1],
    "uniqueInverse": lambda x: jnp.unique(jnp.round(x), size=6, return_inverse=True)[1].reshape(x.shape),
    "uniqueCounts": lambda x: jnp.unique(jnp.round(x), size=6, return_counts=True)[1],
    "uniqueNan": lambda x: jnp.unique(jnp.sqrt(jnp.round(x)), size=5, fill_value=-1), "isin": lambda a, b: jnp.isin(jnp.round(a), jnp.round(b)),
    "union1d": lambda a, b: jnp.union1d(jnp.round(a), jnp.round(b), size=8), "union1dFilled": set_of("union1d"),
    **{name: set_of(name) for name in ["intersect1d", "setdiff1d", "setxor1d"]},
    "digitize": lambda x, e: jnp.digitize(x, jnp.sort(e)), "digitizeRight": lambda x, e: jnp.digitize(jnp.round(x), jnp.round(jnp.sort(e)), True),
    "choose": lambda i, a, b, c: jnp.choose(i, [a, b, c], mode="clip"),
    "piecewise": lambda x: jnp.piecewise(x, [x < 0, x > 1], [lambda v: -v, lambda v: v * v]),
    "piecewiseRest": lambda x: jnp.piecewise(x, [x < 0, x > -1], [lambda v: -v, lambda v: v * v, lambda v: v + 100]),
    "lexsort": lambda a, b: jnp.lexsort((a, jnp.round(b))), "histogram2d": lambda x, y: jnp.histogram2d(x, y, 4, [[-1.5, 1.5], [-1.5, 1.5]])[0],
    "applyAlongDim": lambda x: jnp.apply_along_axis(jnp.cumsum, 0, x), "applyAlongDimWide": along,
    "applyAlongDimSum": lambda x: jnp.apply_along_axis(jnp.sum, -1, x), **NUMBERS_OF_NAN,
    "nanArgmax": lambda x: jnp.nanargmax(jnp.sqrt(x), -1), "nanArgmin": lambda x: jnp.nanargmin(jnp.sqrt(x), 0, keepdims=True),
    "nanCumsum": lambda x: jnp.nancumsum(jnp.sqrt(stop(x)), 0), "nanCumprod": lambda x: jnp.nancumprod(jnp.sqrt(stop(x)), -1),
    "cumlogsumexp": lambda x: lax.cumlogsumexp(as_float(x), 0), "cumlogsumexpLast": lambda x: lax.cumlogsumexp(x * 30, x.ndim - 1, reverse=True),
    "block": lambda a, b: jnp.block([[a, b], [b, a]]), "blockRow": lambda a, b: jnp.block([a, b]), "columnStack": lambda a, b: jnp.column_stack([a, b]),
    **{f"ix{i}": lambda *x, i=i: jnp.ix_(*x)[i] for i in (0, 1, 2)},
    **{f"unravelIndex{i}": lambda x, i=i: jnp.unravel_index(jnp.abs(x) * 3, (3, 4, 5))[i] for i in (0, 1, 2)},
    "ravelMultiIndex": lambda a, b: jnp.ravel_multi_index((jnp.abs(a), jnp.abs(b)), (5, 6), mode="clip"),
    **{f"{name}Indices{i}{k + 2}": lambda name=name, i=i, k=k: getattr(jnp, f"{name}_indices")(4, k, 5)[i]
       for name in ("tril", "triu") for i in (0, 1) for k in (-1, 0, 2)},
    "diagIndices": lambda: jnp.diag_indices(4)[1], "fillDiagonal": lambda x: jnp.fill_diagonal(x, 7, inplace=False),
    "fillDiagonalLine": lambda x, v: jnp.fill_diagonal(x, v, inplace=False), "resize": lambda x: jnp.resize(x, (3, 5)),
    "resizeSmall": lambda x: jnp.resize(x, (2, 1, 2)),
}
