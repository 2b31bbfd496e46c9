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

/// Flattens the calls of one module.
class Flattener {
public:
  explicit Flattener(ModuleOp module) : graph(module) {}

  /// Refuses recursion and call graphs that would expand to too much code.
  LogicalResult run() {
    if (failed(graph.checkAcyclic()) || failed(graph.checkExpansion()))
      return failure();
    // Callees first, so that the calls inside a function are settled before it is copied. The calls
    // of main come last and get the copies.
    return success(llvm::all_of(graph.postOrder(),
                                [&](func::FuncOp function) { return succeeded(visit(function)); }));
  }

  bool hasCopied() const { return copied; }

private:
  /// Copies the callee of every call whose callee an earlier call has taken.
  LogicalResult visit(func::FuncOp function) {
    for (func::CallOp call : graph.callsIn(function)) {
      func::FuncOp callee = graph.calleeOf(call);
      if (!callee)
        continue;
      if (taken.insert(callee).second)
        continue;
      if (failed(graph.copyCallee(call)))
        return failure();
      copied = true;
    }
    return success();
  }

  CallGraph graph;
  bool copied = false;
  llvm::SmallPtrSet<Operation *, 8> taken; // functions that a call keeps
};

struct FlattenCallGraph : impl::FlattenCallGraphBase<FlattenCallGraph> {
  void runOnOperation() override {
    Flattener flattener(getOperation());
    if (failed(flattener.run()))
      signalPassFailure();
    if (!flattener.hasCopied())
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
