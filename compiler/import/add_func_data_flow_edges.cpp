// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds an sdy.func_data_flow_edge to each argument of a called function and to each result of a
// call. These edges tie a function's body to all its calls in pipelines that do not copy functions
// for each call. Public Shardy pass.
//   func private @f(%x), users of %x  ->  %e = sdy.func_data_flow_edge %x, users of %e
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ADDFUNCDATAFLOWEDGES
#include "compiler/passes.h.inc"

namespace {

/// Adds an edge to the value; it takes over the value's sharding. Dynamic shapes and values with an
/// edge get none.
void addEdge(OpBuilder &b, Value value) {
  // The pass may have run before, so the edge may exist.
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
  /// The entry function has no callers, so its arguments get no edge.
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
