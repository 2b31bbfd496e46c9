// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs MLIR's canonicalizer only on functions that have something to canonicalize.
#include "compiler/export/canonicalize_labelled.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether the canonicalizer could change the op: collectives, dead ops, and control flow between
/// blocks.
bool isOfInterest(Operation *op) {
  auto hasSeveralBlocks = [](Region &region) { return !region.empty() && !region.hasOneBlock(); };
  return sdy::isCollective(op) || isOpTriviallyDead(op) ||
         llvm::any_of(op->getRegions(), hasSeveralBlocks);
}

struct CanonicalizeLabelled : PassWrapper<CanonicalizeLabelled, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CanonicalizeLabelled)
  explicit CanonicalizeLabelled(std::string label) : label(std::move(label)) {}
  StringRef getArgument() const override { return "canonicalize"; }
  StringRef getName() const override { return "Canonicalizer"; }

  /// Stops at the first op of interest; without one the function is left alone.
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([](Operation *op) {
      return isOfInterest(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!walk.wasInterrupted())
      return markAllAnalysesPreserved();
    // Folding is off so that all other ops stay as they are, even a convert to its own type.
    OpPassManager pm(func::FuncOp::getOperationName());
    pm.addPass(createCanonicalizerPass(GreedyRewriteConfig().enableFolding(false),
                                       /*disabledPatterns=*/{}, /*enabledPatterns=*/{label}));
    if (failed(runPipeline(pm, getOperation())))
      signalPassFailure();
  }

  std::string label;
};

} // namespace

std::unique_ptr<Pass> createCanonicalizeLabelled(std::string label) {
  return std::make_unique<CanonicalizeLabelled>(std::move(label));
}

} // namespace spmd
