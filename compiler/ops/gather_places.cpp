// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds window positions from an index tensor, and derives the sharding rule and the local indices
// of gather and scatter.
#include "compiler/ops/gather_places.h"
#include "compiler/ops/known_range.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

// Indices are clamped to half of the range of int64, so that adding an offset cannot overflow.
void PlaceWalk::find(ArrayRef<int64_t> r, SmallVectorImpl<int64_t> &start,
                     SmallVectorImpl<int64_t> &offset) const {
  start.assign(operandRank, 0);
  offset.assign(operandRank, 0);
  int64_t base = 0;
  // Position of the index vector for this element of the slices.
  for (auto [b, d] : llvm::enumerate(batchDims))
    base += r[d] * indexStrides[places.indicesDim(b)];
  bool hasVectors = places.vectorDim < indices.rank();
  for (auto [j, d] : llvm::enumerate(places.indexMap)) {
    int64_t at = base + (hasVectors ? j * indexStrides[places.vectorDim] : 0),
            value = indices.integer(at);
    bool isHuge = value < 0 && domainOf(indices.element()) == Domain::Unsigned;
    // Unsigned indices beyond int64 are far out of bounds, too.
    start[d] = isHuge ? INT64_MAX / 2 : std::clamp<int64_t>(value, INT64_MIN / 2, INT64_MAX / 2);
  }
  // Batching dims of the operand follow those of the indices.
  for (auto [o, s] : llvm::zip_equal(places.operandBatch, places.indicesBatch))
    offset[o] = r[batchDims[s > places.vectorDim ? s - 1 : s]];
  // Window dims add the offset within the window.
  for (auto [w, d] : llvm::zip_equal(places.windowDims, windowed))
    offset[d] = r[w];
}

namespace {

constexpr int64_t kAbsent = -1;

/// Builds the rule: factors for the dims of the slices, then for the other dims of the operand,
/// then for the index vectors.
class PlacesRule {
public:
  // tensors: a scatter has several inputs and updates, a gather has one operand.
  PlacesRule(Operation *op, const Places &places, bool isScatter, ArrayRef<int64_t> sliceSizes,
             const RuleOptions &options)
      : places(places), builder(op), isScatter(isScatter), isLocal(options.local),
        sliceSizes(sliceSizes), tensors(isScatter ? cast<ScatterOp>(op).getInputs().size() : 1),
        operand(tensorTypeOf(op->getOperand(0))), indicesValue(op->getOperand(tensors)),
        indices(tensorTypeOf(indicesValue)),
        slices(isScatter ? tensorTypeOf(op->getOperand(tensors + 1))
                         : tensorTypeOf(op->getResult(0))) {}

  /// `batchKind` is the kind of the batch dims that the operand does not share.
  std::optional<ShardingRule> build(FactorKind batchKind) {
    SmallVector<int64_t> windowed = places.windowedOperandDims(operand.getRank());
    // Factors come in the order of the dims of the slices, as Shardy creates them.
    //   gather of rows: ([k, j], [i, l])->([i, j]) with reduction={k}, need_replication={l}
    int64_t window = 0, batch = 0;
    for (int64_t d = 0; d < slices.getRank(); ++d)
      if (llvm::is_contained(places.windowDims, d))
        addWindowDim(d, windowed[window++]);
      else
        addBatchDim(d, places.indicesDim(batch++), batchKind);
    // Collapsed dims have no dim of the slices.
    for (int64_t d : places.collapsedDims)
      add(d, kAbsent, kAbsent, operand.getDimSize(d),
          placedKind(d, isScatter ? FactorKind::PassThrough : FactorKind::Reduction));
    if (places.vectorDim < indices.getRank())
      add(kAbsent, places.vectorDim, kAbsent, indices.getDimSize(places.vectorDim),
          FactorKind::NeedReplication);
    return builder.build();
  }

private:
  /// The kind of an operand dim of which a window takes one element. The index selects the device
  /// that has the element. Without an index, all devices need the first element.
  FactorKind placedKind(int64_t d, FactorKind byIndex) const {
    // A dim of size 1 cannot be told apart by the index.
    if (!isScatter && operand.getDimSize(d) == 1)
      return FactorKind::NeedReplication;
    return isLocal && !llvm::is_contained(places.indexMap, d) ? FactorKind::NeedReplication
                                                              : byIndex;
  }
  /// Whether indices may shift windows that are as long as the operand's dim, so that a part of
  /// each falls outside. Only a scatter's may: a gather clamps its indices.
  bool mayShift(int64_t o) const {
    const auto *component = llvm::find(places.indexMap, o);
    if (!isScatter || !isLocal || component == places.indexMap.end())
      return false;
    bool hasVectors = places.vectorDim < indices.getRank();
    // Ask for bounds of this component only.
    auto part = hasVectors ? TensorPart{places.vectorDim, component - places.indexMap.begin()}
                           : TensorPart();
    return !knownRange(indicesValue, part).isZero();
  }
  // A window as long as the operand's dim shares a factor with it. In a gather, a window of one
  // element reduces over the operand's dim: one device contributes the element, all others zero.
  void addWindowDim(int64_t d, int64_t o) {
    int64_t whole = operand.getDimSize(o), part = slices.getDimSize(d);
    if (whole == part) {
      add(o, kAbsent, d, whole,
          mayShift(o) ? FactorKind::NeedReplication : FactorKind::PassThrough);
      // A partial window in a scatter could cross shards.
    } else if (isScatter) {
      add(o, kAbsent, kAbsent, whole, FactorKind::NeedReplication);
      add(kAbsent, kAbsent, d, part, FactorKind::NeedReplication);
    } else if (sliceSizes[o] == 1) {
      add(o, kAbsent, kAbsent, whole, placedKind(o, FactorKind::Reduction));
      add(kAbsent, kAbsent, d, part, FactorKind::NeedReplication);
      // A partial window in a gather: operand and slices share the factor, but it must be whole.
    } else {
      add(o, kAbsent, d, whole, FactorKind::NeedReplication, true);
    }
  }

