// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gather: windows of the operand at positions that an index tensor gives. Positions are clamped so
// that windows stay inside. Scatter: combines windows of the updates into the input at such
// positions. Elements outside of the input are skipped.
#include "compiler/elements/dtype.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/gather_places.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"
#include "compiler/ops/result_dims.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

// The dimension numbers of both forms under the common names.
template <class Op> Places placesOf(Op op) {
  auto n = op.getDimensionNumbers();
  return {n.getOffsetDims(),          n.getCollapsedSliceDims(),
          n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
          n.getStartIndexMap(),       n.getIndexVectorDim()};
}

// The reference meaning for static and dynamic window sizes.
template <class Op> Tensor gathered(Op op, Inputs in, ArrayRef<int64_t> sliceSizes) {
  Tensor out(op.getResult().getType());
  const Tensor &operand = in[0];
  Places places = placesOf(op);
  PlaceWalk walk(places, in[1], operand.rank(), out.rank());
  auto strides = stridesOf(operand.shape());
  SmallVector<int64_t> start, offset;
  moveElements(out, operand, [&](ArrayRef<int64_t> r) {
    walk.find(r, start, offset);
    int64_t from = 0;
    // The start is clamped per dim, the offset is within the window.
    for (auto [d, size] : llvm::enumerate(operand.shape()))
      from += strides[d] * (std::clamp<int64_t>(start[d], 0, size - sliceSizes[d]) + offset[d]);
    return from;
  });
  return out;
}

