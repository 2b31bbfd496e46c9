// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small pieces that the `emit` facets are written in: constants like a value, comparisons, maxima
// by element type.
#pragma once
#include "compiler/ops/rule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

namespace spmd::ops {

/// Whether registers of this value hold floats.
inline bool isFloatRegister(mlir::Value v) {
  return llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(v.getType()));
}
inline bool isPredicateRegister(mlir::Value v) {
  return mlir::getElementTypeOrSelf(v.getType()).isInteger(1);
}
inline unsigned registerBits(mlir::Value v) {
  return mlir::getElementTypeOrSelf(v.getType()).getIntOrFloatBitWidth();
}
/// Whether the op's operand (the first by default) is compared and divided as unsigned: ui types
/// and i1.
inline bool isUnsignedOperand(mlir::Operation *op, unsigned operand = 0) {
  mlir::Type element = mlir::getElementTypeOrSelf(op->getOperand(operand).getType());
  return element.isUnsignedInteger() || element.isInteger(1);
}

/// A constant in the register type of `v`.
mlir::Value floatLike(ScalarBuilder &b, mlir::Value v, double value);
mlir::Value intLike(ScalarBuilder &b, mlir::Value v, int64_t value);
/// The register type with another element type: i1 predicates of v's lanes, say.
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

/// StableHLO's maximum and minimum: NaN wins, -0 < +0, or and and on predicates.
mlir::Value emitMaximum(ScalarBuilder &b, mlir::Value x, mlir::Value y, bool isUnsigned);
mlir::Value emitMinimum(ScalarBuilder &b, mlir::Value x, mlir::Value y, bool isUnsigned);

/// Rounds a register of f32 to `element` (bf16, f16, f8) and back; other element types stay as they
/// are.
mlir::Value roundToElement(ScalarBuilder &b, mlir::Value v, mlir::Type element);

} // namespace spmd::ops
