// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the checks that dot_general and convolution share: the number of precisions and the
// rules of quantized matmuls.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace spmd::stablehlo {

/// Verifies that there is at most one precision for each of the two operands.
llvm::LogicalResult verifyPrecisions(mlir::Operation *op, mlir::ArrayAttr precisions);

/// Verifies dot_general C14, C17 to C20 and convolution C28, C31 to C34 (StableHLO specification):
/// which of the three types are quantized, and which of their parameters are equal. Passes where
/// none is quantized.
llvm::LogicalResult verifyQuantizedMatmul(mlir::Operation *op, mlir::RankedTensorType lhs,
                                          mlir::RankedTensorType rhs,
                                          mlir::RankedTensorType result);

/// Reports that the written result type is not the inferred one, with notes at both operands.
llvm::LogicalResult resultMismatch(mlir::Operation *op, mlir::Type written, mlir::Type inferred);

} // namespace spmd::stablehlo
