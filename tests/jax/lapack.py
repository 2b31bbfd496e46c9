# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with LAPACK's custom calls, as JAX writes them for CPUs, give JAX's results: by generated code and by the reference interpreter,
on matrices of four element types and several shapes, alone, in batches, and with batches that are split over devices.
usage: lapack.py [NAME..]

SPMD_PART=K/N in the environment: every N-th function alone, from the K-th on."""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from jax import lax
from jax._src.lax.linalg import geqrf
from jax.sharding import NamedSharding, PartitionSpec

from run_module import run

jax.config.update("jax_enable_x64", True)
TYPES = ["float32", "float64", "complex64", "complex128"]
REAL = TYPES[:2]
ANY = [(4, 4), (5, 3), (3, 6), (1, 1), (2, 7, 7), (2, 3, 6, 4)]
SQUARE = [(4, 4), (1, 1), (2, 2), (3, 5, 5), (2, 2, 3, 3), (9, 9)]
TALL = [(4, 4), (5, 3), (7, 1), (3, 6, 2), (2, 2, 5, 4), (40, 33)]


def hermitian(x):
    return x + jnp.conj(jnp.swapaxes(x, -1, -2))


def positive(x):
    return x @ jnp.conj(jnp.swapaxes(x, -1, -2)) + jnp.eye(x.shape[-1], dtype=x.dtype)


def phased(x):
    """Columns, which are known up to a factor of magnitude 1, with a real and positive sum."""
    total = jnp.sum(x * jnp.arange(1, x.shape[-2] + 1)[:, None], -2, keepdims=True)
    return x * jnp.conj(total) / jnp.abs(total)


def svd(x, **options):
    u, s, vh = jnp.linalg.svd(x, **options)
    return s, phased(u[..., : s.shape[-1]]), u[..., : s.shape[-1]] * s[..., None, :].astype(u.dtype) @ vh[..., : s.shape[-1], :]


def eigh(x):
    values, vectors = jnp.linalg.eigh(hermitian(x))
    return values, phased(vectors)


def eig(x):
    values, vectors = jnp.linalg.eig(x)
    return values, phased(vectors)


def schur(x):
    """Columns of z are known up to a factor of magnitude 1, with which elements of t turn."""
    t, z = jsl.schur(x)
    return jnp.abs(t), jnp.abs(z), z @ t @ jnp.conj(z.T)


def loss(f):
    """The gradient of a real number of f's results."""
    return jax.grad(lambda x: sum(jnp.sum(jnp.square(jnp.abs(y)) * jnp.arange(1, 1 + y.size).reshape(y.shape)) for y in jax.tree.leaves(f(x))))


# name -> function, shapes, types
CASES = {
    "qr": (jnp.linalg.qr, ANY, TYPES),
    "qrComplete": (lambda x: jnp.linalg.qr(x, mode="complete"), TALL, TYPES),
    "qrPivoting": (lambda x: jsl.qr(x, pivoting=True, mode="economic"), ANY[:4], TYPES),
    "ormqr": (lambda x: [lax.linalg.ormqr(*geqrf(x), y, left=left, transpose=transpose)
                         for transpose in (False, True) for left, y in ((True, x + 1), (False, jnp.swapaxes(x, -1, -2) - 1))], TALL, TYPES),
    "eigh": (eigh, SQUARE, TYPES),
    "eigvalsh": (lambda x: jnp.linalg.eigvalsh(hermitian(x)), SQUARE, TYPES),
    "svd": (lambda x: svd(x, full_matrices=False), ANY, TYPES),
    "svdFull": (lambda x: svd(x), ANY, TYPES),
    "svdvals": (jnp.linalg.svdvals, ANY, TYPES),
    "svdQr": (lambda x: lax.linalg.svd(x, algorithm=lax.linalg.SvdAlgorithm.QR)[1], ANY, TYPES),
    "lu": (lax.linalg.lu, ANY, TYPES),
    "solve": (lambda x: jnp.linalg.solve(x, x[..., :1] + 1), SQUARE, TYPES),
    "inv": (jnp.linalg.inv, SQUARE, TYPES),
    "det": (jnp.linalg.det, SQUARE, TYPES),
    "slogdet": (jnp.linalg.slogdet, SQUARE, TYPES),
    "pinv": (jnp.linalg.pinv, ANY, TYPES),
    "lstsq": (lambda x: jnp.linalg.lstsq(x, x[:, :1] + 1)[0], [(4, 4), (5, 3), (3, 6), (1, 1), (7, 2), (2, 7)], TYPES),
    "matrix_rank": (jnp.linalg.matrix_rank, ANY, TYPES),
    "cond": (jnp.linalg.cond, SQUARE, TYPES),
    "cholesky": (lambda x: jnp.linalg.cholesky(positive(x)), SQUARE, TYPES),
    "cho_solve": (lambda x: jsl.cho_solve((jnp.linalg.cholesky(positive(x)), True), x), SQUARE, TYPES),
    "solve_triangular": (lambda x: jsl.solve_triangular(positive(x), x, trans="C", lower=True), SQUARE, TYPES),
    "eig": (eig, SQUARE, TYPES),
    "eigvals": (jnp.linalg.eigvals, SQUARE, TYPES),
    "schur": (schur, [(4, 4), (1, 1), (5, 5), (9, 9), (2, 2), (3, 3)], TYPES),
    "hessenberg": (lax.linalg.hessenberg, [(4, 4), (2, 2), (5, 5), (9, 9), (3, 3), (3, 6, 6)], TYPES),
    "tridiagonal": (lambda x: lax.linalg.tridiagonal(hermitian(x))[:3], [(4, 4), (2, 2), (5, 5), (9, 9), (3, 3), (3, 6, 6)], TYPES),
    "tridiagonal_solve": (lambda x: lax.linalg.tridiagonal_solve(x[..., 0].at[..., 0].set(0), x[..., 1] + 3, x[..., 2].at[..., -1].set(0), x[..., 3:]),
                          [(4, 5), (5, 4), (3, 6), (9, 4), (2, 7, 5), (2, 3, 6, 4)], REAL),
    "expm": (jsl.expm, [(4, 4), (1, 1), (2, 2), (5, 5), (3, 3), (9, 9)], TYPES),
    "gradSolve": (loss(lambda x: jnp.linalg.solve(x, x[..., :1] + 1)), SQUARE, REAL),
    "gradSlogdet": (loss(jnp.linalg.slogdet), SQUARE, REAL),
    "gradQr": (loss(jnp.linalg.qr), TALL, TYPES),
    "gradEigh": (loss(lambda x: jnp.linalg.eigh(hermitian(x))), SQUARE, TYPES),
    "gradSvd": (loss(lambda x: jnp.linalg.svd(x, full_matrices=False)), TALL, TYPES),
    # What has no result: matrices that are singular, not positive definite, or not finite.
    "singular": (lambda x: (jnp.linalg.solve(x * 0, x), jnp.linalg.det(x * 0), jnp.linalg.slogdet(x * 0)), SQUARE, TYPES),
    "notPositive": (lambda x: jnp.linalg.cholesky(-positive(x)), SQUARE, TYPES),
    "notFinite": (lambda x: (jnp.linalg.eigvals(x / 0), jnp.linalg.eigvalsh(x / 0), jnp.linalg.inv(x / 0)), SQUARE[:2], TYPES),
}


