// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the scalar operations of HostCommand.
//
// Values wrap at the width of their type. Corner cases have the results that XLA gives on all its
// backends: x / 0 is all ones, x rem 0 is x, min / -1 is min, and a shift by the width or more
// leaves zeros (or copies of the sign).
#include "runtime/host_ops.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

namespace spmd::rt {

namespace {

// Scalars lie at any offset of an arena, so they are read and written by memcpy, which also avoids
// aliasing rules.
template <class T> T load(const void *address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return value;
}
template <class T> void store(void *address, T value) { std::memcpy(address, &value, sizeof(T)); }

// One operation on integers. It computes on unsigned values, because signed overflow is undefined
// in C++. Small types are promoted to int first, so a product goes through uint64_t: 65535 * 65535
// as u16 would overflow an int.
template <HostOp op, class T> T binary(T a, T b) {
  using Bits = std::make_unsigned_t<T>;
  constexpr unsigned width = sizeof(T) * 8;
  Bits x = Bits(a), y = Bits(b);
  switch (op) {
  case HostOp::Add:
    return T(Bits(x + y));
  case HostOp::Subtract:
    return T(Bits(x - y));
  case HostOp::Multiply:
    return T(Bits(uint64_t(x) * uint64_t(y)));
  case HostOp::Divide:
    if (b == 0)
      return T(Bits(~Bits(0)));
    // min / -1 overflows and traps on x86-64. Negating the unsigned bits gives min.
    return std::is_signed_v<T> && b == T(-1) ? T(Bits(Bits(0) - x)) : T(a / b);
  case HostOp::Remainder:
    if (b == 0)
      return a;
    return std::is_signed_v<T> && b == T(-1) ? T(0) : T(a % b);
  case HostOp::Minimum:
    return std::min(a, b);
  case HostOp::Maximum:
    return std::max(a, b);
  case HostOp::And:
    return T(x & y);
  case HostOp::Or:
    return T(x | y);
  case HostOp::Xor:
    return T(x ^ y);
  case HostOp::ShiftLeft:
    // C++ leaves shifts by the width or more undefined.
    return y >= width ? T(0) : T(Bits(uint64_t(x) << y));
  case HostOp::ShiftRightLogical:
    return y >= width ? T(0) : T(Bits(x >> y));
  case HostOp::ShiftRightArithmetic:
    return T(std::make_signed_t<T>(a) >> (y >= width ? width - 1 : unsigned(y)));
  default:
    return a;
  }
}

/// Booleans are bytes of 0 and 1. Sum and maximum are an or, product and minimum an and, difference
/// and xor an xor.
template <HostOp op> uint8_t binaryPred(uint8_t a, uint8_t b) {
  switch (op) {
  case HostOp::Add:
  case HostOp::Or:
  case HostOp::Maximum:
    return a | b;
  case HostOp::Multiply:
  case HostOp::And:
  case HostOp::Minimum:
    return a & b;
  default:
    return a ^ b;
  }
}

// One comparison. CompareGE is the default, so that the switch has a value on every path.
template <HostOp op, class T> bool compare(T a, T b) {
  switch (op) {
  case HostOp::CompareEQ:
    return a == b;
  case HostOp::CompareNE:
    return a != b;
  case HostOp::CompareLT:
    return a < b;
  case HostOp::CompareLE:
    return a <= b;
  case HostOp::CompareGT:
    return a > b;
  default:
    return a >= b;
  }
}

// Adapters from the operations to the type HostFn. kPred selects the boolean variant: Pred and U8
// have the same C++ type.
template <HostOp op, class T, bool kPred>
void applyBinary(const void *const *operands, void *result) {
  if constexpr (kPred)
    store<uint8_t>(result, binaryPred<op>(load<uint8_t>(operands[0]), load<uint8_t>(operands[1])));
  else
    store<T>(result, binary<op, T>(load<T>(operands[0]), load<T>(operands[1])));
}
template <HostOp op, class T> void applyCompare(const void *const *operands, void *result) {
  store<uint8_t>(result, compare<op, T>(load<T>(operands[0]), load<T>(operands[1])));
}
// Adapters of one operand, and Select, which reads a predicate.
template <class T> void applyCopy(const void *const *operands, void *result) {
  store<T>(result, load<T>(operands[0]));
}
// operands[0] is the predicate, operands[1] the value where it is true, operands[2] the other.
template <class T> void applySelect(const void *const *operands, void *result) {
  store<T>(result, load<T>(operands[load<uint8_t>(operands[0]) ? 1 : 2]));
}
// Negates as unsigned: -min is min.
template <class T> void applyNegate(const void *const *operands, void *result) {
  store<T>(result, T(std::make_unsigned_t<T>(0) - std::make_unsigned_t<T>(load<T>(operands[0]))));
}
template <class T, bool kPred> void applyNot(const void *const *operands, void *result) {
  if constexpr (kPred)
    store<uint8_t>(result, load<uint8_t>(operands[0]) ^ 1);
  else
    store<T>(result, T(~load<T>(operands[0])));
}
template <class T, class R, bool kToPred>
void applyConvert(const void *const *operands, void *result) {
  if constexpr (kToPred)
    store<uint8_t>(result, load<T>(operands[0]) != 0);
  else
    store<R>(result, R(load<T>(operands[0])));
}

// The conversion from T to another type, or null for floats. A conversion to Pred is a comparison
// with zero; other conversions wrap.
template <class T> HostFn convertTo(DType to) {
  switch (to) {
  case DType::Pred:
    return applyConvert<T, uint8_t, true>;
  case DType::S8:
    return applyConvert<T, int8_t, false>;
  case DType::S16:
    return applyConvert<T, int16_t, false>;
  case DType::S32:
    return applyConvert<T, int32_t, false>;
  case DType::S64:
    return applyConvert<T, int64_t, false>;
  case DType::U8:
    return applyConvert<T, uint8_t, false>;
  case DType::U16:
    return applyConvert<T, uint16_t, false>;
  case DType::U32:
    return applyConvert<T, uint32_t, false>;
  case DType::U64:
    return applyConvert<T, uint64_t, false>;
  default:
    return nullptr;
  }
}

// All operations on type T except Copy and Select. Division, remainder and shifts are not defined
// on booleans.
template <class T, bool kPred> HostFn onType(HostOp op, DType resultType) {
  switch (op) {
  case HostOp::Negate:
    if constexpr (kPred)
      return nullptr;
    else
      return applyNegate<T>;
  case HostOp::Not:
    return applyNot<T, kPred>;
  case HostOp::Convert:
    return convertTo<T>(resultType);
  case HostOp::Add:
    return applyBinary<HostOp::Add, T, kPred>;
  case HostOp::Subtract:
    return applyBinary<HostOp::Subtract, T, kPred>;
  case HostOp::Multiply:
    return applyBinary<HostOp::Multiply, T, kPred>;
  case HostOp::Minimum:
    return applyBinary<HostOp::Minimum, T, kPred>;
  case HostOp::Maximum:
    return applyBinary<HostOp::Maximum, T, kPred>;
  case HostOp::And:
    return applyBinary<HostOp::And, T, kPred>;
  case HostOp::Or:
    return applyBinary<HostOp::Or, T, kPred>;
  case HostOp::Xor:
    return applyBinary<HostOp::Xor, T, kPred>;
  case HostOp::CompareEQ:
    return applyCompare<HostOp::CompareEQ, T>;
  case HostOp::CompareNE:
    return applyCompare<HostOp::CompareNE, T>;
  case HostOp::CompareLT:
    return applyCompare<HostOp::CompareLT, T>;
  case HostOp::CompareLE:
    return applyCompare<HostOp::CompareLE, T>;
  case HostOp::CompareGT:
    return applyCompare<HostOp::CompareGT, T>;
  case HostOp::CompareGE:
    return applyCompare<HostOp::CompareGE, T>;
  default:
    break;
  }
  // A second switch, so that division and shifts are not instantiated for booleans.
  if constexpr (!kPred) {
    switch (op) {
    case HostOp::Divide:
      return applyBinary<HostOp::Divide, T, kPred>;
    case HostOp::Remainder:
      return applyBinary<HostOp::Remainder, T, kPred>;
    case HostOp::ShiftLeft:
      return applyBinary<HostOp::ShiftLeft, T, kPred>;
    case HostOp::ShiftRightLogical:
      return applyBinary<HostOp::ShiftRightLogical, T, kPred>;
    case HostOp::ShiftRightArithmetic:
      return applyBinary<HostOp::ShiftRightArithmetic, T, kPred>;
    default:
      break;
    }
  }
  return nullptr;
}

} // namespace

// Copy and Select only move bits, so they depend on the size of the type and also take floats.
// Example: Add on S32 is applyBinary<HostOp::Add, int32_t, false>.
HostFn hostFunction(HostOp op, DType type, DType resultType) {
  if (op == HostOp::Copy || op == HostOp::Select)
    switch (sizeOf(type)) {
    case 1:
      return op == HostOp::Copy ? applyCopy<uint8_t> : applySelect<uint8_t>;
    case 2:
      return op == HostOp::Copy ? applyCopy<uint16_t> : applySelect<uint16_t>;
    case 4:
      return op == HostOp::Copy ? applyCopy<uint32_t> : applySelect<uint32_t>;
    case 8:
      return op == HostOp::Copy ? applyCopy<uint64_t> : applySelect<uint64_t>;
    default:
      return nullptr;
    }
  switch (type) {
  case DType::Pred:
    return onType<uint8_t, true>(op, resultType);
  case DType::S8:
    return onType<int8_t, false>(op, resultType);
  case DType::S16:
    return onType<int16_t, false>(op, resultType);
  case DType::S32:
    return onType<int32_t, false>(op, resultType);
  case DType::S64:
    return onType<int64_t, false>(op, resultType);
  case DType::U8:
    return onType<uint8_t, false>(op, resultType);
  case DType::U16:
    return onType<uint16_t, false>(op, resultType);
  case DType::U32:
    return onType<uint32_t, false>(op, resultType);
  case DType::U64:
    return onType<uint64_t, false>(op, resultType);
  default:
    return nullptr;
  }
}

// Used by checkProgram() for programs that were read from a file.
int operandCount(HostOp op) {
  switch (op) {
  case HostOp::PartitionId:
    return 0;
  case HostOp::Copy:
  case HostOp::Negate:
  case HostOp::Not:
  case HostOp::Convert:
    return 1;
  case HostOp::Select:
    return 3;
  default:
    return 2;
  }
}

bool isInteger(DType type) { return type >= DType::S8 && type <= DType::U64; }

// Used for start indices and for the selector of a case.
int64_t readInteger(DType type, const void *address) {
  switch (type) {
  case DType::Pred:
    return load<uint8_t>(address) != 0;
  case DType::S8:
    return load<int8_t>(address);
  case DType::S16:
    return load<int16_t>(address);
  case DType::S32:
    return load<int32_t>(address);
  case DType::S64:
    return load<int64_t>(address);
  case DType::U8:
    return load<uint8_t>(address);
  case DType::U16:
    return load<uint16_t>(address);
  case DType::U32:
    return load<uint32_t>(address);
  case DType::U64:
    return int64_t(
        std::min<uint64_t>(load<uint64_t>(address), uint64_t(std::numeric_limits<int64_t>::max())));
  default:
    return 0;
  }
}

} // namespace spmd::rt
