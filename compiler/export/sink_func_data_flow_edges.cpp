// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies the shardings that propagation found for the edges of functions and calls to their owners
// (arguments, results of calls), and removes the edges. Public Shardy pass, the counterpart of
// sdy-add-func-data-flow-edges.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SINKFUNCDATAFLOWEDGES
#include "compiler/passes.h.inc"

namespace {

/// Removes the edge on a value. Returns its sharding, or null if there is no edge.
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

/// Gives a call the shardings of the edges on its results. If only some results have one, the
/// others become fully open, because the attribute lists all results.
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
  /// Arguments first, then the calls in the body.
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