def matrix(rng, shape, dtype):
    x = rng.standard_normal(shape)
    return (x + 1j * rng.standard_normal(shape) if "complex" in dtype else x).astype(dtype)


def compare(name, how, types, got, want):
    """The number of results that differ, with a line for each."""
    wrong = 0
    for i, (a, b) in enumerate(zip(got, want, strict=True)):
        b = np.asarray(b)
        # A backward stable algorithm in another order: some hundred units in the last place of the largest element, times the condition
        # numbers of random matrices of up to 40 rows. Gradients of vectors are divided by gaps between values as well.
        single = b.dtype in (np.float32, np.complex64)
        limit = (2e-3 if single else 1e-10) * (10 if "grad" in name or name in ("eig", "expm") else 1)
        if a.shape != b.shape or a.dtype != b.dtype:
            print(f"{name} {how}: result {i} is {a.dtype}{list(a.shape)}, not {b.dtype}{list(b.shape)}")
        elif not np.array_equal(np.isfinite(a), np.isfinite(b)):
            print(f"{name} {how}: result {i} of {types} is not finite in other places:\n{a}\n{b}")
        else:
            finite = np.isfinite(b)
            error = np.max(np.abs(a - b)[finite], initial=0) / max(np.max(np.abs(b)[finite], initial=0), 1e-30)
            if error <= (limit if b.dtype.kind in "fc" else 0):
                continue
            print(f"{name} {how}: result {i}, {b.dtype}{list(b.shape)}, has an error of {error:.3g} of the largest element")
        wrong += 1
    return wrong


def whole(name, f, shapes, types):
    rng = np.random.default_rng(1)
    arguments = [matrix(rng, shape, dtype) for dtype in types for shape in shapes]
    function = jax.jit(lambda *x: [f(each) for each in x])
    text, want = function.lower(*arguments).as_text(), jax.tree.leaves(function(*arguments))
    return sum(compare(name, how, types, run(text, arguments, *flags), want)
               for how, flags in (("compiled", []), ("interpreted", ["--backend=reference"])))


def split(name, f, types):
    """Six matrices over two and over four devices, which do not divide them. No bytes of matrices travel."""
    mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(jax.sharding.AxisType.Auto,) * 2)
    x = matrix(np.random.default_rng(2), (6, 4, 4), types[-1])
    wrong = 0
    for spec in (PartitionSpec("x"), PartitionSpec(("x", "y")), PartitionSpec(None, "x", "y")):
        if spec[0] == ("x", "y"):
            function = jax.jit(lambda x: f(lax.with_sharding_constraint(x, NamedSharding(mesh, spec))))
        else:
            function = jax.jit(f, in_shardings=NamedSharding(mesh, spec))
        want = jax.tree.leaves(jax.jit(f)(x))
        wrong += compare(name, f"over {spec}", types, run(function.lower(x).as_text(), [x]), want)
    return wrong


def main():
    jax.config.update("jax_use_shardy_partitioner", True)
    part, parts = map(int, os.environ.get("SPMD_PART", "0/1").split("/"))
    names, wrong = sys.argv[1:] or list(CASES)[part % parts::parts], 0
    for name in names:
        f, shapes, types = CASES[name]
        wrong += whole(name, f, shapes, types)
        if "grad" not in name and shapes in (ANY, SQUARE):
            wrong += split(name, f, types)
    print(f"{len(names)} functions, {wrong} wrong results")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
