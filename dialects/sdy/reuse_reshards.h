// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "dialects/sdy/sdy.h"

namespace mlir {
class PatternRewriter;
}

namespace spmd::sdy {

/// A value that is placed a second time in the same way takes the first placement, also where the
/// two see it transposed or reshaped:
///   %1 = sdy.reshard %x <@mesh, [{"a"}, {}]>
///   %t = stablehlo.transpose %x, dims = [1, 0]
///   %2 = sdy.reshard %t <@mesh, [{}, {"a"}]>        becomes stablehlo.transpose %1
mlir::LogicalResult reuseEarlierReshard(ReshardOp op, mlir::PatternRewriter &rewriter);

} // namespace spmd::sdy
