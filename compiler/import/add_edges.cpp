// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adds an sdy.data_flow_edge to the owner of every set of values that control flow makes equal: the
// results of while, case and optimization_barrier, and the arguments and results of manual and
// named computations. Propagation treats an edge as an op whose operands are the values that flow
// in. Public Shardy pass.
//   %y = while(%x), users of %y  ->  %y = while(%x), %e = sdy.data_flow_edge %y, users of %e
#include "compiler/import/edges.h"
#include "compiler/passes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ADDDATAFLOWEDGES
#include "compiler/passes.h.inc"

namespace {

struct AddDataFlowEdges : impl::AddDataFlowEdgesBase<AddDataFlowEdges> {
  void runOnOperation() override {
    bool found = false;
    getOperation().walk([&](Operation *op) {
      if (!sdy::isDataFlowOp(op))
        return;
      found = true;
      addEdgesTo(op);
    });
    if (!found)
      markAllAnalysesPreserved();
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
  OpBuilder b(edge);
  if (sdy::TensorShardingAttr sharding = sdy::getSharding(edge.getResult()))
    value = sdy::ShardingConstraintOp::create(b, edge.getLoc(), value.getType(), value, sharding);
  edge.getResult().replaceAllUsesWith(value);
  edge.erase();
}

} // namespace spmd
