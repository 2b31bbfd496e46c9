// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that a routine of the runtime computes become spmd.library. Bodies of reducers and
// comparators are made independent of what surrounds them first: they are compiled apart from it.
#include "compiler/kernels/update_window.h"
#include "compiler/ops/library_call.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/outside_effects.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
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

/// A view in place of a movement that keeps the order of all elements: no kernel reads the value,
/// so the movement would be a copy.
///   scatter(.., broadcast_in_dim(%indices: [n]) : [n, 1], ..)   ->   reshape(%indices)
Value withoutCopy(OpBuilder &b, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 1 || isa<stablehlo::ReshapeOp>(op) ||
      !keepsOrder(op, op->getOperand(0)))
    return value;
  return stablehlo::ReshapeOp::create(b, op->getLoc(), value.getType(), op->getOperand(0));
}

struct LowerLibrary : impl::LowerLibraryBase<LowerLibrary> {
  /// Sinks constants for all ops with bodies, then replaces those that have a routine.
  void runOnOperation() override {
    SmallVector<Operation *> calls;
    getOperation().walk([&](Operation *op) {
      if (op->getNumRegions() && !isControlFlow(op) && !isa<FunctionOpInterface>(op) &&
          !isa<ModuleOp>(op))
        sinkConstants(op);
      // Other ops are left; the end of the stage checks for them.
      // Calls with effects stay what they are, so that the passes see the effects.
      if (libraryCall(op) && !isa<ir::LibraryOp>(op->getParentOp()) && !hasOutsideEffects(op))
        calls.push_back(op);
    });
    for (Operation *op : calls) {
      OpBuilder b(op);
      auto operands = llvm::map_to_vector(op->getOperands(),
                                          [&](Value value) { return withoutCopy(b, value); });
      auto library = ir::LibraryOp::create(b, op->getLoc(), op->getResultTypes(), operands);
      op->replaceAllUsesWith(library);
      Block &body = library.getBody().emplaceBlock();
      op->moveBefore(&body, body.end());
      for (OpOperand &operand : op->getOpOperands())
        operand.set(body.addArgument(operand.get().getType(), operand.get().getLoc()));
      b.setInsertionPointToEnd(&body);
      ir::YieldOp::create(b, op->getLoc(), op->getResults());
    }
  }
};

} // namespace
} // namespace spmd
