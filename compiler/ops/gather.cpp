// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meaning of gather and scatter: slices of the operand (windows of the updates) at places that an index tensor names.
// Gather's places are clamped, scatter's updates that fall outside are skipped.
#include "compiler/ops/dtype.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/localize_ops.h"
#include "compiler/ops/region.h"
#include "compiler/ops/result_dims.h"
#include "dialects/stablehlo/stablehlo.h"
#include "runtime/kernels/scatter.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

constexpr int64_t kAbsent = -1;

/// The dimension numbers of gather and scatter in one set of words: `operand` is the gather's operand and the scatter's
/// input, `slices` the gather's result and the scatter's updates.
struct Places {
  llvm::ArrayRef<int64_t> windowDims;     // of the slices
  llvm::ArrayRef<int64_t> collapsedDims;  // of the operand: no dim of the slices
  llvm::ArrayRef<int64_t> operandBatch, indicesBatch;
  llvm::ArrayRef<int64_t> indexMap;       // component of an index vector -> dim of the operand
  int64_t vectorDim = 0;                  // of the indices

  /// The slices' dims that run over the indices, in order.
  SmallVector<int64_t> batchDims(int64_t slicesRank) const {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < slicesRank; ++d)
      if (!llvm::is_contained(windowDims, d))
        dims.push_back(d);
    return dims;
  }
  /// The indices' dim that batch dim `b` (counted among batch dims) runs along.
  int64_t indicesDim(int64_t b) const { return b < vectorDim ? b : b + 1; }
  /// The operand's dims that the window dims run along, in order.
  SmallVector<int64_t> windowedOperandDims(int64_t operandRank) const {
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < operandRank; ++d)
      if (!llvm::is_contained(collapsedDims, d) && !llvm::is_contained(operandBatch, d))
        dims.push_back(d);
    return dims;
  }
};

Places placesOf(GatherOp op) {
  auto n = op.getDimensionNumbers();
  return {n.getOffsetDims(),  n.getCollapsedSliceDims(), n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
          n.getStartIndexMap(), n.getIndexVectorDim()};
}
Places placesOf(DynamicGatherOp op) {
  auto n = op.getDimensionNumbers();
  return {n.getOffsetDims(),  n.getCollapsedSliceDims(), n.getOperandBatchingDims(), n.getStartIndicesBatchingDims(),
          n.getStartIndexMap(), n.getIndexVectorDim()};
}
Places placesOf(ScatterOp op) {
  auto n = op.getScatterDimensionNumbers();
  return {n.getUpdateWindowDims(),        n.getInsertedWindowDims(),          n.getInputBatchingDims(),
          n.getScatterIndicesBatchingDims(), n.getScatterDimsToOperandDims(), n.getIndexVectorDim()};
}

/// Walks over the slices' indices and says where each lies in the operand, before clamping and bounds.
class PlaceWalk {
public:
  PlaceWalk(const Places &places, const Tensor &indices, int64_t operandRank, int64_t slicesRank)
      : places(places), indices(indices), indexStrides(stridesOf(indices.shape())), operandRank(operandRank),
        batchDims(places.batchDims(slicesRank)), windowed(places.windowedOperandDims(operandRank)) {}

  /// The operand dims' starts for the slice that slices-index `r` belongs to; `offset` the place inside of it.
  void find(llvm::ArrayRef<int64_t> r, SmallVectorImpl<int64_t> &start, SmallVectorImpl<int64_t> &offset) const {
    start.assign(operandRank, 0);
    offset.assign(operandRank, 0);
    int64_t base = 0;
    for (auto [b, d] : llvm::enumerate(batchDims))
      base += r[d] * indexStrides[places.indicesDim(b)];
    bool hasVectors = places.vectorDim < indices.rank();
    for (auto [j, d] : llvm::enumerate(places.indexMap)) {
      int64_t at = base + (hasVectors ? j * indexStrides[places.vectorDim] : 0), value = indices.integer(at);
      bool isHuge = value < 0 && domainOf(indices.element()) == Domain::Unsigned;
      start[d] = isHuge ? INT64_MAX / 2 : std::clamp<int64_t>(value, INT64_MIN / 2, INT64_MAX / 2);
    }
    for (auto [o, s] : llvm::zip_equal(places.operandBatch, places.indicesBatch))
      offset[o] = r[batchDims[s > places.vectorDim ? s - 1 : s]];
    for (auto [w, d] : llvm::zip_equal(places.windowDims, windowed))
      offset[d] = r[w];
  }

private:
  const Places &places;
  const Tensor &indices;
  SmallVector<int64_t> indexStrides;
  int64_t operandRank;
  SmallVector<int64_t> batchDims, windowed;
};

