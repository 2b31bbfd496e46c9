// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An sdy.func_data_flow_edge on each argument of a called function and on each result of a call:
// they tie a function's inside to all of its calls where functions are not copied per call.
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ADDFUNCDATAFLOWEDGES
#include "compiler/passes.h.inc"

namespace {

void addEdge(OpBuilder &b, Value value) {
  // It may have been here before.
  bool hasOne = llvm::any_of(value.getUsers(), llvm::IsaPred<sdy::FuncDataFlowEdgeOp>);
  if (!sdy::isStaticShaped(value.getType()) || hasOne)
    return;
  sdy::TensorShardingAttr sharding = sdy::getSharding(value);
  auto edge = sdy::FuncDataFlowEdgeOp::create(b, value.getLoc(), value.getType(), value);
  if (sharding)
    sdy::setSharding(edge.getResult(), sharding);
  value.replaceAllUsesExcept(edge.getResult(), edge);
}

struct AddFuncDataFlowEdges : impl::AddFuncDataFlowEdgesBase<AddFuncDataFlowEdges> {
  void runOnOperation() override {
    func::FuncOp entry = entryFunctionOf(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      OpBuilder b = OpBuilder::atBlockBegin(&function.front());
      if (function != entry)
        for (BlockArgument argument : function.getArguments())
          addEdge(b, argument);
      SmallVector<func::CallOp> calls;
      function.walk([&](func::CallOp call) { calls.push_back(call); });
      for (func::CallOp call : calls) {
        b.setInsertionPointAfter(call);
        for (Value result : call.getResults())
          addEdge(b, result);
      }
    }
  }
};

} // namespace
} // namespace spmd
