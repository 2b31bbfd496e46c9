// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that a routine of the runtime computes become spmd.library. Bodies of reducers and
// comparators are made independent of what surrounds them first: they are compiled apart from it.
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

/// The value as a view of what it only adds dims of size 1 to: a broadcast would be a copy, since
/// no kernel reads it.
///   scatter(.., broadcast_in_dim(%indices: [n]) : [n, 1], ..)   ->   reshape(%indices)
Value withoutCopy(OpBuilder &b, Value value) {
  auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
  if (!broadcast)
    return value;
  auto from = cast<RankedTensorType>(broadcast.getOperand().getType());
  auto to = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> dims; // of more than one element, which keep their order
  for (auto [size, dim] : llvm::zip_equal(from.getShape(), broadcast.getBroadcastDimensions()))
    if (size != 1)
      dims.push_back(dim);
  if (from.getNumElements() != to.getNumElements() || !llvm::is_sorted(dims))
    return value;
  return stablehlo::ReshapeOp::create(b, broadcast.getLoc(), to, broadcast.getOperand());
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
