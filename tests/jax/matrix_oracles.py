# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the cases of matrices and of complex numbers compute, in JAX. A case whose name is not here is the function of that name of
jax.numpy, jax.numpy.linalg, jax.numpy.fft, jax.nn or jax.lax (frontend_ops.py)."""
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def hermitian(x):
    return x + jnp.conj(jnp.matrix_transpose(x))


def eigh_sine(x):
    w, v = jnp.linalg.eigh(x)
    return v * jnp.sin(w)[..., None, :] @ jnp.conj(jnp.matrix_transpose(v))


def svd_sine(x):
    u, s, vh = jnp.linalg.svd(x, full_matrices=False)
    return u * jnp.sin(s)[..., None, :] @ vh


def qr_wide(x, i):
    """JAX has no gradient of a matrix with more columns than rows: those beyond the square part are q^H x."""
    rows = x.shape[-2]
    if rows >= x.shape[-1]:
        return jnp.linalg.qr(x)[i]
    q, r = jnp.linalg.qr(x[..., :rows])
    return q if i == 0 else jnp.concatenate([r, jnp.conj(jnp.matrix_transpose(q)) @ x[..., rows:]], -1)


def lu_of(x, i):
    return jnp.vectorize(lambda x: jax.scipy.linalg.lu(x)[i], signature="(m,n)->(m,k)" if i < 2 else "(m,n)->(k,n)")(x)


def lu_solve(x):
    def one(x):
        return jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(x), x[:, :1] + 1)
    return jnp.vectorize(one, signature="(n,n)->(n,k)")(x)


def expm(x):
    return jnp.vectorize(jax.scipy.linalg.expm, signature="(n,n)->(n,n)")(x)


def upper(x):
    return hermitian(x) + jnp.triu(x)


def outer_of(x):
    return x[..., :1] * x[..., :1, :]


def rank_above(x, share):
    """As numpy.linalg.matrix_rank: jax.numpy's takes the threshold for an absolute one."""
    s = jnp.linalg.svdvals(x)
    return jnp.sum(s > share * s[..., :1], -1).astype(jnp.int32)


LINALG = {
    "expmGrown": lambda x: expm(x * 6), "expmTurned": lambda x: expm((x - jnp.matrix_transpose(x)) * 50),
    "luP": lambda x: lu_of(x, 0), "luL": lambda x: lu_of(x, 1), "luU": lambda x: lu_of(x, 2), "luFactor": lambda x: lax.linalg.lu(x)[0],
    "luPivots": lambda x: lax.linalg.lu(x * 0.1 - jnp.flip(x, -2))[1], "luSolve": lu_solve,
    "detSingular": lambda x: jnp.linalg.det(x * 0 + 1 + x[..., :1] * 0), "slogdetSign": lambda x: jnp.linalg.slogdet(x)[0],
    "slogdetLogAbs": lambda x: jnp.linalg.slogdet(x)[1],
    **{f"matrixPowerBelow{n}": lambda x, n=n: jnp.linalg.matrix_power(x, -n) for n in [1, 3]},
    "solve": lambda a, b: jnp.linalg.solve(*jnp.broadcast_arrays(a + jnp.eye(a.shape[-1]) * 8)[:1], b),
    "qrQ": lambda x: qr_wide(x, 0), "qrR": lambda x: qr_wide(x, 1),
    "qrComplete": lambda x: jnp.linalg.qr(x, mode="complete")[0] @ (x * 0 + 1),
    "qrCompleteTall": lambda x: jnp.abs(jnp.linalg.qr(lax.stop_gradient(x), mode="complete")[0]), "eigh": eigh_sine,
    "eighValues": lambda x: jnp.linalg.eigh(x)[0], "eighVectors": lambda x: jnp.abs(jnp.linalg.eigh(x)[1]),
    "eigvals": lambda x: jnp.linalg.eigvals(upper(x)), "eig": lambda x: jnp.linalg.eigvals(upper(x)),
    "eigVectors": lambda x: jnp.abs(jnp.linalg.eig(lax.stop_gradient(upper(x)))[1]), "svd": svd_sine,
    "svdU": lambda x: jnp.abs(jnp.linalg.svd(x, full_matrices=False)[0]), "svdVh": lambda x: jnp.abs(jnp.linalg.svd(x, full_matrices=False)[2]),
    "svdFull": lambda x: jnp.linalg.svd(x, full_matrices=False)[1],
    "svdFullU": lambda x: jnp.abs(jnp.linalg.svd(lax.stop_gradient(x))[0][..., :1]),
    "pinvOfRank": lambda x: jnp.linalg.pinv(outer_of(x), 1e-5), "matrixRank": lambda x: jnp.linalg.matrix_rank(x).astype(jnp.int32),
    "matrixRankGiven": lambda x: rank_above(x, 0.5), "cond": jnp.linalg.cond,
    "lstsq": lambda x: jnp.linalg.lstsq(x, x[:, 0] + 1)[0], "lstsqSides": lambda x: jnp.linalg.lstsq(x, jnp.sin(x))[0],
    "lstsqResiduals": lambda x: jnp.linalg.lstsq(x, jnp.sin(x))[1], "lstsqRank": lambda x: jnp.linalg.lstsq(x, x, 0.4)[2].astype(jnp.int32),
    "expm": expm, "expmLarge": lambda x: expm(x * 3),
}

