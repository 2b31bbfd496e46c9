// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scatters of a single window as updates of that window, which loops do in place.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// scatter(x, i, y) of one row -> dynamic_update_slice(x, i in range ? y : x[i], i). The same for
/// bodies of elementwise ops, such as sums. Windows are one element long in the dims that the index
/// moves, so that they lie inside or outside as a whole.
void addOneWindowScatters(mlir::RewritePatternSet &patterns);

} // namespace spmd
