// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Register types and constants of emitted arithmetic, and the small helpers of arith.h.
#include "compiler/elements/arith.h"

using namespace mlir;

namespace spmd {

/// Floats narrower than f32 are f32 in registers, indices are i64, and integers lose their sign,
/// which ops carry instead.
Type registerType(Type element) {
  MLIRContext *context = element.getContext();
  if (auto floatType = dyn_cast<FloatType>(element))
    return floatType.getWidth() < 32 ? Float32Type::get(context) : element;
  if (isa<IndexType>(element))
    return IntegerType::get(context, 64);
  auto integer = dyn_cast<IntegerType>(element);
  assert(integer && "complex and quantized elements are not emitted");
  return IntegerType::get(context, integer.getWidth());
}

// With lanes = {8}: bf16 -> vector<8xf32>.
Type ScalarBuilder::registerType(Type element) const {
  Type type = spmd::registerType(element);
  return lanes.empty() ? type : VectorType::get(lanes, type);
}

static Value splat(ScalarBuilder &b, Type type, TypedAttr value) {
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, Attribute(value));
  return b.make<arith::ConstantOp>(value);
}

static Value floatConstant(ScalarBuilder &b, Type type, double value) {
  return splat(b, type, b.builder.getFloatAttr(getElementTypeOrSelf(type), value));
}

static Value intConstant(ScalarBuilder &b, Type type, int64_t value) {
  auto element = cast<IntegerType>(getElementTypeOrSelf(type));
  APInt bits(64, uint64_t(value));
  return splat(b, type, b.builder.getIntegerAttr(element, bits.sextOrTrunc(element.getWidth())));
}

Value ScalarBuilder::constant(Type element, double value) {
  Type type = registerType(element);
  return isa<FloatType>(getElementTypeOrSelf(type)) ? floatConstant(*this, type, value)
                                                    : intConstant(*this, type, int64_t(value));
}

Value ScalarBuilder::constantInt(Type element, int64_t value) {
  Type type = registerType(element);
  return isa<FloatType>(getElementTypeOrSelf(type)) ? floatConstant(*this, type, double(value))
                                                    : intConstant(*this, type, value);
}

namespace ops {

Value floatLike(ScalarBuilder &b, Value v, double value) {
  return floatConstant(b, v.getType(), value);
}
Value intLike(ScalarBuilder &b, Value v, int64_t value) {
  return intConstant(b, v.getType(), value);
}

Type typeLike(Value v, Type element) {
  if (auto vector = dyn_cast<VectorType>(v.getType()))
    return vector.clone(element);
  return element;
}

// Predicates are i1: their maximum is `or`, their minimum `and`.
Value emitMaximum(ScalarBuilder &b, Value x, Value y, bool isUnsigned) {
  return byRegister<arith::MaximumFOp, arith::OrIOp, arith::MaxSIOp, arith::MaxUIOp>(b, x, y,
                                                                                     isUnsigned);
}
Value emitMinimum(ScalarBuilder &b, Value x, Value y, bool isUnsigned) {
  return byRegister<arith::MinimumFOp, arith::AndIOp, arith::MinSIOp, arith::MinUIOp>(b, x, y,
                                                                                      isUnsigned);
}

// Rounds to nearest even: 1 + 2^-8 -> 1 as bf16.
Value roundToElement(ScalarBuilder &b, Value v, Type element) {
  if (!isa<FloatType>(element) || element.getIntOrFloatBitWidth() >= 32)
    return v;
  Value narrow = b.make<arith::TruncFOp>(typeLike(v, element), v);
  return b.make<arith::ExtFOp>(v.getType(), narrow);
}

} // namespace ops
} // namespace spmd
