// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refuses input programs that the compiler cannot take: ops that later stages of this compiler
// produce, and ops of the sharding language in bodies that work on single elements.
#include "compiler/passes.h"
#include "dialects/notes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_CHECKSOURCE
#include "compiler/passes.h.inc"
namespace {

/// The op around `op` whose body works on single elements (a reduction, a sort); null if the values
/// around `op` have placements.
Operation *elementwiseParent(Operation *op) {
  Operation *parent = op->getParentOp();
  while (sdy::isDataFlowOp(parent))
    parent = parent->getParentOp();
  return isa<func::FuncOp, ModuleOp>(parent) ? nullptr : parent;
}

/// Ops that only ask for a placement. Where there are no placements they have no effect, and the
/// partition stage drops them. An edge does more: it stands for all uses of a value.
bool isWish(Operation *op) {
  bool isEdge = isa<sdy::DataFlowEdgeOp, sdy::FuncDataFlowEdgeOp>(op);
  return (op->hasTrait<sdy::PropagationHint>() && !isEdge) ||
         isa<sdy::ReshardOp, sdy::ConstantOp>(op);
}

struct CheckSource : impl::CheckSourceBase<CheckSource> {
  /// Walks parents before their bodies and stops at the first op that is refused.
  void runOnOperation() override {
    if (failed(checkSizes(getOperation())))
      return signalPassFailure();
    WalkResult walked = getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
      if (isa_and_present<sdy::SdyDialect>(op->getDialect()) &&
          !op->hasTrait<OpTrait::IsTerminator>() && !isWish(op))
        if (Operation *parent = elementwiseParent(op)) {
          op->emitOpError() << "stands in the body of '" << parent->getName()
                            << "', which works on single elements; only whole tensors are placed"
                            << Note{parent->getLoc(), "the op with this body is here"};
          return WalkResult::interrupt();
        }
      if (!isa_and_present<ir::SpmdDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError(
          "is made by stage optimize; a program that went through it cannot be compiled once more")
          << " (what stage partition leaves can)";
      return WalkResult::interrupt();
    });
    if (walked.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
