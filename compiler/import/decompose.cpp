// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands composite ops into primitive ones, so that propagation sees the ops that are computed.
// The patterns are in compiler/ops/decompose.h.
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
    // The driver runs these patterns only: without folding, merging of constants or simplification
    // of regions, all other ops keep their form and their shardings.
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false).setRegionSimplificationLevel(
        GreedySimplifyRegionLevel::Disabled);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
