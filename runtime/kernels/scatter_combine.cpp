// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops for all kinds and types. Sums, maxima and minima of the usual floats are compiled for
// several instruction sets; other loops are short or rare.
#include "runtime/kernels/scatter_combine.h"
#include "runtime/cpu.h"
#include "runtime/elements.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace spmd::rt {
namespace {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>; // of a float or double

/// Maximum and minimum as StableHLO defines them: a NaN wins over numbers, and +0 is above -0.
/// Selects, no branches: which number is the larger one cannot be predicted.
template <class T> T larger(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = BitsOf<T>;
    // Equal numbers have the same bits, but for zeros, of which +0 has to win.
    const T equal = std::bit_cast<T>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b));
    const T number = a == b ? equal : b > a ? b : a; // a where one is NaN
    return b != b ? b : number;
  } else {
    return std::max(a, b);
  }
}
// The same with -0 below +0.
template <class T> T smaller(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    using Bits = BitsOf<T>;
    const T equal = std::bit_cast<T>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b));
    const T number = a == b ? equal : b < a ? b : a;
    return b != b ? b : number;
  } else {
    return std::min(a, b);
  }
}

/// Combines two numbers. Integers are computed as uint64_t, because signed overflow is undefined in
/// C++. Booleans: minimum, product and and are an and, other kinds an or.
template <ScatterCombine kind, class T> T combined(T a, T b) {
  using Wrapping = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  if constexpr (std::is_same_v<T, bool>)
    return kind == ScatterCombine::And || kind == ScatterCombine::Multiply ||
                   kind == ScatterCombine::Minimum
               ? a && b
               : a || b;
  else if constexpr (kind == ScatterCombine::Add)
    return T(Wrapping(a) + Wrapping(b));
  else if constexpr (kind == ScatterCombine::Multiply)
    return T(Wrapping(a) * Wrapping(b));
  else if constexpr (kind == ScatterCombine::Maximum)
    return larger(a, b);
  else if constexpr (kind == ScatterCombine::Minimum)
    return smaller(a, b);
  else if constexpr (kind == ScatterCombine::And && std::is_integral_v<T>)
    return T(a & b);
  else if constexpr (kind == ScatterCombine::Or && std::is_integral_v<T>)
    return T(a | b);
  else
    return b;
}

/// Computes in the stored type where C++ has it. Narrower floats are computed in f32 and rounded
/// after each update.
template <class E, ScatterCombine kind> struct Combine {
  using S = typename E::Storage;
  using T = std::conditional_t<std::is_same_v<E, PredElement>, bool, typename E::Number>;

  // One update. Reading and writing through E converts narrow floats.
  [[gnu::always_inline]] static void one(S *target, const S *update) {
    E::set(target, combined<kind, T>(E::template get<T>(target), E::template get<T>(update)));
  }
  // Unit strides have a loop of their own, which vectorises. All loops are inlined into functions
  // for several instruction sets.
  [[gnu::always_inline]] static void run(void *target, int64_t targetStride, const void *update,
                                         int64_t updateStride, int64_t count) {
    auto *to = static_cast<S *>(target);
    auto *from = static_cast<const S *>(update);
    if (targetStride == 1 && updateStride == 1) {
      for (int64_t i = 0; i < count; ++i)
        one(to + i, from + i);
      return;
    }
    for (int64_t i = 0; i < count; ++i)
      one(to + i * targetStride, from + i * updateStride);
  }
  // Places outside are rare or many in a row, so the branch is mostly predicted.
  [[gnu::always_inline]] static void points(void *target, const int64_t *places, const void *update,
                                            int64_t stride, int64_t count) {
    auto *from = static_cast<const S *>(update);
    for (int64_t i = 0; i < count; ++i)
      if (places[i] >= 0)
        one(static_cast<S *>(target) + places[i], from + i * stride);
  }
  // Neighbouring updates do not wait for each other, since they go to different copies.
  [[gnu::always_inline]] static void spread(void *const *targets, const int64_t *places,
                                            const void *update, int64_t stride, int64_t count) {
    auto *from = static_cast<const S *>(update);
    std::array<S *, kScatterCopies> to; // in registers: the loop over them is unrolled
    for (int64_t k = 0; k < kScatterCopies; ++k)
      to[k] = static_cast<S *>(targets[k]);
    int64_t i = 0;
    for (; i + kScatterCopies <= count; i += kScatterCopies)
#pragma GCC unroll 4
      for (int64_t k = 0; k < kScatterCopies; ++k)
        if (places[i + k] >= 0)
          one(to[k] + places[i + k], from + (i + k) * stride);
    for (int64_t k = 0; i + k < count; ++k)
      if (places[i + k] >= 0)
        one(to[k] + places[i + k], from + (i + k) * stride);
  }
  // Zeros of a sum are negative: 0 + -0 is 0 and -0 + -0 is -0, so that no target changes.
  static void fillNeutral(void *memory, int64_t count) {
    using Limits = std::numeric_limits<T>;
    T neutral = T(0); // of an or
    if constexpr (kind == ScatterCombine::Add)
      neutral = std::is_integral_v<T> ? T(0) : T(-0.0); // -0 plus -0 is -0
    else if constexpr (kind == ScatterCombine::Multiply)
      neutral = T(1);
    else if constexpr (kind == ScatterCombine::Maximum)
      neutral = std::is_integral_v<T> ? Limits::lowest() : T(-INFINITY);
    else if constexpr (kind == ScatterCombine::Minimum)
      neutral = std::is_integral_v<T> ? Limits::max() : T(INFINITY);
    else if constexpr (kind == ScatterCombine::And)
      neutral = T(-1);
    S stored;
    E::set(&stored, neutral);
    std::fill_n(static_cast<S *>(memory), count, stored);
  }
};

