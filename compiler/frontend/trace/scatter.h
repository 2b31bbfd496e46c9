// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scatters, for updates at positions and for the op scatter itself.
#pragma once
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {

/// A scatter that combines elements and updates by one op, or writes the updates.
stablehlo::ScatterOp scatterOp(Emitter &e, mlir::Value x, mlir::Value vectors, mlir::Value updates,
                               stablehlo::ScatterDimensionNumbersAttr numbers, Scatter kind);

} // namespace frontend
} // namespace spmd
