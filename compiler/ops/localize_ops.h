// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ops become on one device where smaller types are not all there is to it: bodies of the facet
// `localize`.
#pragma once
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// A splat in the local shape, else this device's part of the whole constant.
mlir::LogicalResult localizeConstant(stablehlo::ConstantOp op, LocalizeContext &context);
/// Along a split dim: local iota + offset of the shard.
mlir::LogicalResult localizeIota(stablehlo::IotaOp op, LocalizeContext &context);
/// A split dim is taken whole: its limit shrinks.
mlir::LogicalResult localizeSlice(stablehlo::SliceOp op, LocalizeContext &context);
mlir::LogicalResult localizeDynamicSlice(stablehlo::DynamicSliceOp op, LocalizeContext &context);
/// A window as wide as the update slides along the shard as near to the global start as it fits; of
/// it, the places that the update covers are written.
mlir::LogicalResult localizeDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op,
                                               LocalizeContext &context);
/// Rows that another device holds give zeros: the sum over the devices is the gather.
mlir::LogicalResult localizeGather(stablehlo::GatherOp op, LocalizeContext &context);
/// Indices relative to the shard; with split updates only the first shard starts from the operand.
mlir::LogicalResult localizeScatter(stablehlo::ScatterOp op, LocalizeContext &context);
/// With split reduced dims only the first shard starts from the init value.
mlir::LogicalResult localizeReduce(stablehlo::ReduceOp op, LocalizeContext &context);
/// Split feature groups are fewer groups.
mlir::LogicalResult localizeConvolution(stablehlo::ConvolutionOp op, LocalizeContext &context);

} // namespace spmd::ops
