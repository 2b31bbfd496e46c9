// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that a device's own program needs beside its parts: constants, broadcasts, starts of
// partial results.
#pragma once
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// A tensor of `type` whose elements all are `element`, of a tensor without dims; are `value`.
mlir::Value splat(LocalizeContext &c, mlir::RankedTensorType type, mlir::DenseElementsAttr element);
mlir::Value splatInteger(LocalizeContext &c, mlir::RankedTensorType type, int64_t value);
mlir::Value broadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type,
                      llvm::ArrayRef<int64_t> dims);
mlir::Value scalarBroadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type);
/// What does not change a sum, maximum or minimum, as a tensor without dims; null where there is
/// none.
mlir::DenseElementsAttr identityOf(sdy::ReductionKind kind, mlir::Type element);
/// Where results stay partial, operands first .. end - 1 of a reduction with this body keep their
/// values on the first shard along the partial axes and are its identity on all others.
mlir::LogicalResult startOnFirstShard(mlir::Operation *op, LocalizeContext &c, mlir::Region &body,
                                      unsigned first, unsigned end);

} // namespace spmd::ops
