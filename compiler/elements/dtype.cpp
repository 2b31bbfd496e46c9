// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates MLIR element types into the element types of runtime buffers, which have the same
// names.
#include "compiler/elements/dtype.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace spmd {

std::optional<rt::DType> dtypeOf(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return rt::typeNamed((integer.isUnsigned() ? "ui" : "i") + llvm::utostr(integer.getWidth()));
  if (auto complex = dyn_cast<ComplexType>(element)) {
    std::optional<rt::DType> part = dtypeOf(complex.getElementType());
    return part == rt::DType::F32   ? std::optional(rt::DType::C64)
           : part == rt::DType::F64 ? std::optional(rt::DType::C128)
                                    : std::nullopt;
  }
  if (!isa<FloatType>(element))
    return std::nullopt;
  StringRef name = element.getAbstractType().getName(); // "builtin.bf16"
  name.consume_front("builtin.");
  return rt::typeNamed(name);
}

} // namespace spmd
