// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that local programs need beside their operands: constants, broadcasts, and initial values
// of partial results.
#pragma once
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// A constant of `type` whose elements all equal `element` (a tensor of rank 0) or `value`.
mlir::Value splat(LocalizeContext &c, mlir::RankedTensorType type, mlir::DenseElementsAttr element);
mlir::Value splatInteger(LocalizeContext &c, mlir::RankedTensorType type, int64_t value);
mlir::Value broadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type,
                      llvm::ArrayRef<int64_t> dims);
mlir::Value scalarBroadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type);
/// The identity of a sum, maximum or minimum as a tensor of rank 0; null if the type has none.
mlir::DenseElementsAttr identityOf(sdy::ReductionKind kind, mlir::Type element);
/// Where results stay partial, operands first .. end - 1 of a reduction keep their values on the
/// first shard along the partial axes. On all others they become the identity of the body.
mlir::LogicalResult startOnFirstShard(mlir::Operation *op, LocalizeContext &c, mlir::Region &body,
                                      unsigned first, unsigned end);

} // namespace spmd::ops
