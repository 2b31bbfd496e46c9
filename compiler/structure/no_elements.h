// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors without elements: ops that compute only such tensors become constants, so that
// collectives of nothing send nothing.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Whether the op has results and all of them are tensors without elements. False for constants and
/// for ops without a sharding rule.
bool makesNoElements(mlir::Operation *op);

/// A constant of a type without elements, such as tensor<0x4xf32>.
mlir::Value createEmptyConstant(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type);

/// Reductions of nothing become their initial values. Windows over nothing but their own padding
/// become windows over a padded operand.
void addReductionsOfNothing(mlir::RewritePatternSet &patterns);

} // namespace spmd
