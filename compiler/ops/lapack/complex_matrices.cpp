// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops cholesky and triangular_solve of complex matrices on real and imaginary parts, where they
// are calls of LAPACK: the runtime's own routines are for real matrices.
#include "compiler/ops/lapack/lapack.h"
#include "compiler/ops/parts.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

// The calls are made in two steps: on the complex operands, which are still there, then on the
// parts in place of that.

/// The call with complex operands `like` has, made on their parts.
PartValues callOnParts(OpBuilder &b, Location loc, StringRef name, ValueRange like,
                       ArrayRef<PartValues> operands,
                       ArrayRef<std::pair<StringRef, int64_t>> options) {
  CustomCallOp whole = createLapackCall(b, loc, name, like, options);
  std::optional<PartValues> parts = lapackOnParts(whole, b, operands);
  whole->erase();
  assert(parts && "the call has the types of its routine");
  return *parts;
}

Value splat(OpBuilder &b, Location loc, RankedTensorType type, double number) {
  return ConstantOp::create(
      b, loc, DenseElementsAttr::get(type, b.getFloatAttr(type.getElementType(), number)));
}

/// Whether row >= column (or <=) at each element of the matrices.
Value isInTriangle(OpBuilder &b, Location loc, RankedTensorType type, bool isLower) {
  auto indices = type.clone(b.getI32Type());
  Value row = IotaOp::create(b, loc, indices, type.getRank() - 2);
  Value column = IotaOp::create(b, loc, indices, type.getRank() - 1);
  return CompareOp::create(b, loc, row, column,
                           isLower ? ComparisonDirection::GE : ComparisonDirection::LE);
}

/// Whether LAPACK's info is 0, for each element of the matrix.
Value hasSucceeded(OpBuilder &b, Location loc, Value info, RankedTensorType type) {
  auto counts = cast<RankedTensorType>(info.getType());
  Value zero = ConstantOp::create(b, loc, DenseElementsAttr::get(counts, b.getI32IntegerAttr(0)));
  Value isZero = CompareOp::create(b, loc, info, zero, ComparisonDirection::EQ);
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, counts.getRank()));
  return BroadcastInDimOp::create(b, loc, type.clone(b.getI1Type()), isZero, dims);
}

} // namespace

// potrf leaves the other triangle as it was, and tells by info where there is no factor.
std::optional<PartValues> choleskyOnParts(CholeskyOp op, OpBuilder &b, const PartValues &a) {
  Location loc = op.getLoc();
  PartValues made =
      callOnParts(b, loc, "potrf", op.getA(), {a}, {{"uplo", op.getLower() ? 'L' : 'U'}});
  auto type = cast<RankedTensorType>(made[0].getType());
  Value inside = isInTriangle(b, loc, type, op.getLower());
  Value succeeded = hasSucceeded(b, loc, made[2], type);
  Value zero = splat(b, loc, type, 0), nan = splat(b, loc, type, std::nan(""));
  PartValues parts;
  for (Value part : {made[0], made[1]})
    parts.push_back(
        SelectOp::create(b, loc, succeeded, SelectOp::create(b, loc, inside, part, zero), nan));
  return parts;
}

// BLAS's trsm reads the triangle that the op names, and conjugates for the adjoint.
std::optional<PartValues> triangularSolveOnParts(TriangularSolveOp op, OpBuilder &b,
                                                 ArrayRef<PartValues> operands) {
  char how = op.getTransposeA() == Transpose::ADJOINT     ? 'C'
             : op.getTransposeA() == Transpose::TRANSPOSE ? 'T'
                                                          : 'N';
  return callOnParts(b, op.getLoc(), "trsm", {op.getA(), op.getB()}, operands,
                     {{"side", op.getLeftSide() ? 'L' : 'R'},
                      {"uplo", op.getLower() ? 'L' : 'U'},
                      {"trans_x", how},
                      {"diag", op.getUnitDiagonal() ? 'U' : 'N'}});
}

} // namespace spmd::ops
