// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells control flow from other ops by how values flow through an op (control_flow.h).
#include "compiler/structure/control_flow.h"
#include "dialects/sdy/interfaces.h"

namespace spmd {

bool isLoop(mlir::Operation *op) {
  auto flow = llvm::dyn_cast<sdy::DataFlowOp>(op);
  return flow && flow.getDataFlow().resultsToArguments;
}

// The region of a computation, which takes the operands as arguments, is always run, and once.
bool isControlFlow(mlir::Operation *op) {
  auto flow = llvm::dyn_cast<sdy::DataFlowOp>(op);
  return flow && op->getNumRegions() && !flow.getDataFlow().operandsToArguments;
}

} // namespace spmd
