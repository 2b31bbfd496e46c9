// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes of tensors and of constants in buffers. Separate from buffers.cpp, because other files
// of codegen need them without a buffer plan.
#include "compiler/codegen/buffers.h"
#include "compiler/elements/dtype.h"

using namespace mlir;

namespace spmd {

/// Returns nothing for dynamic shapes, for element types without a buffer type and where the
/// number of bytes overflows 64 bits.
std::optional<uint64_t> bufferBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  std::optional<rt::DType> element = dtypeOf(tensor.getElementType());
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
  std::optional<rt::DType> element = dtypeOf(type.getElementType());
  auto values = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!element || !values)
    return op->emitError("has elements of a kind that generated code keeps in no buffer: ") << type;
  const std::optional<uint64_t> bytes = bufferBytes(type);
  if (!bytes || *bytes > kMostConstantBytes - std::min<uint64_t>(out.size(), kMostConstantBytes))
    return op->emitError("makes the program's constants larger than the ")
           << kMostConstantBytes << " bytes that are supported";
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
