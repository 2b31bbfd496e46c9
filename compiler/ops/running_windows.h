// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cumsum, cummax, cumlogsumexp and the like, which JAX writes as windows as long as their dim.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Running sums over more than 32 elements are made of sums inside of pieces of 16 and of running sums of the pieces, where one
/// more or less of the initial value changes nothing: it is a constant c with body(c, c) = c.
void addRunningWindows(mlir::RewritePatternSet &patterns);

} // namespace spmd
