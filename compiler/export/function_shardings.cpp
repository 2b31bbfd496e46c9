// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that bring functions and their calls together after propagation: the shardings of edges
// and of returned values become those of functions and calls, calls follow their callees, and equal
// copies are merged. Public Shardy passes.
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/sdy.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SINKFUNCDATAFLOWEDGES
#define GEN_PASS_DEF_PROPAGATETOFUNCRESULTS
#define GEN_PASS_DEF_INSERTFUNCCALLRESHARDS
#define GEN_PASS_DEF_UNFLATTENCALLGRAPH
#include "compiler/passes.h.inc"
namespace {

// Copies the shardings that propagation found for the edges of functions and calls to their owners
// (arguments, results of calls), and removes the edges. Public Shardy pass, the counterpart of
// sdy-add-func-data-flow-edges.

/// Removes the edge on a value. Returns its sharding, or null if there is no edge.
sdy::TensorShardingAttr sink(Value owner) {
  for (Operation *user : owner.getUsers())
    if (auto edge = dyn_cast<sdy::FuncDataFlowEdgeOp>(user)) {
      sdy::TensorShardingAttr sharding = sdy::getSharding(edge.getResult());
      IRRewriter(edge).replaceOp(edge, owner);
      return sharding;
    }
  return {};
}

/// Gives a call the shardings of the edges on its results. If only some results have one, the
/// others become fully open, because the attribute lists all results.
void sinkInto(func::CallOp call) {
  SmallVector<sdy::TensorShardingAttr> shardings(sdy::getShardings(call));
  shardings.resize(call.getNumResults());
  for (auto [sharding, result] : llvm::zip_equal(shardings, call.getResults()))
    if (sdy::TensorShardingAttr found = sink(result))
      sharding = found;
  if (auto list = sdy::completeList(call.getResultTypes(), shardings))
    sdy::setShardings(call, list);
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
    for (func::CallOp call : opsIn<func::CallOp>(function))
      sinkInto(call);
  }
};

// Gives the results of called functions the shardings of the values that they return, or none if a
// returned value has none. The entry function keeps its own. Public Shardy pass.

struct PropagateToFuncResults : impl::PropagateToFuncResultsBase<PropagateToFuncResults> {
  /// Changed functions are verified here, because the pass preserves all analyses and the pass
  /// manager then skips the verifier.
  void runOnOperation() override {
    func::FuncOp entry = entryFunctionOf(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function == entry || function.isExternal())
        continue;
      bool changed = false;
      for (OpOperand &returned : function.front().getTerminator()->getOpOperands()) {
        unsigned i = returned.getOperandNumber();
        sdy::TensorShardingAttr sharding = sdy::getSharding(returned.get());
        if (sharding == sdy::getFuncResultSharding(function, i))
          continue;
        changed = true;
        if (sharding)
          sdy::setFuncResultSharding(function, i, sharding);
        else
          function.removeResultAttr(i, StringAttr::get(&getContext(), sdy::kShardingAttr));
      }
      if (changed && failed(sdy::verifyAnnotations(function)))
        return signalPassFailure();
    }
    markAllAnalysesPreserved(); // nothing but shardings has changed
  }
};

// Gives the results of a call the shardings of its callee, and inserts a reshard behind the call if
// its users expect others. Public Shardy pass.

