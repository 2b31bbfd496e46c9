// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts the eight-bit floats with LLVM's APFloat, so that results agree with the constants that
// the compiler folds. Decoding uses tables, because APFloat is slow.
#include "runtime/small_floats.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace spmd::rt {
namespace {

// LLVM's description of an 8-bit type.
const llvm::fltSemantics &semantics(DType type) {
  using F = llvm::APFloat;
  switch (type) {
  case DType::F8E5M2:
    return F::Float8E5M2();
  case DType::F8E4M3FN:
    return F::Float8E4M3FN();
  case DType::F8E4M3:
    return F::Float8E4M3();
  case DType::F8E3M4:
    return F::Float8E3M4();
  case DType::F8E4M3FNUZ:
    return F::Float8E4M3FNUZ();
  case DType::F8E5M2FNUZ:
    return F::Float8E5M2FNUZ();
  case DType::F8E4M3B11FNUZ:
    return F::Float8E4M3B11FNUZ();
  default:
    assert(type == DType::F8E8M0FNU && "an 8-bit float type");
    return F::Float8E8M0FNU();
  }
}

// The 8-bit types are consecutive in DType.
constexpr int kFirst = int(DType::F8E5M2), kCount = int(DType::F8E8M0FNU) - kFirst + 1;
using Table = std::array<std::array<float, 256>, kCount>;

// The values of all 256 bit patterns of each type: 8 KiB in total, filled on first use.
Table decodeAll() {
  Table table;
  for (int t = 0; t < kCount; ++t)
    for (unsigned bits = 0; bits < 256; ++bits) {
      llvm::APFloat value(semantics(DType(kFirst + t)), llvm::APInt(8, bits));
      table[t][bits] =
          value.isNaN() ? std::numeric_limits<float>::quiet_NaN() : value.convertToFloat();
    }
  return table;
}

} // namespace

float fromF8(DType type, uint8_t bits) {
  static const Table table = decodeAll();
  return table[int(type) - kFirst][bits];
}

// F8E8M0FNU has only powers of two. Its special cases come first: zero, negative values, infinity
// and NaN become NaN, and tiny values become the smallest power, 2^-127.
uint8_t toF8(DType type, float value) {
  if (type == DType::F8E8M0FNU) {
    if (!(value > 0) || std::isinf(value))
      return 0xff;
    if (value <= 0x1p-127f)
      return 0;
  }
  // APFloat rounds to nearest even and handles overflow as each type defines.
  llvm::APFloat narrow(value);
  bool losesInfo = false;
  narrow.convert(semantics(type), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return uint8_t(narrow.bitcastToAPInt().getZExtValue());
}

} // namespace spmd::rt
