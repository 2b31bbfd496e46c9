// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of functions.h that look at bits: shifts, counts, bitcasts, sign bits, and rounding
// to narrower floats.
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The bits of an element; a stored boolean takes a byte.
int64_t widthOf(ElementType type) { return 8 * int64_t(rt::sizeOf(runtimeType(type))); }

/// Unsigned types stand beside each other in the enum.
bool isUnsigned(ElementType type) { return type >= u8 && type <= u64; }

/// The signed integer of as many bits as a float has.
ElementType integerLike(ElementType type) {
  const int64_t width = widthOf(type);
  return width == 16 ? i16 : width == 32 ? i32 : i64;
}

} // namespace

/// A shift by the width or more gives 0, as StableHLO has it; C++ leaves it undefined.
Tensor shiftLeft(const Operand &x, const Operand &count) {
  return binary<stablehlo::ShiftLeftOp>("shiftLeft", x, count, Takes::Bits);
}
/// The type in which the operands meet decides which shift it is.
Tensor shiftRight(const Operand &x, const Operand &count) {
  return apply("shiftRight", {&x, &count}, OpKey(), [&](Emitter &e, Terms terms) {
    const ElementType type = typeFor(e, "shiftRight", terms, Takes::Bits);
    auto values = e.meet("shiftRight", terms, type);
    return isUnsigned(type) ? e.make<stablehlo::ShiftRightLogicalOp>(values[0], values[1])
                            : e.make<stablehlo::ShiftRightArithmeticOp>(values[0], values[1]);
  });
}
/// The same bits for signed and unsigned operands.
Tensor shiftRightLogical(const Operand &x, const Operand &count) {
  return binary<stablehlo::ShiftRightLogicalOp>("shiftRightLogical", x, count, Takes::Bits);
}
/// Counts of bits, one op each.
Tensor popcount(const Operand &x) {
  return unary<stablehlo::PopulationCountOp>("popcount", x, Takes::Bits);
}
Tensor countLeadingZeros(const Operand &x) {
  return unary<stablehlo::ClzOp>("countLeadingZeros", x, Takes::Bits);
}

/// f32[4] as u8 is u8[4, 4]; u8[4, 4] as f32 is f32[4].
Tensor bitcast(const Operand &x, ElementType type) {
  return apply("bitcast", {&x}, OpKey(int64_t(type)), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const ElementType own = e.elementOf(value);
    const std::string what = "bitcast of " + e.textOf(terms[0]) + " to " + text(type);
    if (own == boolean || type == boolean)
      e.refuse(what + ": booleans have no bits of their own");
    Sizes dims(Emitter::dimsOf(value));
    const int64_t from = widthOf(own), to = widthOf(type);
    if (from > to)
      dims.push_back(from / to);
    if (from < to) {
      if (dims.empty() || dims.back() != to / from)
        e.refuse(what + ": the last dim must have size " + std::to_string(to / from));
      dims.pop_back();
    }
    return e.make<stablehlo::BitcastConvertOp>(e.tensorType(dims, type), value);
  });
}

/// A float is looked at as a signed integer, which is negative where the highest bit is set.
Tensor signBit(const Operand &x) {
  return apply("signBit", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    const ElementType type = typeFor(e, "signBit", terms, Takes::Reals);
    mlir::Value value = e.valueOf(terms[0], type);
    if (isFloat(type))
      value = e.make<stablehlo::BitcastConvertOp>(
          e.tensorType(Emitter::dimsOf(value), integerLike(type)), value);
    return e.compare(stablehlo::ComparisonDirection::LT, value, e.constantLike(int64_t(0), value));
  });
}

/// The limits are those of StableHLO's op.
Tensor reducePrecision(const Operand &x, int exponentBits, int mantissaBits) {
  return apply(
      "reducePrecision", {&x}, OpKey(exponentBits, mantissaBits), [&](Emitter &e, Terms terms) {
        if (exponentBits < 1 || mantissaBits < 0)
          e.refuse("reducePrecision to " + std::to_string(exponentBits) + " bits of exponent and " +
                   std::to_string(mantissaBits) + " of mantissa: at least 1 and 0 are wanted");
        return e.make<stablehlo::ReducePrecisionOp>(e.floatOf(terms[0]), uint32_t(exponentBits),
                                                    uint32_t(mantissaBits));
      });
}

} // namespace frontend
} // namespace spmd
