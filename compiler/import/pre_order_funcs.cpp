// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function behind all its callers: propagation walks the module from the top. Of two
// functions that the same caller calls the later one comes first.
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
    // They end the module in this order already: nothing moves.
    if (llvm::all_of(llvm::zip(llvm::reverse(functions), llvm::reverse(*body)),
                     [](auto pair) { return std::get<0>(pair) == &std::get<1>(pair); }))
      return markAllAnalysesPreserved();
    for (func::FuncOp function : functions)
      function->moveBefore(body, body->end());
  }
};

} // namespace
} // namespace spmd
