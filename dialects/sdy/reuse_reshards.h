// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the pattern that reuses an earlier reshard of the same value. The pattern is apart from
// canonicalize.cpp because it also compares layouts across transposes and reshapes.
#pragma once

#include "dialects/sdy/sdy.h"

namespace mlir {
class PatternRewriter;
}

namespace spmd::sdy {

/// Replaces a reshard by an earlier reshard of the same value to the same sharding. The two may see
/// the value through transposes and reshapes:
///   %1 = sdy.reshard %x <@mesh, [{"a"}, {}]>
///   %t = stablehlo.transpose %x, dims = [1, 0]
///   %2 = sdy.reshard %t <@mesh, [{}, {"a"}]>        becomes stablehlo.transpose %1
mlir::LogicalResult reuseEarlierReshard(ReshardOp op, mlir::PatternRewriter &rewriter);

} // namespace spmd::sdy
