// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands composite ops into primitive ones: implicit broadcasts, casts between widths, windows
// over dilated operands, ops with constant shape operands, the legacy matmul, Fourier transforms,
// batch normalization. The import stage applies these patterns, so later stages need not know the
// composite ops.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Discardable attributes of the op, such as a sharding, move to the op that computes the result.
void populateDecompositions(mlir::RewritePatternSet &patterns);
void populateFftDecomposition(mlir::RewritePatternSet &patterns);
void populateBatchNormDecompositions(mlir::RewritePatternSet &patterns);

} // namespace spmd
