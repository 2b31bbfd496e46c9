// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial values of loops, so that each can be the carried buffer itself. JAX starts all residual
// buffers of a scan from one value of zeros, of which CSE has made one for all loops: without this
// every loop would begin with as many copies.
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

/// Made of constants alone, by a few ops.
bool isMadeOfConstants(Value value, unsigned mostDeep = 4) {
  Operation *def = value.getDefiningOp();
  return mostDeep && def && isRecomputable(def) &&
         llvm::all_of(def->getOperands(),
                      [&](Value operand) { return isMadeOfConstants(operand, mostDeep - 1); });
}

struct FreshResidualBuffers : impl::FreshResidualBuffersBase<FreshResidualBuffers> {
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
