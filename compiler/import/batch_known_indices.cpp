// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns components of indices that only count along a dim of the indices into batching dims, along
// which the op can be split: x.at[jnp.arange(8)[:, None], i].add(y) reads and writes row b for
// index b. Unlike Shardy's pass (explicit_gather_scatter_batching.cpp), it takes no index for
// another one: what it looks through is known to change nothing.
//   gather x[iota(b), i(b, n)]  collapsed [0, 1], map [0, 1]
//   -> gather x[i(b, n)]  batching 0 x 0, collapsed [1], map [1]
#include "compiler/import/index_components.h"
#include "compiler/import/patterns_only.h"
#include "compiler/ops/known_range.h"
#include "compiler/passes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_BATCHKNOWNINDICES
#include "compiler/passes.h.inc"
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether each element of the value is its index along the dim.
bool countsAlong(Value value, int64_t dim) {
  Operation *op = value.getDefiningOp();
  if (auto iota = dyn_cast_or_null<stablehlo::IotaOp>(op))
    return int64_t(iota.getIotaDimension()) == dim;
  auto countsInOperand = [&](int64_t operandDim) {
    return typeOf(op->getOperand(0)).getDimSize(operandDim) == typeOf(value).getDimSize(dim) &&
           countsAlong(op->getOperand(0), operandDim);
  };
  if (auto broadcast = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op)) {
    ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
    const auto *found = llvm::find(dims, dim);
    return found != dims.end() && countsInOperand(found - dims.begin());
  }
  if (isa_and_nonnull<stablehlo::ReshapeOp>(op)) {
    auto before = dimBeforeReshape(typeOf(op->getOperand(0)), typeOf(value), dim);
    return before && countsInOperand(*before);
  }
  // A conversion that keeps all numbers has bounds, as far as its operand has.
  if (isa_and_nonnull<stablehlo::ConvertOp>(op))
    return knownRange(value).high == typeOf(value).getDimSize(dim) - 1 && countsInOperand(dim);
  return false;
}

/// A component of an index that counts along a dim of the indices: position `position` of the
/// index, for a dim of the operand that is as long.
struct Counted {
  int64_t position, operandDim, indicesDim;
};

/// The first one; nothing if there is none, or if it is the only component. Only dims of which the
/// window has one element can become batching dims.
std::optional<Counted> countedComponent(Value operand, Value indices, ArrayRef<int64_t> collapsed,
                                        ArrayRef<int64_t> batching, ArrayRef<int64_t> map,
                                        int64_t vectorDim) {
  RankedTensorType type = typeOf(indices);
  if (!type.hasStaticShape() || vectorDim >= type.getRank() || type.getDimSize(vectorDim) < 2)
    return std::nullopt;
  for (auto [position, operandDim] : llvm::enumerate(map)) {
    Value part = componentAt(indices, vectorDim, position);
    if (!part || !llvm::is_contained(collapsed, operandDim))
      continue;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (d != vectorDim && !llvm::is_contained(batching, d) && type.getDimSize(d) > 1 &&
          type.getDimSize(d) == typeOf(operand).getDimSize(operandDim) && countsAlong(part, d))
        return Counted{int64_t(position), operandDim, d};
  }
  return std::nullopt;
}

/// Batching dims of operand and indices with one more pair, in the order of the operand's dims.
std::pair<SmallVector<int64_t>, SmallVector<int64_t>>
withPair(ArrayRef<int64_t> operandDims, ArrayRef<int64_t> indicesDims, const Counted &counted) {
  SmallVector<int64_t> ofOperand(operandDims), ofIndices(indicesDims);
  size_t at = llvm::lower_bound(ofOperand, counted.operandDim) - ofOperand.begin();
  ofOperand.insert(ofOperand.begin() + at, counted.operandDim);
  ofIndices.insert(ofIndices.begin() + at, counted.indicesDim);
  return {std::move(ofOperand), std::move(ofIndices)};
}

/// The result keeps its dims: those of the indices are batch dims of it in either form.
LogicalResult batchGather(stablehlo::GatherOp op, PatternRewriter &b) {
  stablehlo::GatherDimensionNumbersAttr dims = op.getDimensionNumbers();
  std::optional<Counted> counted = countedComponent(
      op.getOperand(), op.getStartIndices(), dims.getCollapsedSliceDims(),
      dims.getStartIndicesBatchingDims(), dims.getStartIndexMap(), dims.getIndexVectorDim());
  if (!counted)
    return b.notifyMatchFailure(op, "no component of the index counts along a dim");
  auto [ofOperand, ofIndices] =
      withPair(dims.getOperandBatchingDims(), dims.getStartIndicesBatchingDims(), *counted);
  Value indices = dropComponent(b, op.getLoc(), op.getStartIndices(), dims.getIndexVectorDim(),
                                counted->position);
  b.modifyOpInPlace(op, [&] {
    op.getStartIndicesMutable().assign(indices);
    op.setDimensionNumbersAttr(stablehlo::GatherDimensionNumbersAttr::get(
        op.getContext(), dims.getOffsetDims(),
        without(dims.getCollapsedSliceDims(), counted->operandDim), ofOperand, ofIndices,
        without(dims.getStartIndexMap(), counted->operandDim), dims.getIndexVectorDim()));
  });
  return success();
}

/// As batchGather. Updates whose other components lie outside of the operand are left out as
/// before; the removed component never does.
LogicalResult batchScatter(stablehlo::ScatterOp op, PatternRewriter &b) {
  stablehlo::ScatterDimensionNumbersAttr dims = op.getScatterDimensionNumbers();
  std::optional<Counted> counted =
      countedComponent(op.getInputs().front(), op.getScatterIndices(), dims.getInsertedWindowDims(),
                       dims.getScatterIndicesBatchingDims(), dims.getScatterDimsToOperandDims(),
                       dims.getIndexVectorDim());
  if (!counted)
    return b.notifyMatchFailure(op, "no component of the index counts along a dim");
  auto [ofOperand, ofIndices] =
      withPair(dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims(), *counted);
  Value indices = dropComponent(b, op.getLoc(), op.getScatterIndices(), dims.getIndexVectorDim(),
                                counted->position);
  b.modifyOpInPlace(op, [&] {
    op.getScatterIndicesMutable().assign(indices);
    op.setScatterDimensionNumbersAttr(stablehlo::ScatterDimensionNumbersAttr::get(
        op.getContext(), dims.getUpdateWindowDims(),
        without(dims.getInsertedWindowDims(), counted->operandDim), ofOperand, ofIndices,
        without(dims.getScatterDimsToOperandDims(), counted->operandDim),
        dims.getIndexVectorDim()));
  });
  return success();
}

struct BatchKnownIndices : impl::BatchKnownIndicesBase<BatchKnownIndices> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(batchGather);
    patterns.add(batchScatter);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), patternsOnly())))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
