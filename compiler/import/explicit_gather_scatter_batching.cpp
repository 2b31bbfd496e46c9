// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns implicit batch dims of gather and scatter into explicit ones, along which shards stay
// local. A gather has an implicit batch dim if one component of its index counts 0, 1, 2, ... along
// dim 0 of the indices and selects dim 0 of the operand. The pass removes that component. Public
// Shardy pass.
//   gather x[iota(b), i(b, n)]  collapsed [0, 1], map [0, 1]
//   -> gather x[i(b, n)]  batching 0 x 0, collapsed [1], map [1]
#include "compiler/import/index_components.h"
#include "compiler/passes.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_EXPLICITGATHERSCATTERBATCHING
#include "compiler/passes.h.inc"
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether each element of the value is its index along dim 0. Clamps and selects are looked
/// through: they guard against indices out of bounds, and the pass assumes that their operand (one
/// branch of a select) is the intended index.
bool countsAlongDim0(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || typeOf(value).getRank() == 0)
    return false;
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
    return iota.getIotaDimension() == 0;
  auto keepsDim0 = [&](Value operand) {
    return typeOf(operand).getRank() > 0 &&
           typeOf(operand).getDimSize(0) == typeOf(value).getDimSize(0) && countsAlongDim0(operand);
  };
  if (isa<stablehlo::ReshapeOp>(op))
    return keepsDim0(op->getOperand(0));
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
    return !broadcast.getBroadcastDimensions().empty() &&
           broadcast.getBroadcastDimensions()[0] == 0 && keepsDim0(broadcast.getOperand());
  if (isa<stablehlo::ClampOp>(op))
    return keepsDim0(op->getOperand(1));
  if (isa<stablehlo::SelectOp>(op))
    return keepsDim0(op->getOperand(1)) || keepsDim0(op->getOperand(2));
  return false;
}

/// The position in the index of the component that counts along dim 0 of operand and indices, or
/// nothing. Refused are ops that have batching dims already, and indices with a single component.
std::optional<int64_t> batchComponent(Value operand, Value indices, ArrayRef<int64_t> collapsed,
                                      ArrayRef<int64_t> batching, ArrayRef<int64_t> map,
                                      int64_t vectorDim) {
  RankedTensorType type = typeOf(indices);
  const int64_t *found = llvm::find(map, 0);
  // Each condition excludes a form that is not a plain batch dim, or where the removed component
  // would leave no index.
  if (!batching.empty() || !llvm::is_contained(collapsed, 0) || found == map.end() ||
      vectorDim == 0 || vectorDim >= type.getRank() || type.getDimSize(vectorDim) < 2 ||
      !type.hasStaticShape() || type.getDimSize(0) != typeOf(operand).getDimSize(0))
    return std::nullopt;
  int64_t position = found - map.begin();
  Value part = componentAt(indices, vectorDim, position);
  return part && countsAlongDim0(part) ? std::optional(position) : std::nullopt;
}

/// Rewrites one gather. The dimension numbers are named as in the StableHLO specification.
LogicalResult batchGather(stablehlo::GatherOp op, PatternRewriter &b) {
  stablehlo::GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
  std::optional<int64_t> position = batchComponent(
      op.getOperand(), op.getStartIndices(), dims.getCollapsedSliceDims(),
      dims.getOperandBatchingDims(), dims.getStartIndexMap(), dims.getIndexVectorDim());
  if (!position)
    return b.notifyMatchFailure(op, "no component of the index counts along dim 0");
  Value indices =
      dropComponent(b, op.getLoc(), op.getStartIndices(), dims.getIndexVectorDim(), *position);
  b.startOpModification(op);
  op.getStartIndicesMutable().assign(indices);
  op.setDimensionNumbersAttr(stablehlo::GatherDimensionNumbersAttr::get(
      op.getContext(), dims.getOffsetDims(), without(dims.getCollapsedSliceDims(), 0), {0}, {0},
      without(dims.getStartIndexMap(), 0), dims.getIndexVectorDim()));
  op.setIndicesAreSortedAttr(b.getBoolAttr(op.getIndicesAreSorted()));
  b.finalizeOpModification(op);
  return success();
}

/// As batchGather, for scatter.
LogicalResult batchScatter(stablehlo::ScatterOp op, PatternRewriter &b) {
  stablehlo::ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  std::optional<int64_t> position = batchComponent(
      op.getInputs().front(), op.getScatterIndices(), dims.getInsertedWindowDims(),
      dims.getInputBatchingDims(), dims.getScatterDimsToOperandDims(), dims.getIndexVectorDim());
  if (!position)
    return b.notifyMatchFailure(op, "no component of the index counts along dim 0");
  Value indices =
      dropComponent(b, op.getLoc(), op.getScatterIndices(), dims.getIndexVectorDim(), *position);
  b.startOpModification(op);
  op.getScatterIndicesMutable().assign(indices);
  op.setScatterDimensionNumbersAttr(stablehlo::ScatterDimensionNumbersAttr::get(
      op.getContext(), dims.getUpdateWindowDims(), without(dims.getInsertedWindowDims(), 0), {0},
      {0}, without(dims.getScatterDimsToOperandDims(), 0), dims.getIndexVectorDim()));
  op.setIndicesAreSortedAttr(b.getBoolAttr(op.getIndicesAreSorted()));
  op.setUniqueIndicesAttr(b.getBoolAttr(op.getUniqueIndices()));
  b.finalizeOpModification(op);
  return success();
}

struct ExplicitGatherScatterBatching
    : impl::ExplicitGatherScatterBatchingBase<ExplicitGatherScatterBatching> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(batchGather);
    patterns.add(batchScatter);
    // As in Shardy, the driver also folds ops and merges equal constants.
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
