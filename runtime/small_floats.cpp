// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts small floats with LLVM's APFloat, for kernels and for the constants that the compiler
// folds. Decoding of eight-bit types uses tables, because APFloat is slow.
#include "runtime/small_floats.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace spmd::rt {
using llvm::APFloat;

// Float types are consecutive in DType, the 8-bit ones first.
constexpr int kFirst = int(DType::F8E5M2);

const llvm::fltSemantics &semanticsOf(DType type) {
  assert(isFloat(type) && "a float type");
  constexpr APFloat::Semantics kFloats[] = {
      APFloat::S_Float8E5M2,        APFloat::S_Float8E4M3FN,   APFloat::S_Float8E4M3,
      APFloat::S_Float8E3M4,        APFloat::S_Float8E4M3FNUZ, APFloat::S_Float8E5M2FNUZ,
      APFloat::S_Float8E4M3B11FNUZ, APFloat::S_Float8E8M0FNU,  APFloat::S_BFloat,
      APFloat::S_IEEEhalf,          APFloat::S_IEEEsingle,     APFloat::S_IEEEdouble};
  static_assert(std::size(kFloats) == size_t(DType::F64) - kFirst + 1);
  return APFloat::EnumToSemantics(kFloats[int(type) - kFirst]);
}

double asDouble(const APFloat &number) {
  if (number.isNaN())
    return std::copysign(std::numeric_limits<double>::quiet_NaN(),
                         number.isNegative() ? -1.0 : 1.0);
  APFloat wide = number;
  bool losesInfo;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return wide.convertToDouble();
}

// APFloat rounds to nearest even and handles overflow as each type defines.
uint16_t toSmallFloat(double value, const llvm::fltSemantics &semantics) {
  if (std::isnan(value) && !APFloat::semanticsHasNaN(semantics))
    value = 0;
  if (!APFloat::semanticsHasZero(semantics)) { // f8E8M0FNU, which has no sign either
    if (!(value > 0))
      return uint16_t(APFloat::getNaN(semantics).bitcastToAPInt().getZExtValue());
    value = std::max(value, asDouble(APFloat::getSmallest(semantics)));
  }
  APFloat small(value);
  bool losesInfo;
  small.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return uint16_t(small.bitcastToAPInt().getZExtValue());
}

namespace {

constexpr int kCount = int(DType::F8E8M0FNU) - kFirst + 1;
using Table = std::array<std::array<float, 256>, kCount>;

// The values of all 256 bit patterns of each type: 8 KiB in total, filled on first use.
Table decodeAll() {
  Table table;
  for (int t = 0; t < kCount; ++t)
    for (unsigned bits = 0; bits < 256; ++bits)
      table[t][bits] =
          float(asDouble(APFloat(semanticsOf(DType(kFirst + t)), llvm::APInt(8, bits))));
  return table;
}

} // namespace

float fromF8(DType type, uint8_t bits) {
  static const Table table = decodeAll();
  return table[int(type) - kFirst][bits];
}

} // namespace spmd::rt
