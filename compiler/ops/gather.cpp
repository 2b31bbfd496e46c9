// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather: windows of the operand at positions that an index tensor gives. Positions are clamped so
// that windows stay inside.
#include "compiler/ops/gather_places.h"
#include "compiler/ops/localize_ops.h"
#include "compiler/ops/result_dims.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

// The dimension numbers of both forms under the common names.
Places placesOf(GatherOp op) {
  auto n = op.getDimensionNumbers();
  return {n.getOffsetDims(),          n.getCollapsedSliceDims(),
          n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
          n.getStartIndexMap(),       n.getIndexVectorDim()};
}
Places placesOf(DynamicGatherOp op) {
  auto n = op.getDimensionNumbers();
  return {n.getOffsetDims(),          n.getCollapsedSliceDims(),
          n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
          n.getStartIndexMap(),       n.getIndexVectorDim()};
}

// The reference meaning for static and dynamic window sizes.
llvm::Error gatherInto(Tensor &out, const Tensor &operand, const Tensor &indices,
                       const Places &places, llvm::ArrayRef<int64_t> sliceSizes) {
  PlaceWalk walk(places, indices, operand.rank(), out.rank());
  auto strides = stridesOf(operand.shape());
  SmallVector<int64_t> start, offset;
  moveElements(out, operand, [&](llvm::ArrayRef<int64_t> r) {
    walk.find(r, start, offset);
    int64_t from = 0;
    // The start is clamped per dim, the offset is within the window.
    for (auto [d, size] : llvm::enumerate(operand.shape()))
      from += strides[d] * (std::clamp<int64_t>(start[d], 0, size - sliceSizes[d]) + offset[d]);
    return from;
  });
  return llvm::Error::success();
}

/// Rows 2 and 0 of a table [4, 8] with indices [[2], [0]]: a result [2, 8] with offset_dims = [1],
/// collapsed_slice_dims = [0], start_index_map = [0] and slice_sizes = [1, 8].
struct Gather {
  using Op = GatherOp;
  /// The loops are the dims of the result; the operand is indexed by data.
  static IterationSpace space(GatherOp op) {
    IterationSpace space = resultSpace(op);
    Places places = placesOf(op);
    // Index vectors are read along the batch dims of the result.
    for (auto [b, d] : llvm::enumerate(places.batchDims(space.dims.size())))
      space.setOperandExpr(1, places.indicesDim(b), space.dimExpr(d));
    space.setOperandWhole(0);
    return space;
  }
  static std::optional<ShardingRule> rule(GatherOp op, const RuleOptions &options) {
    if (!hasStaticShapes(op))
      return std::nullopt;
    Places places = placesOf(op);
    return placesRule(op, places, false, op.getSliceSizes(), options, FactorKind::PassThrough);
  }
  static std::optional<sdy::ReductionKind> combine(GatherOp) { return sdy::ReductionKind::SUM; }
  /// Symbol j is component j of the index vector, clamped so that the window stays inside.
  static Movement index(GatherOp op) {
    ResultDims dims(op);
    Places places = placesOf(op);
    auto operand = tensorTypeOf(op.getOperand()), indices = tensorTypeOf(op.getStartIndices());
    SmallVector<int64_t> batchDims = places.batchDims(dims.rank);
    SmallVector<AffineExpr> source(operand.getRank(), dims.constant(0));
    Movement movement;
    // Component j of the index vector moves dim d of the operand.
    for (auto [j, d] : llvm::enumerate(places.indexMap)) {
      SmallVector<AffineExpr> at(indices.getRank(), dims.constant(j)); // kept for the vector dim
      for (auto [b, r] : llvm::enumerate(batchDims))
        at[places.indicesDim(b)] = dims.dim(r);
      int64_t limit = operand.getDimSize(d) - op.getSliceSizes()[d];
      movement.symbols.push_back({.operand = 1, .at = dims.map(at), .limit = limit});
      if (limit != 0)
        source[d] = dims.symbol(j);
    }
    for (auto [o, s] : llvm::zip_equal(places.operandBatch, places.indicesBatch))
      source[o] = dims.dim(batchDims[s > places.vectorDim ? s - 1 : s]);
    // Window dims of the result run along the operand dims that are neither collapsed nor batching.
    for (auto [w, d] :
         llvm::zip_equal(places.windowDims, places.windowedOperandDims(operand.getRank())))
      source[d] = source[d] + dims.dim(w);
    movement.pieces.push_back(
        {.operand = 0, .map = dims.map(source, movement.symbols.size()), .guard = {}});
    return movement;
  }
  static llvm::Error eval(GatherOp op, Inputs in, Outputs out, EvalContext &) {
    auto type = tensorTypeOf(op.getResult());
    if (!type.hasStaticShape())
      return dynamicShapeError(op);
    out[0] = Tensor(type);
    return gatherInto(out[0], in[0], in[1], placesOf(op), op.getSliceSizes());
  }
  static LogicalResult localize(GatherOp op, LocalizeContext &c) { return localizeGather(op, c); }
  using Facets = Has<Localize, Space, Rule, Combine, Index, Eval>;
};

/// The form whose window sizes are an operand, for the reference interpreter only.
struct DynamicGather {
  using Op = DynamicGatherOp;
  static llvm::Error eval(DynamicGatherOp op, Inputs in, Outputs out, EvalContext &) {
    auto type = tensorTypeOf(op.getResult());
    if (!type.hasStaticShape())
      return dynamicShapeError(op);
    out[0] = Tensor(type);
    return gatherInto(out[0], in[0], in[1], placesOf(op), in[2].values<int64_t>());
  }
  using Facets = Has<NoRule<"the slice sizes are known at run time only">, Eval>;
};

} // namespace

void addGatherRules(RuleTable &table) { table.add<Gather, DynamicGather>(); }

} // namespace spmd::ops
