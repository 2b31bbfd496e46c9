// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that dot_general and convolution share: the rules of their precisions and of quantized
// matmuls.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace spmd::stablehlo {

/// At most one precision for each of the two operands.
llvm::LogicalResult verifyPrecisions(mlir::Operation *op, mlir::ArrayAttr precisions);

/// dot_general C14, C17 to C20 and convolution C28, C31 to C34: which of the three are quantized,
/// and alike in what. Passes where none is quantized.
llvm::LogicalResult verifyQuantizedMatmul(mlir::Operation *op, mlir::RankedTensorType lhs,
                                          mlir::RankedTensorType rhs,
                                          mlir::RankedTensorType result);

/// Tells that the written result type is not what the operands give, with notes at both operands.
llvm::LogicalResult resultMismatch(mlir::Operation *op, mlir::Type written, mlir::Type inferred);

} // namespace spmd::stablehlo
