// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans as scans within pieces of the dim, a scan of the totals of the pieces, and both
// combined: so that their cost is no longer quadratic, or so that each device scans its own piece.
#pragma once
#include "compiler/structure/prefix_scan.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {

/// Whether windows and loops over rows compute the scan well as it is.
bool isScannedByRows(stablehlo::ReduceWindowOp op, PrefixScan scan);

/// The results of the scan by pieces of `piece` elements; 0: of a length that suits the loops.
/// Reverse scans become forward scans between two reversals. Sums and products of narrow floats
/// accumulate in f32 up to the end.
///   [40] by pieces of 16 -> [3, 16], padded by 8 initial values at the end
llvm::SmallVector<mlir::Value> scanByPieces(stablehlo::ReduceWindowOp op, PrefixScan scan,
                                            mlir::OpBuilder &b, int64_t piece = 0);

} // namespace spmd
