// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns of the pass spmd-decompose that have a file of their own: Fourier transforms as
// matmuls, batch normalization as elementwise ops and reductions, scatters of a large window as
// elementwise ops, rows that are written over before anyone reads them, random bits in another
// order, selections by any choice.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

void populateFftDecomposition(mlir::RewritePatternSet &patterns);
void populateBatchNormDecompositions(mlir::RewritePatternSet &patterns);
void populateScatterDecomposition(mlir::RewritePatternSet &patterns);
void populateOverwrittenRows(mlir::RewritePatternSet &patterns);
void populatePairedBits(mlir::RewritePatternSet &patterns);
/// Of programs that split nothing; others do it in `localize`.
void populateAnySelection(mlir::RewritePatternSet &patterns);

} // namespace spmd
