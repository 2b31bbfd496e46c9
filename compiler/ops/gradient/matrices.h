// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices in the last two dims, for the gradients of linear algebra. Dims before them are a batch.
#pragma once
#include "compiler/ops/backward.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// x^T, and x^H.
Expr transposed(Expr x);
Expr adjoint(Expr x);
Expr matmul(Expr x, Expr y);
/// How op(a) x = b is solved for a triangular a; on the right side x op(a) = b.
struct Triangular {
  bool isLeft = true, isLower = true, hasUnitDiagonal = false;
  stablehlo::Transpose how = stablehlo::Transpose::NO_TRANSPOSE;
};
Expr solve(Expr a, Expr b, const Triangular &form);
/// Row and column of each element of x, compared: compareRowColumn(x, "EQ") is the diagonal.
Expr compareRowColumn(Expr x, llvm::StringRef direction);
/// The triangle of x, zeros elsewhere.
Expr triangle(Expr x, bool isLower, bool isStrict);
/// The first numbers along the last dim, as many as `count`, or zeros behind those there are.
Expr resizeLast(Expr x, int64_t count);
Expr resizeRows(Expr x, int64_t count);
/// A vector for each matrix of `like`: the same in all columns, in all rows, or on the diagonal.
Expr overColumns(Expr vector, llvm::ArrayRef<int64_t> shape);
Expr overRows(Expr vector, llvm::ArrayRef<int64_t> shape);

/// The cotangent of a = l l^H (or of u^H u) from that of the factor.
Expr factorCotangent(Expr factor, Expr ct, bool isLower);
/// Gives operands a and b of g the cotangents of a triangular solve, whose result is result 0.
void giveSolveCotangents(Backward &g, const Triangular &form);

} // namespace spmd::ops
