// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies ops that compute each element independently, and estimates the cost of one element.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// Whether each element of `op` is arithmetic on the operands' elements at the same index. Scalar
/// operands are read at their only element.
bool isElementwise(mlir::Operation *op);
bool isScalar(mlir::Value value);
/// Whether all elements of the only result equal the only element of the operand, as in a broadcast
/// of a scalar.
bool spreadsScalar(mlir::Operation *op);
/// The cost of one element of `op` in additions: the sum over the ops that its facet `emit` builds,
/// on the reference machine (compiler/machine.h).
double arithmeticWork(mlir::Operation *op);

} // namespace spmd
