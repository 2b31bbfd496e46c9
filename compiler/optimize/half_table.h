// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of functions of one 16-bit float: all such numbers in the order of their bits, and the
// look-up by a number's bits.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace spmd {

inline constexpr int64_t kHalfNumbers = 1 << 16;

/// All numbers of `element`, bf16 or f16: number i has the bits i.
mlir::Value createHalfNumbers(mlir::OpBuilder &b, mlir::Location loc, mlir::Type element);
/// A constant with `value` in all places of `shape`.
mlir::Value createUniform(mlir::OpBuilder &b, mlir::Location loc, mlir::DenseElementsAttr value,
                          llvm::ArrayRef<int64_t> shape);
/// table[bits of number] for each of `numbers`, which are bf16 or f16.
mlir::Value createLookup(mlir::OpBuilder &b, mlir::Location loc, mlir::Value table,
                         mlir::Value numbers);

} // namespace spmd
