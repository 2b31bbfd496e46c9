// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The local forms of ops other than gather and scatter, which are in localize_places.cpp.
#include "compiler/ops/localize_ops.h"
#include "compiler/ops/localize_values.h"
#include "compiler/ops/region.h"

using namespace mlir;

namespace spmd::ops {

// A constant that is no splat stays whole in the program, and each device slices its part.
LogicalResult localizeConstant(stablehlo::ConstantOp op, LocalizeContext &c) {
  auto values = cast<ElementsAttr>(op.getValue());
  // The constant is whole on every device.
  if (c.resultTypes[0] == op.getType()) {
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  if (values.isSplat()) {
    auto dense = cast<DenseElementsAttr>(values);
    c.replace(ValueRange{Value(
        stablehlo::ConstantOp::create(c.builder, c.loc, dense.resizeSplat(c.resultTypes[0])))});
    return success();
  }
  Value whole = stablehlo::ConstantOp::create(c.builder, c.loc, values);
  c.replace(c.sliceOwnPart(whole, c.resultTypes[0], [&](int64_t d) { return c.resultAxes(0, d); }));
  return success();
}

// iota [8] in two shards: iota [4] + 4 * shard index.
LogicalResult localizeIota(stablehlo::IotaOp op, LocalizeContext &c) {
  int64_t dim = op.getIotaDimension();
  RankedTensorType type = c.resultTypes[0];
  // The axes that shard the dim along which the numbers grow.
  ArrayRef<sdy::AxisRefAttr> axes = c.resultAxes(0, dim);
  // Adds in integers and rounds once, as the global iota does.
  auto exact = axes.empty() || isa<IntegerType>(type.getElementType())
                   ? type
                   : type.clone(c.builder.getI64Type());
  Value local = stablehlo::IotaOp::create(c.builder, c.loc, exact, dim);
  if (!axes.empty()) {
    Value offset = c.shardOffset(axes, type.getDimSize(dim));
    offset = stablehlo::ConvertOp::create(
        c.builder, c.loc, RankedTensorType::get({}, exact.getElementType()), offset);
    local = stablehlo::AddOp::create(c.builder, c.loc, local, scalarBroadcast(c, offset, exact));
    if (exact != type)
      local = stablehlo::ConvertOp::create(c.builder, c.loc, type, local);
  }
  c.replace(local);
  return success();
}

// Only dims that are taken whole can be sharded, so start 0 and stride 1 apply there.
LogicalResult localizeSlice(stablehlo::SliceOp op, LocalizeContext &c) {
  SmallVector<int64_t> limits(op.getLimitIndices());
  // [0:8, 2:6] of [8, 16] with dim 0 in two shards -> [0:4, 2:6].
  for (int64_t d = 0; d < c.resultTypes[0].getRank(); ++d)
    if (!c.operandAxes(0, d).empty())
      limits[d] = c.resultTypes[0].getDimSize(d);
  c.replace(c.cloneLocal(op, {NamedAttribute(op.getLimitIndicesAttrName(),
                                             c.builder.getDenseI64ArrayAttr(limits))})
                ->getResults());
  return success();
}

// A sharded dim is taken whole, so its local start index is clamped to 0.
LogicalResult localizeDynamicSlice(stablehlo::DynamicSliceOp op, LocalizeContext &c) {
  c.replace(c.cloneLocal(
                 op, {NamedAttribute(op.getSliceSizesAttrName(),
                                     c.builder.getDenseI64ArrayAttr(c.resultTypes[0].getShape()))})
                ->getResults());
  return success();
}

// The start is clamped as in the global op. With operand [8] in two shards, update [3] at start 3:
// shard 0 writes update 0 to its element 3, shard 1 writes update 1, 2 to its elements 0, 1. Each
// reads a window of 3 elements, replaces those that the update covers, and writes it back.
LogicalResult localizeDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op, LocalizeContext &c) {
  using namespace stablehlo;
  auto global = cast<RankedTensorType>(op.getOperand().getType());
  auto globalUpdate = cast<RankedTensorType>(op.getUpdate().getType());
  auto local = cast<RankedTensorType>(c.operands[0].getType());
  auto update = cast<RankedTensorType>(c.operands[1].getType());
  OpBuilder &b = c.builder;
  // Every dim is whole or updated as a whole: the op itself is local.
  if (llvm::none_of(llvm::seq(local.getRank()), [&](int64_t d) {
        return !c.operandAxes(0, d).empty() && globalUpdate.getDimSize(d) != global.getDimSize(d);
      })) {
    c.replace(c.cloneLocal(op)->getResults());
    return success();
  }
  // Nothing is written.
  if (globalUpdate.getNumElements() == 0) {
    c.replace(c.operands[0]);
    return success();
  }
  auto i32 = RankedTensorType::get({}, b.getI32Type());
  auto number = [&](int64_t value) { return splatInteger(c, i32, value); };
  SmallVector<int64_t> window(update.getShape()), margin(update.getRank(), 0);
  SmallVector<Value> starts, shifts; // of the window: on the shard, in the padded update
  Value covered;
  SmallVector<std::pair<int64_t, Value>> split; // dim, start of the window relative to the update
  // For each dim: the start on the shard, and the part of the update that the window covers.
  for (int64_t d = 0; d < local.getRank(); ++d) {
    Value start = c.operands[2 + d];
    ArrayRef<sdy::AxisRefAttr> axes = c.operandAxes(0, d);
    auto type = cast<RankedTensorType>(start.getType());
    int64_t limit = global.getDimSize(d) - globalUpdate.getDimSize(d),
            bits = type.getElementTypeBitWidth();
    if (bits <= 32) // a narrow type may not represent the limit
      limit =
          std::min(limit, (int64_t(1) << (bits - !type.getElementType().isUnsignedInteger())) - 1);
    start =
        ClampOp::create(b, c.loc, splatInteger(c, type, 0), start, splatInteger(c, type, limit));
    if (type != i32)
      start = ConvertOp::create(b, c.loc, i32, start);
    if (axes.empty() || globalUpdate.getDimSize(d) == global.getDimSize(d)) {
      starts.push_back(start);
      shifts.push_back(number(0));
      continue;
    }
    window[d] = margin[d] = std::min(update.getDimSize(d), local.getDimSize(d));
    // `wanted` is the global start in local coordinates; it may be negative or beyond the shard.
    Value wanted = SubtractOp::create(b, c.loc, start, c.shardOffset(axes, local.getDimSize(d)));
    Value at =
        ClampOp::create(b, c.loc, number(0), wanted, number(local.getDimSize(d) - window[d]));
    // `ahead` is the distance by which clamping moved the window.
    Value ahead = SubtractOp::create(b, c.loc, at, wanted);
    starts.push_back(at);
    split.push_back({d, ahead});
    shifts.push_back(AddOp::create(
        b, c.loc,
        ClampOp::create(b, c.loc, number(-window[d]), ahead, number(update.getDimSize(d))),
        number(window[d])));
  }
  auto windowType = RankedTensorType::get(window, local.getElementType());
  auto places = RankedTensorType::get(window, b.getI32Type());
  // `covered` marks window elements whose position in the update is valid.
  for (auto [d, ahead] : split) {
    Value place = AddOp::create(b, c.loc, IotaOp::create(b, c.loc, places, d),
                                scalarBroadcast(c, ahead, places));
    Value above =
        CompareOp::create(b, c.loc, place, splatInteger(c, places, 0), ComparisonDirection::GE);
    Value below = CompareOp::create(b, c.loc, place, splatInteger(c, places, update.getDimSize(d)),
                                    ComparisonDirection::LT);
    Value inside = AndOp::create(b, c.loc, above, below);
    covered = covered ? Value(AndOp::create(b, c.loc, covered, inside)) : inside;
  }
  // Padding the update by a window on both sides makes every slice of it valid.
  SmallVector<int64_t> paddedShape(update.getShape()), none(update.getRank(), 0);
  for (auto [size, more] : llvm::zip_equal(paddedShape, margin))
    size += 2 * more;
  // Padding is never used, so any element serves as its value.
  auto scalar = RankedTensorType::get({}, local.getElementType());
  SmallVector<int64_t> ones(update.getRank(), 1);
  Value fill = ReshapeOp::create(
      b, c.loc, scalar,
      SliceOp::create(b, c.loc, RankedTensorType::get(ones, local.getElementType()), c.operands[1],
                      b.getDenseI64ArrayAttr(none), b.getDenseI64ArrayAttr(ones),
                      b.getDenseI64ArrayAttr(ones)));
  Value padded = PadOp::create(b, c.loc, RankedTensorType::get(paddedShape, local.getElementType()),
                               c.operands[1], fill, b.getDenseI64ArrayAttr(margin),
                               b.getDenseI64ArrayAttr(margin), b.getDenseI64ArrayAttr(none));
  // Blend the update into the old contents and write the window back.
  Value made =
      DynamicSliceOp::create(b, c.loc, windowType, padded, shifts, b.getDenseI64ArrayAttr(window));
  Value old = DynamicSliceOp::create(b, c.loc, windowType, c.operands[0], starts,
                                     b.getDenseI64ArrayAttr(window));
  Value mixed = SelectOp::create(b, c.loc, covered, made, old);
  c.replace(
      DynamicUpdateSliceOp::create(b, c.loc, local, c.operands[0], mixed, starts)->getResults());
  return success();
}

// The accumulators of all devices but the first along the partial axes start from the identity.
LogicalResult localizeReduce(stablehlo::ReduceOp op, LocalizeContext &c) {
  if (failed(startOnFirstShard(op, c, op.getBody(), op.getInputs().size(), c.operands.size())))
    return failure();
  c.replace(c.cloneLocal(op)->getResults());
  return success();
}

// Strides, padding and dilations are of spatial dims, which are whole in the local program.
LogicalResult localizeConvolution(stablehlo::ConvolutionOp op, LocalizeContext &c) {
  auto numbers = op.getDimensionNumbers();
  SmallVector<NamedAttribute> changed;
  // Groups are the major part of the dim, so sharding divides them first.
  // 8 feature groups over 4 shards -> 2 groups per device; over 16 shards -> 1.
  auto divide = [&](StringAttr name, int64_t groups, int64_t shards) {
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
