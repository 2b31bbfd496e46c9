// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits conversions of 8-bit floats, for which LLVM has no type: they are bytes in memory
// and f32 in registers, and integer code converts between the two.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

inline bool isSmallFloat(mlir::Type element) {
  return llvm::isa<mlir::FloatType>(element) && element.getIntOrFloatBitWidth() <= 8;
}
/// Bytes (i8, scalar or vector) to f32, by a table of 256 numbers.
llvm::Value *emitFromSmallFloat(llvm::IRBuilder<> &b, llvm::Value *bytes, mlir::FloatType type);
/// f32 to bytes, rounded to nearest even. Numbers beyond the largest one become infinity, or
/// NaN where the type has no infinity. f8E8M0FNU has NaN for zero and negative numbers as
/// well.
llvm::Value *emitToSmallFloat(llvm::IRBuilder<> &b, llvm::Value *value, mlir::FloatType type);

/// Rounds `value` to the nearest number of the type and stays in f32. The result equals that
/// of the two functions above in sequence, and the code is vectorized.
llvm::Value *emitRoundToSmallFloat(llvm::IRBuilder<> &b, llvm::Value *value, mlir::FloatType type);

} // namespace spmd
