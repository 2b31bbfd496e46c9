// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Simplifies backward loops that touch another row of a cotangent in each trip.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// Simplifies the counted loops in `within` (ir::kTripCountAttr, ir::kCounterAttr).
void tidyLoops(mlir::Operation *within);

} // namespace spmd
