// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the results of a call the shardings of its callee, and inserts a reshard behind the call if
// its users expect others. Public Shardy pass.
//   @f returns {"a"}, users of %y = call @f(%x) expect {"b"}
//   -> %y = call @f(%x) {"a"}, %z = sdy.reshard %y {"b"}; users read %z
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_INSERTFUNCCALLRESHARDS
#include "compiler/passes.h.inc"

namespace {

struct InsertFuncCallReshards : impl::InsertFuncCallReshardsBase<InsertFuncCallReshards> {
  /// Visits all calls. Fails if a callee's sharding uses an axis that a manual computation around
  /// the call has taken.
  void runOnOperation() override {
    CallGraph graph(getOperation());
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) { calls.push_back(call); });
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

} // namespace
} // namespace spmd
