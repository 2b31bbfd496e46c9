// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumsum, cummax, cumlogsumexp and the like, which JAX writes as windows as long as their dim.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Makes running sums (runningReduction) over more than kShortRun elements ones that kernels
/// compute step by step: forwards along the last dim they stay, backwards they become reversals
/// around that; along other dims, and of few long rows, they are made of sums inside of pieces and
/// of running sums of the pieces.
void addRunningWindows(mlir::RewritePatternSet &patterns);

} // namespace spmd