llvm::Error gatherInto(Tensor &out, const Tensor &operand, const Tensor &indices, const Places &places,
                       llvm::ArrayRef<int64_t> sliceSizes) {
  PlaceWalk walk(places, indices, operand.rank(), out.rank());
  auto strides = stridesOf(operand.shape());
  SmallVector<int64_t> start, offset;
  moveElements(out, operand, [&](llvm::ArrayRef<int64_t> r) {
    walk.find(r, start, offset);
    int64_t from = 0;
    for (auto [d, size] : llvm::enumerate(operand.shape()))
      from += strides[d] * (std::clamp<int64_t>(start[d], 0, size - sliceSizes[d]) + offset[d]);
    return from;
  });
  return llvm::Error::success();
}

//===-- sharding rules -------------------------------------------------------------------------------------------===//

/// Factors of the dims of the slices, then of the operand's other dims, then of the index vectors.
class PlacesRule {
public:
  PlacesRule(Operation *op, const Places &places, bool isScatter, llvm::ArrayRef<int64_t> sliceSizes, const RuleOptions &options)
      : places(places), builder(op), isScatter(isScatter), isLocal(options.local), sliceSizes(sliceSizes),
        tensors(isScatter ? cast<ScatterOp>(op).getInputs().size() : 1), operand(tensorTypeOf(op->getOperand(0))),
        indicesValue(op->getOperand(tensors)), indices(tensorTypeOf(indicesValue)),
        slices(isScatter ? tensorTypeOf(op->getOperand(tensors + 1)) : tensorTypeOf(op->getResult(0))) {}

  /// `batchKind`: of the batch dims that the operand does not share.
  std::optional<ShardingRule> build(FactorKind batchKind) {
    SmallVector<int64_t> windowed = places.windowedOperandDims(operand.getRank());
    int64_t window = 0, batch = 0;
    for (int64_t d = 0; d < slices.getRank(); ++d)
      if (llvm::is_contained(places.windowDims, d))
        addWindowDim(d, windowed[window++]);
      else
        addBatchDim(d, places.indicesDim(batch++), batchKind);
    for (int64_t d : places.collapsedDims)
      add(d, kAbsent, kAbsent, operand.getDimSize(d), placedKind(d, isScatter ? FactorKind::PassThrough : FactorKind::Reduction));
    if (places.vectorDim < indices.getRank())
      add(kAbsent, places.vectorDim, kAbsent, indices.getDimSize(places.vectorDim), FactorKind::NeedReplication);
    return builder.build();
  }

private:
  /// Of an operand's dim of which one element is taken: the device that has it is told by the index, else all need the first one.
  FactorKind placedKind(int64_t d, FactorKind byIndex) const {
    if (!isScatter && operand.getDimSize(d) == 1)
      return FactorKind::NeedReplication;
    return isLocal && !llvm::is_contained(places.indexMap, d) ? FactorKind::NeedReplication : byIndex;
  }
  /// May an index move windows that are as long as the operand's dim, so that a part of each falls outside? A gather's are clamped.
  bool mayShift(int64_t o) const {
    const auto *component = llvm::find(places.indexMap, o);
    if (!isScatter || !isLocal || component == places.indexMap.end())
      return false;
    bool hasVectors = places.vectorDim < indices.getRank();
    auto part = hasVectors ? TensorPart{places.vectorDim, component - places.indexMap.begin()} : TensorPart();
    return !knownRange(indicesValue, part).isZero();
  }
  void addWindowDim(int64_t d, int64_t o) {
    int64_t whole = operand.getDimSize(o), part = slices.getDimSize(d);
    if (whole == part) {
      add(o, kAbsent, d, whole, mayShift(o) ? FactorKind::NeedReplication : FactorKind::PassThrough);
    } else if (isScatter) {
      add(o, kAbsent, kAbsent, whole, FactorKind::NeedReplication);
      add(kAbsent, kAbsent, d, part, FactorKind::NeedReplication);
    } else if (sliceSizes[o] == 1) {
      add(o, kAbsent, kAbsent, whole, placedKind(o, FactorKind::Reduction));
      add(kAbsent, kAbsent, d, part, FactorKind::NeedReplication);
    } else {
      add(o, kAbsent, d, whole, FactorKind::NeedReplication, true);
    }
  }
  void addBatchDim(int64_t d, int64_t i, FactorKind batchKind) {
    const auto *found = llvm::find(places.indicesBatch, i);
    if (found != places.indicesBatch.end())
      add(places.operandBatch[found - places.indicesBatch.begin()], i, d, slices.getDimSize(d),
          FactorKind::PassThrough);
    else
      add(kAbsent, i, d, slices.getDimSize(d), batchKind);
  }
  /// A factor of one dim each of the operands (a scatter's results too), the indices and the slices.
  void add(int64_t operandDim, int64_t indicesDim, int64_t slicesDim, int64_t size, FactorKind kind,
           bool blocked = false) {
    SmallVector<int64_t> operandDims(tensors, operandDim);
    operandDims.push_back(indicesDim);
    SmallVector<int64_t> resultDims(tensors, isScatter ? operandDim : slicesDim);
    if (isScatter)
      operandDims.append(tensors, slicesDim);
    builder.add(operandDims, resultDims, size, kind, blocked);
  }

