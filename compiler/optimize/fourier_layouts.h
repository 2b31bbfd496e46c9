// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What surrounds Fourier transforms and only moves their operands and results.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// transpose(fourier(transpose(x))), where the transposes undo each other, is a transform of x
/// along another dim. Parts that are sliced from pairs, or that only become pairs, are read and
/// written as pairs.
void addFourierLayouts(mlir::RewritePatternSet &patterns);

} // namespace spmd
