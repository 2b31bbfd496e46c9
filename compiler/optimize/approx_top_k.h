// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pattern of the pass spmd-simplify: the custom call @ApproxTopK as a sort and a slice.
#pragma once
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// Fails for other custom calls, and where the dim or the comparator of the call is not known.
mlir::LogicalResult sortAndSlice(stablehlo::CustomCallOp op, mlir::PatternRewriter &rewriter);

} // namespace spmd
