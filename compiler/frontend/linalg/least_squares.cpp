// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What follows from singular values: pseudoinverses, ranks, condition numbers, least squares.
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/linalg/matrices.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

// Thresholds are shares of the largest singular value of each matrix, as in NumPy 2: a matrix that
// is scaled has the same rank.

/// The share of the largest singular value below which others count as 0.
double thresholdOf(const Tensor &x, std::optional<double> relative, double factor) {
  const auto longer = double(std::max(x.size(-1), x.size(-2)));
  return relative.value_or(factor * longer * epsilonOf(x.elementType()));
}
OpKey keyOf(std::optional<double> relative) {
  return OpKey(int64_t(relative.has_value()), relative.value_or(0));
}

/// The inverse of Moore and Penrose: v diag(1 / s) u^H over the singular values that count.
Tensor pseudoinverse(const Tensor &x, double threshold) {
  const Svd found = svd(x, false);
  const Tensor counts = found.s > found.s[{ellipsis, slice(0, 1)}] * threshold;
  const Tensor inverses = where(counts, 1 / where(counts, found.s, 1), 0);
  return matmul(adjoint(found.vh) * expandDims(inverses, -2), adjoint(found.u));
}

/// The differential of P is -P A' P + P P^H A'^H (1 - A P) + (1 - P A) A'^H P^H P (Golub and
/// Pereyra 1973), here transposed; ct is not conjugated.
Tensor pseudoinverseCotangent(const Tensor &a, const Tensor &p, const Tensor &ct) {
  const Tensor gradient = conj(ct), ph = adjoint(p), gh = adjoint(gradient);
  const Tensor left = matmul(matmul(ph, gradient), ph);
  const Tensor byRows = matmul(gh, matmul(p, ph)), byColumns = matmul(matmul(ph, p), gh);
  return conj(byRows - matmul(a, matmul(p, byRows)) + byColumns - matmul(matmul(byColumns, p), a) -
              left);
}

} // namespace

/// The gradient is that of the pseudoinverse, not of singular vectors, which has poles where
/// singular values are equal.
Tensor pinv(const Operand &x, std::optional<double> relative) {
  return ofMatrix("pinv", x, Square::No, keyOf(relative), [&](const Tensor &a) {
    const double threshold = thresholdOf(a, relative, 10);
    auto function = customVjp([=](Tensor a) { return pseudoinverse(a, threshold); },
                              [=](Tensor a) {
                                const Tensor p = pseudoinverse(a, threshold);
                                return std::pair(p, std::pair(a, p));
                              },
                              [](std::pair<Tensor, Tensor> saved, Tensor ct) {
                                return pseudoinverseCotangent(saved.first, saved.second, ct);
                              });
    return function(a);
  });
}

/// The default threshold is numpy's, of which pinv takes ten times as much, as in JAX.
Tensor matrixRank(const Operand &x, std::optional<double> relative) {
  return ofMatrix("matrixRank", x, Square::No, keyOf(relative), [&](const Tensor &a) {
    const Tensor s = svdvals(a);
    return sum(astype(s > s[{ellipsis, slice(0, 1)}] * thresholdOf(a, relative, 1), i32), -1);
  });
}

/// Infinite for singular matrices.
Tensor cond(const Operand &x) {
  return ofMatrix("cond", x, Square::No, OpKey(), [](const Tensor &a) {
    const Tensor s = svdvals(a);
    return s[{ellipsis, 0}] / s[{ellipsis, -1}];
  });
}

/// The solution of least norm where there are several: components along singular vectors that do
/// not count are 0.
/// v diag(1 / s) u^H b from right to left, without the pseudoinverse as a matrix.
Lstsq lstsq(const Operand &a, const Operand &b, std::optional<double> relative) {
  const auto results = ofMatrices(
      "lstsq", {a, b}, Square::No, keyOf(relative), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        const bool isVector = in[1].rank() == 1;
        if (in[0].rank() != 2 || in[1].rank() < 1 || in[1].rank() > 2 ||
            in[1].size(0) != in[0].size(0))
          e.refuse("lstsq of " + text(in[0].type()) + " and " + text(in[1].type()) +
                   ": one matrix and right-hand sides with as many rows are wanted");
        const Tensor sides = isVector ? expandDims(in[1], -1) : in[1];
        const Svd found = svd(in[0], false);
        const Tensor counts = found.s >= found.s[0] * thresholdOf(in[0], relative, 1);
        const Tensor inverses = where(counts, 1 / where(counts, found.s, 1), 0);
        const Tensor y = expandDims(inverses, -1) * matmul(adjoint(found.u), sides);
        const Tensor solution = matmul(adjoint(found.vh), y);
        const Tensor rest = sides - matmul(in[0], solution);
        return std::vector{isVector ? squeeze(solution, -1) : solution,
                           sum(real(rest * conj(rest)), 0), sum(astype(counts, i32)), found.s};
      });
  return {results[0], results[1], results[2], results[3]};
}

} // namespace frontend
} // namespace spmd
