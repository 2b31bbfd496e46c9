// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The float types that C++ lacks: bf16, f16 and the eight-bit types. They are converted to and from
// float with one rounding to nearest even. The 16-bit conversions are inline and nearly free of
// branches, so that loops over them vectorise.
#pragma once
#include "runtime/dtype.h"
#include <bit>
#include <cstdint>

namespace llvm {
class APFloat;
struct fltSemantics;
} // namespace llvm

namespace spmd::rt {

/// LLVM's description of a float type.
const llvm::fltSemantics &semanticsOf(DType type);
/// A number of any float type as a double; a NaN keeps its sign. APFloat's own conversion turns NaN
/// of f8E8M0FNU, which has no payload, into infinity.
double asDouble(const llvm::APFloat &number);
/// The bits of the nearest number in a float type of at most 16 bits. Values out of range become
/// infinity where the type has one, else NaN. Types without NaN store 0 for it. f8E8M0FNU has
/// neither zero nor sign: positive numbers below its smallest become its smallest, zero and
/// negative ones NaN, as in ml_dtypes and XLA.
uint16_t toSmallFloat(double value, const llvm::fltSemantics &semantics);

inline float fromBf16(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

// Adding 0x7fff, or 0x8000 where the last kept bit is set, before the cut rounds to nearest even.
inline uint16_t toBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
  bool nan = (bits & 0x7fffffffu) > 0x7f800000u; // a NaN stays a NaN and becomes quiet
  return uint16_t(nan ? (bits >> 16 | 0x40u) : rounded);
}

inline float fromF16(uint16_t bits) {
  // Multiplying by 2^112 changes the exponent's bias from 15 to 127 and also normalises subnormal
  // numbers.
  uint32_t magnitude =
      std::bit_cast<uint32_t>(std::bit_cast<float>(uint32_t(bits & 0x7fffu) << 13) * 0x1p112f);
  if ((bits & 0x7c00u) == 0x7c00u)
    magnitude |= 0x7f800000u;
  return std::bit_cast<float>(magnitude | uint32_t(bits & 0x8000u) << 16);
}

inline uint16_t toF16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t sign = bits >> 16 & 0x8000u;
  bits &= 0x7fffffffu;
  uint32_t half;
  if (bits >= 0x47800000u) // 65536 and more, infinity, NaN
    half = bits > 0x7f800000u ? 0x7e00u : 0x7c00u;
  else if (bits <
           0x38800000u) // below 2^-14: adding 0.5 leaves the rounded subnormal in the low bits
    half = std::bit_cast<uint32_t>(std::bit_cast<float>(bits) + 0.5f) - 0x3f000000u;
  else
    half = (bits - 0x38000000u + 0xfffu + (bits >> 13 & 1u)) >> 13;
  return uint16_t(sign | half);
}

/// Conversions of the 8-bit types; `type` is one of them.
float fromF8(DType type, uint8_t bits);
inline uint8_t toF8(DType type, float value) {
  return uint8_t(toSmallFloat(value, semanticsOf(type)));
}

} // namespace spmd::rt
