// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types as C++ types. A loop over an array is written once and instantiated for each type:
// forElement(type, f) calls f with one of the structs below, whose get and set convert the element.
#pragma once
#include "runtime/small_floats.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace spmd::rt {

// `Exact` is a C++ type that holds every value of an element, `Number` the one in which single ops
// on elements are computed, before `set` rounds or wraps.

/// An element type that C++ has itself.
template <class Stored> struct Plain {
  using Storage = Stored;
  using Integer = std::conditional_t<std::is_signed_v<Stored>, int64_t, uint64_t>;
  using Exact = std::conditional_t<std::is_integral_v<Stored>, Integer, Stored>;
  using Number = Stored;
  template <class T> static T get(const Stored *at) { return T(*at); }
  template <class T> static void set(Stored *at, T value) { *at = Stored(value); }
};
struct PredElement {
  using Storage = uint8_t;
  using Exact = bool;
  using Number = uint8_t;
  template <class T> static T get(const uint8_t *at) { return T(*at != 0); }
  template <class T> static void set(uint8_t *at, T value) { *at = value != T(0); }
};
/// An integer in the low `kBits` bits of a byte.
template <int kBits, bool kSigned> struct NarrowInteger {
  using Storage = uint8_t;
  using Exact = std::conditional_t<kSigned, int64_t, uint64_t>;
  using Number = std::conditional_t<kSigned, int8_t, uint8_t>;
  template <class T> static T get(const uint8_t *at) {
    // The shift back extends the sign where there is one.
    return T(Number(Number(*at << (8 - kBits)) >> (8 - kBits)));
  }
  template <class T> static void set(uint8_t *at, T value) {
    *at = uint8_t(int64_t(value)) & uint8_t((1 << kBits) - 1);
  }
};
struct Bf16Element {
  using Storage = uint16_t;
  using Exact = float;
  using Number = float;
  template <class T> static T get(const uint16_t *at) { return T(fromBf16(*at)); }
  template <class T> static void set(uint16_t *at, T value) { *at = toBf16(float(value)); }
};
struct F16Element {
  using Storage = uint16_t;
  using Exact = float;
  using Number = float;
  template <class T> static T get(const uint16_t *at) { return T(fromF16(*at)); }
  template <class T> static void set(uint16_t *at, T value) { *at = toF16(float(value)); }
};
template <DType type> struct F8Element {
  using Storage = uint8_t;
  using Exact = float;
  using Number = float;
  template <class T> static T get(const uint8_t *at) { return T(fromF8(type, *at)); }
  template <class T> static void set(uint8_t *at, T value) { *at = toF8(type, float(value)); }
};

template <class Element>
inline constexpr bool isPlain = std::is_same_v<Element, Plain<typename Element::Storage>>;

/// Calls f with the struct of `type`, a float of 8 bits.
template <class F> auto forF8(DType type, F &&f) {
  switch (type) {
  case DType::F8E5M2:
    return f(F8Element<DType::F8E5M2>{});
  case DType::F8E4M3FN:
    return f(F8Element<DType::F8E4M3FN>{});
  case DType::F8E4M3:
    return f(F8Element<DType::F8E4M3>{});
  case DType::F8E3M4:
    return f(F8Element<DType::F8E3M4>{});
  case DType::F8E4M3FNUZ:
    return f(F8Element<DType::F8E4M3FNUZ>{});
  case DType::F8E5M2FNUZ:
    return f(F8Element<DType::F8E5M2FNUZ>{});
  case DType::F8E4M3B11FNUZ:
    return f(F8Element<DType::F8E4M3B11FNUZ>{});
  case DType::F8E8M0FNU:
    return f(F8Element<DType::F8E8M0FNU>{});
  default:
    std::abort();
  }
}

/// Calls f with the struct of `type`. Complex types are read as pairs of their parts.
template <class F> auto forElement(DType type, F &&f) {
  switch (type) {
  case DType::Pred:
    return f(PredElement{});
  case DType::S8:
    return f(Plain<int8_t>{});
  case DType::S16:
    return f(Plain<int16_t>{});
  case DType::S32:
    return f(Plain<int32_t>{});
  case DType::S64:
    return f(Plain<int64_t>{});
  case DType::U8:
    return f(Plain<uint8_t>{});
  case DType::U16:
    return f(Plain<uint16_t>{});
  case DType::U32:
    return f(Plain<uint32_t>{});
  case DType::U64:
    return f(Plain<uint64_t>{});
  case DType::S2:
    return f(NarrowInteger<2, true>{});
  case DType::S4:
    return f(NarrowInteger<4, true>{});
  case DType::U2:
    return f(NarrowInteger<2, false>{});
  case DType::U4:
    return f(NarrowInteger<4, false>{});
  case DType::BF16:
    return f(Bf16Element{});
  case DType::F16:
    return f(F16Element{});
  case DType::F32:
  case DType::C64:
    return f(Plain<float>{});
  case DType::F64:
  case DType::C128:
    return f(Plain<double>{});
  case DType::F8E5M2:
  case DType::F8E4M3FN:
  case DType::F8E4M3:
  case DType::F8E3M4:
  case DType::F8E4M3FNUZ:
  case DType::F8E5M2FNUZ:
  case DType::F8E4M3B11FNUZ:
  case DType::F8E8M0FNU:
    return forF8(type, f);
  }
  std::abort();
}

/// Reads a T from any address of a buffer, aligned or not.
template <class T> T load(const void *address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return value;
}

/// The element at `address` as a T, of a complex one the real part.
template <class T> T elementAs(DType type, const void *address) {
  return forElement(type, [&]<class Element>(Element) {
    const auto stored = load<typename Element::Storage>(address);
    return Element::template get<T>(&stored);
  });
}

} // namespace spmd::rt
