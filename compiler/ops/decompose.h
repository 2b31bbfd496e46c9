// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that are others in short: implicit broadcasts, casts between widths, windows over operands
// with holes, shapes that are constants, the legacy matmul, Fourier transforms, batch
// normalization. Nothing after import sees them.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Discardable attributes, a sharding say, go to the op that makes the result.
void populateDecompositions(mlir::RewritePatternSet &patterns);
void populateFftDecomposition(mlir::RewritePatternSet &patterns);
void populateBatchNormDecompositions(mlir::RewritePatternSet &patterns);

} // namespace spmd
