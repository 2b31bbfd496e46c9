// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ops/localize_ops.h"
#include "compiler/ops/region.h"

using namespace mlir;

namespace spmd::ops {
namespace {

Value splat(LocalizeContext &c, RankedTensorType type, DenseElementsAttr element) {
  return stablehlo::ConstantOp::create(c.builder, c.loc, element.resizeSplat(type));
}
Value splatInteger(LocalizeContext &c, RankedTensorType type, int64_t value) {
  auto element = cast<IntegerType>(type.getElementType());
  APInt bits(element.getWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true);
  return stablehlo::ConstantOp::create(c.builder, c.loc, DenseElementsAttr::get(type, bits));
}
Value broadcast(LocalizeContext &c, Value value, RankedTensorType type, ArrayRef<int64_t> dims) {
  return stablehlo::BroadcastInDimOp::create(c.builder, c.loc, type, value, c.builder.getDenseI64ArrayAttr(dims));
}
Value scalarBroadcast(LocalizeContext &c, Value value, RankedTensorType type) { return broadcast(c, value, type, {}); }

/// What does not change a sum, maximum or minimum, as a tensor without dims; null where there is none.
DenseElementsAttr identityOf(sdy::ReductionKind kind, Type element) {
  auto scalar = RankedTensorType::get({}, element);
  bool isSum = kind == sdy::ReductionKind::SUM, isMax = kind == sdy::ReductionKind::MAX;
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    if (isSum)
      return DenseElementsAttr::get(scalar, APFloat::getZero(semantics));
    bool hasInfinity = APFloat::semanticsHasInf(semantics);
    return DenseElementsAttr::get(scalar, hasInfinity ? APFloat::getInf(semantics, isMax) : APFloat::getLargest(semantics, isMax));
  }
  if (auto type = dyn_cast<ComplexType>(element); type && isSum) {
    APFloat zero = APFloat::getZero(cast<FloatType>(type.getElementType()).getFloatSemantics());
    return DenseElementsAttr::get(scalar, std::complex<APFloat>(zero, zero));
  }
  auto type = dyn_cast<IntegerType>(element);
  if (!type)
    return {};
  unsigned width = type.getWidth();
  if (isSum)
    return DenseElementsAttr::get(scalar, APInt::getZero(width));
  bool isUnsigned = type.isUnsigned() || width == 1;
  if (isMax)
    return DenseElementsAttr::get(scalar, isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width));
  return DenseElementsAttr::get(scalar, isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width));
}

