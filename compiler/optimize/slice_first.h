// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes only those elements of a very large value that are used. A slice is a view of its
// operand's buffer, so without this rewrite a slice of a broadcast to 16 GB would first write all
// 16 GB.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// slice(broadcast(x)) -> broadcast(slice(x)). The same for all ops with the facet `restrict`, and
/// for chains of these. A value is replaced only if it has 64 MiB or more, all its
/// users are slices, and these together use less than a quarter of its elements.
void addSlicesOfLarge(mlir::RewritePatternSet &patterns);

} // namespace spmd
