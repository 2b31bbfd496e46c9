// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Helpers for the facets `emit`: constants of the type of a register, comparisons, maxima and
// minima by element type.
#pragma once
#include "compiler/elements/scalar_builder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

namespace spmd::ops {

/// Whether a register holds floats.
inline bool isFloatRegister(mlir::Value v) {
  return llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(v.getType()));
}
inline bool isPredicateRegister(mlir::Value v) {
  return mlir::getElementTypeOrSelf(v.getType()).isInteger(1);
}
inline unsigned registerBits(mlir::Value v) {
  return mlir::getElementTypeOrSelf(v.getType()).getIntOrFloatBitWidth();
}
/// Whether the operand (the first by default) is compared and divided as unsigned: ui types and i1.
inline bool isUnsignedOperand(mlir::Operation *op, unsigned operand = 0) {
  mlir::Type element = mlir::getElementTypeOrSelf(op->getOperand(operand).getType());
  return element.isUnsignedInteger() || element.isInteger(1);
}

/// A constant in the register type of `v`.
mlir::Value floatLike(ScalarBuilder &b, mlir::Value v, double value);
mlir::Value intLike(ScalarBuilder &b, mlir::Value v, int64_t value);
/// The register type of `v` with another element type, for example i1 for a predicate of as many
/// lanes.
mlir::Type typeLike(mlir::Value v, mlir::Type element);

inline mlir::Value compareInts(ScalarBuilder &b, mlir::arith::CmpIPredicate p, mlir::Value x,
                               mlir::Value y) {
  return b.make<mlir::arith::CmpIOp>(p, x, y);
}
inline mlir::Value compareFloats(ScalarBuilder &b, mlir::arith::CmpFPredicate p, mlir::Value x,
                                 mlir::Value y) {
  return b.make<mlir::arith::CmpFOp>(p, x, y);
}
inline mlir::Value choose(ScalarBuilder &b, mlir::Value predicate, mlir::Value yes,
                          mlir::Value no) {
  return b.make<mlir::arith::SelectOp>(predicate, yes, no);
}

/// x op y by the op for the kind of register: floats, predicates, signed and unsigned integers.
template <class Float, class Predicate, class Signed, class Unsigned = Signed>
mlir::Value byRegister(ScalarBuilder &b, mlir::Value x, mlir::Value y, bool isUnsigned = false) {
  if (isFloatRegister(x))
    return b.make<Float>(x, y);
  if (isPredicateRegister(x))
    return b.make<Predicate>(x, y);
  return isUnsigned ? b.make<Unsigned>(x, y) : b.make<Signed>(x, y);
}

/// StableHLO's maximum and minimum: the result is NaN if one operand is, -0 < +0, `or` and `and` on
/// predicates.
mlir::Value emitMaximum(ScalarBuilder &b, mlir::Value x, mlir::Value y, bool isUnsigned);
mlir::Value emitMinimum(ScalarBuilder &b, mlir::Value x, mlir::Value y, bool isUnsigned);

/// Rounds a register of f32 to `element` (bf16, f16, f8) and extends it again. Other element types
/// need no rounding.
mlir::Value roundToElement(ScalarBuilder &b, mlir::Value v, mlir::Type element);

} // namespace spmd::ops
