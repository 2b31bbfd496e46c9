// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives the results of called functions the shardings of the values that they return, or none if a
// returned value has none. The entry function keeps its own. Public Shardy pass.
//   func private @f(%x) { return %y }, %y sharded {"a"}  ->  the result of @f is sharded {"a"}
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PROPAGATETOFUNCRESULTS
#include "compiler/passes.h.inc"

namespace {

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

} // namespace
} // namespace spmd