// The loops of `C` for one instruction set. AVX-512 adds vectors of 16 numbers; AVX2 has selects of
// one instruction, which maxima take.
#define SPMD_LOOPS_FOR(NAME, TARGET)                                                               \
  template <class C> struct NAME {                                                                 \
    TARGET static void run(void *target, int64_t targetStride, const void *update,                 \
                           int64_t updateStride, int64_t count) {                                  \
      C::run(target, targetStride, update, updateStride, count);                                   \
    }                                                                                              \
    TARGET static void points(void *target, const int64_t *places, const void *update,             \
                              int64_t stride, int64_t count) {                                     \
      C::points(target, places, update, stride, count);                                            \
    }                                                                                              \
    TARGET static void spread(void *const *targets, const int64_t *places, const void *update,     \
                              int64_t stride, int64_t count) {                                     \
      C::spread(targets, places, update, stride, count);                                           \
    }                                                                                              \
  };
SPMD_LOOPS_FOR(AnyCpu, )
#if defined(__x86_64__)
SPMD_LOOPS_FOR(Avx2, [[gnu::target("avx2")]])
SPMD_LOOPS_FOR(Avx512, [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]])
#endif
#undef SPMD_LOOPS_FOR

// Eight-bit floats, booleans and integers of fewer bits have no copies: they are rare, and some of
// these floats lack infinities.
template <class E, ScatterCombine kind> ScatterLoops loopsOf() {
  using C = Combine<E, kind>;
  constexpr bool isNarrow = std::is_same_v<E, Bf16Element> || std::is_same_v<E, F16Element>;
  constexpr bool hasCopies = isPlain<E> || isNarrow;
  auto all = []<template <class> class Cpu>() -> ScatterLoops {
    using Loops = Cpu<C>;
    if constexpr (hasCopies)
      return {Loops::run, Loops::points, Loops::spread, C::fillNeutral};
    else
      return {Loops::run, Loops::points, nullptr, nullptr};
  };
#if defined(__x86_64__)
  constexpr bool isUsual = kind == ScatterCombine::Add || kind == ScatterCombine::Maximum ||
                           kind == ScatterCombine::Minimum;
  if constexpr (isUsual && (isNarrow || std::is_floating_point_v<typename E::Storage>)) {
    if (isaOfThisCpu() >= Isa::Avx512)
      return all.template operator()<Avx512>();
    if (isaOfThisCpu() >= Isa::Avx2)
      return all.template operator()<Avx2>();
  }
#endif
  return all.template operator()<AnyCpu>();
}

/// An element of which only the bytes are moved.
template <int Bytes> struct Opaque {
  struct alignas(Bytes < 16 ? Bytes : 8) Storage {
    std::byte bytes[Bytes];
  };
};
/// Replaces targets by updates.
template <int Bytes> ScatterLoops replacing() {
  using S = typename Opaque<Bytes>::Storage;
  return {
      [](void *target, int64_t targetStride, const void *update, int64_t updateStride,
         int64_t count) {
        auto *to = static_cast<S *>(target);
        auto *from = static_cast<const S *>(update);
        if (targetStride == 1 && updateStride == 1) {
          std::copy_n(from, count, to);
          return;
        }
        for (int64_t i = 0; i < count; ++i)
          to[i * targetStride] = from[i * updateStride];
      },
      [](void *target, const int64_t *places, const void *update, int64_t stride, int64_t count) {
        for (int64_t i = 0; i < count; ++i)
          if (places[i] >= 0)
            static_cast<S *>(target)[places[i]] = static_cast<const S *>(update)[i * stride];
      },
      nullptr, nullptr};
}

template <ScatterCombine kind> ScatterLoops loopsOfKind(DType type) {
  return forElement(type, []<class E>(E) { return loopsOf<E, kind>(); });
}

} // namespace

ScatterLoops scatterLoops(ScatterCombine kind, DType type) {
  switch (kind) {
  case ScatterCombine::Callback:
    break;
  case ScatterCombine::Add:
    return loopsOfKind<ScatterCombine::Add>(type);
  case ScatterCombine::Multiply:
    return loopsOfKind<ScatterCombine::Multiply>(type);
  case ScatterCombine::Minimum:
    return loopsOfKind<ScatterCombine::Minimum>(type);
  case ScatterCombine::Maximum:
    return loopsOfKind<ScatterCombine::Maximum>(type);
  case ScatterCombine::And:
    return loopsOfKind<ScatterCombine::And>(type);
  case ScatterCombine::Or:
    return loopsOfKind<ScatterCombine::Or>(type);
  case ScatterCombine::Replace:
    switch (sizeOf(type)) {
    case 1:
      return replacing<1>();
    case 2:
      return replacing<2>();
    case 4:
      return replacing<4>();
    case 8:
      return replacing<8>();
    default:
      return replacing<16>();
    }
  }
  return {};
}

} // namespace spmd::rt
