// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How MLIR's greedy driver runs where values have shardings. By default it folds ops, simplifies
// regions and merges equal constants, whatever their shardings are. Apart from the patterns, so
// that every pass that runs some of them before partition can use it.
#pragma once
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace spmd {

/// Only the patterns run; all other ops keep their form and their shardings.
inline mlir::GreedyRewriteConfig patternsOnly() {
  return mlir::GreedyRewriteConfig()
      .enableFolding(false)
      .enableConstantCSE(false)
      .setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Disabled);
}

} // namespace spmd