bool isSplatOf(Value value, DenseElementsAttr element) {
  DenseElementsAttr attr;
  Operation *def = value.getDefiningOp();
  while (def && isa<stablehlo::BroadcastInDimOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return def && matchPattern(def, m_Constant(&attr)) && attr.isSplat() && attr.resizeSplat(element.getType()) == element;
}

/// `value` on the first shard along `axes`, the identity on all others; just `value` where it is the identity.
FailureOr<Value> onFirstShard(Operation *op, LocalizeContext &c, Value value, sdy::ReductionKind kind) {
  auto type = cast<RankedTensorType>(value.getType());
  DenseElementsAttr identity = identityOf(kind, type.getElementType());
  if (!identity)
    return op->emitError("has partial results of element type ") << type.getElementType()
                                                                 << ", for which no neutral element is known";
  if (isSplatOf(value, identity))
    return value;
  auto i32 = RankedTensorType::get({}, c.builder.getI32Type());
  Value isFirst = stablehlo::CompareOp::create(c.builder, c.loc, c.shardIndex(c.partialAxes()), splatInteger(c, i32, 0),
                                               stablehlo::ComparisonDirection::EQ);
  return Value(stablehlo::SelectOp::create(c.builder, c.loc, isFirst, value, splat(c, type, identity)));
}

/// Indices of a gather or scatter made relative to the shard that this device holds of split operand dims.
struct ShardedPlaces {
  LocalizeContext &c;
  RankedTensorType indices;        // local type
  int64_t vectorDim;               // of the indices; may be their rank
  ArrayRef<int64_t> componentDims; // operand dim of each component
  Value offsets;                   // per component, broadcast to the indices; null: nothing is split
  SmallVector<int64_t> localSizes; // per component: elements of the operand dim on this device

  ShardedPlaces(LocalizeContext &c, unsigned operand, unsigned indicesOperand, int64_t vectorDim,
                ArrayRef<int64_t> componentDims, ArrayRef<int64_t> windowSizes)
      : c(c), indices(cast<RankedTensorType>(c.operands[indicesOperand].getType())), vectorDim(vectorDim),
        componentDims(componentDims) {
    auto local = cast<RankedTensorType>(c.operands[operand].getType());
    bool any = false;
    SmallVector<Value> parts;
    for (auto [j, d] : llvm::enumerate(componentDims)) {
      ArrayRef<sdy::AxisRefAttr> axes = c.operandAxes(operand, d);
      bool isSplit = !axes.empty() && windowSizes[d] == 1;
      any |= isSplit;
      localSizes.push_back(local.getDimSize(d));
      Value offset = c.shardOffset(isSplit ? axes : ArrayRef<sdy::AxisRefAttr>(), local.getDimSize(d));
      auto one = RankedTensorType::get({1}, indices.getElementType());
      Value typed = stablehlo::ConvertOp::create(c.builder, c.loc, RankedTensorType::get({}, indices.getElementType()), offset);
      parts.push_back(scalarBroadcast(c, typed, one));
    }
    if (!any)
      return;
    offsets = perComponent(parts);
  }

  /// A value per component, broadcast over the batch dims.
  Value perComponent(ArrayRef<Value> parts) {
    Value list = parts.size() == 1
                     ? parts[0]
                     : Value(stablehlo::ConcatenateOp::create(
                           c.builder, c.loc, RankedTensorType::get({int64_t(parts.size())}, indices.getElementType()), parts,
                           0));
    if (vectorDim < indices.getRank())
      return broadcast(c, list, indices, {vectorDim});
    Value scalar = stablehlo::ReshapeOp::create(c.builder, c.loc, RankedTensorType::get({}, indices.getElementType()), list);
    return scalarBroadcast(c, scalar, indices);
  }
  Value constants(ArrayRef<int64_t> values) {
    SmallVector<Value> parts;
    auto one = RankedTensorType::get({1}, indices.getElementType());
    for (int64_t value : values)
      parts.push_back(splatInteger(c, one, value));
    return perComponent(parts);
  }
};

} // namespace

