// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of tensors, vectors and buffers: elements, and bytes of one of these.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace spmd {

inline int64_t elementsOf(mlir::Value v) {
  return llvm::cast<mlir::ShapedType>(v.getType()).getNumElements();
}

/// Bytes of one element in a buffer, where a boolean takes one.
inline int64_t bytesInBuffer(mlir::Value v) {
  return llvm::divideCeil(mlir::getElementTypeOrSelf(v).getIntOrFloatBitWidth(), 8);
}

/// Bytes of one element in registers; bf16 takes 4.
inline int64_t bytesInRegister(mlir::Value v) {
  int64_t bytes = bytesInBuffer(v);
  return llvm::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(v)) ? std::max<int64_t>(bytes, 4)
                                                                   : bytes;
}

} // namespace spmd
