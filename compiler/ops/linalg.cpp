// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear algebra: cholesky, triangular_solve. The reference computes in complex f64, batch by
// batch. Generated code calls runtime routines for real matrices and LAPACK for complex ones.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/lapack/lapack.h"
#include "compiler/ops/library_call.h"
#include "dialects/stablehlo/stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Whether the runtime's routines take such matrices.
bool isSolvable(RankedTensorType type) {
  return type.hasStaticShape() && type.getNumElements() > 0 &&
         (type.getElementType().isF32() || type.getElementType().isF64());
}
/// a = L L^H. The other triangle of the result is 0; a matrix that is not positive definite gives
/// NaN.
struct Cholesky : Meaning<CholeskyOp> {
  /// ([..., i, j])->([..., i, j]) with need_replication={i, j}; all other dims are batch dims.
  static ShardingRule rule(Op op, const RuleOptions &) {
    ArrayRef<int64_t> shape = tensorTypeOf(op.getResult()).getShape();
    return dimwiseRule(op, shape,
                       [&](int64_t d) { return d + 2 < int64_t(shape.size()) ? kPasses : kWhole; });
  }
  // The upper form mirrors the input and the result, so that one algorithm serves both.
  static Tensor eval(Op op, Inputs in) {
    std::vector<Complex> a = in[0].values<Complex>();
    int64_t n = in[0].shape().back();
    for (int64_t base = 0; n && base < in[0].count(); base += n * n) {
      auto at = [&](int64_t i, int64_t j) -> Complex & { return a[base + i * n + j]; };
      // The upper input is mirrored into the lower triangle.
      if (!op.getLower())
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < i; ++j)
            at(i, j) = std::conj(at(j, i));
      // Column by column: the pivot first, then the elements below it.
      for (int64_t j = 0; j < n; ++j) {
        double pivot = at(j, j).real();
        for (int64_t k = 0; k < j; ++k)
          pivot -= std::norm(at(j, k));
        pivot = std::sqrt(pivot);
        at(j, j) = pivot;
        for (int64_t i = j + 1; i < n; ++i) {
          Complex sum = at(i, j);
          for (int64_t k = 0; k < j; ++k)
            sum -= at(i, k) * std::conj(at(j, k));
          at(i, j) = sum / pivot;
        }
      }
      // The other triangle is zero.
      for (int64_t i = 0; i < n; ++i)
        for (int64_t j = i + 1; j < n; ++j)
          at(i, j) = 0;
      if (!op.getLower())
        for (int64_t i = 0; i < n; ++i)
          for (int64_t j = 0; j < i; ++j) {
            at(j, i) = std::conj(at(i, j));
            at(i, j) = 0;
          }
    }
    return ofComplex(in[0].tensorType(), a);
  }
  // The routine works on `batches` matrices of n x n.
  static std::optional<KernelCall> kernel(Op op) {
    auto type = tensorTypeOf(op.getA());
    if (!isSolvable(type))
      return std::nullopt;
    int64_t n = type.getShape().back();
    return KernelCall{rt::CholeskyConfig{*dtypeOf(type.getElementType()),
                                         type.getNumElements() / (n * n), n, op.getLower()}};
  }
  static std::optional<PartValues> parts(Op op, OpBuilder &b, ArrayRef<PartValues> operands) {
    return choleskyOnParts(op, b, operands[0]);
  }
  /// By two triangular solves.
  static LogicalResult vjp(Op op, Backward &g) { return choleskyGradient(op, g); }
  using Facets = Has<Rule, Kernel, Parts, Dequantized, Vjp, BatchInFront, Eval>;
};

