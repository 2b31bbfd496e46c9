// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders functions so that each one follows all its callers, because propagation walks the module
// from the top. Of two functions that one caller calls, the one that is called later comes first.
// Public Shardy pass.
//   @g, @f (calls @g), @main (calls @f)  ->  @main, @f, @g
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PREORDERFUNCS
#include "compiler/passes.h.inc"

namespace {

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

} // namespace
} // namespace spmd
