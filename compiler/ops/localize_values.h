// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that a device's own program needs beside its parts: constants, broadcasts, starts of partial results.
#pragma once
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// A tensor of `type` whose elements all are `element`, of a tensor without dims; are `value`.
mlir::Value splat(LocalizeContext &c, mlir::RankedTensorType type, mlir::DenseElementsAttr element);
mlir::Value splatInteger(LocalizeContext &c, mlir::RankedTensorType type, int64_t value);
mlir::Value broadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type, llvm::ArrayRef<int64_t> dims);
mlir::Value scalarBroadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type);
/// What does not change a sum, maximum or minimum, as a tensor without dims; null where there is none.
mlir::DenseElementsAttr identityOf(sdy::ReductionKind kind, mlir::Type element);
/// `value` on the first shard along the partial axes, the identity on all others; just `value` where it is the identity.
mlir::FailureOr<mlir::Value> onFirstShard(mlir::Operation *op, LocalizeContext &c, mlir::Value value, sdy::ReductionKind kind);

} // namespace spmd::ops
