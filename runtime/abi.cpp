// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists the addresses of the functions that a kernel's object code may call without defining them.
//
// The table is the whole interface of object code to the process: the loader resolves no other
// name. So an object cannot depend by accident on a symbol of the host program.
#include "runtime/abi.h"
#include "runtime/small_floats.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <math.h>
#include <string_view>
#include <vector>

// LLVM calls these functions for llvm.powi and for 128-bit division. Their code comes from libgcc
// or compiler-rt.
extern "C" {
float __powisf2(float, int);
double __powidf2(double, int);
__int128 __divti3(__int128, __int128);
__int128 __modti3(__int128, __int128);
unsigned __int128 __udivti3(unsigned __int128, unsigned __int128);
unsigned __int128 __umodti3(unsigned __int128, unsigned __int128);
}

namespace spmd::rt {
namespace {

// LLVM calls these conversions where the CPU lacks them. The x86-64 ABI passes half and bf16 in the
// low 16 bits of an SSE register. A float that holds the bits in its low half therefore has the
// same calling convention, and the C++ compiler needs no support for these types.
float fromLowBits(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits)); }
uint16_t lowBits(float reg) { return uint16_t(std::bit_cast<uint32_t>(reg)); }

/// Rounds towards zero, and sets the last bit where the result is not exact ("round to odd"). A
/// second rounding to a narrower type then gives the same result as a single rounding of `value`.
/// Rounding double -> float to nearest -> half would round twice: a value just above the middle of
/// two halves could land exactly on the middle and go to the wrong side.
float roundToOdd(double value) {
  float near = float(value);
  if (std::isnan(value) || std::isinf(value) || double(near) == value)
    return near;
  if (std::abs(double(near)) > std::abs(value))
    near = std::nextafter(near, 0.0f);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(near) | 1u);
}

// The functions below have the signatures of compiler-rt's conversions, as far as the calling
// convention goes.
float extendHalf(float reg) { return fromF16(lowBits(reg)); }
float truncateToHalf(float value) { return fromLowBits(toF16(value)); }
float truncateToBf16(float value) { return fromLowBits(toBf16(value)); }
float truncateDoubleToHalf(double value) { return fromLowBits(toF16(roundToOdd(value))); }
float truncateDoubleToBf16(double value) { return fromLowBits(toBf16(roundToOdd(value))); }

template <class F> void *address(F *function) { return reinterpret_cast<void *>(function); }

// A libm function of one argument (LIBM1) or two (LIBM2), as double and as float: `sin` and `sinf`.
#define LIBM1(name)                                                                                \
  AbiSymbol{#name, address<double(double)>(::name)}, AbiSymbol {                                   \
    #name "f", address<float(float)>(::name##f)                                                    \
  }
#define LIBM2(name)                                                                                \
  AbiSymbol{#name, address<double(double, double)>(::name)}, AbiSymbol {                           \
    #name "f", address<float(float, float)>(::name##f)                                             \
  }

// All symbols, sorted by name as abi.h promises. The order is made here, not kept by hand.
std::vector<AbiSymbol> sortedTable() {
  std::vector<AbiSymbol> table = {
      LIBM1(acos),     LIBM1(acosh),     LIBM1(asin),   LIBM1(asinh),     LIBM1(atan),
      LIBM1(atanh),    LIBM1(cbrt),      LIBM1(ceil),   LIBM1(cos),       LIBM1(cosh),
      LIBM1(erf),      LIBM1(erfc),      LIBM1(exp),    LIBM1(exp10),     LIBM1(exp2),
      LIBM1(expm1),    LIBM1(fabs),      LIBM1(floor),  LIBM1(lgamma),    LIBM1(log),
      LIBM1(log10),    LIBM1(log1p),     LIBM1(log2),   LIBM1(nearbyint), LIBM1(rint),
      LIBM1(round),    LIBM1(roundeven), LIBM1(sin),    LIBM1(sinh),      LIBM1(sqrt),
      LIBM1(tan),      LIBM1(tanh),      LIBM1(tgamma), LIBM1(trunc),     LIBM2(atan2),
      LIBM2(copysign), LIBM2(fdim),      LIBM2(fmax),   LIBM2(fmin),      LIBM2(fmod),
      LIBM2(hypot),    LIBM2(nextafter), LIBM2(pow),    LIBM2(remainder)};
  table.insert(table.end(), {{"fma", address<double(double, double, double)>(::fma)},
                             {"fmaf", address<float(float, float, float)>(::fmaf)},
                             {"ldexp", address<double(double, int)>(::ldexp)},
                             {"ldexpf", address<float(float, int)>(::ldexpf)},
                             {"sincos", address<void(double, double *, double *)>(::sincos)},
                             {"sincosf", address<void(float, float *, float *)>(::sincosf)},
                             {"memcpy", address<void *(void *, const void *, size_t)>(::memcpy)},
                             {"memmove", address<void *(void *, const void *, size_t)>(::memmove)},
                             {"memset", address<void *(void *, int, size_t)>(::memset)},
                             {"memcmp", address<int(const void *, const void *, size_t)>(::memcmp)},
                             {"__powisf2", address(__powisf2)},
                             {"__powidf2", address(__powidf2)},
                             {"__divti3", address(__divti3)},
                             {"__modti3", address(__modti3)},
                             {"__udivti3", address(__udivti3)},
                             {"__umodti3", address(__umodti3)},
                             {"__extendhfsf2", address(extendHalf)},
                             {"__truncsfhf2", address(truncateToHalf)},
                             {"__truncdfhf2", address(truncateDoubleToHalf)},
                             {"__truncsfbf2", address(truncateToBf16)},
                             {"__truncdfbf2", address(truncateDoubleToBf16)}});
  std::ranges::sort(table, {},
                    [](const AbiSymbol &symbol) { return std::string_view(symbol.name); });
  return table;
}
#undef LIBM1
#undef LIBM2

} // namespace

std::span<const AbiSymbol> abiSymbols() {
  // Never destroyed: threads may link code while the process exits.
  static const auto &table = *new std::vector<AbiSymbol>(sortedTable());
  return table;
}

} // namespace spmd::rt