  /// A batch dim of the indices. It is one with a batch dim of the operand, if it has a partner
  /// there.
  void addBatchDim(int64_t d, int64_t i, FactorKind batchKind) {
    const auto *found = llvm::find(places.indicesBatch, i);
    if (found != places.indicesBatch.end())
      add(places.operandBatch[found - places.indicesBatch.begin()], i, d, slices.getDimSize(d),
          FactorKind::PassThrough);
    else
      add(kAbsent, i, d, slices.getDimSize(d), batchKind);
  }
  /// Adds a factor of one dim each of the operands (and of a scatter's results), the indices and
  /// the slices.
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
  ArrayRef<int64_t> sliceSizes;
  size_t tensors;
  RankedTensorType operand;
  Value indicesValue;
  RankedTensorType indices, slices;
};

} // namespace

std::optional<ShardingRule> placesRule(Operation *op, const Places &places, bool isScatter,
                                       ArrayRef<int64_t> sliceSizes, const RuleOptions &options,
                                       FactorKind batchKind) {
  return PlacesRule(op, places, isScatter, sliceSizes, options).build(batchKind);
}

/// Indices as i32 or i64, in which all positions of the operand fit and indices out of bounds stay
/// out of bounds. The given type may be too narrow for the size of the dim. An unsigned type has no
/// room for positions before a shard.
static Value wideIndices(LocalizeContext &c, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  auto element = cast<IntegerType>(type.getElementType());
  unsigned bits = element.getWidth();
  if (!element.isUnsigned() && bits >= 32)
    return indices;
  if (element.isUnsigned() && bits == 64) // indices from the middle on are beyond any bound
    indices = c.make<stablehlo::MinOp>(indices, splatInteger(c, type, INT64_MAX));
  Type wide = bits < 32 ? c.builder.getI32Type() : c.builder.getI64Type();
  return c.make<stablehlo::ConvertOp>(type.clone(wide), indices);
}

/// Makes indices local: from each component the first index of the dim that this device holds is
/// subtracted. It is 0 where the dim is not split.
ShardedPlaces::ShardedPlaces(LocalizeContext &c, unsigned operand, unsigned indicesOperand,
                             int64_t vectorDim, ArrayRef<int64_t> componentDims,
                             ArrayRef<int64_t> windowSizes)
    : c(c), vectorDim(vectorDim), componentDims(componentDims) {
  // Other windows are local as they are.
  auto isSplit = [&](int64_t d) {
    return windowSizes[d] == 1 && !c.operandAxes(operand, d).empty();
  };
  if (llvm::none_of(componentDims, isSplit))
    return;
  auto local = cast<RankedTensorType>(c.operands[operand].getType());
  c.operands[indicesOperand] = wideIndices(c, c.operands[indicesOperand]);
  indices = cast<RankedTensorType>(c.operands[indicesOperand].getType());
  SmallVector<Value> parts;
  // Components of dims that are not sharded have offset 0.
  for (int64_t d : componentDims) {
    localSizes.push_back(local.getDimSize(d));
    Value offset = c.shardOffset(
        isSplit(d) ? c.operandAxes(operand, d) : ArrayRef<sdy::AxisRefAttr>(), local.getDimSize(d));
    auto one = RankedTensorType::get({1}, indices.getElementType());
    Value typed =
        c.make<stablehlo::ConvertOp>(RankedTensorType::get({}, indices.getElementType()), offset);
    parts.push_back(scalarBroadcast(c, typed, one));
  }
  offsets = perComponent(parts);
}

Value ShardedPlaces::perComponent(ArrayRef<Value> parts) {
  // [c] -> the shape of the indices along the vector dim, or a scalar without such a dim.
  Value list =
      parts.size() == 1
          ? parts[0]
          : c.make<stablehlo::ConcatenateOp>(
                RankedTensorType::get({int64_t(parts.size())}, indices.getElementType()), parts, 0);
  if (vectorDim < indices.getRank())
    return broadcast(c, list, indices, {vectorDim});
  Value scalar =
      c.make<stablehlo::ReshapeOp>(RankedTensorType::get({}, indices.getElementType()), list);
  return scalarBroadcast(c, scalar, indices);
}

Value ShardedPlaces::constants(ArrayRef<int64_t> values) {
  SmallVector<Value> parts;
  auto one = RankedTensorType::get({1}, indices.getElementType());
  for (int64_t value : values)
    parts.push_back(splatInteger(c, one, value));
  return perComponent(parts);
}

} // namespace spmd::ops
