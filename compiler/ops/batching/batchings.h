// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms that take more than a few lines. The facet `batch` of the op calls them.
#pragma once
#include "compiler/ops/batching.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

mlir::LogicalResult batchBroadcast(stablehlo::BroadcastInDimOp op, Batching &g);
mlir::LogicalResult batchReshape(stablehlo::ReshapeOp op, Batching &g);
mlir::LogicalResult batchTranspose(stablehlo::TransposeOp op, Batching &g);
mlir::LogicalResult batchSlice(stablehlo::SliceOp op, Batching &g);
mlir::LogicalResult batchPad(stablehlo::PadOp op, Batching &g);
mlir::LogicalResult batchConcatenate(stablehlo::ConcatenateOp op, Batching &g);

mlir::LogicalResult batchDynamicSlice(stablehlo::DynamicSliceOp op, Batching &g);
mlir::LogicalResult batchDynamicUpdate(stablehlo::DynamicUpdateSliceOp op, Batching &g);
mlir::LogicalResult batchGather(stablehlo::GatherOp op, Batching &g);
mlir::LogicalResult batchScatter(stablehlo::ScatterOp op, Batching &g);

mlir::LogicalResult batchReduce(stablehlo::ReduceOp op, Batching &g);
mlir::LogicalResult batchReduceWindow(stablehlo::ReduceWindowOp op, Batching &g);
mlir::LogicalResult batchSelectAndScatter(stablehlo::SelectAndScatterOp op, Batching &g);
mlir::LogicalResult batchSort(stablehlo::SortOp op, Batching &g);
mlir::LogicalResult batchMap(stablehlo::MapOp op, Batching &g);
/// The three forms of batch normalization: the batch is a part of the features.
mlir::LogicalResult batchNormalization(Batching &g);

/// A matmul over these dims, of dot_general and dot alike.
mlir::LogicalResult batchMatmul(Batching &g, stablehlo::DotDimensionNumbersAttr numbers);
mlir::LogicalResult batchConvolution(stablehlo::ConvolutionOp op, Batching &g);
mlir::LogicalResult batchTriangularSolve(stablehlo::TriangularSolveOp op, Batching &g);

/// A collective that names dims by these attributes.
mlir::LogicalResult batchCollective(Batching &g, llvm::ArrayRef<llvm::StringRef> dims);
/// A collective whose last operand lists the roots, if it `hasRoots`.
mlir::LogicalResult batchFromRoots(Batching &g, bool hasRoots);
/// chlo.broadcast_X: X on operands of one shape.
mlir::LogicalResult batchBroadcasting(Batching &g);

/// A marker of a batch axis (spmd.psum and the like, docs/batching.md).
mlir::LogicalResult batchMarker(stablehlo::CustomCallOp op, Batching &g);

} // namespace spmd::ops