  const Places &places;
  RuleBuilder builder;
  bool isScatter, isLocal;
  llvm::ArrayRef<int64_t> sliceSizes;
  size_t tensors;
  RankedTensorType operand;
  Value indicesValue;
  RankedTensorType indices, slices;
};

//===-- the ops ------------------------------------------------------------------------------------------------===//

struct Gather {
  using Op = GatherOp;
  /// The loops are the result's; which element of the operand is read depends on the data.
  static IterationSpace space(GatherOp op) {
    IterationSpace space = resultSpace(op);
    Places places = placesOf(op);
    for (auto [b, d] : llvm::enumerate(places.batchDims(space.dims.size())))
      space.setOperandExpr(1, places.indicesDim(b), space.dimExpr(d));
    space.setOperandWhole(0);
    return space;
  }
  static std::optional<ShardingRule> rule(GatherOp op, const RuleOptions &options) {
    if (!hasStaticShapes(op))
      return std::nullopt;
    Places places = placesOf(op);
    return PlacesRule(op, places, false, op.getSliceSizes(), options).build(FactorKind::PassThrough);
  }
  static std::optional<sdy::ReductionKind> combine(GatherOp) { return sdy::ReductionKind::SUM; }
  /// Symbol j is component j of the index vector, clamped so that the slice stays inside.
  static Movement index(GatherOp op) {
    ResultDims dims(op);
    Places places = placesOf(op);
    auto operand = tensorTypeOf(op.getOperand()), indices = tensorTypeOf(op.getStartIndices());
    SmallVector<int64_t> batchDims = places.batchDims(dims.rank);
    SmallVector<AffineExpr> source(operand.getRank(), dims.constant(0));
    Movement movement;
    for (auto [j, d] : llvm::enumerate(places.indexMap)) {
      SmallVector<AffineExpr> at(indices.getRank(), dims.constant(j)); // stays at the vector dim
      for (auto [b, r] : llvm::enumerate(batchDims))
        at[places.indicesDim(b)] = dims.dim(r);
      int64_t limit = operand.getDimSize(d) - op.getSliceSizes()[d];
      movement.symbols.push_back({.operand = 1, .at = dims.map(at), .limit = limit});
      if (limit != 0)
        source[d] = dims.symbol(j);
    }
    for (auto [o, s] : llvm::zip_equal(places.operandBatch, places.indicesBatch))
      source[o] = dims.dim(batchDims[s > places.vectorDim ? s - 1 : s]);
    for (auto [w, d] : llvm::zip_equal(places.windowDims, places.windowedOperandDims(operand.getRank())))
      source[d] = source[d] + dims.dim(w);
    movement.pieces.push_back({.operand = 0, .map = dims.map(source, movement.symbols.size()), .guard = {}});
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

struct Scatter {
  using Op = ScatterOp;
  static std::optional<ShardingRule> rule(ScatterOp op, const RuleOptions &options) {
    if (!hasStaticShapes(op))
      return std::nullopt;
    Places places = placesOf(op);
    return PlacesRule(op, places, true, {}, options)
        .build(isAssociative(op) ? FactorKind::Reduction : FactorKind::NeedReplication);
  }
  static std::optional<sdy::ReductionKind> combine(ScatterOp op) {
    return op.getInputs().size() == 1 ? reductionKindOf(op.getUpdateComputation()) : std::nullopt;
  }
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
    for (auto [j, d] : llvm::enumerate(places.indexMap))
      config.components.push_back({places.vectorDim < indices.getRank() ? int64_t(j) * indexStrides[places.vectorDim] : 0,
                                   inputStrides[d], input.getDimSize(d)});
    for (auto [b, d] : llvm::enumerate(places.batchDims(updates.getRank()))) {
      int64_t i = places.indicesDim(b);
      const auto *batching = llvm::find(places.indicesBatch, i);
      int64_t step = batching == places.indicesBatch.end()
                         ? 0
                         : inputStrides[places.operandBatch[batching - places.indicesBatch.begin()]];
      config.batch.push_back({updates.getDimSize(d), updateStrides[d], indexStrides[i], step});
    }
    for (auto [w, d] : llvm::zip_equal(places.windowDims, places.windowedOperandDims(input.getRank()))) {
      const auto *component = llvm::find(places.indexMap, d);
      int64_t c = component == places.indexMap.end() ? -1 : component - places.indexMap.begin();
      config.window.push_back({updates.getDimSize(w), updateStrides[w], inputStrides[d], c});
    }
    KernelCall call{.routine = "scatter", .config = {}, .callback = nullptr};
    config.combine = combineFor(op.getUpdateComputation());
    if (config.combine == rt::ScatterCombine::Callback)
      call.callback = &op.getUpdateComputation();
    llvm::append_range(call.config, config.encode());
    return call;
  }
  /// Updates in row-major order; those outside of the inputs are skipped.
  static llvm::Error eval(ScatterOp op, Inputs in, Outputs out, EvalContext &context) {
    size_t n = op.getInputs().size();
    const Tensor &indices = in[n];
    Inputs inputs = in.take_front(n), updates = in.take_back(n);
    Places places = placesOf(op);
    PlaceWalk walk(places, indices, inputs[0].rank(), updates[0].rank());
    SmallVector<Tensor> scalars;
    for (const Tensor &input : inputs)
      scalars.emplace_back(RankedTensorType::get({}, input.element()));
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
  static LogicalResult localize(ScatterOp op, LocalizeContext &c) { return localizeScatter(op, c); }
  using Facets = Has<Kernel, Localize, NoSpace<"which element is updated depends on the data">, Rule, Combine, Eval>;

private:
  static rt::ScatterCombine combineFor(Region &body) {
    if (isReplacement(body))
      return rt::ScatterCombine::Replace;
    std::optional<Combiner> combiner = combinerOf(body);
    if (!combiner || isa<ComplexType>(getElementTypeOrSelf(body.getArgument(0).getType())))
      return rt::ScatterCombine::Callback;
    switch (*combiner) {
    case Combiner::Add: return rt::ScatterCombine::Add;
    case Combiner::Multiply: return rt::ScatterCombine::Multiply;
    case Combiner::Maximum: return rt::ScatterCombine::Maximum;
    case Combiner::Minimum: return rt::ScatterCombine::Minimum;
    case Combiner::And: return rt::ScatterCombine::And;
    case Combiner::Or: return rt::ScatterCombine::Or;
    case Combiner::Xor: return rt::ScatterCombine::Callback;
    }
    llvm_unreachable("all combiners are handled");
  }
  /// One of add, multiply, maximum, minimum, and on i1 and, or: updates may be taken in parts.
  static bool isAssociative(ScatterOp op) {
    auto combiner = combinerOfPairs(op.getUpdateComputation());
    if (!combiner)
      return false;
    bool isBool = llvm::all_of(op.getInputs(), [](Value input) { return tensorTypeOf(input).getElementType().isInteger(1); });
    switch (*combiner) {
    case Combiner::And:
    case Combiner::Or: return isBool;
    case Combiner::Xor: return false;
    default: return true;
    }
  }
};

} // namespace

void addGatherRules(RuleTable &table) { table.add<Gather, DynamicGather, Scatter>(); }

} // namespace spmd::ops