COMPLEX = {
    "fft": jnp.fft.fft,
    "complex": lambda a, b: lax.complex(*[x.astype(jnp.promote_types(jnp.promote_types(a.dtype, b.dtype), jnp.float32))
                                          for x in jnp.broadcast_arrays(a, b)]),
    "timesImaginary": lambda x: x * (0.5 + 1j), "toComplex": lambda x: x.astype(jnp.complex64),
    "toReal": lambda x: x.real.astype(jnp.float32), "toBool": lambda x: x.astype(bool), "equal": lambda a, b: jnp.equal(a.real + a * 0, a) & (b == b),
    "where": lambda a, b: jnp.where(a.real > 0, a, b), "integerPower3": lambda x: x * x * x, "integerPowerBelow": lambda x: 1 / (x * x),
    "negate": jnp.negative, "isFinite": jnp.isfinite, "isNan": jnp.isnan, "rsqrt": lax.rsqrt, "sigmoid": jax.nn.sigmoid,
    "asin": jnp.arcsin, "acos": jnp.arccos, "asinh": jnp.arcsinh, "sumLast": lambda x: jnp.sum(x, -1, keepdims=True),
    "mean": lambda x: jnp.mean(x, 0), "prod": lambda x: jnp.prod(x, -1), "prodAll": jnp.prod, "cumsum": lambda x: jnp.cumsum(x, -1),
    "norm": lambda x: jnp.linalg.norm(x, axis=-1), "all": lambda x: jnp.all(x, -1), "einsumConj": lambda a, b: jnp.sum(jnp.conj(a) * b, -1),
    "flip": lambda x: jnp.flip(x, -1), "pad": lambda x: jnp.pad(x, (1, 2), constant_values=1 + 2j),
    "take": lambda x: x[jnp.array([1, 0, 1])], "setAt": lambda x: x.at[0].set(1 + 2j), "stack": lambda x: jnp.stack([x, jnp.conj(x)]),
    "full": lambda: jnp.full((2, 2), 1.5 - 2j, jnp.complex64),
    "fftLonger": lambda x: jnp.fft.fft(x, 9, 0, "ortho"), "fftShorter": lambda x: jnp.fft.fft(x, 1, -1, "forward"),
    "irfftOdd": lambda x: jnp.fft.irfft(x, 5, 0, "ortho"), "rfftFirst": lambda x: jnp.fft.rfft(x, 4, 0),
    "hfftNorm": lambda x: jnp.fft.hfft(x, 6, -1, "forward"), "irfft2": lambda x: jnp.fft.irfft2(x, (3, 6)),
    "fftn": lambda x: along_each(jnp.fft.fft, x), "ifftn": lambda x: along_each(lambda y, axis: jnp.fft.ifft(y, None, axis, "ortho"), x),
    "rfftn": lambda x: along_each(jnp.fft.fft, jnp.fft.rfft(x), x.ndim - 1), "irfftn": lambda x: jnp.fft.irfft(along_each(jnp.fft.ifft, x, x.ndim - 1)),
    "fftnDims": lambda x: jnp.fft.fftn(x, (4, 3), (-1, 0)), "fftShift": jnp.fft.fftshift, "fftShiftLast": lambda x: jnp.fft.fftshift(x, -1),
    "ifftShift": jnp.fft.ifftshift, "fftFreq": lambda: jnp.fft.fftfreq(8), "fftFreqOdd": lambda: jnp.fft.fftfreq(7, 0.5),
    "rfftFreq": lambda: jnp.fft.rfftfreq(9, 0.25),
}


def along_each(transform, x, count=None):
    """A transform along one dim after the other: jax.numpy.fft.fftn has three at most."""
    for axis in range(x.ndim if count is None else count):
        x = transform(x, axis=axis)
    return x


FAMILIES = {"linalg": LINALG, "complex": COMPLEX}
