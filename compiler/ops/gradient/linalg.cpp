// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of matrix factors and of Fourier transforms. The factors follow Giles 2008,
// "Collected matrix derivative results for forward and reverse mode algorithmic differentiation".
// Cotangents of complex numbers are not conjugated, as in JAX: the gradient of a linear map is its
// transpose.
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/gradient/matrices.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

Expr transform(Expr x, FftType type, ArrayRef<int64_t> length, RankedTensorType result) {
  return x.g->of(
      FftOp::create(x.g->b, x.g->loc, result, x.value, type, x.g->b.getDenseI64ArrayAttr(length)));
}

} // namespace

// The op reads one triangle; like JAX, this gives the gradient of a symmetric operand's halves.
LogicalResult choleskyGradient(CholeskyOp op, Backward &g) {
  g.give(0u, factorCotangent(g.out(), g.ct(), op.getLower()));
  return success();
}

LogicalResult triangularSolveGradient(TriangularSolveOp op, Backward &g) {
  giveSolveCotangents(g,
                      {op.getLeftSide(), op.getLower(), op.getUnitDiagonal(), op.getTransposeA()});
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
