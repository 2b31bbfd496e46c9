// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that compute each element by itself, and what one element costs.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// Work of exp and the like, in additions.
constexpr double kFunctionWork = 10;

/// Whether an element of `op` is arithmetic on the operands' elements at the same index (scalars:
/// at their only one).
bool isElementwise(mlir::Operation *op);
bool isScalar(mlir::Value value);
/// Whether all elements of the one result are the one element of the operand: a broadcast of a
/// scalar, and the like.
bool spreadsScalar(mlir::Operation *op);
/// Additions that one element of `op` costs: what its emit facet builds, exp and the like counting
/// as ten.
double arithmeticWork(mlir::Operation *op);

} // namespace spmd
