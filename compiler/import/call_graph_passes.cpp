// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that prepare functions and their calls for propagation: a function for each call, callers
// first, calls with the shardings of their callees. Public Shardy passes.
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_FLATTENCALLGRAPH
#define GEN_PASS_DEF_PREORDERFUNCS
#define GEN_PASS_DEF_PROPAGATESHARDINGFROMFUNCTOCALL
#include "compiler/passes.h.inc"
namespace {

// Gives each call a function of its own, because each call may need its own placement. The first
// call of a function keeps the function; every other call gets a copy, whose callees are copied,
// too. Public Shardy pass.
//
//   @main: call @f, call @f   ->   @main: call @f, call @f_1     @f: call @g     @f_1: call @g_0
//   @f:    call @g                 the copies say sdy.original_func_name = "f", "g"

struct FlattenCallGraph : impl::FlattenCallGraphBase<FlattenCallGraph> {
  /// Copies the callee of every call whose callee an earlier call has taken. Refuses recursion and
  /// call graphs that would expand to too much code.
  void runOnOperation() override {
    CallGraph graph(getOperation());
    if (failed(graph.checkAcyclic()) || failed(graph.checkExpansion()))
      return signalPassFailure();
    bool copied = false;
    SmallPtrSet<Operation *, 8> taken; // functions that a call keeps
    // Callees first, so that the calls inside a function are settled before it is copied. The calls
    // of main come last and get the copies.
    for (func::FuncOp function : graph.postOrder())
      for (func::CallOp call : graph.callsIn(function)) {
        func::FuncOp callee = graph.calleeOf(call);
        if (!callee || taken.insert(callee).second)
          continue;
        if (failed(graph.copyCallee(call)))
          return signalPassFailure();
        copied = true;
      }
    if (!copied)
      markAllAnalysesPreserved();
  }
};

// Orders functions so that each one follows all its callers, because propagation walks the module
// from the top. Of two functions that one caller calls, the one that is called later comes first.
// Public Shardy pass.

struct PreOrderFuncs : impl::PreOrderFuncsBase<PreOrderFuncs> {
  void runOnOperation() override {
    CallGraph graph(getOperation());
    Block *body = getOperation().getBody();
    SmallVector<func::FuncOp> functions = graph.callersFirst();
    // If the functions end the module in this order already, nothing moves.
    if (llvm::all_of(llvm::zip(llvm::reverse(functions), llvm::reverse(*body)),
                     [](auto pair) { return std::get<0>(pair) == &std::get<1>(pair); }))
      return markAllAnalysesPreserved();
    for (func::FuncOp function : functions)
      function->moveBefore(body, body->end());
  }
};

// Gives calls without shardings the shardings of the callee's results. Public Shardy pass.

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