/// Solves op(a) x = b, or x op(a) = b.
struct TriangularSolve : Meaning<TriangularSolveOp> {
  /// Left: ([.., j, l], [.., j, k])->([.., l, k]), right: ([.., l, k], [.., j, k])->([.., j, l]),
  /// with the dims of a exchanged if it is transposed. Right-hand sides are independent, so
  /// extended rules let their dim pass through.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    constexpr int64_t none = RuleBuilder::kAbsent;
    auto a = tensorTypeOf(op.getA()), b = tensorTypeOf(op.getB());
    int64_t rank = a.getRank(), row = rank - 2, column = rank - 1;
    RuleBuilder builder(op);
    for (int64_t d = 0; d < row; ++d)
      builder.add({d, d}, {d}, b.getDimSize(d));
    // A transposed matrix exchanges its two dims.
    bool isTransposed = op.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
    int64_t first = isTransposed ? column : row, second = isTransposed ? row : column;
    constexpr auto whole = FactorKind::NeedReplication;
    const auto sides = options.extended || options.local ? FactorKind::PassThrough : whole;
    if (op.getLeftSide()) {
      builder.add({first, row}, {none}, b.getDimSize(row), whole);
      builder.add({none, column}, {column}, b.getDimSize(column), sides);
      builder.add({second, none}, {row}, b.getDimSize(row), whole);
    } else {
      builder.add({none, row}, {row}, b.getDimSize(row), sides);
      builder.add({second, column}, {none}, b.getDimSize(column), whole);
      builder.add({first, none}, {column}, b.getDimSize(column), whole);
    }
    return builder.build();
  }
  // Forward or backward substitution for each right-hand side.
  static Tensor eval(Op op, Inputs in) {
    std::vector<Complex> a = in[0].values<Complex>(), x = in[1].values<Complex>();
    int64_t n = in[0].shape().back(), rows = in[1].shape()[in[1].rank() - 2],
            columns = in[1].shape().back();
    bool isTransposed = op.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
    bool isAdjoint = op.getTransposeA() == stablehlo::Transpose::ADJOINT;
    bool isLeft = op.getLeftSide();
    int64_t batches = n ? in[0].count() / (n * n) : 0, others = isLeft ? columns : rows;
    for (int64_t batch = 0; batch < batches; ++batch) {
      // x M = b is M^T x^T = b^T: the right side is the left side with rows and columns exchanged.
      auto m = [&](int64_t i, int64_t j) {
        if (isTransposed == isLeft)
          std::swap(i, j);
        Complex value = a[batch * n * n + i * n + j];
        return isAdjoint ? std::conj(value) : value;
      };
      // Transposition turns lower into upper, and so does the right side.
      bool isLower = op.getLower() != (isTransposed == isLeft);
      for (int64_t o = 0; o < others; ++o) {
        auto at = [&](int64_t i) -> Complex & {
          return x[batch * rows * columns + (isLeft ? i * columns + o : o * columns + i)];
        };
        // Element i depends on those that are solved already.
        for (int64_t step = 0; step < n; ++step) {
          int64_t i = isLower ? step : n - 1 - step;
          Complex sum = at(i);
          for (int64_t k = isLower ? 0 : i + 1; k < (isLower ? i : n); ++k)
            sum -= m(i, k) * at(k);
          at(i) = op.getUnitDiagonal() ? sum : sum / m(i, i);
        }
      }
    }
    return ofComplex(in[1].tensorType(), x);
  }
  // The routine takes the number of right-hand sides and the flags of the op.
  static std::optional<KernelCall> kernel(Op op) {
    auto a = tensorTypeOf(op.getA()), b = tensorTypeOf(op.getB());
    if (!isSolvable(a) || !isSolvable(b))
      return std::nullopt;
    int64_t n = a.getShape().back();
    // For real numbers, adjoint is transposed.
    bool isTransposed = op.getTransposeA() != stablehlo::Transpose::NO_TRANSPOSE;
    return KernelCall{rt::TriangularSolveConfig{
        *dtypeOf(a.getElementType()), a.getNumElements() / (n * n), n,
        b.getShape()[b.getRank() - (op.getLeftSide() ? 1 : 2)], op.getLeftSide(), op.getLower(),
        op.getUnitDiagonal(), isTransposed}};
  }
  static std::optional<PartValues> parts(Op op, OpBuilder &b, ArrayRef<PartValues> operands) {
    return triangularSolveOnParts(op, b, operands);
  }
  /// By one more solve and an outer product.
  static LogicalResult vjp(Op op, Backward &g) { return triangularSolveGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchTriangularSolve(op, g); }
  using Facets = Has<Rule, Kernel, Parts, Vjp, Batch, Eval>;
};

} // namespace

void addLinalgRules(RuleTable &table) { table.add<Cholesky, TriangularSolve>(); }

} // namespace spmd::ops
