// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps element types of the IR to element types of buffers, and constants to their bytes.
// Separate from buffers.cpp, because other files of codegen need types without a buffer
// plan.
#include "compiler/codegen/buffers.h"

using namespace mlir;

namespace spmd {

/// Returns the buffer's element type: i1 -> Pred, ui8 -> U8, i32 -> S32, complex<f32> ->
/// C64. Types that buffers do not hold (i4, f4, index, quantized types) give nothing.
std::optional<rt::DType> bufferType(Type element) {
  using rt::DType;
  if (auto complex = dyn_cast<ComplexType>(element))
    return complex.getElementType().isF32()   ? DType::C64
           : complex.getElementType().isF64() ? std::optional(DType::C128)
                                              : std::nullopt;
  if (auto integer = dyn_cast<IntegerType>(element)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return DType::Pred;
    case 8:
      return isUnsigned ? DType::U8 : DType::S8;
    case 16:
      return isUnsigned ? DType::U16 : DType::S16;
    case 32:
      return isUnsigned ? DType::U32 : DType::S32;
    case 64:
      return isUnsigned ? DType::U64 : DType::S64;
    default:
      return std::nullopt;
    }
  }
  struct Entry {
    bool matches;
    DType type;
  };
  for (Entry entry : {Entry{element.isBF16(), DType::BF16}, Entry{element.isF16(), DType::F16},
                      Entry{element.isF32(), DType::F32}, Entry{element.isF64(), DType::F64},
                      Entry{isa<Float8E5M2Type>(element), DType::F8E5M2},
                      Entry{isa<Float8E4M3FNType>(element), DType::F8E4M3FN},
                      Entry{isa<Float8E4M3Type>(element), DType::F8E4M3},
                      Entry{isa<Float8E3M4Type>(element), DType::F8E3M4},
                      Entry{isa<Float8E4M3FNUZType>(element), DType::F8E4M3FNUZ},
                      Entry{isa<Float8E5M2FNUZType>(element), DType::F8E5M2FNUZ},
                      Entry{isa<Float8E4M3B11FNUZType>(element), DType::F8E4M3B11FNUZ},
                      Entry{isa<Float8E8M0FNUType>(element), DType::F8E8M0FNU}})
    if (entry.matches)
      return entry.type;
  return std::nullopt;
}

/// Returns nothing for dynamic shapes, for element types without a buffer type and where the
/// number of bytes overflows 64 bits.
std::optional<uint64_t> bufferBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  std::optional<rt::DType> element = bufferType(tensor.getElementType());
  if (!element)
    return std::nullopt;
  uint64_t bytes = rt::sizeOf(*element);
  for (int64_t size : tensor.getShape())
    if (__builtin_mul_overflow(bytes, uint64_t(size), &bytes))
      return std::nullopt;
  return bytes;
}

/// The limit on the bytes of all constants of a program, each of which the compiled program
/// stores element by element. No program text is as large, but a splat of one number can
/// stand for any number of elements: dense<0> : tensor<1000000x1000000xf32> would take 4 TB.
constexpr uint64_t kMostConstantBytes = uint64_t(16) << 30;

/// Appends the elements in row-major order. A splat is expanded, and i1, which MLIR packs
/// into bits, becomes one byte per element.
LogicalResult appendElements(stablehlo::ConstantOp op, std::vector<uint8_t> &out) {
  auto type = cast<RankedTensorType>(op.getType());
  std::optional<rt::DType> element = bufferType(type.getElementType());
  auto values = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!element || !values)
    return op->emitError("has elements of a kind that generated code keeps in no buffer: ") << type;
  const std::optional<uint64_t> bytes = bufferBytes(type);
  if (!bytes || *bytes > kMostConstantBytes - std::min<uint64_t>(out.size(), kMostConstantBytes))
    return op->emitError("makes the program's constants larger than the ")
           << kMostConstantBytes << " bytes that are supported; broadcast a scalar instead";
  int64_t size = rt::sizeOf(*element), count = type.getNumElements();
  size_t begin = out.size();
  out.resize(begin + size * count);
  if (type.getElementType().isInteger(1)) {
    size_t i = begin;
    for (bool bit : values.getValues<bool>())
      out[i++] = bit;
    return success();
  }
  // All other types are stored as whole bytes; a splat stores a single element.
  ArrayRef<char> raw = values.getRawData();
  for (int64_t i = 0; i < (values.isSplat() ? count : 1); ++i)
    std::copy(raw.begin(), raw.end(), out.begin() + begin + i * raw.size());
  return success();
}

} // namespace spmd
