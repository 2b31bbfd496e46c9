// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients that take more than a few lines. The facet `vjp` of the op calls them. Each gives the
// cotangents of the operands of g.op, or tells why it cannot.
#pragma once
#include "compiler/ops/backward.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

mlir::LogicalResult reduceGradient(stablehlo::ReduceOp op, Backward &g);
mlir::LogicalResult reduceWindowGradient(stablehlo::ReduceWindowOp op, Backward &g);
mlir::LogicalResult selectAndScatterGradient(stablehlo::SelectAndScatterOp op, Backward &g);

mlir::LogicalResult gatherGradient(stablehlo::GatherOp op, Backward &g);
mlir::LogicalResult scatterGradient(stablehlo::ScatterOp op, Backward &g);
mlir::LogicalResult sortGradient(stablehlo::SortOp op, Backward &g);
mlir::LogicalResult topKGradient(chlo::TopKOp op, Backward &g);

mlir::LogicalResult convolutionGradient(stablehlo::ConvolutionOp op, Backward &g);
mlir::LogicalResult choleskyGradient(stablehlo::CholeskyOp op, Backward &g);
mlir::LogicalResult triangularSolveGradient(stablehlo::TriangularSolveOp op, Backward &g);
mlir::LogicalResult fftGradient(stablehlo::FftOp op, Backward &g);

mlir::LogicalResult allReduceGradient(stablehlo::AllReduceOp op, Backward &g);
mlir::LogicalResult allGatherGradient(stablehlo::AllGatherOp op, Backward &g);
mlir::LogicalResult reduceScatterGradient(stablehlo::ReduceScatterOp op, Backward &g);
mlir::LogicalResult allToAllGradient(stablehlo::AllToAllOp op, Backward &g);
mlir::LogicalResult broadcastGradient(stablehlo::CollectiveBroadcastOp op, Backward &g);
mlir::LogicalResult permuteGradient(stablehlo::CollectivePermuteOp op, Backward &g);

/// chlo.broadcast_X: the gradient of X on broadcast operands, summed over what was broadcast.
mlir::LogicalResult broadcastingGradient(Backward &g);
Expr besselI1eGradient(Backward &g);

} // namespace spmd::ops
