// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/structure/control_flow.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {

bool isLoop(mlir::Operation *op) { return llvm::isa<stablehlo::WhileOp>(op); }

bool isControlFlow(mlir::Operation *op) {
  return llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op);
}

} // namespace spmd
