// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of matmuls, convolutions and solves. Where one operand alone is batched, the batch
// becomes a free dim of it, so that the op stays one matmul and the other operand is not copied.
#include "compiler/ops/batching/batchings.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The dim of the result that a free dim `d` of a side becomes, counted from the side's first one.
static int64_t placeOfFree(int64_t d, ArrayRef<int64_t> batch, ArrayRef<int64_t> contract) {
  auto isBefore = [&](int64_t other) { return other < d; };
  return d - llvm::count_if(batch, isBefore) - llvm::count_if(contract, isBefore);
}

LogicalResult batchMatmul(Batching &g, DotDimensionNumbersAttr numbers) {
  SmallVector<int64_t> batch[2] = {SmallVector<int64_t>(numbers.getLhsBatchingDimensions()),
                                   SmallVector<int64_t>(numbers.getRhsBatchingDimensions())};
  SmallVector<int64_t> contract[2] = {SmallVector<int64_t>(numbers.getLhsContractingDimensions()),
                                      SmallVector<int64_t>(numbers.getRhsContractingDimensions())};
  // Dims of the result: batch, then lhs free, then rhs free.
  int64_t to = batch[0].size();
  int64_t lhsFree = typeOf(g.op->getOperand(0)).getRank() - batch[0].size() - contract[0].size();
  for (unsigned side : {0, 1})
    if (g.isBatched(side)) {
      to += placeOfFree(g.dim(side), batch[side], contract[side]) + (side ? lhsFree : 0);
      batch[side] = Batching::shifted(batch[side], g.dim(side));
      contract[side] = Batching::shifted(contract[side], g.dim(side));
    }
  if (g.isBatched(0) && g.isBatched(1)) {
    to = 0;
    for (unsigned side : {0, 1})
      batch[side].insert(batch[side].begin(), g.dim(side));
  }
  auto changed = DotDimensionNumbersAttr::get(numbers.getContext(), batch[0], batch[1], contract[0],
                                              contract[1]);
  Type type = batchedType(g.op->getResult(0).getType(), to, g.size);
  // dot, the legacy form, has no batch dims.
  OperationState state(g.loc, DotGeneralOp::getOperationName());
  state.addOperands({g.value(0), g.value(1)});
  state.addTypes(type);
  NamedAttrList attributes(g.op->getAttrDictionary());
  attributes.erase("sdy.sharding");
  attributes.set("dot_dimension_numbers", changed);
  state.addAttributes(attributes);
  g.give(0, g.b.create(state)->getResult(0), to);
  return success();
}

/// The batch is a part of the images, of the features of the result, or of the groups of features,
/// where lhs, rhs or both are batched.
///   lhs [B, n, ..] -> [B * n, ..]      rhs [B, o, ..] -> [B * o, ..]
///   both: feature_group_count * B groups, each of which is one group of one entry
LogicalResult batchConvolution(ConvolutionOp op, Batching &g) {
  auto dims = op.getDimensionNumbers();
  int64_t features = op.getFeatureGroupCount(), batches = op.getBatchGroupCount();
  int64_t groups = std::max(features, batches);
  Value lhs = g.value(0), rhs = g.value(1);
  SmallVector<int64_t> shape(typeOf(op.getResult()).getShape());
  int64_t to = dims.getOutputFeatureDimension(), outer = 1;
  if (!g.isBatched(1)) {
    // Groups of images are consecutive, and so are those of their parts.
    lhs = g.merged(lhs, g.dim(0), dims.getInputBatchDimension(), batches);
    to = dims.getOutputBatchDimension();
  } else if (!g.isBatched(0)) {
    rhs = g.merged(rhs, g.dim(1), dims.getKernelOutputFeatureDimension(), groups);
    outer = groups;
  } else {
    bool mergesImages = batches > 1;
    lhs = g.merged(lhs, g.dim(0),
                   mergesImages ? dims.getInputBatchDimension() : dims.getInputFeatureDimension());
    rhs = g.merged(rhs, g.dim(1), dims.getKernelOutputFeatureDimension());
    (mergesImages ? batches : features) *= g.size;
  }
  shape[to] *= g.size;
  OperationState state(g.loc, op->getName().getStringRef());
  state.addOperands({lhs, rhs});
  state.addTypes(typeOf(op.getResult()).clone(shape));
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase("sdy.sharding");
  attributes.set(op.getFeatureGroupCountAttrName(), g.b.getI64IntegerAttr(features));
  attributes.set(op.getBatchGroupCountAttrName(), g.b.getI64IntegerAttr(batches));
  state.addAttributes(attributes);
  Batched parts = g.split(g.b.create(state)->getResult(0), to, outer);
  g.give(0, parts.value, parts.dim);
  return success();
}

/// One matrix for all entries: their right-hand sides are solved as columns of one, or as rows
/// where the unknown is on the left.
LogicalResult batchTriangularSolve(TriangularSolveOp op, Batching &g) {
  if (g.isBatched(0))
    return batchInFront(g);
  int64_t rank = typeOf(op.getB()).getRank(), d = op.getLeftSide() ? rank - 1 : rank - 2;
  SmallVector<int64_t> shape(typeOf(op->getResult(0)).getShape());
  shape[d] *= g.size;
  Value b = g.merged(g.value(1), g.dim(1), d);
  auto solved = TriangularSolveOp::create(g.b, g.loc, typeOf(op->getResult(0)).clone(shape),
                                          g.value(0), b, op.getLeftSide(), op.getLower(),
                                          op.getUnitDiagonal(), op.getTransposeA());
  Batched parts = g.split(solved->getResult(0), d);
  g.give(0, parts.value, parts.dim);
  return success();
}

} // namespace spmd::ops
