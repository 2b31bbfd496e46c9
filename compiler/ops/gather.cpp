// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather: windows of the operand at positions that an index tensor gives. Positions are clamped so
// that windows stay inside.
#include "compiler/ops/gather_places.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"
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
  // Masks the rows that other devices hold with zeros; partition adds an all-reduce.
  static LogicalResult localize(GatherOp op, LocalizeContext &c) {
    auto numbers = op.getDimensionNumbers();
    auto global = cast<RankedTensorType>(op.getOperand().getType());
    auto local = cast<RankedTensorType>(c.operands[0].getType());
    SmallVector<int64_t> sizes(op.getSliceSizes());
    for (int64_t d = 0; d < global.getRank(); ++d)
      if (sizes[d] == global.getDimSize(d))
        sizes[d] = local.getDimSize(d); // a window over the whole dim is local
    ShardedPlaces places(c, 0, 1, numbers.getIndexVectorDim(), numbers.getStartIndexMap(),
                         op.getSliceSizes());
    NamedAttribute localSizes(op.getSliceSizesAttrName(), c.builder.getDenseI64ArrayAttr(sizes));
    if (!places.offsets) {
      c.replace(c.cloneLocal(op, {localSizes})->getResults());
      return success();
    }
    // Clamps as the global gather does, and then tests which rows are local.
    SmallVector<int64_t> limits, zeros(numbers.getStartIndexMap().size(), 0);
    for (int64_t d : numbers.getStartIndexMap())
      limits.push_back(global.getDimSize(d) - op.getSliceSizes()[d]);
    Value zero = places.constants(zeros);
    Value index = ClampOp::create(c.builder, c.loc, zero, c.operands[1], places.constants(limits));
    // Global index minus offset of the shard.
    index = SubtractOp::create(c.builder, c.loc, index, places.offsets);
    Value above = CompareOp::create(c.builder, c.loc, index, zero, ComparisonDirection::GE);
    Value below = CompareOp::create(c.builder, c.loc, index, places.constants(places.localSizes),
                                    ComparisonDirection::LT);
    Value here = AndOp::create(c.builder, c.loc, above, below);
    // A row is local if all components of its index are.
    int64_t vectorDim = numbers.getIndexVectorDim();
    if (vectorDim < places.indices.getRank()) { // all components must be local
      auto type = RankedTensorType::get({}, c.builder.getI1Type());
      Value yes = ConstantOp::create(c.builder, c.loc, DenseElementsAttr::get(type, true));
      here = ReduceOp::create(c.builder, c.loc, here, yes, ArrayRef<int64_t>{vectorDim},
                              AndOp::getOperationName())
                 ->getResult(0);
    }
    c.operands[1] = index;
    Value rows = c.cloneLocal(op, {localSizes})->getResult(0);
    auto type = cast<RankedTensorType>(rows.getType());
    SmallVector<int64_t> batchDims;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (!llvm::is_contained(numbers.getOffsetDims(), d))
        batchDims.push_back(d);
    // The mask over the batch dims is broadcast over the window dims.
    Value mask = broadcast(c, here, RankedTensorType::get(type.getShape(), c.builder.getI1Type()),
                           batchDims);
    // Other devices contribute zeros to the sum.
    DenseElementsAttr nothing = identityOf(ir::CombineKind::Sum, type.getElementType());
    if (!nothing)
      return op.emitError("gathers elements of type ")
             << type.getElementType() << " from a split dim";
    c.replace(
        ValueRange{Value(SelectOp::create(c.builder, c.loc, mask, rows, splat(c, type, nothing)))});
    return success();
  }
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
