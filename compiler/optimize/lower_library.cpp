// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose facet `kernel` names a routine of the runtime become spmd.library. Bodies of reducers
// and comparators are made independent of what surrounds them first: they are compiled apart from
// it.
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {
#define GEN_PASS_DEF_LOWERLIBRARY
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// Clones the constants that a body uses from outside into the body. Folding and CSE had moved them
/// out.
void sinkConstants(Operation *op) {
  for (Region &region : op->getRegions()) {
    llvm::MapVector<Operation *, SmallVector<OpOperand *>> outside;
    region.walk([&](Operation *inner) {
      for (OpOperand &use : inner->getOpOperands())
        if (Operation *def = use.get().getDefiningOp(); def &&
                                                        def->hasTrait<OpTrait::ConstantLike>() &&
                                                        !region.isAncestor(def->getParentRegion()))
          outside[def].push_back(&use);
    });
    for (auto &[constant, uses] : outside) {
      OpBuilder b = OpBuilder::atBlockBegin(&region.front());
      Value own = b.clone(*constant)->getResult(0);
      for (OpOperand *use : uses)
        use->set(own);
    }
  }
}

struct LowerLibrary : impl::LowerLibraryBase<LowerLibrary> {
  /// Sinks constants for all ops with bodies, then replaces those that have a routine.
  void runOnOperation() override {
    SmallVector<Operation *> calls;
    getOperation().walk([&](Operation *op) {
      if (op->getNumRegions() && !isControlFlow(op) && !isa<FunctionOpInterface>(op) &&
          !isa<ModuleOp>(op))
        sinkConstants(op);
      if (Rules::of(op).kernel)
        calls.push_back(op);
    });
    for (Operation *op : calls) {
      std::optional<KernelCall> call = Rules::of(op).kernel(op);
      if (!call)
        // The routine does not cover this case; the end of the stage checks for ops that are left.
        continue;
      OpBuilder b(op);
      auto library = ir::LibraryOp::create(b, op->getLoc(), op->getResultTypes(), op->getOperands(),
                                           b.getStringAttr(call->routine),
                                           b.getDenseI64ArrayAttr(call->config));
      if (call->callback)
        library.getCallback().takeBody(*call->callback);
      op->replaceAllUsesWith(library);
      op->erase();
    }
  }
};

} // namespace
} // namespace spmd
