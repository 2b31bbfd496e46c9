// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facet `localize` of ops whose local form is more than smaller types. It is apart from the op
// families, because these functions all build ops from the values of localize_values.h.
#pragma once
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// A splat of the local shape, or this device's part of the whole constant.
mlir::LogicalResult localizeConstant(stablehlo::ConstantOp op, LocalizeContext &context);
/// Along a sharded dim: the local iota plus the offset of the shard.
mlir::LogicalResult localizeIota(stablehlo::IotaOp op, LocalizeContext &context);
/// A sharded dim is taken as a whole, so its limit becomes the local size.
mlir::LogicalResult localizeSlice(stablehlo::SliceOp op, LocalizeContext &context);
mlir::LogicalResult localizeDynamicSlice(stablehlo::DynamicSliceOp op, LocalizeContext &context);
/// A window of the size of the update is placed on the shard as near to the global start as fits.
/// Within it, only elements that the update covers are written.
mlir::LogicalResult localizeDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op,
                                               LocalizeContext &context);
/// Rows of other devices are zero, and the sum over the devices is the gather.
mlir::LogicalResult localizeGather(stablehlo::GatherOp op, LocalizeContext &context);
/// Indices become relative to the shard. With sharded updates, only the first shard starts from the
/// operand.
mlir::LogicalResult localizeScatter(stablehlo::ScatterOp op, LocalizeContext &context);
/// With sharded reduced dims, only the first shard starts from the init.
mlir::LogicalResult localizeReduce(stablehlo::ReduceOp op, LocalizeContext &context);
/// A device with a part of the feature groups has fewer groups.
mlir::LogicalResult localizeConvolution(stablehlo::ConvolutionOp op, LocalizeContext &context);

} // namespace spmd::ops
