// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves gathers and scatters around products to backends that overlap them with the product:
// single-use all_gathers that feed one are bypassed; where there is none, a reduce_scatter right
// after the product is folded into the product's sharding.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REMOVEALLGATHERREDUCESCATTERFORCMV1
#include "compiler/passes.h.inc"

namespace {

/// Takes the all_gathers before a product away; false when there is none.
bool bypassGathers(Operation *product) {
  bool any = false;
  for (OpOperand &operand : product->getOpOperands()) {
    auto gather = operand.get().getDefiningOp<sdy::AllGatherOp>();
    if (!gather || !gather->hasOneUse())
      continue;
    operand.set(gather.getTensor());
    gather.erase();
    any = true;
  }
  return any;
}

void foldScatter(Operation *product) {
  Value result = product->getResult(0);
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
    SmallVector<Operation *> products;
    getOperation().walk([&](Operation *op) {
      if (isa<stablehlo::DotOp, stablehlo::DotGeneralOp>(op))
        products.push_back(op);
    });
    for (Operation *product : products)
      if (!bypassGathers(product))
        foldScatter(product);
  }
};

} // namespace
} // namespace spmd
