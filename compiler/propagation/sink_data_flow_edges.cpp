// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves the shardings of data-flow edges to the ops that own the edges and erases the edges, as
// Shardy's sdy-sink-data-flow-edges. Debug attributes of edges move along if the pass options ask
// for it.
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"
#include "dialects/sdy/values.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SINKDATAFLOWEDGES
#include "compiler/passes.h.inc"
namespace {

/// Removes the edges on `owners` and returns the new shardings of the owners. Owners without an
/// edge keep those of `before`, owners without a sharding get an open one. Null if no owner has a
/// sharding.
sdy::TensorShardingPerValueAttr sink(ValueRange owners, ArrayRef<sdy::TensorShardingAttr> before) {
  SmallVector<sdy::TensorShardingAttr> shardings(before);
  shardings.resize(owners.size());
  for (auto [sharding, owner] : llvm::zip_equal(shardings, owners))
    if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(owner)) {
      sharding = edge.getShardingAttr();
      IRRewriter(edge).replaceOp(edge, owner);
    }
  return sdy::completeList(owners.getTypes(), shardings);
}

/// Does the same for a manual computation, whose block arguments need their manual axes back: the
/// edge's sharding is that of the inside, in_shardings is that of the outside.
void sinkInto(sdy::ManualComputationOp op) {
  SmallVector<sdy::TensorShardingAttr> in(op.getInShardings().getShardings());
  for (auto [sharding, argument] : llvm::zip_equal(in, op.getBody().getArguments()))
    if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(argument)) {
      if (sdy::TensorShardingAttr inside = edge.getShardingAttr())
        sharding = sdy::withManualAxes(inside, sharding, op);
      IRRewriter(edge).replaceOp(edge, argument);
    }
  op.setInShardingsAttr(sdy::TensorShardingPerValueAttr::get(op.getContext(), in));
  if (auto out = sink(op.getResults(), op.getOutShardings().getShardings()))
    op.setOutShardingsAttr(out);
}

/// Collects the attribute `name` of the owners' edges in a list on their op. Owners whose edge has
/// no such attribute are left out of the list.
void sinkAttr(Operation *op, ValueRange owners, StringRef name, StringRef listName) {
  SmallVector<Attribute> list;
  for (Value owner : owners)
    if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(owner); edge && edge->hasAttr(name))
      list.push_back(edge->getAttr(name));
  op->setAttr(listName, ArrayAttr::get(op->getContext(), list));
}

/// The pass. An op without edges stays as it is.
struct SinkDataFlowEdges : impl::SinkDataFlowEdgesBase<SinkDataFlowEdges> {
  using SinkDataFlowEdgesBase::SinkDataFlowEdgesBase;
  // Debug attributes move before the edges are erased. The arguments of a while have no entry of
  // their own: their sharding is that of the result.
  void runOnOperation() override {
    // The ops are collected first: an edge stands right behind its op, so the walk would continue
    // at an erased op.
    auto owners = opsWhere(getOperation(), sdy::isDataFlowOp);
    if (owners.empty())
      return markAllAnalysesPreserved();
    for (Operation *op : owners) {
      sinkDebugInfo(op);
      if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
        sinkInto(manual);
        continue;
      }
      if (auto named = dyn_cast<sdy::NamedComputationOp>(op)) {
        ArrayRef<sdy::TensorShardingAttr> before;
        if (auto list = named.getInShardingsAttr())
          before = list.getShardings();
        if (auto in = sink(SmallVector<Value>(named.getBody().getArguments()), before))
          named.setInShardingsAttr(in);
      }
      if (auto results = sink(op->getResults(), sdy::getShardings(op)))
        sdy::setShardings(op, results);
    }
  }

  // Moves origins and propagation edges from the edges to their op, for block arguments and
  // results.
  void sinkDebugInfo(Operation *op) {
    SmallVector<Value> arguments;
    if (isa<sdy::ManualComputationOp, sdy::NamedComputationOp>(op))
      llvm::append_range(arguments, op->getRegion(0).getArguments());
    if (sinkOrigins) {
      sinkAttr(op, arguments, sdy::kShardingOriginsAttr, sdy::kBlockArgShardingOriginsAttr);
      sinkAttr(op, op->getResults(), sdy::kShardingOriginsAttr, sdy::kResultShardingOriginsAttr);
    }
    if (sinkEdges) {
      sinkAttr(op, arguments, sdy::kPropagationEdgesAttr, sdy::kBlockArgPropagationEdgesAttr);
      sinkAttr(op, op->getResults(), sdy::kPropagationEdgesAttr, sdy::kResultPropagationEdgesAttr);
    }
  }
};

} // namespace
} // namespace spmd
