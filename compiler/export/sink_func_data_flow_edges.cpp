// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the edges of functions and calls have learnt goes to the arguments and calls that own them,
// and the edges vanish.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SINKFUNCDATAFLOWEDGES
#include "compiler/passes.h.inc"

namespace {

/// Removes the edge on a value and returns what it says, if there is one.
sdy::TensorShardingAttr sink(Value owner) {
  for (Operation *user : owner.getUsers())
    if (auto edge = dyn_cast<sdy::FuncDataFlowEdgeOp>(user)) {
      sdy::TensorShardingAttr sharding = sdy::getSharding(edge.getResult());
      edge.getResult().replaceAllUsesWith(owner);
      edge.erase();
      return sharding;
    }
  return {};
}

void sinkInto(func::CallOp call) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  ArrayRef<sdy::TensorShardingAttr> before = sdy::getShardings(call);
  sdy::TensorShardingAttr any;
  for (OpResult result : call.getResults()) {
    sdy::TensorShardingAttr sharding = sink(result);
    if (!sharding && !before.empty())
      sharding = before[result.getResultNumber()];
    shardings.push_back(sharding);
    if (!any)
      any = sharding;
  }
  if (!any)
    return;
  for (auto [sharding, result] : llvm::zip_equal(shardings, call.getResults()))
    if (!sharding)
      sharding = sdy::TensorShardingAttr::getFullyOpen(
          call.getContext(), sdy::getTensorRank(result), any.getMeshOrRef());
  sdy::setShardings(call, shardings);
}

struct SinkFuncDataFlowEdges : impl::SinkFuncDataFlowEdgesBase<SinkFuncDataFlowEdges> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    for (BlockArgument argument : function.getArguments())
      if (sdy::TensorShardingAttr sharding = sink(argument))
        sdy::setSharding(argument, sharding);
    SmallVector<func::CallOp> calls;
    function.walk([&](func::CallOp call) { calls.push_back(call); });
    for (func::CallOp call : calls)
      sinkInto(call);
  }
};

} // namespace
} // namespace spmd