/// Rows 2 and 0 of a table [4, 8] with indices [[2], [0]]: a result [2, 8] with offset_dims = [1],
/// collapsed_slice_dims = [0], start_index_map = [0] and slice_sizes = [1, 8].
struct Gather : Meaning<GatherOp> {
  /// The loops are the dims of the result; the operand is indexed by data.
  static IterationSpace space(Op op) {
    IterationSpace space = resultSpace(op);
    Places places = placesOf(op);
    // Index vectors are read along the batch dims of the result.
    for (auto [b, d] : llvm::enumerate(places.batchDims(space.dims.size())))
      space.setOperandExpr(1, places.indicesDim(b), space.dimExpr(d));
    space.setOperandWhole(0);
    return space;
  }
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    Places places = placesOf(op);
    return placesRule(op, places, false, op.getSliceSizes(), options, FactorKind::PassThrough);
  }
  static std::optional<sdy::ReductionKind> combine(Op) { return sdy::ReductionKind::SUM; }
  /// Symbol j is component j of the index vector, clamped so that the window stays inside.
  static Movement index(Op op) {
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
  static Tensor eval(Op op, Inputs in) { return gathered(op, in, op.getSliceSizes()); }
  /// Windows over a whole dim stay whole, but not those of one element at each index of a batch.
  /// Indices into a dim that grew are clamped as before.
  static void grow(Op op, const GrowContext &c) {
    auto before = c.operandsBefore[0], after = tensorTypeOf(op.getOperand());
    SmallVector<int64_t> sizes(op.getSliceSizes());
    SmallVector<int64_t> last;
    bool isMoved = false;
    for (int64_t d : op.getDimensionNumbers().getStartIndexMap()) {
      last.push_back(before.getDimSize(d) - sizes[d]);
      isMoved |= last.back() != 0 && before.getDimSize(d) != after.getDimSize(d);
    }
    Places places = placesOf(op);
    for (int64_t d : places.windowedOperandDims(before.getRank()))
      if (sizes[d] == before.getDimSize(d))
        sizes[d] = after.getDimSize(d);
    op.setSliceSizes(sizes);
    if (isMoved)
      op.getStartIndicesMutable().set(limitIndices(c.builder, op.getLoc(), op.getStartIndices(),
                                                   last,
                                                   op.getDimensionNumbers().getIndexVectorDim()));
  }
  // Masks the rows that other devices hold with zeros; partition adds an all-reduce.
  static LogicalResult localize(Op op, LocalizeContext &c) {
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
    Value index = c.make<ClampOp>(zero, c.operands[1], places.constants(limits));
    // Global index minus offset of the shard.
    index = c.make<SubtractOp>(index, places.offsets);
    Value above = c.make<CompareOp>(index, zero, ComparisonDirection::GE);
    Value below =
        c.make<CompareOp>(index, places.constants(places.localSizes), ComparisonDirection::LT);
    Value here = c.make<AndOp>(above, below);
    // A row is local if all components of its index are.
    int64_t vectorDim = numbers.getIndexVectorDim();
    if (vectorDim < places.indices.getRank()) { // all components must be local
      auto type = RankedTensorType::get({}, c.builder.getI1Type());
      Value yes = c.make<ConstantOp>(DenseElementsAttr::get(type, true));
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
    c.replace(c.make<SelectOp>(mask, rows, splat(c, type, nothing)));
    return success();
  }
  /// Adds the windows to the operand's cotangent.
  static LogicalResult vjp(Op op, Backward &g) { return gatherGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchGather(op, g); }
  using Facets = Has<Localize, Grow, ReadsNoPadding, Space, Rule, Combine, Index, StaticResult, Vjp,
                     Batch, Eval>;
};

/// The form whose window sizes are an operand, for the reference interpreter only.
struct DynamicGather : Meaning<DynamicGatherOp> {
  /// The sizes are those of the result in window dims, else 1, and no window is longer than the
  /// operand.
  static llvm::Expected<Tensor> eval(Op op, Inputs in) {
    std::vector<int64_t> sizes = in[2].values<int64_t>(), wanted(sizes.size(), 1);
    Places places = placesOf(op);
    for (auto [w, d] : llvm::zip_equal(places.windowDims, places.windowedOperandDims(in[0].rank())))
      wanted[d] = tensorTypeOf(op.getResult()).getDimSize(w);
    for (auto [d, size] : llvm::enumerate(sizes))
      if (size != wanted[d] || size > in[0].shape()[d])
        return opError(op, "takes windows of " + Twine(size) + " elements along dim " + Twine(d) +
                               " of size " + Twine(in[0].shape()[d]) + ", its result has " +
                               Twine(wanted[d]));
    return gathered(op, in, sizes);
  }
  using Facets = Has<NoRule<"the slice sizes are known at run time only">, StaticResult,
                     NoVjp<"the slice sizes are known at run time only">,
                     NoBatch<"the slice sizes are known at run time only">, Eval>;
};

// The dimension numbers under the names that gather and scatter share.
Places placesOf(ScatterOp op) {
  auto n = op.getScatterDimensionNumbers();
  return {n.getUpdateWindowDims(),         n.getInsertedWindowDims(),
          n.getInputBatchingDims(),        n.getScatterIndicesBatchingDims(),
          n.getScatterDimsToOperandDims(), n.getIndexVectorDim()};
}

/// input[position(s)] = combine(input[position(s)], update[s]) for each window s, in order.
struct Scatter : Meaning<ScatterOp> {
  // Sharded updates leave partial results if the combination is associative.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    Places places = placesOf(op);
    // Factors of the updates reduce, because each device combines its own updates into the input.
    return placesRule(op, places, true, {}, options,
                      isAssociative(op) ? FactorKind::Reduction : FactorKind::NeedReplication);
  }
  static std::optional<sdy::ReductionKind> combine(Op op) {
    return op.getInputs().size() == 1 ? reductionKindOf(op.getUpdateComputation()) : std::nullopt;
  }
  // One input only. All strides count elements; the routine walks over batch and window dims and
  // adds the index components.
  static std::optional<KernelCall> kernel(Op op) {
    if (op.getInputs().size() != 1)
      return std::nullopt;
    auto input = tensorTypeOf(op.getInputs()[0]), indices = tensorTypeOf(op.getScatterIndices());
    auto updates = tensorTypeOf(op.getUpdates()[0]);
    auto type = dtypeOf(input.getElementType()), indexType = dtypeOf(indices.getElementType());
    if (!type || !indexType || getElementTypeOrSelf(updates) != input.getElementType())
      return std::nullopt;
    Places places = placesOf(op);
    auto inputStrides = stridesOf(input.getShape()), indexStrides = stridesOf(indices.getShape());
    auto updateStrides = stridesOf(updates.getShape());
    rt::ScatterConfig config{.type = *type, .indexType = *indexType};
    // Component j of an index vector: offset in the indices, stride and size of its operand dim.
    for (auto [j, d] : llvm::enumerate(places.indexMap))
      config.components.push_back(
          {places.vectorDim < indices.getRank() ? int64_t(j) * indexStrides[places.vectorDim] : 0,
           inputStrides[d], input.getDimSize(d)});
    // Batch dims: size, stride in the updates, stride in the indices, stride in the input if
    // batching.
    for (auto [b, d] : llvm::enumerate(places.batchDims(updates.getRank()))) {
      int64_t i = places.indicesDim(b);
      const auto *batching = llvm::find(places.indicesBatch, i);
      int64_t step =
          batching == places.indicesBatch.end()
              ? 0
              : inputStrides[places.operandBatch[batching - places.indicesBatch.begin()]];
      config.batch.push_back({updates.getDimSize(d), updateStrides[d], indexStrides[i], step});
    }
    // Window dims: size, stride in the updates, stride in the input, index component or -1.
    for (auto [w, d] :
         llvm::zip_equal(places.windowDims, places.windowedOperandDims(input.getRank()))) {
      const auto *component = llvm::find(places.indexMap, d);
      int64_t c = component == places.indexMap.end() ? -1 : component - places.indexMap.begin();
      config.window.push_back({updates.getDimSize(w), updateStrides[w], inputStrides[d], c});
    }
    config.combine = combineFor(op.getUpdateComputation());
    bool isCalledBack = config.combine == rt::ScatterCombine::Callback;
    return KernelCall{config, isCalledBack ? &op.getUpdateComputation() : nullptr};
  }
  /// Takes updates in row-major order and skips those outside of the inputs.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    size_t n = op.getInputs().size();
    const Tensor &indices = in[n];
    Inputs inputs = in.take_front(n), updates = in.take_back(n);
    Places places = placesOf(op);
    PlaceWalk walk(places, indices, inputs[0].rank(), updates[0].rank());
    SmallVector<Tensor> scalars;
    for (const Tensor &input : inputs)
      scalars.emplace_back(RankedTensorType::get({}, input.element()));
    // The accumulators are the elements of the inputs.
    Fold fold(op.getUpdateComputation(), scalars, inputs[0].count(), context);
    fold.startFrom(inputs);
    fold.roundEachStep();
    if (auto error = fold.setElements(updates))
      return error;
    ArrayRef<int64_t> shape = inputs[0].shape();
    SmallVector<int64_t> strides = stridesOf(shape), start, offset, u(updates[0].rank(), 0);
    for (int64_t e = 0; e < updates[0].count(); ++e, nextIndex(u, updates[0].shape())) {
      walk.find(u, start, offset);
      int64_t target = 0;
      bool isInside = true;
      // All dims must be inside; otherwise the update is dropped.
      for (auto [d, size] : llvm::enumerate(shape)) {
        int64_t at = start[d] + offset[d];
        isInside &= at >= 0 && at < size;
        target += isInside ? at * strides[d] : 0;
      }
      if (isInside)
        if (auto error = fold.take(target, e))
          return error;
    }
    return fold.finish(shape);
  }
  // Only dims that the updates lack need offsets; windows of all other dims are whole.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    auto numbers = op.getScatterDimensionNumbers();
    unsigned n = op.getInputs().size();
    SmallVector<int64_t> windows(cast<RankedTensorType>(op.getInputs()[0].getType()).getShape());
    for (int64_t d : numbers.getInsertedWindowDims())
      windows[d] = 1; // other window dims are whole or not sharded
    ShardedPlaces places(c, 0, n, numbers.getIndexVectorDim(),
                         numbers.getScatterDimsToOperandDims(), windows);
    if (places.offsets) // the scatter itself skips positions outside of this shard
      c.operands[n] = c.make<SubtractOp>(c.operands[n], places.offsets);
    startOnFirstShard(c, op.getUpdateComputation(), 0, n);
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  /// Sums, replacements, products, maxima and minima.
  static LogicalResult vjp(Op op, Backward &g) { return scatterGradient(op, g); }
  static LogicalResult batch(Op op, Batching &g) { return batchScatter(op, g); }
  using Facets = Has<Kernel, Localize, NoSpace<"which element is updated depends on the data">,
                     Rule, Combine, Vjp, Batch, Eval>;

