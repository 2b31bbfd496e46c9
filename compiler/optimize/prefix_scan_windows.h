// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumsum, cummax, cumlogsumexp and the like, which JAX writes as windows as long as their dim.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Makes prefix scans (prefixScan) over more than kShortPrefixScan elements ones that kernels
/// compute step by step: forwards along the last dim they stay, backwards they become reversals
/// around that; along other dims, and of few long rows, they are made of sums inside of pieces and
/// of prefix scans of the pieces.
void addPrefixScanWindows(mlir::RewritePatternSet &patterns);

} // namespace spmd
