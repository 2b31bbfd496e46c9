// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites prefix scans, which JAX expresses as windows as long as the dim, so that their cost is
// no longer quadratic. prefix_scan.h recognises them.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Rewrites prefix scans over more than kShortPrefixScan elements into scans that kernels compute
/// step by step. Forward scans along the last dim stay as they are. Reverse scans become forward
/// scans between two reversals. Scans along other dims, and of few long rows, become scans within
/// pieces and a scan of the totals of the pieces.
void addPrefixScanWindows(mlir::RewritePatternSet &patterns);

} // namespace spmd
