// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose regions are parts of the program, run by the walk of commands, and not of an op's own
// meaning (a reducer).
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// while, case and if.
bool isControlFlow(mlir::Operation *op);
/// while: carried values are its operands, its results and the arguments of both regions.
bool isLoop(mlir::Operation *op);

} // namespace spmd
