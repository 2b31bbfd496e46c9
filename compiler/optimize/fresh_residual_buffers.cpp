// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives every loop initial values of its own, so that each can be the carried buffer itself. JAX
// starts all residual buffers of a scan from one array of zeros, which CSE shares between all
// loops. Without this pass, every loop would begin with a copy for each buffer. The elements of a
// residual buffer's initial value are never read, so it has undefined contents instead.
//   while(%zeros, %zeros)  ->  while(%undefined0, %undefined1)
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/spmd/spmd.h"

namespace spmd {
#define GEN_PASS_DEF_FRESHRESIDUALBUFFERS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// Whether the value is computed from constants alone, by at most `mostDeep` nested ops. The limit
/// bounds the recursion.
bool isMadeOfConstants(Value value, unsigned mostDeep = 4) {
  Operation *def = value.getDefiningOp();
  return mostDeep && def && isRecomputable(def) &&
         llvm::all_of(def->getOperands(),
                      [&](Value operand) { return isMadeOfConstants(operand, mostDeep - 1); });
}

struct FreshResidualBuffers : impl::FreshResidualBuffersBase<FreshResidualBuffers> {
  /// Residual buffers get undefined contents; other shared initial values that depend on constants
  /// alone are cloned.
  void runOnOperation() override {
    getOperation().walk([&](Operation *loop) {
      if (!isLoop(loop))
        return;
      OpBuilder b(loop);
      for (const ResidualBuffer &buffer : residualBuffersOf(loop))
        if (Value init = loop->getOperand(buffer.carried); !isUndefined(init.getDefiningOp()))
          loop->setOperand(buffer.carried, createUndefined(b, init.getLoc(), init.getType()));
      for (OpOperand &init : loop->getOpOperands())
        if (Value value = init.get(); !value.hasOneUse() && value.getDefiningOp() &&
                                      !value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>() &&
                                      isMadeOfConstants(value))
          init.set(b.clone(*value.getDefiningOp())->getResult(0));
    });
  }
};

} // namespace
} // namespace spmd