LogicalResult localizeConstant(stablehlo::ConstantOp op, LocalizeContext &c) {
  auto values = cast<ElementsAttr>(op.getValue());
  if (c.resultTypes[0] == op.getType()) {
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  if (values.isSplat()) {
    auto dense = cast<DenseElementsAttr>(values);
    c.replace(ValueRange{Value(stablehlo::ConstantOp::create(c.builder, c.loc, dense.resizeSplat(c.resultTypes[0])))});
    return success();
  }
  Value whole = stablehlo::ConstantOp::create(c.builder, c.loc, values);
  c.replace(c.sliceOwnPart(whole, c.resultTypes[0], [&](int64_t d) { return c.resultAxes(0, d); }));
  return success();
}

LogicalResult localizeIota(stablehlo::IotaOp op, LocalizeContext &c) {
  int64_t dim = op.getIotaDimension();
  RankedTensorType type = c.resultTypes[0];
  Value local = stablehlo::IotaOp::create(c.builder, c.loc, type, dim);
  if (ArrayRef<sdy::AxisRefAttr> axes = c.resultAxes(0, dim); !axes.empty()) {
    Value offset = c.shardOffset(axes, type.getDimSize(dim));
    offset = stablehlo::ConvertOp::create(c.builder, c.loc, RankedTensorType::get({}, type.getElementType()), offset);
    local = stablehlo::AddOp::create(c.builder, c.loc, local, scalarBroadcast(c, offset, type));
  }
  c.replace(local);
  return success();
}

LogicalResult localizeSlice(stablehlo::SliceOp op, LocalizeContext &c) {
  SmallVector<int64_t> limits(op.getLimitIndices());
  for (int64_t d = 0; d < c.resultTypes[0].getRank(); ++d)
    if (!c.operandAxes(0, d).empty())
      limits[d] = c.resultTypes[0].getDimSize(d);
  c.replace(c.cloneLocal(op, {NamedAttribute(op.getLimitIndicesAttrName(), c.builder.getDenseI64ArrayAttr(limits))})
                ->getResults());
  return success();
}

LogicalResult localizeDynamicSlice(stablehlo::DynamicSliceOp op, LocalizeContext &c) {
  c.replace(c.cloneLocal(op, {NamedAttribute(op.getSliceSizesAttrName(),
                                             c.builder.getDenseI64ArrayAttr(c.resultTypes[0].getShape()))})
                ->getResults());
  return success();
}

LogicalResult localizeDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op, LocalizeContext &c) {
  using namespace stablehlo;
  auto global = cast<RankedTensorType>(op.getOperand().getType());
  auto globalUpdate = cast<RankedTensorType>(op.getUpdate().getType());
  auto local = cast<RankedTensorType>(c.operands[0].getType());
  auto update = cast<RankedTensorType>(c.operands[1].getType());
  OpBuilder &b = c.builder;
  if (llvm::none_of(llvm::seq(local.getRank()), [&](int64_t d) {
        return !c.operandAxes(0, d).empty() && globalUpdate.getDimSize(d) != global.getDimSize(d);
      })) {
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  if (globalUpdate.getNumElements() == 0) {
    c.replace(c.operands[0]);
    return success();
  }
  auto i32 = RankedTensorType::get({}, b.getI32Type());
  auto number = [&](int64_t value) { return splatInteger(c, i32, value); };
  SmallVector<int64_t> window(update.getShape()), margin(update.getRank(), 0);
  SmallVector<Value> starts, shifts; // of the window on the shard; of the window within the update
  Value covered;
  SmallVector<std::pair<int64_t, Value>> split; // dim, window's start relative to the update
  for (int64_t d = 0; d < local.getRank(); ++d) {
    Value start = c.operands[2 + d];
    ArrayRef<sdy::AxisRefAttr> axes = c.operandAxes(0, d);
    auto type = cast<RankedTensorType>(start.getType());
    int64_t limit = global.getDimSize(d) - globalUpdate.getDimSize(d), bits = type.getElementTypeBitWidth();
    if (bits <= 32) // a narrow start may not even reach the end
      limit = std::min(limit, (int64_t(1) << (bits - !type.getElementType().isUnsignedInteger())) - 1);
    start = ClampOp::create(b, c.loc, splatInteger(c, type, 0), start, splatInteger(c, type, limit));
    if (type != i32)
      start = ConvertOp::create(b, c.loc, i32, start);
    if (axes.empty() || globalUpdate.getDimSize(d) == global.getDimSize(d)) {
      starts.push_back(start);
      shifts.push_back(number(0));
      continue;
    }
    window[d] = margin[d] = std::min(update.getDimSize(d), local.getDimSize(d));
    Value wanted = SubtractOp::create(b, c.loc, start, c.shardOffset(axes, local.getDimSize(d)));
    Value at = ClampOp::create(b, c.loc, number(0), wanted, number(local.getDimSize(d) - window[d]));
    Value ahead = SubtractOp::create(b, c.loc, at, wanted);
    starts.push_back(at);
    split.push_back({d, ahead});
    shifts.push_back(AddOp::create(b, c.loc, ClampOp::create(b, c.loc, number(-window[d]), ahead, number(update.getDimSize(d))),
                                   number(window[d])));
  }
  auto windowType = RankedTensorType::get(window, local.getElementType());
  auto places = RankedTensorType::get(window, b.getI32Type());
  for (auto [d, ahead] : split) {
    Value place = AddOp::create(b, c.loc, IotaOp::create(b, c.loc, places, d), scalarBroadcast(c, ahead, places));
    Value above = CompareOp::create(b, c.loc, place, splatInteger(c, places, 0), ComparisonDirection::GE);
    Value below = CompareOp::create(b, c.loc, place, splatInteger(c, places, update.getDimSize(d)), ComparisonDirection::LT);
    Value inside = AndOp::create(b, c.loc, above, below);
    covered = covered ? Value(AndOp::create(b, c.loc, covered, inside)) : inside;
  }
  SmallVector<int64_t> paddedShape(update.getShape()), none(update.getRank(), 0);
  for (auto [size, more] : llvm::zip_equal(paddedShape, margin))
    size += 2 * more;
  auto scalar = RankedTensorType::get({}, local.getElementType()); // what fills is never read: any element will do
  SmallVector<int64_t> ones(update.getRank(), 1);
  Value fill = ReshapeOp::create(b, c.loc, scalar, SliceOp::create(b, c.loc, RankedTensorType::get(ones, local.getElementType()),
                                                                   c.operands[1], b.getDenseI64ArrayAttr(none),
                                                                   b.getDenseI64ArrayAttr(ones), b.getDenseI64ArrayAttr(ones)));
  Value padded = PadOp::create(b, c.loc, RankedTensorType::get(paddedShape, local.getElementType()), c.operands[1], fill,
                               b.getDenseI64ArrayAttr(margin), b.getDenseI64ArrayAttr(margin), b.getDenseI64ArrayAttr(none));
  Value made = DynamicSliceOp::create(b, c.loc, windowType, padded, shifts, b.getDenseI64ArrayAttr(window));
  Value old = DynamicSliceOp::create(b, c.loc, windowType, c.operands[0], starts, b.getDenseI64ArrayAttr(window));
  Value mixed = SelectOp::create(b, c.loc, covered, made, old);
  c.replace(DynamicUpdateSliceOp::create(b, c.loc, local, c.operands[0], mixed, starts)->getResults());
  return success();
}

LogicalResult localizeGather(stablehlo::GatherOp op, LocalizeContext &c) {
  auto numbers = op.getDimensionNumbers();
  auto global = cast<RankedTensorType>(op.getOperand().getType());
  auto local = cast<RankedTensorType>(c.operands[0].getType());
  SmallVector<int64_t> sizes(op.getSliceSizes());
  for (int64_t d = 0; d < global.getRank(); ++d)
    if (sizes[d] == global.getDimSize(d))
      sizes[d] = local.getDimSize(d); // taken whole: whole here
  ShardedPlaces places(c, 0, 1, numbers.getIndexVectorDim(), numbers.getStartIndexMap(), op.getSliceSizes());
  NamedAttribute localSizes(op.getSliceSizesAttrName(), c.builder.getDenseI64ArrayAttr(sizes));
  if (!places.offsets) {
    c.replace(c.cloneLocal(op, {localSizes})->getResults());
    return success();
  }
  // Clamp as the whole gather does, then ask which rows are here.
  SmallVector<int64_t> limits, zeros(numbers.getStartIndexMap().size(), 0);
  for (int64_t d : numbers.getStartIndexMap())
    limits.push_back(global.getDimSize(d) - op.getSliceSizes()[d]);
  Value zero = places.constants(zeros);
  Value index = stablehlo::ClampOp::create(c.builder, c.loc, zero, c.operands[1], places.constants(limits));
  index = stablehlo::SubtractOp::create(c.builder, c.loc, index, places.offsets);
  Value above = stablehlo::CompareOp::create(c.builder, c.loc, index, zero, stablehlo::ComparisonDirection::GE);
  Value below = stablehlo::CompareOp::create(c.builder, c.loc, index, places.constants(places.localSizes),
                                             stablehlo::ComparisonDirection::LT);
  Value here = stablehlo::AndOp::create(c.builder, c.loc, above, below);
  int64_t vectorDim = numbers.getIndexVectorDim();
  if (vectorDim < places.indices.getRank()) { // all components
    auto type = RankedTensorType::get({}, c.builder.getI1Type());
    Value yes = stablehlo::ConstantOp::create(c.builder, c.loc, DenseElementsAttr::get(type, true));
    here = stablehlo::ReduceOp::create(c.builder, c.loc, here, yes, ArrayRef<int64_t>{vectorDim},
                                       stablehlo::AndOp::getOperationName())
               ->getResult(0);
  }
  c.operands[1] = index;
  Value rows = c.cloneLocal(op, {localSizes})->getResult(0);
  auto type = cast<RankedTensorType>(rows.getType());
  SmallVector<int64_t> batchDims;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(numbers.getOffsetDims(), d))
      batchDims.push_back(d);
  Value mask = broadcast(c, here, RankedTensorType::get(type.getShape(), c.builder.getI1Type()), batchDims);
  DenseElementsAttr nothing = identityOf(sdy::ReductionKind::SUM, type.getElementType());
  if (!nothing)
    return op.emitError("gathers elements of type ") << type.getElementType() << " from a split dim";
  c.replace(ValueRange{Value(stablehlo::SelectOp::create(c.builder, c.loc, mask, rows, splat(c, type, nothing)))});
  return success();
}

