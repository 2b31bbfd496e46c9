// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements padding.h. The ops and their order are those of the public Shardy pass, as seen in its
// results. Unlike there, the ops of a mask are sharded as the value that they mask, since the next
// pass gives values without a sharding their whole type on every device.
#include "compiler/export/padding.h"
#include "compiler/ops/shifts.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

RankedTensorType paddedType(RankedTensorType type, sdy::TensorShardingAttr sharding,
                            sdy::MeshAttr mesh) {
  // The mesh of a single device shards nothing.
  if (!sharding || !mesh || mesh.isMaximal() || !type.hasStaticShape())
    return type;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.getDimShardings())) {
    int64_t shards = dim.getShardedSize(mesh);
    size = llvm::divideCeil(size, shards) * shards;
  }
  return type.clone(shape);
}

/// The axes of each dim, for a collective that adds or removes all of them.
static sdy::ListOfAxisRefListsAttr allAxes(sdy::TensorShardingAttr sharding) {
  MLIRContext *context = sharding.getContext();
  return sdy::ListOfAxisRefListsAttr::get(
      context, llvm::map_to_vector(sharding.getDimShardings(), [&](sdy::DimensionShardingAttr dim) {
        return sdy::AxisRefListAttr::get(context, dim.getAxes());
      }));
}

static bool isSharded(sdy::TensorShardingAttr sharding) {
  return sharding && llvm::any_of(sharding.getDimShardings(),
                                  [](sdy::DimensionShardingAttr dim) { return !dim.emptyAxes(); });
}

/// The sharding without axes on dims; axes along which the value is partial stay.
static sdy::TensorShardingAttr whole(sdy::TensorShardingAttr sharding) {
  return sdy::TensorShardingAttr::getFullyClosedLike(sharding).replaceUnreducedAxes(
      sharding.getUnreducedAxes(), sharding.getReductionKind());
}

/// Places a longer or shorter value like the value itself: parts of a sum stay parts.
static Value placedAlike(Value value, sdy::TensorShardingAttr sharding) {
  if (sharding)
    sdy::setSharding(value, sharding);
  return value;
}

// Zeros of any type have zero bits.
//   tensor<7xf32> to tensor<8xf32>: pad low = [0], high = [1] with 0.0
Value PaddingBuilder::pad(Value value, RankedTensorType type, sdy::TensorShardingAttr sharding) {
  auto now = cast<RankedTensorType>(value.getType());
  if (now == type)
    return value;
  SmallVector<int64_t> none(type.getRank(), 0), high;
  for (auto [from, to] : llvm::zip_equal(now.getShape(), type.getShape()))
    high.push_back(to - from);
  Value zero = ops::zero(b, loc, type.getElementType());
  return placedAlike(stablehlo::PadOp::create(b, loc, type, value, zero, none, high, none),
                     sharding);
}

//   tensor<8xf32> to tensor<7xf32>: slice [0:7]
Value PaddingBuilder::trim(Value value, RankedTensorType type, sdy::TensorShardingAttr sharding) {
  if (value.getType() == type)
    return value;
  SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
  return placedAlike(stablehlo::SliceOp::create(b, loc, type, value, zeros, type.getShape(), ones),
                     sharding);
}

// One comparison per dim; a position is inside if all of them hold. Positions are i32, as in the
// public pass: dims of more than 2^31 elements would not fit on a device.
Value PaddingBuilder::mask(Value value, ArrayRef<int64_t> dims, ArrayRef<int64_t> sizes, Value fill,
                           sdy::TensorShardingAttr sharding) {
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType numbers = type.clone(b.getI32Type());
  auto broadcast = [&](Value scalar, RankedTensorType to) {
    return ops::placed(
        stablehlo::BroadcastInDimOp::create(b, loc, to, scalar, b.getDenseI64ArrayAttr({})),
        sharding);
  };
  Value inside;
  for (auto [dim, size] : llvm::zip_equal(dims, sizes)) {
    Value index = ops::placed(stablehlo::IotaOp::create(b, loc, numbers, dim), sharding);
    auto attr = DenseElementsAttr::get(RankedTensorType::get({}, b.getI32Type()),
                                       b.getI32IntegerAttr(static_cast<int32_t>(size)));
    Value bound = broadcast(stablehlo::ConstantOp::create(b, loc, attr), numbers);
    Value here = ops::placed(
        stablehlo::CompareOp::create(b, loc, index, bound, stablehlo::ComparisonDirection::LT),
        sharding);
    inside = inside ? ops::placed(stablehlo::AndOp::create(b, loc, inside, here), sharding) : here;
  }
  if (!inside)
    return value;
  // Built here, since the order of the ops is part of the printed result.
  if (!fill)
    fill = ops::zero(b, loc, type.getElementType());
  Value filled = broadcast(fill, type);
  return ops::placed(stablehlo::SelectOp::create(b, loc, type, inside, value, filled), sharding);
}

// An all_gather over all dims at once, then one slice.
Value PaddingBuilder::gather(Value value, RankedTensorType type, sdy::TensorShardingAttr sharding) {
  if (!isSharded(sharding))
    return trim(value, type, sharding);
  sdy::TensorShardingAttr out = whole(sharding);
  Value all = sdy::AllGatherOp::create(b, loc, value.getType(), value, allAxes(sharding), out);
  return trim(all, type, out);
}

// The inverse of `gather`: an all_slice takes no communication.
Value PaddingBuilder::shard(Value value, RankedTensorType type, sdy::TensorShardingAttr sharding) {
  if (!isSharded(sharding))
    return pad(value, type, sharding);
  Value padded = pad(value, type, whole(sharding));
  return sdy::AllSliceOp::create(b, loc, type, padded, allAxes(sharding), sharding);
}

} // namespace spmd
