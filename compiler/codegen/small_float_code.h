// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 8-bit floats, which LLVM has no type for: bytes in memory, f32 in registers, converted by plain
// integer code.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

inline bool isSmallFloat(mlir::Type element) {
  return llvm::isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() <= 8;
}
/// Bytes (i8, scalar or vector) to f32: a table of 256 numbers.
llvm::Value *emitFromSmallFloat(llvm::IRBuilder<> &b, llvm::Value *bytes, mlir::FloatType type);
/// f32 to bytes, to nearest even; beyond the largest number infinity, or NaN where the type has no
/// infinity. f8E8M0FNU has NaN for zero and negative numbers, too.
llvm::Value *emitToSmallFloat(llvm::IRBuilder<> &b, llvm::Value *value, mlir::FloatType type);

/// The f32 of the type that is nearest to `value`: what the two above make of it one after the
/// other, in vectors.
llvm::Value *emitRoundToSmallFloat(llvm::IRBuilder<> &b, llvm::Value *value, mlir::FloatType type);

} // namespace spmd
