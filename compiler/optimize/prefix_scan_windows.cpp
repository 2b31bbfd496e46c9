// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pattern of prefix_scan_windows.h.
#include "compiler/optimize/prefix_scan_windows.h"
#include "compiler/structure/prefix_scan_pieces.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

LogicalResult cutPrefixScan(stablehlo::ReduceWindowOp op, PatternRewriter &rewriter) {
  std::optional<PrefixScan> scan = prefixScan(op);
  if (!scan)
    return rewriter.notifyMatchFailure(op, "is no prefix scan");
  if (isScannedByRows(op, *scan))
    return rewriter.notifyMatchFailure(op, "is short, or forwards along the last dim");
  rewriter.replaceOp(op, scanByPieces(op, *scan, rewriter));
  return success();
}

} // namespace

void addPrefixScanWindows(RewritePatternSet &patterns) { patterns.add(cutPrefixScan); }

} // namespace spmd
