// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that add data-flow edges: between the values that control flow makes equal, and between
// functions and their calls. Public Shardy passes.
#include "compiler/import/edges.h"
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ADDDATAFLOWEDGES
#define GEN_PASS_DEF_ADDFUNCDATAFLOWEDGES
#include "compiler/passes.h.inc"
namespace {

// Adds an sdy.data_flow_edge to the owner of every set of values that control flow makes equal: the
// results of while, case and optimization_barrier, and the arguments and results of manual and
// named computations. Propagation treats an edge as an op whose operands are the values that flow
// in. Public Shardy pass.

struct AddDataFlowEdges : impl::AddDataFlowEdgesBase<AddDataFlowEdges> {
  void runOnOperation() override {
    auto ops = opsWhere(getOperation(), sdy::isDataFlowOp);
    llvm::for_each(ops, addEdgesTo);
    if (ops.empty())
      markAllAnalysesPreserved();
  }
};

// Adds an sdy.func_data_flow_edge to each argument of a called function and to each result of a
// call. These edges tie a function's body to all its calls in pipelines that do not copy functions
// for each call. Public Shardy pass.

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
      for (func::CallOp call : opsIn<func::CallOp>(function)) {
        b.setInsertionPointAfter(call);
        for (Value result : call.getResults())
          addEdge(b, result);
      }
    }
  }
};

} // namespace

/// Adds the missing edges of one op. An edge takes over the sharding of its owner; on an argument
/// of a manual computation it lacks the manual axes.
void addEdgesTo(Operation *op) {
  OpBuilder b(op);
  auto manual = dyn_cast<sdy::ManualComputationOp>(op);
  Block *block = nullptr;
  for (Value owner : sdy::getDataFlowEdgeOwners(op)) {
    // Edges are in the order of their owners, at the begin of the body or right behind the op.
    if (owner.getParentBlock() != block) {
      block = owner.getParentBlock();
      if (isa<BlockArgument>(owner))
        b.setInsertionPointToStart(block);
      else
        b.setInsertionPointAfter(op);
    }
    // The pass may have run before, so the edge may exist.
    if (!sdy::isStaticShaped(owner.getType()) || sdy::getDataFlowEdge(owner))
      continue;
    sdy::TensorShardingAttr sharding = sdy::getSharding(owner);
    if (sharding && manual && isa<BlockArgument>(owner))
      sharding = sdy::withoutManualAxes(sharding, manual.getManualAxes());
    auto edge = sdy::DataFlowEdgeOp::create(b, owner.getLoc(), owner.getType(), owner, sharding);
    owner.replaceAllUsesExcept(edge.getResult(), edge);
  }
}

/// Replaces the edge by its input, with a constraint that keeps the edge's sharding.
void dissolve(sdy::FuncDataFlowEdgeOp edge) {
  Value value = edge.getInput();
  IRRewriter b(edge);
  if (sdy::TensorShardingAttr sharding = sdy::getSharding(edge.getResult()))
    value = sdy::ShardingConstraintOp::create(b, edge.getLoc(), value.getType(), value, sharding);
  b.replaceOp(edge, value);
}

} // namespace spmd
