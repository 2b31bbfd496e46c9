// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra beside matmul and einsum: products of vectors, norms, and solvers for positive
// definite and triangular matrices, with the names and shapes of jax.numpy and jax.lax.linalg.
//
// StableHLO has no LU, QR, eigenvalue or singular value decomposition, so there is no op for them,
// and none for determinants and inverses. Ops throw spmd::Error where sizes do not fit.
#pragma once
#include <spmd/ops.h>

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
/// The sum of the products of all elements, which have equal numbers.
Tensor vdot(const Operand &a, const Operand &b);
/// Sums of products along a dim; both broadcast.
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
/// Square matrices [.., n, n] multiplied with themselves; the exponent is 0 or more.
Tensor matrixPower(const Operand &x, int64_t exponent);

/// The lower triangular l with l l^T = (x + x^T) / 2, of positive definite x [.., n, n]; NaN for
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
/// Solves l l^T x = b for the factor of cholesky.
Tensor choleskySolve(const Operand &factor, const Operand &b);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
