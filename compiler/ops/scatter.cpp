// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scatter: combines windows of the updates into the input, at positions that an index tensor gives.
// Elements outside of the input are skipped.
#include "compiler/elements/dtype.h"
#include "compiler/ops/gather_places.h"
#include "compiler/ops/library_call.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"
#include "compiler/ops/result_dims.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

// The dimension numbers under the names that gather and scatter share.
Places placesOf(ScatterOp op) {
  auto n = op.getScatterDimensionNumbers();
  return {n.getUpdateWindowDims(),         n.getInsertedWindowDims(),
          n.getInputBatchingDims(),        n.getScatterIndicesBatchingDims(),
          n.getScatterDimsToOperandDims(), n.getIndexVectorDim()};
}

/// input[position(s)] = combine(input[position(s)], update[s]) for each window s, in order.
struct Scatter {
  using Op = ScatterOp;
  // Sharded updates leave partial results if the combination is associative.
  static std::optional<ShardingRule> rule(ScatterOp op, const RuleOptions &options) {
    if (!hasStaticShapes(op))
      return std::nullopt;
    Places places = placesOf(op);
    // Factors of the updates reduce, because each device combines its own updates into the input.
    return placesRule(op, places, true, {}, options,
                      isAssociative(op) ? FactorKind::Reduction : FactorKind::NeedReplication);
  }
  static std::optional<sdy::ReductionKind> combine(ScatterOp op) {
    return op.getInputs().size() == 1 ? reductionKindOf(op.getUpdateComputation()) : std::nullopt;
  }
  // One input only. All strides count elements; the routine walks over batch and window dims and
  // adds the index components.
  static std::optional<KernelCall> kernel(ScatterOp op) {
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
    return libraryCall(config, isCalledBack ? &op.getUpdateComputation() : nullptr);
  }
  /// Takes updates in row-major order and skips those outside of the inputs.
  static llvm::Error eval(ScatterOp op, Inputs in, Outputs out, EvalContext &context) {
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
    llvm::ArrayRef<int64_t> shape = inputs[0].shape();
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
    llvm::move(fold.finish(shape), out.begin());
    return llvm::Error::success();
  }
  // Only dims that the updates lack need offsets; windows of all other dims are whole.
  static LogicalResult localize(ScatterOp op, LocalizeContext &c) {
    auto numbers = op.getScatterDimensionNumbers();
    unsigned n = op.getInputs().size();
    SmallVector<int64_t> windows(cast<RankedTensorType>(op.getInputs()[0].getType()).getShape());
    for (int64_t d : numbers.getInsertedWindowDims())
      windows[d] = 1; // other window dims are whole or not sharded
    ShardedPlaces places(c, 0, n, numbers.getIndexVectorDim(),
                         numbers.getScatterDimsToOperandDims(), windows);
    if (places.offsets) // the scatter itself skips positions outside of this shard
      c.operands[n] = SubtractOp::create(c.builder, c.loc, c.operands[n], places.offsets);
    if (failed(startOnFirstShard(op, c, op.getUpdateComputation(), 0, n)))
      return failure();
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  using Facets = Has<Kernel, Localize, NoSpace<"which element is updated depends on the data">,
                     Rule, Combine, Eval>;

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
  static bool isAssociative(ScatterOp op) {
    auto combiner = combinerOfPairs(op.getUpdateComputation());
    if (!combiner)
      return false;
    bool isBool = llvm::all_of(op.getInputs(), [](Value input) {
      return tensorTypeOf(input).getElementType().isInteger(1);
    });
    switch (*combiner) {
    case ir::CombineKind::And:
    case ir::CombineKind::Or:
      return isBool;
    case ir::CombineKind::Xor:
      return false;
    default:
      return true;
    }
  }
};

} // namespace

void addScatterRules(RuleTable &table) { table.add<Scatter>(); }

} // namespace spmd::ops
