// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every fusion gets its loops: spmd.fusion -> spmd.kernel. Equal fusions are planned once.
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/structure_key.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PLANKERNELS
#include "compiler/passes.h.inc"

namespace {

struct PlanKernels : impl::PlanKernelsBase<PlanKernels> {
  /// Equal fusions are planned once. Kernels that the text brings are checked first.
  void runOnOperation() override {
    SmallVector<ir::FusionOp> fusions;
    bool isSound = true;
    getOperation().walk([&](Operation *op) {
      if (auto fusion = dyn_cast<ir::FusionOp>(op))
        fusions.push_back(fusion);
      else if (auto kernel = dyn_cast<ir::KernelOp>(op))
        isSound &= succeeded(checkKernel(kernel));
    });
    if (!isSound)
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    StructureKeys keys;
    llvm::StringMap<ir::KernelOp> planned; // by structure
    for (ir::FusionOp fusion : fusions) {
      FusionBody body = FusionBody::of(fusion.getBody().front());
      auto [entry, isNew] = planned.try_emplace(keys.of(body));
      if (!isNew) {
        makeKernel(rewriter, fusion, entry->second);
        continue;
      }
      std::string reason;
      FailureOr<FusionPlan> plan = planFusion(body, &reason);
      if (failed(plan)) {
        fusion.emitError("cannot be a kernel: ") << reason;
        return signalPassFailure();
      }
      entry->second = makeKernel(rewriter, fusion, *plan);
    }
  }
};

} // namespace
} // namespace spmd
