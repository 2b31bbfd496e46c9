// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The float types that C++ lacks, bit by bit: bf16, f16 and the eight-bit ones, converted to and from float with one
// rounding to nearest even. Formats: OCP 8-bit floating point specification; the FNUZ and B11 ones as LLVM's APFloat has them.
#pragma once
#include "runtime/dtype.h"
#include <bit>
#include <cstdint>

namespace spmd::rt {

inline float fromBf16(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

inline uint16_t toBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return uint16_t(bits >> 16 | 0x40u); // stays a NaN, made quiet
  return uint16_t((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

float fromF16(uint16_t bits);
uint16_t toF16(float value);

/// `type` is one of the F8 types. Out of range becomes infinity where the type has one, else NaN.
float fromF8(DType type, uint8_t bits);
uint8_t toF8(DType type, float value);

} // namespace spmd::rt
