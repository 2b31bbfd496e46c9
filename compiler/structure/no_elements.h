// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors without elements: whatever op makes them, they are constants, and collectives of nothing
// send nothing.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// The op makes tensors, and none of these has an element. False for constants and for what is not
/// in the table of ops.
bool makesNoElements(mlir::Operation *op);

/// tensor<..0..>, of any element type that constants have.
mlir::Value createEmptyConstant(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type);

/// Reductions of nothing are their initial values; windows over nothing but their own padding have
/// it as an operand.
void addReductionsOfNothing(mlir::RewritePatternSet &patterns);

} // namespace spmd
