// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes only the elements that are read of a very large value. A slice is a view of its
// operand's buffer, so without this rewrite a slice of a broadcast to 16 GB would write all 16 GB.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// slice(broadcast(x)) -> broadcast(slice(x)); the same for iota, pad, concatenate and splat
/// constants, and for chains of them. A value is replaced only if it has 64 MiB or more, slices are
/// its only users, and these together read less than a quarter of its elements.
void addSlicesOfLarge(mlir::RewritePatternSet &patterns);

} // namespace spmd
