// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One table of all element types. Each function reads a column of it.
#include "runtime/dtype.h"
#include <iterator>

namespace spmd::rt {
namespace {

// The kinds that isFloat() and isSigned() distinguish. Complex types are neither: their parts are.
enum class Class : uint8_t { Boolean, Signed, Unsigned, Float, Complex };

// One element type: its size, its names in MLIR and NumPy, and its kind.
struct Row {
  DType type;
  int64_t bytes;
  std::string_view mlir, npy;
  Class kind;
  int unused = 0; // upper bits
};

// In the order of DType, which the static_assert below checks.
constexpr Row kRows[] = {
    {DType::Pred, 1, "i1", "b1", Class::Boolean},
    {DType::S8, 1, "i8", "i1", Class::Signed},
    {DType::S16, 2, "i16", "i2", Class::Signed},
    {DType::S32, 4, "i32", "i4", Class::Signed},
    {DType::S64, 8, "i64", "i8", Class::Signed},
    {DType::U8, 1, "ui8", "u1", Class::Unsigned},
    {DType::U16, 2, "ui16", "u2", Class::Unsigned},
    {DType::U32, 4, "ui32", "u4", Class::Unsigned},
    {DType::U64, 8, "ui64", "u8", Class::Unsigned},
    {DType::F8E5M2, 1, "f8E5M2", "u1", Class::Float},
    {DType::F8E4M3FN, 1, "f8E4M3FN", "u1", Class::Float},
    {DType::F8E4M3, 1, "f8E4M3", "u1", Class::Float},
    {DType::F8E3M4, 1, "f8E3M4", "u1", Class::Float},
    {DType::F8E4M3FNUZ, 1, "f8E4M3FNUZ", "u1", Class::Float},
    {DType::F8E5M2FNUZ, 1, "f8E5M2FNUZ", "u1", Class::Float},
    {DType::F8E4M3B11FNUZ, 1, "f8E4M3B11FNUZ", "u1", Class::Float},
    {DType::F8E8M0FNU, 1, "f8E8M0FNU", "u1", Class::Float},
    {DType::BF16, 2, "bf16", "u2", Class::Float},
    {DType::F16, 2, "f16", "f2", Class::Float},
    {DType::F32, 4, "f32", "f4", Class::Float},
    {DType::F64, 8, "f64", "f8", Class::Float},
    {DType::C64, 8, "complex<f32>", "c8", Class::Complex},
    {DType::C128, 16, "complex<f64>", "c16", Class::Complex},
    {DType::S2, 1, "i2", "i1", Class::Signed, 6},
    {DType::S4, 1, "i4", "i1", Class::Signed, 4},
    {DType::U2, 1, "ui2", "u1", Class::Unsigned, 6},
    {DType::U4, 1, "ui4", "u1", Class::Unsigned, 4},
};

// Lets row() index the table by the enumeration instead of searching it. A new element type must
// get its row at the same place.
constexpr bool rowsFollowTheEnum() {
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (size_t(kRows[i].type) != i)
      return false;
  return std::size(kRows) == size_t(DType::U4) + 1;
}
static_assert(rowsFollowTheEnum());

const Row &row(DType type) { return kRows[size_t(type)]; }

} // namespace

int64_t sizeOf(DType type) { return row(type).bytes; }
int unusedBits(DType type) { return row(type).unused; }
std::string_view mlirName(DType type) { return row(type).mlir; }
std::optional<DType> typeNamed(std::string_view mlirName) {
  for (const Row &row : kRows)
    if (row.mlir == mlirName)
      return row.type;
  return std::nullopt;
}
std::string_view npyName(DType type) { return row(type).npy; }
bool isFloat(DType type) { return row(type).kind == Class::Float; }
bool isSigned(DType type) { return row(type).kind == Class::Signed; }

} // namespace spmd::rt
