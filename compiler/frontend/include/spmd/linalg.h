// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra beside matmul and einsum: products of vectors, norms, solvers, factors,
// eigenvalues, singular values and functions of matrices, with the names and shapes of
// jax.numpy.linalg, jax.scipy.linalg and jax.lax.linalg.
//
// Matrices are the last two dims; dims before them are a batch, which devices may split without
// exchanging anything. Elements are f32, f64, c64 or c128; other types become f32. Factors are
// computed by LAPACK on one thread, so that results are deterministic, and each matrix is whole on
// its device. Where an algorithm finds no result (LAPACK's info), results are NaN, as in JAX. Ops
// throw spmd::Error where sizes do not fit.
//
// Gradients are JAX's: infinite where eigenvalues or singular values are equal, and not there for
// eigenvectors of eig, and for columns of q and of u beyond the smaller side of the matrix.
#pragma once
#include <spmd/ops.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// All products of an element of a and one of b, both flat: [size of a, size of b].
Tensor outer(const Operand &a, const Operand &b);
/// Sums over the last dims of both.
Tensor inner(const Operand &a, const Operand &b);
/// Sums over the last dim of a and the last but one (or only) dim of b; other dims are those of a,
/// then those of b.
Tensor dot(const Operand &a, const Operand &b);
/// The sum of the products of all elements, which have equal numbers; a is conjugated.
Tensor vdot(const Operand &a, const Operand &b);
/// Sums of products along a dim; both broadcast, and a is conjugated.
Tensor vecdot(const Operand &a, const Operand &b, int64_t dim = -1);
/// Sums over the last `count` dims of a and the first ones of b; or over pairs of dims.
Tensor tensordot(const Operand &a, const Operand &b, int64_t count = 2);
Tensor tensordot(const Operand &a, const Operand &b, const std::vector<int64_t> &dimsA,
                 const std::vector<int64_t> &dimsB);
/// Kronecker's product: blocks of b, each times one element of a.
Tensor kron(const Operand &a, const Operand &b);
/// The cross product of vectors of three elements along a dim; both broadcast.
Tensor cross(const Operand &a, const Operand &b, int64_t dim = -1);
/// The norm of vectors along dims: sum(|x|^order)^(1/order); maxima for infinite orders, minima for
/// -infinity, and the number of elements that are not 0 for order 0. A float.
Tensor norm(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No,
            double order = 2);
/// The last two dims exchanged.
Tensor matrixTranspose(const Operand &x);
/// Square matrices [.., n, n] multiplied with themselves; the inverse for exponents below 0.
Tensor matrixPower(const Operand &x, int64_t exponent);

/// The lower triangular l with l l^H = (x + x^H) / 2, of positive definite x [.., n, n]; NaN for
/// others.
Tensor cholesky(const Operand &x);
struct TriangularOptions {
  bool isLeft = true;        // solves a x = b, else x a = b
  bool isLower = false;      // which triangle of a is read
  bool isTransposed = false; // a^T in place of a
  bool isUnit = false;       // the diagonal counts as ones
};
/// Solves for triangular a [.., n, n] and b [.., n, m], or [.., m, n] where a stands on the right.
Tensor triangularSolve(const Operand &a, const Operand &b, const TriangularOptions &options = {});
/// Solves l l^H x = b for the factor of cholesky (jax.scipy.linalg.cho_solve).
Tensor choleskySolve(const Operand &factor, const Operand &b);

/// x = p l u, with rows swapped by p, a permutation matrix.
struct Lu {
  Tensor p, l, u; // [.., m, m], [.., m, k], [.., k, n] for k = min(m, n)
  SPMD_FIELDS(p, l, u)
};
Lu lu(const Operand &x);
/// The factors in one matrix: u, and below it l without its ones.
struct LuFactors {
  Tensor factors;     // [.., m, n]
  Tensor pivots;      // [.., min(m, n)], i32: row i was swapped with row pivots[i]
  Tensor permutation; // [.., m], i32: row i of l u is row permutation[i] of x
  SPMD_FIELDS(factors, pivots, permutation)
};
LuFactors luFactor(const Operand &x);
/// Solves x y = b by luFactor(x) of square x [.., n, n], for b [n] or [.., n, sides].
Tensor luSolve(const LuFactors &x, const Operand &b);

/// The solution x of a x = b for square a [.., n, n] and b [n] or [.., n, sides]; leading dims
/// broadcast. Not finite where a is singular.
Tensor solve(const Operand &a, const Operand &b);
Tensor inv(const Operand &x);
/// [.., n, n] -> [..]. Has a gradient also where one pivot is 0.
Tensor det(const Operand &x);
struct SlogDet {
  Tensor sign, logAbs; // det = sign exp(logAbs); sign 0 and logAbs -inf for singular matrices
  SPMD_FIELDS(sign, logAbs)
};
SlogDet slogdet(const Operand &x);

/// x = q r with orthonormal columns of q and an upper triangular r, by reflections: the diagonal of
/// r may be negative.
struct Qr {
  Tensor q, r;
  SPMD_FIELDS(q, r)
};
enum class QrMode {
  Reduced,  // q [.., m, k], r [.., k, n] for k = min(m, n)
  Complete, // q [.., m, m], r [.., m, n]; has gradients where m <= n
};
Qr qr(const Operand &x, QrMode mode = QrMode::Reduced);

/// Eigenvalues w [.., n], ascending, and eigenvectors v [.., n, n] in columns of a symmetric or
/// hermitian x, of which (x + x^H) / 2 is taken.
struct Eigh {
  Tensor eigenvalues, eigenvectors;
  SPMD_FIELDS(eigenvalues, eigenvectors)
};
Eigh eigh(const Operand &x);
Tensor eigvalsh(const Operand &x);
/// Those of any square matrix, complex numbers in the order of LAPACK.
struct Eig {
  Tensor eigenvalues, eigenvectors;
  SPMD_FIELDS(eigenvalues, eigenvectors)
};
Eig eig(const Operand &x);
Tensor eigvals(const Operand &x);

/// x = u diag(s) vh with singular values s [.., k] that descend, k = min(m, n), u [.., m, m] and
/// vh [.., n, n], or with isFull false their first k columns and rows.
struct Svd {
  Tensor u, s, vh;
  SPMD_FIELDS(u, s, vh)
};
Svd svd(const Operand &x, bool isFull = true);
Tensor svdvals(const Operand &x);
/// The inverse of Moore and Penrose [.., n, m]. Singular values up to `relative` times the largest
/// one count as 0; the default is 10 max(m, n) times the distance of 1 to the next number.
Tensor pinv(const Operand &x, std::optional<double> relative = {});
/// How many singular values are above `relative` times the largest one, an i32; the default is
/// max(m, n) times the distance of 1 to the next number.
Tensor matrixRank(const Operand &x, std::optional<double> relative = {});
/// The largest singular value divided by the smallest one (numpy.linalg.cond of order 2).
Tensor cond(const Operand &x);
/// The x of least norm with the least |a x - b|, for a [m, n] and b [m] or [m, sides].
struct Lstsq {
  Tensor solution, residuals, rank, singularValues; // residuals: squared norms [1] or [sides]
  SPMD_FIELDS(solution, residuals, rank, singularValues)
};
/// Singular values up to `relative` times the largest one count as 0; the default is that of
/// matrixRank.
Lstsq lstsq(const Operand &a, const Operand &b, std::optional<double> relative = {});

/// The exponential of square matrices, by scaling, Pade's approximant and squaring (Higham 2005);
/// NaN where more than 16 squarings were needed.
Tensor expm(const Operand &x);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
