// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program may not hold when it comes in: ops that stages of this compiler make for each other.
#include "compiler/passes.h"
#include "dialects/spmd/spmd.h"

namespace spmd {
#define GEN_PASS_DEF_CHECKSOURCE
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

struct CheckSource : impl::CheckSourceBase<CheckSource> {
  void runOnOperation() override {
    WalkResult walked = getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
      if (!isa_and_present<ir::SpmdDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError("is made by stage optimize; a program that went through it cannot be compiled once more")
          << " (what stage partition leaves can)";
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
