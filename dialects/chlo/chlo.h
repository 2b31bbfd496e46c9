// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The client ops: chlo.erf, chlo.top_k, chlo.broadcast_add, ... Only their form; meanings are in
// compiler/ops.
#pragma once

#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/OpImplementation.h"

#include "dialects/chlo/dialect.h.inc"
#include "dialects/chlo/enums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/chlo/attrs.h.inc"
#define GET_OP_CLASSES
#include "dialects/chlo/ops.h.inc"

namespace spmd::chlo {

/// The type of a broadcast of two operands: right-aligned, or the operand of smaller rank at the
/// named dims of the other, then sizes of 1 expand both ways. Fails with a diagnostic where sizes
/// differ.
///   tensor<2x3xf32>, tensor<3xf32> -> tensor<2x3x"element">
///   dims [0]: tensor<2x3xf32>, tensor<2xf32> -> 2x3
mlir::FailureOr<mlir::RankedTensorType> broadcastType(std::optional<mlir::Location> location,
                                                      mlir::RankedTensorType lhs,
                                                      mlir::RankedTensorType rhs,
                                                      std::optional<llvm::ArrayRef<int64_t>> dims,
                                                      mlir::Type element);

} // namespace spmd::chlo
