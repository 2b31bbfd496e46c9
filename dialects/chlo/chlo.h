// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the chlo dialect, the client ops that frontends emit: chlo.erf, chlo.top_k,
// chlo.broadcast_add, ... This folder holds the form of the ops; compiler/ops holds their meaning.
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

/// Returns the result type of a broadcast of two operands. Without `dims` the operands are aligned
/// on the right; with `dims` the operand of smaller rank lies at these dims of the other. Then
/// sizes of 1 expand both ways. Fails with a diagnostic where sizes differ and neither is 1.
///   tensor<2x3xf32>, tensor<3xf32> -> tensor<2x3x"element">
///   dims [0]: tensor<2x3xf32>, tensor<2xf32> -> 2x3
mlir::FailureOr<mlir::RankedTensorType> broadcastType(std::optional<mlir::Location> location,
                                                      mlir::RankedTensorType lhs,
                                                      mlir::RankedTensorType rhs,
                                                      std::optional<llvm::ArrayRef<int64_t>> dims,
                                                      mlir::Type element);

} // namespace spmd::chlo
