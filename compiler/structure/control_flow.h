// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose regions are parts of the program that commands execute. Regions of other ops, such as
// reducers, belong to the meaning of the op.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// Whether `op` is while, case or if.
bool isControlFlow(mlir::Operation *op);
/// Whether `op` is while. Its carried values are its operands, its results and the arguments of
/// both regions.
bool isLoop(mlir::Operation *op);

} // namespace spmd
