// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of matrix factors and of Fourier transforms. The factors follow Giles 2008,
// "Collected matrix derivative results for forward and reverse mode algorithmic differentiation".
// Cotangents of complex numbers are not conjugated, as in JAX: the gradient of a linear map is its
// transpose.
#include "compiler/ops/gradient/gradients.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// x^T of the last two dims.
Expr transposed(Expr x) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, x.type().getRank()));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return transpose(x, order);
}

/// The matmul of the last two dims, for each index of the dims before them.
Expr matmul(Expr x, Expr y) {
  int64_t rank = x.type().getRank();
  SmallVector<int64_t> batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  SmallVector<int64_t> shape(x.shape());
  shape.back() = y.shape().back();
  auto numbers =
      DotDimensionNumbersAttr::get(x.type().getContext(), batch, batch, {rank - 1}, {rank - 2});
  return x.g->of(DotGeneralOp::create(x.g->b, x.g->loc, x.type().clone(shape), x.value, y.value,
                                      numbers, ArrayAttr(), DotAlgorithmAttr()));
}

Expr solve(Expr a, Expr b, bool isLeft, bool isLower, bool hasUnitDiagonal, Transpose how) {
  return b.g->of(TriangularSolveOp::create(b.g->b, b.g->loc, b.type(), a.value, b.value, isLeft,
                                           isLower, hasUnitDiagonal, how));
}

/// Row and column of each element of x, compared.
Expr compareRowColumn(Expr x, StringRef direction) {
  auto type = x.type().clone(x.g->b.getI32Type());
  auto iota = [&](int64_t dim) { return x.g->of(IotaOp::create(x.g->b, x.g->loc, type, dim)); };
  int64_t rank = x.type().getRank();
  return compare(iota(rank - 2), direction, iota(rank - 1));
}

/// The triangle of x, zeros elsewhere.
Expr triangle(Expr x, bool isLower, bool isStrict) {
  return select(compareRowColumn(x, isLower ? (isStrict ? "GT" : "GE") : (isStrict ? "LT" : "LE")),
                x, {});
}

/// The first numbers along the last dim, as many as `count`, or zeros behind those there are.
Expr resizeLast(Expr x, int64_t count) {
  SmallVector<int64_t> none(x.type().getRank(), 0), high = none, ones(none.size(), 1);
  SmallVector<int64_t> limit(x.shape());
  if (count >= limit.back()) {
    high.back() = count - limit.back();
    return pad(x, none, high, none);
  }
  limit.back() = count;
  return slice(x, none, limit, ones);
}

Expr transform(Expr x, FftType type, ArrayRef<int64_t> length, RankedTensorType result) {
  return x.g->of(
      FftOp::create(x.g->b, x.g->loc, result, x.value, type, x.g->b.getDenseI64ArrayAttr(length)));
}

} // namespace

/// With P the lower triangle of L^T ct, its diagonal halved: L^-T P conj(L)^-1.
LogicalResult choleskyGradient(CholeskyOp op, Backward &g) {
  // The op reads one triangle; like JAX, this gives the gradient of a symmetric operand's halves.
  Expr factor = g.out(), ct = g.ct();
  if (!op.getLower()) // U is L^H
    factor = conj(transposed(factor)), ct = conj(transposed(ct));
  Expr product = triangle(matmul(transposed(factor), ct), true, false);
  Expr halved = select(compareRowColumn(product, "EQ"), 0.5 * product, product);
  Expr left = solve(factor, halved, true, true, false, Transpose::TRANSPOSE);
  Expr given = solve(conj(factor), left, false, true, false, Transpose::NO_TRANSPOSE);
  g.give(0u, op.getLower() ? given : conj(transposed(given)));
  return success();
}

/// The right-hand sides get the solution for the transposed matrix, the matrix the outer product of
/// that with the solution.
LogicalResult triangularSolveGradient(TriangularSolveOp op, Backward &g) {
  // For op(a) x = b: b' = op(a)^-T x', and op(a)' = -b' x^T, of which the triangle counts.
  bool isLeft = op.getLeftSide(), isLower = op.getLower(), isUnit = op.getUnitDiagonal();
  Transpose how = op.getTransposeA();
  bool isAdjoint = how == Transpose::ADJOINT, isPlain = how == Transpose::NO_TRANSPOSE;
  Expr a = isAdjoint ? conj(g.in(0)) : g.in(0);
  Expr ofB = solve(a, g.ct(), isLeft, isLower, isUnit,
                   isPlain ? Transpose::TRANSPOSE : Transpose::NO_TRANSPOSE);
  g.give(1, ofB);
  if (!g.wants(0u))
    return success();
  Expr x = g.out();
  Expr ofA = -(isLeft ? matmul(ofB, transposed(x)) : matmul(transposed(x), ofB));
  if (!isPlain)
    ofA = transposed(ofA);
  g.give(0u, triangle(isAdjoint ? conj(ofA) : ofA, isLower, isUnit));
  return success();
}

/// A transform is a symmetric matrix. Those of real numbers drop or mirror half of the frequencies.
LogicalResult fftGradient(FftOp op, Backward &g) {
  // Lengths and scales are those of the forward transform.
  Expr ct = g.ct();
  ArrayRef<int64_t> length = op.getFftLength();
  FftType type = op.getFftType();
  if (type == FftType::FFT || type == FftType::IFFT) {
    g.give(0u, transform(ct, type, length, ct.type()));
  } else if (type == FftType::RFFT) {
    Expr whole = resizeLast(ct, length.back());
    g.give(0u, realPart(transform(whole, FftType::FFT, length, whole.type())));
  } else {
    // Each frequency but the first and, of an even length, the last stands for two.
    Expr spectrum = transform(ct, FftType::RFFT, length, g.in().type());
    int64_t count = g.in().shape().back(), all = 1;
    for (int64_t size : length)
      all *= size;
    auto iotaType = g.in().type().clone(g.b.getI32Type());
    Expr at = g.of(IotaOp::create(g.b, g.loc, iotaType, iotaType.getRank() - 1));
    Expr isOnce = compare(at, "EQ", 0);
    if (length.back() % 2 == 0)
      isOnce = apply("stablehlo.or", isOnce, compare(at, "EQ", double(count - 1)));
    Expr scaled = (1.0 / double(all)) * spectrum;
    g.give(0u, conj(select(isOnce, scaled, 2 * scaled)));
  }
  return success();
}

} // namespace spmd::ops
