// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives calls without shardings the shardings of the callee's results. Public Shardy pass.
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PROPAGATESHARDINGFROMFUNCTOCALL
#include "compiler/passes.h.inc"

namespace {

struct PropagateShardingFromFuncToCall
    : impl::PropagateShardingFromFuncToCallBase<PropagateShardingFromFuncToCall> {
  /// A call that has shardings keeps them, even if the callee has others.
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    bool changed = false;
    WalkResult walk = getOperation().walk([&](func::CallOp call) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || sdy::getShardingPerValue(call))
        return WalkResult::advance();
      // The callee may use an axis that a manual computation around the call has taken.
      if (failed(checkShardingsAt(call, callee)))
        return WalkResult::interrupt();
      if (sdy::TensorShardingPerValueAttr results = resultShardings(callee)) {
        sdy::setShardings(call, results);
        changed = true;
      }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
