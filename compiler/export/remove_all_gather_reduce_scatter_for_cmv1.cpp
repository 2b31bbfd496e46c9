// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves gathers and scatters around matmuls to backends that overlap them with the matmul:
// single-use all_gathers that feed one are bypassed; where there is none, a reduce_scatter right
// after the matmul is folded into the matmul's sharding.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REMOVEALLGATHERREDUCESCATTERFORCMV1
#include "compiler/passes.h.inc"

namespace {

/// Takes the all_gathers before a matmul away; false when there is none.
bool bypassGathers(Operation *matmul) {
  bool any = false;
  for (OpOperand &operand : matmul->getOpOperands()) {
    auto gather = operand.get().getDefiningOp<sdy::AllGatherOp>();
    if (!gather || !gather->hasOneUse())
      continue;
    operand.set(gather.getTensor());
    gather.erase();
    any = true;
  }
  return any;
}

void foldScatter(Operation *matmul) {
  Value result = matmul->getResult(0);
  auto scatter =
      result.hasOneUse() ? dyn_cast<sdy::ReduceScatterOp>(*result.user_begin()) : nullptr;
  sdy::TensorShardingAttr sharding = sdy::getSharding(result);
  if (!scatter || (sharding && !sharding.getUnreducedAxes().empty()))
    return;
  sdy::setSharding(result, scatter.getOutSharding());
  scatter.getResult().replaceAllUsesWith(result);
  scatter.erase();
}

struct RemoveForCmv1 : impl::RemoveAllGatherReduceScatterForCMV1Base<RemoveForCmv1> {
  void runOnOperation() override {
    SmallVector<Operation *> matmuls;
    getOperation().walk([&](Operation *op) {
      if (isa<stablehlo::DotOp, stablehlo::DotGeneralOp>(op))
        matmuls.push_back(op);
    });
    for (Operation *matmul : matmuls)
      if (!bypassGathers(matmul))
        foldScatter(matmul);
  }
};

} // namespace
} // namespace spmd
