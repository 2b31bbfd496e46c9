// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose regions are parts of the program that commands execute. Regions of other ops, such as
// reducers, belong to the meaning of the op.
#pragma once
#include "dialects/sdy/interfaces.h"

namespace spmd {

/// Whether `op` is while, case or if.
inline bool isControlFlow(mlir::Operation *op) {
  auto flow = llvm::dyn_cast<sdy::DataFlowOp>(op);
  return flow && op->getNumRegions() && !flow.getDataFlow().operandsToArguments;
}
/// Whether `op` is while. Its carried values are its operands, its results and the arguments of
/// both regions.
inline bool isLoop(mlir::Operation *op) {
  auto flow = llvm::dyn_cast<sdy::DataFlowOp>(op);
  return flow && flow.getDataFlow().resultsToArguments;
}

} // namespace spmd
