// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of a very large value that is only sliced, only the slices are made. A slice is a view of its
// operand's buffer, so otherwise all of a broadcast of 16 GB would be written for a
// few of its elements.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// slice(broadcast(x)) -> broadcast(slice(x)); the same for iota, pad, concatenate and splat
/// constants, also where they stand behind each other. Only values of 64 MiB and more change, of
/// which all users are slices that read less than a quarter.
void addSlicesOfLarge(mlir::RewritePatternSet &patterns);

} // namespace spmd