LogicalResult localizeScatter(stablehlo::ScatterOp op, LocalizeContext &c) {
  auto numbers = op.getScatterDimensionNumbers();
  unsigned n = op.getInputs().size();
  SmallVector<int64_t> windows(cast<RankedTensorType>(op.getInputs()[0].getType()).getShape());
  for (int64_t d : numbers.getInsertedWindowDims())
    windows[d] = 1; // the other window dims are taken whole or not split
  ShardedPlaces places(c, 0, n, numbers.getIndexVectorDim(), numbers.getScatterDimsToOperandDims(), windows);
  if (places.offsets) // what lies outside of this device's part is skipped by the scatter itself
    c.operands[n] = stablehlo::SubtractOp::create(c.builder, c.loc, c.operands[n], places.offsets);
  if (!c.partialAxes().empty())
    for (unsigned i = 0; i < n; ++i) {
      FailureOr<Value> start = onFirstShard(op, c, c.operands[i], *reductionKindOf(op.getUpdateComputation()));
      if (failed(start))
        return failure();
      c.operands[i] = *start;
    }
  c.replace(c.cloneLocal(op)->getResults());
  return success();
}

LogicalResult localizeReduce(stablehlo::ReduceOp op, LocalizeContext &c) {
  if (!c.partialAxes().empty())
    for (unsigned i = op.getInputs().size(); i < c.operands.size(); ++i) {
      FailureOr<Value> start = onFirstShard(op, c, c.operands[i], *reductionKindOf(op.getBody()));
      if (failed(start))
        return failure();
      c.operands[i] = *start;
    }
  c.replace(c.cloneLocal(op)->getResults());
  return success();
}

LogicalResult localizeConvolution(stablehlo::ConvolutionOp op, LocalizeContext &c) {
  auto numbers = op.getDimensionNumbers();
  SmallVector<NamedAttribute> changed;
  auto divide = [&](StringAttr name, int64_t groups, int64_t shards) { // groups are the major part of the dim: split first
    if (groups > 1 && shards > 1)
      changed.push_back({name, c.builder.getI64IntegerAttr(groups / std::min(groups, shards))});
  };
  divide(op.getFeatureGroupCountAttrName(), op.getFeatureGroupCount(),
         c.shardCount(c.operandAxes(0, numbers.getInputFeatureDimension())));
  divide(op.getBatchGroupCountAttrName(), op.getBatchGroupCount(),
         c.shardCount(c.operandAxes(1, numbers.getKernelOutputFeatureDimension())));
  c.replace(c.cloneLocal(op, changed)->getResults());
  return success();
}

} // namespace spmd::ops
