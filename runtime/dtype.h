// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The element types of buffers: their sizes, and their names in MLIR text and in .npy headers.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace spmd::rt {

enum class DType : uint8_t {
  Pred, // one byte, 0 or 1
  S8,
  S16,
  S32,
  S64,
  U8,
  U16,
  U32,
  U64,
  F8E5M2,
  F8E4M3FN,
  F8E4M3,
  F8E3M4,
  F8E4M3FNUZ,
  F8E5M2FNUZ,
  F8E4M3B11FNUZ,
  F8E8M0FNU,
  BF16,
  F16,
  F32,
  F64,
  C64,
  C128,
  S2,
  S4,
  U2,
  U4,
};

/// Bytes of one element in a buffer. Elements of fewer than 8 bits are the low bits of a byte, as
/// in NumPy's arrays of ml_dtypes. Arithmetic clears the other bits, moves may keep them, and
/// readers ignore them.
int64_t sizeOf(DType type);
/// The upper bits of an element in a buffer that are no part of the number: 4 for S4, 0 for S8.
int unusedBits(DType type);
/// The spelling of the MLIR type: "i1", "i32", "ui8", "bf16", "complex<f32>".
std::string_view mlirName(DType type);
/// The type with that spelling; nothing for names that are no element type of a buffer.
std::optional<DType> typeNamed(std::string_view mlirName);
/// The .npy descriptor without byte order: "f4", "i8", "b1". Types that numpy lacks (bf16, f8) are
/// written as unsigned integers of the same width ("u2", "u1"), integers of 2 and 4 bits as those
/// of 8 bits.
std::string_view npyName(DType type);
bool isFloat(DType type);
constexpr bool isInteger(DType type) {
  return (type >= DType::S8 && type <= DType::U64) || type >= DType::S2;
}
bool isSigned(DType type);

} // namespace spmd::rt
