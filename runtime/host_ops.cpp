// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the scalar operations of HostCommand.
//
// Values wrap at the width of their type. Corner cases have the results that XLA gives on all its
// backends: x / 0 is all ones, x rem 0 is x, min / -1 is min, and a shift by the width or more
// leaves zeros (or copies of the sign).
#include "runtime/host_ops.h"
#include "runtime/elements.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

namespace spmd::rt {

namespace {

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

/// Calls f<T, kPred>() for the C++ type T of an integer or boolean; null for other types.
template <class F> HostFn forInteger(DType type, F f) {
  return forElement(type, [&]<class Element>(Element) -> HostFn {
    using T = typename Element::Storage;
    constexpr bool kPred = std::is_same_v<Element, PredElement>;
    if constexpr (kPred || isPlain<Element>)
      if constexpr (std::is_integral_v<T>)
        return f.template operator()<T, kPred>();
    return nullptr;
  });
}

// The one of `ops` that is `op`, on type T; null where it is none of them.
template <class T, bool kPred, HostOp... ops> HostFn binaryOf(HostOp op) {
  HostFn found = nullptr;
  ((op == ops ? void(found = applyBinary<ops, T, kPred>) : void()), ...);
  return found;
}
template <class T, HostOp... ops> HostFn comparisonOf(HostOp op) {
  HostFn found = nullptr;
  ((op == ops ? void(found = applyCompare<ops, T>) : void()), ...);
  return found;
}

// All operations on type T except Copy and Select. Negation, division, remainder and shifts are not
// defined on booleans. A conversion to Pred is a comparison with zero; other conversions wrap.
template <class T, bool kPred> HostFn onType(HostOp op, DType resultType) {
  using enum HostOp;
  if (op == Not)
    return applyNot<T, kPred>;
  if (op == Convert)
    return forInteger(
        resultType, []<class R, bool kToPred>() -> HostFn { return applyConvert<T, R, kToPred>; });
  if (HostFn comparison =
          comparisonOf<T, CompareEQ, CompareNE, CompareLT, CompareLE, CompareGT, CompareGE>(op))
    return comparison;
  if (HostFn binary =
          binaryOf<T, kPred, Add, Subtract, Multiply, Minimum, Maximum, And, Or, Xor>(op))
    return binary;
  if constexpr (kPred)
    return nullptr;
  else
    return op == Negate ? applyNegate<T>
                        : binaryOf<T, kPred, Divide, Remainder, ShiftLeft, ShiftRightLogical,
                                   ShiftRightArithmetic>(op);
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
  return forInteger(type, [&]<class T, bool kPred>() { return onType<T, kPred>(op, resultType); });
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
  if (type == DType::U64)
    return int64_t(
        std::min<uint64_t>(load<uint64_t>(address), uint64_t(std::numeric_limits<int64_t>::max())));
  return elementAs<int64_t>(type, address);
}

} // namespace spmd::rt
