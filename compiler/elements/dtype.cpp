// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates MLIR element types into the element types of runtime buffers.
#include "compiler/elements/dtype.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace spmd {

// tensor<2xbf16> holds BF16, i1 is Pred. Unsigned i1 and widths other than 1, 8, 16, 32, 64 have no
// counterpart.
std::optional<rt::DType> dtypeOf(Type element) {
  using rt::DType;
  using Result = std::optional<DType>;
  auto integer = [](IntegerType type) -> Result {
    bool isUnsigned = type.isUnsigned();
    switch (type.getWidth()) {
    case 1:
      return isUnsigned ? Result() : DType::Pred;
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
  };
  return TypeSwitch<Type, Result>(element)
      .Case<IntegerType>(integer)
      .Case<IndexType>([](auto) { return DType::S64; })
      .Case<BFloat16Type>([](auto) { return DType::BF16; })
      .Case<Float16Type>([](auto) { return DType::F16; })
      .Case<Float32Type>([](auto) { return DType::F32; })
      .Case<Float64Type>([](auto) { return DType::F64; })
      .Case<Float8E5M2Type>([](auto) { return DType::F8E5M2; })
      .Case<Float8E4M3FNType>([](auto) { return DType::F8E4M3FN; })
      .Case<Float8E4M3Type>([](auto) { return DType::F8E4M3; })
      .Case<Float8E3M4Type>([](auto) { return DType::F8E3M4; })
      .Case<Float8E4M3FNUZType>([](auto) { return DType::F8E4M3FNUZ; })
      .Case<Float8E5M2FNUZType>([](auto) { return DType::F8E5M2FNUZ; })
      .Case<Float8E4M3B11FNUZType>([](auto) { return DType::F8E4M3B11FNUZ; })
      .Case<Float8E8M0FNUType>([](auto) { return DType::F8E8M0FNU; })
      .Case<ComplexType>([](ComplexType type) -> Result {
        if (type.getElementType().isF32())
          return DType::C64;
        return type.getElementType().isF64() ? Result(DType::C128) : std::nullopt;
      })
      .Default([](auto) { return std::nullopt; });
}

} // namespace spmd
