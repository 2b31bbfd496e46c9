// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each call a function of its own, because each call may need its own placement. The first
// call of a function keeps the function; every other call gets a copy, whose callees are copied,
// too. Public Shardy pass.
//
//   @main: call @f, call @f   ->   @main: call @f, call @f_1     @f: call @g     @f_1: call @g_0
//   @f:    call @g                 the copies say sdy.original_func_name = "f", "g"
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_FLATTENCALLGRAPH
#include "compiler/passes.h.inc"

namespace {

/// Copies the callee of every call whose callee an earlier call has taken. Returns whether any was
/// copied. Refuses recursion and call graphs that would expand to too much code.
FailureOr<bool> flatten(ModuleOp module) {
  CallGraph graph(module);
  if (failed(graph.checkAcyclic()) || failed(graph.checkExpansion()))
    return failure();
  bool copied = false;
  llvm::SmallPtrSet<Operation *, 8> taken; // functions that a call keeps
  // Callees first, so that the calls inside a function are settled before it is copied. The calls
  // of main come last and get the copies.
  for (func::FuncOp function : graph.postOrder())
    for (func::CallOp call : graph.callsIn(function)) {
      func::FuncOp callee = graph.calleeOf(call);
      if (!callee || taken.insert(callee).second)
        continue;
      if (failed(graph.copyCallee(call)))
        return failure();
      copied = true;
    }
  return copied;
}

struct FlattenCallGraph : impl::FlattenCallGraphBase<FlattenCallGraph> {
  void runOnOperation() override {
    FailureOr<bool> copied = flatten(getOperation());
    if (failed(copied))
      return signalPassFailure();
    if (!*copied)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
