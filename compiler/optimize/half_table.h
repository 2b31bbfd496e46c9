// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of functions of one 16-bit float: the list of all such numbers in the order of their bits,
// and the look-up by the bits of a number.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace spmd {

inline constexpr int64_t kHalfNumbers = 1 << 16;

/// All numbers of `element`, which is bf16 or f16: number i has the bits i.
mlir::Value createHalfNumbers(mlir::OpBuilder &b, mlir::Location loc, mlir::Type element);
/// A constant of `shape` that repeats the splat `value`.
mlir::Value createUniform(mlir::OpBuilder &b, mlir::Location loc, mlir::DenseElementsAttr value,
                          llvm::ArrayRef<int64_t> shape);
/// table[bits of n] for each n in `numbers`, which are bf16 or f16.
mlir::Value createLookup(mlir::OpBuilder &b, mlir::Location loc, mlir::Value table,
                         mlir::Value numbers);

} // namespace spmd