private:
  // Xor and complex numbers have no built-in combination in the routine.
  static rt::ScatterCombine combineFor(Region &body) {
    if (isReplacement(body))
      return rt::ScatterCombine::Replace;
    std::optional<ir::CombineKind> combiner = combinerOf(body);
    if (!combiner || *combiner == ir::CombineKind::Xor ||
        isa<ComplexType>(getElementTypeOrSelf(body.getArgument(0).getType())))
      return rt::ScatterCombine::Callback;
    // The enums of the dialect and of the runtime list the kinds in the same order.
    static_assert(int(ir::CombineKind::Sum) == int(rt::ScatterCombine::Add) &&
                  int(ir::CombineKind::Or) == int(rt::ScatterCombine::Or));
    return rt::ScatterCombine(int(*combiner));
  }
  /// Whether partial updates may be combined in any grouping: add, multiply, maximum, minimum, and
  /// on i1 `and` and `or`.
  static bool isAssociative(Op op) {
    auto combiner = combinerOfPairs(op.getUpdateComputation());
    if (!combiner)
      return false;
    bool isBool = llvm::all_of(op.getInputs(), [](Value input) {
      return tensorTypeOf(input).getElementType().isInteger(1);
    });
    bool isBitwise = combiner == ir::CombineKind::And || combiner == ir::CombineKind::Or;
    return isBitwise ? isBool : combiner != ir::CombineKind::Xor;
  }
};

} // namespace

void addGatherRules(RuleTable &table) { table.add<Gather, DynamicGather, Scatter>(); }

} // namespace spmd::ops
