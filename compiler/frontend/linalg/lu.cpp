// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LU factors and what follows from them: solutions, inverses, determinants.
//
// Gradients go through the op of the factors, but for that of det, which is finite where a matrix
// is singular.
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/order.h"
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/linalg/matrices.h"
#include "compiler/frontend/trace/elementwise.h"
#include "compiler/ops/lapack/create.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The permutation of `rows` rows that swaps [.., k] make.
Tensor permutationOf(const Tensor &pivots, int64_t rows) {
  const Operand operand(pivots);
  return apply("permutation", {&operand}, OpKey(rows), [&](Emitter &e, Terms terms) {
    return ops::createPermutation(e.builder, e.location, e.valueOf(terms[0]), rows);
  });
}

/// LAPACK counts rows from 1.
LuFactors factorsOf(const Tensor &x) {
  const std::vector<Tensor> results = lapack("getrf", {x});
  const Tensor pivots = results[1] - 1;
  return {whereFound(results[0], results[2], true), pivots, permutationOf(pivots, x.size(-2))};
}

// The factors are those of P x = L U: row i of L U is row permutation[i] of x. Below the diagonal
// of the packed factors stands L, whose diagonal of ones is not stored, and above it U.

/// P^T L U y = b: substitution forwards and backwards. b has the batch dims of the factors.
Tensor solved(const LuFactors &x, const Tensor &b) {
  const Tensor half =
      triangularSolve(x.factors, permuted(b, x.permutation), {.isLower = true, .isUnit = true});
  return triangularSolve(x.factors, half);
}

// As in NumPy 2, right-hand sides of one dim are a vector, and all others are matrices, whatever
// the batch of the factors is.

/// Right-hand sides as [.., n, sides] with these batch dims, and whether they were a vector.
std::pair<Tensor, bool> sidesOf(Emitter &e, const std::string &what, const Tensor &a,
                                const Tensor &b, const std::vector<int64_t> &batch) {
  const bool isVector = b.rank() == 1;
  if (b.rank() == 0 || b.size(isVector ? 0 : -2) != a.size(-1))
    e.refuse(what + ": right-hand sides have " + std::to_string(a.size(-1)) +
             " rows, as the matrix");
  Tensor sides = isVector ? expandDims(b, -1) : b;
  std::vector<int64_t> shape = batch;
  shape.insert(shape.end(), {sides.size(-2), sides.size(-1)});
  return {broadcastTo(sides, shape), isVector};
}

/// The leading dims in which matrices and right-hand sides meet.
std::vector<int64_t> batchOf(Emitter &e, const std::string &what, const Tensor &a,
                             const Tensor &b) {
  auto leading = [](const Tensor &x) {
    std::vector<int64_t> dims = x.shape();
    dims.resize(dims.size() < 2 ? 0 : dims.size() - 2);
    return dims;
  };
  std::vector<int64_t> longer = leading(a), shorter = leading(b);
  if (longer.size() < shorter.size())
    std::swap(longer, shorter);
  for (size_t i = 1; i <= shorter.size(); ++i) {
    int64_t &size = longer[longer.size() - i];
    const int64_t with = shorter[shorter.size() - i];
    if (size != with && size != 1 && with != 1)
      e.refuse(what + ": the leading sizes " + std::to_string(size) + " and " +
               std::to_string(with) + " differ and neither is 1");
    size = size == 1 ? with : size;
  }
  return longer;
}

/// 1 or -1: the determinant of the permutation, which has one swap for each pivot that is not in
/// its own row.
Tensor parityOf(const Tensor &pivots, ElementType type) {
  const Tensor moved = notEqual(pivots, iota(pivots.shape(), int64_t(pivots.rank()) - 1));
  return astype(1 - sum(astype(moved, i32), -1) % 2 * 2, type);
}

Tensor diagonalOf(const Tensor &x) { return diagonal(x, 0, -2, -1); }

/// det(A) A^-1, also where the last pivot is 0. With d the product of all pivots but the last and
/// U1 the factor U with 1 in place of that pivot:
///   det(U) U^-1 = U1^-1 diag(det, .., det, d)
Tensor adjugate(const LuFactors &x) {
  const Tensor pivots = diagonalOf(x.factors); // [.., n]
  const int64_t n = pivots.size(-1);
  const Tensor parity = parityOf(x.pivots, pivots.elementType());
  const Tensor others = prod(pivots[{ellipsis, slice(0, n - 1)}], -1) * parity;
  const Tensor whole = others * pivots[{ellipsis, n - 1}];
  const Tensor isLast = equal(iota(pivots.shape(), int64_t(pivots.rank()) - 1), n - 1);
  const Tensor scale = where(isLast, expandDims(others, -1), expandDims(whole, -1));
  const Tensor corner = expandDims(isLast, -1) & expandDims(isLast, -2);
  const Tensor inverseOfL =
      triangularSolve(x.factors, permuted(identityLike(x.factors), x.permutation),
                      {.isLower = true, .isUnit = true});
  return triangularSolve(where(corner, 1, x.factors), expandDims(scale, -1) * inverseOfL);
}

} // namespace

