// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function behind all its callers: propagation walks the module from the top. Of two functions that the same caller calls the
// later one comes first.
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
    for (func::FuncOp function : graph.callersFirst())
      function->moveBefore(body, body->end());
  }
};

} // namespace
} // namespace spmd
