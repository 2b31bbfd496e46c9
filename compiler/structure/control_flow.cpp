// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names the ops with regions of commands (control_flow.h), so that stages need not.
#include "compiler/structure/control_flow.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {

bool isLoop(mlir::Operation *op) { return llvm::isa<stablehlo::WhileOp>(op); }

bool isControlFlow(mlir::Operation *op) {
  return llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op);
}

} // namespace spmd