/// Three results of one op, so that a program has one call of LAPACK for them.
LuFactors luFactor(const Operand &x) {
  const auto results =
      ofMatrices("luFactor", {x}, Square::No, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
        LuFactors found = factorsOf(in[0]);
        return std::vector{found.factors, found.pivots, found.permutation};
      });
  return {results[0], results[1], results[2]};
}

/// The ones of l are written in, and zeros around both.
Lu lu(const Operand &x) {
  const auto results =
      ofMatrices("lu", {x}, Square::No, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
        const LuFactors found = factorsOf(in[0]);
        const int64_t rows = in[0].size(-2), columns = in[0].size(-1), k = std::min(rows, columns);
        const ElementType type = in[0].elementType();
        Tensor l =
            tril(found.factors[{ellipsis, slice(0, k)}], -1) + eye(rows, type)[{_, slice(0, k)}];
        Tensor u = triu(found.factors[{ellipsis, slice(0, k), _}]);
        Tensor p = astype(equal(expandDims(found.permutation, -2), iota({rows, rows}, 0)), type);
        return std::vector{p, l, u};
      });
  return {results[0], results[1], results[2]};
}

/// Factors of f32 and right-hand sides of f64 meet in f64, as operands of arithmetic do. The batch
/// dims are those of the factors, to which right-hand sides are stretched.
Tensor luSolve(const LuFactors &x, const Operand &b) {
  const Operand factors(x.factors, b.where), pivots(x.permutation, b.where);
  return compose(
      "luSolve", {&factors, &pivots, &b}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
        const std::string what = "luSolve of " + text(in[0].type()) + " and " + text(in[2].type());
        if (in[0].rank() < 2 || in[0].size(-1) != in[0].size(-2))
          e.refuse(what + ": factors of square matrices are wanted");
        std::vector<int64_t> batch = in[0].shape();
        batch.resize(batch.size() - 2);
        const ElementType type = promote(in[0].elementType(), in[2].elementType());
        auto [sides, isVector] = sidesOf(e, what, in[0], astype(in[2], type), batch);
        Tensor y = solved({astype(in[0], type), {}, in[1]}, sides);
        return isVector ? squeeze(y, -1) : y;
      });
}

/// Matrices that the batch repeats are factored once: the factors are stretched, not the matrix.
Tensor solve(const Operand &a, const Operand &b) {
  return ofMatrices(
      "solve", {a, b}, Square::Yes, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
        const std::string what = "solve of " + text(in[0].type()) + " and " + text(in[1].type());
        const bool isVector = in[1].rank() == 1;
        const std::vector<int64_t> batch =
            isVector ? batchOf(e, what, in[0], in[0]) : batchOf(e, what, in[0], in[1]);
        const Tensor sides = sidesOf(e, what, in[0], in[1], batch).first;
        const LuFactors found = factorsOf(in[0]);
        std::vector<int64_t> matrices = batch, rows = batch;
        matrices.insert(matrices.end(), {in[0].size(-1), in[0].size(-1)});
        rows.push_back(in[0].size(-1));
        const Tensor y =
            solved({broadcastTo(found.factors, matrices), {}, broadcastTo(found.permutation, rows)},
                   sides);
        return std::vector{isVector ? squeeze(y, -1) : y};
      })[0];
}

/// As jax.numpy.linalg.inv: the solution for the columns of the identity matrix.
Tensor inv(const Operand &x) {
  return ofMatrix("inv", x, Square::Yes, OpKey(),
                  [](const Tensor &a) { return solved(factorsOf(a), identityLike(a)); });
}

/// The gradient is the transposed adjugate, which is finite where the quotient by a pivot is not.
Tensor det(const Operand &x) {
  auto value = [](const Tensor &a) {
    const LuFactors found = factorsOf(a);
    return prod(diagonalOf(found.factors), -1) * parityOf(found.pivots, a.elementType());
  };
  return ofMatrix("det", x, Square::Yes, OpKey(), [&](const Tensor &a) {
    auto function = customVjp(
        [=](Tensor a) { return value(a); }, [=](Tensor a) { return std::pair(value(a), a); },
        [](Tensor a, Tensor ct) {
          return expandDims(expandDims(ct, -1), -1) * swapAxes(adjugate(factorsOf(a)), -1, -2);
        });
    return function(a);
  });
}

/// Pivots are apart into signs and magnitudes before they are multiplied, so that nothing
/// overflows.
SlogDet slogdet(const Operand &x) {
  const auto results =
      ofMatrices("slogdet", {x}, Square::Yes, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
        const LuFactors found = factorsOf(in[0]);
        const Tensor pivots = diagonalOf(found.factors), sizes = abs(pivots);
        const Tensor signs = isComplex(pivots.elementType()) ? pivots / sizes : sign(pivots);
        const Tensor isZero = any(equal(sizes, 0), -1);
        const Tensor whole = prod(signs, -1) * parityOf(found.pivots, in[0].elementType());
        return std::vector{where(isZero, 0, whole), sum(log(sizes), -1)};
      });
  return {results[0], results[1]};
}

} // namespace frontend
} // namespace spmd
