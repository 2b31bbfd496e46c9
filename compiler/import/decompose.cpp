// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that stand for others give way to them, so that placements are propagated through what is
// computed.
#include "compiler/ops/decompose.h"
#include "compiler/passes.h"
#include "dialects/chlo/chlo.h" // registered by the pass

namespace spmd {
#define GEN_PASS_DEF_DECOMPOSE
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

struct Decompose : impl::DecomposeBase<Decompose> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateDecompositions(patterns);
    populateFftDecomposition(patterns);
    populateBatchNormDecompositions(patterns);
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
