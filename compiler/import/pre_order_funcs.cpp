// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions in pre-order of the call graph: propagation walks the module from the top, callers before callees.
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
    for (func::FuncOp function : graph.preOrder())
      function->moveBefore(body, body->end());
  }
};

} // namespace
} // namespace spmd