struct InsertFuncCallReshards : impl::InsertFuncCallReshardsBase<InsertFuncCallReshards> {
  /// Visits all calls. Fails if a callee's sharding uses an axis that a manual computation around
  /// the call has taken.
  void runOnOperation() override {
    CallGraph graph(getOperation());
    auto calls = opsIn<func::CallOp>(getOperation());
    bool changed = false;
    for (func::CallOp call : calls)
      // Looked up by symbol, because declarations without a body have shardings, too.
      if (auto callee = graph.symbols().lookup<func::FuncOp>(call.getCallee())) {
        if (failed(checkShardingsAt(call, callee)))
          return signalPassFailure();
        changed |= follow(call, callee);
      }
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Updates one call. Returns whether it changed.
  bool follow(func::CallOp call, func::FuncOp callee) {
    sdy::TensorShardingPerValueAttr before = sdy::getShardingPerValue(call);
    sdy::TensorShardingPerValueAttr made = resultShardings(callee);
    SmallVector<sdy::TensorShardingAttr> expected = sdy::getShardings(call.getResults());
    if (made)
      sdy::setShardings(call, made);
    // A callee without result shardings returns whole values, so the call becomes replicated.
    else if (SmallVector<sdy::TensorShardingAttr> replicated(sdy::getShardings(call));
             !replicated.empty()) {
      for (sdy::TensorShardingAttr &sharding : replicated)
        sharding = sdy::TensorShardingAttr::getFullyClosedLike(sharding);
      sdy::setShardings(call, replicated);
    }
    bool changed = sdy::getShardingPerValue(call) != before;
    OpBuilder b(call->getContext());
    for (auto [i, result] : llvm::enumerate(call.getResults())) {
      sdy::TensorShardingAttr from = made ? made.getSharding(i) : sdy::TensorShardingAttr(),
                              to = expected[i];
      if (sdy::isEquivalent(from, to))
        continue;
      if (!to)
        to = sdy::TensorShardingAttr::getFullyClosedLike(from);
      b.setInsertionPointAfter(call); // so the reshard of the last result comes first
      auto reshard = sdy::ReshardOp::create(b, call.getLoc(), result.getType(), result, to);
      result.replaceAllUsesExcept(reshard.getResult(), reshard);
      changed = true;
    }
    return changed;
  }
};

// Merges copies of one function that ended up with the same shardings. The first call decides which
// copy stays. With dedup-functions-fully, copies are merged whatever their shardings are, and the
// one with the most calls stays. Dead functions are left to symbol-dce. Public Shardy pass, the
// inverse of sdy-flatten-call-graph.

struct UnflattenCallGraph : impl::UnflattenCallGraphBase<UnflattenCallGraph> {
  using Base::Base;

  /// Copies with equal keys are merged. The key is the original name and the manual axes, and the
  /// shardings if `withShardings`.
  Attribute keyOf(func::FuncOp function, bool withShardings) {
    Builder b(&getContext());
    SmallVector<Attribute> key{b.getStringAttr(originalName(function))};
    auto orUnit = [&](Attribute attr) { return attr ? attr : Attribute(b.getUnitAttr()); };
    key.push_back(orUnit(function->getAttr(sdy::kFuncManualAxesAttr)));
    if (withShardings) {
      key.push_back(orUnit(argShardings(function)));
      key.push_back(orUnit(resultShardings(function)));
    }
    return b.getArrayAttr(key);
  }

  /// Redirects every call to the copy that leads its key, then removes the attributes that mark
  /// copies.
  void runOnOperation() override {
    CallGraph graph(getOperation());
    SmallVector<func::CallOp> calls;
    for (auto function : getOperation().getOps<func::FuncOp>())
      llvm::append_range(calls, graph.callsIn(function));
    // Without full merging the first copy that is called leads its key. With full merging the calls
    // are counted by exact key, one after another. Whenever an exact key takes the lead, the
    // callee of the call that brought it there becomes the leader.
    struct Leader {
      Attribute exact;
      func::FuncOp callee;
      int64_t calls = 0;
    };
    DenseMap<Attribute, Leader> leaders;
    DenseMap<Attribute, int64_t> counts; // calls of each exact key
    for (func::CallOp call : calls)
      if (func::FuncOp callee = graph.calleeOf(call)) {
        Attribute exact = keyOf(callee, true);
        Leader &leader = leaders[keyOf(callee, !dedupFunctionsFully)];
        int64_t count = ++counts[exact];
        if (count <= leader.calls)
          continue;
        leader.calls = count;
        if (leader.exact != exact) {
          leader.exact = exact;
          leader.callee = callee;
        }
      }
    for (func::CallOp call : calls)
      if (func::FuncOp callee = graph.calleeOf(call))
        call.setCallee(leaders[keyOf(callee, !dedupFunctionsFully)].callee.getSymName());
    bool changed = !calls.empty();
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (StringRef name :
           {StringRef(sdy::kOriginalFuncNameAttr), StringRef(sdy::kFuncManualAxesAttr)})
        changed |= bool(function->removeAttr(name));
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace

} // namespace spmd
