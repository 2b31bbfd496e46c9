// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device forms of constants, iotas, and of ops that cut, pad or reverse: a device computes its
// own part, from its own part of the operand. Where the rows of other devices are needed, the form
// refuses; sdy-resolve-permutation-factors exchanges them before.
#include "compiler/ops/device_form/device_form.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Splats become small splats. Other constants stay whole on every device, which slices its part.
template <class OpT> struct ConstantForm {
  using Op = OpT;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    Value global = op->getResult(0);
    RankedTensorType local = b.localType(global);
    if (!local)
      return failure();
    auto values = cast<ElementsAttr>(op.getValue());
    // Other constants than dense ones (resources) are not read here: they stay whole.
    auto dense = dyn_cast<DenseElementsAttr>(values);
    if (dense && dense.isSplat() && local != global.getType())
      return SmallVector<Value>{b.make<stablehlo::ConstantOp>(
          local, dense.resizeSplat(dense.getType().clone(local.getShape())))};
    Value whole = b.make<stablehlo::ConstantOp>(typeOf(global), values);
    if (local == global.getType())
      return SmallVector<Value>{whole};
    sdy::MeshAttr mesh = b.meshOf(DeviceFormBuilder::shardingOf(global));
    return SmallVector<Value>{
        b.ownPart(mesh, whole, DeviceFormBuilder::axesOf(global), local.getShape())};
  }
};
using SdyConstant = ConstantForm<sdy::ConstantOp>;

/// A constant of StableHLO keeps its attributes if it is whole.
struct PlainConstant : ConstantForm<stablehlo::ConstantOp> {
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op->getResult(0));
    if (local && local == op->getResult(0).getType())
      return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
    return ConstantForm::onDevice(op, b);
  }
};

/// iota [8] on two devices: iota [4] + [0 or 4].
struct IotaForm {
  using Op = IotaOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getResult());
    if (!local)
      return failure();
    if (local == op.getType())
      return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
    int64_t dim = op.getIotaDimension();
    Value iota = b.make<IotaOp>(local, dim);
    auto axes = DeviceFormBuilder::axesOf(op.getResult())[dim];
    if (axes.empty())
      return SmallVector<Value>{iota};
    // Positions are i64; they become elements of the iota's type before they are added.
    Value offset = b.offset(b.meshOf(DeviceFormBuilder::shardingOf(op.getResult())), axes,
                            local.getDimSize(dim));
    offset = b.make<ConvertOp>(RankedTensorType::get({}, local.getElementType()), offset);
    return SmallVector<Value>{b.make<AddOp>(iota, b.broadcast(offset, local.getShape(), {}))};
  }
};

/// The error of an op that moves elements between the shards of a dim. The pass for such ops,
/// sdy-resolve-permutation-factors, runs before.
InFlightDiagnostic movesRows(Operation *op, int64_t dim, int64_t shards) {
  return op->emitOpError("moves elements between the ")
         << shards << " shards of dim " << dim
         << "; sdy-resolve-permutation-factors exchanges them";
}

/// Whether both values have the same axes on the dim. Emits an error otherwise.
LogicalResult checkSameAxes(Operation *op, Value operand, Value result, int64_t dim) {
  auto from = DeviceFormBuilder::axesOf(operand)[dim], to = DeviceFormBuilder::axesOf(result)[dim];
  if (from == to)
    return success();
  return op->emitOpError("has different shards of dim ")
         << dim << " in its operand, " << DeviceFormBuilder::shardingOf(operand)
         << ", and in its result, " << DeviceFormBuilder::shardingOf(result)
         << "; sdy-insert-explicit-reshards makes them equal";
}

/// Along a sharded dim a slice may take every k-th element of the whole dim, where k divides the
/// shards. All other ranges need elements of other devices.
struct SliceForm {
  using Op = SliceOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getResult()), from = b.localType(op.getOperand());
    if (!local || !from)
      return failure();
    if (local == op.getType() && from == op.getOperand().getType())
      return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
    SmallVector<int64_t> limits(op.getLimitIndices());
    auto axes = DeviceFormBuilder::axesOf(op.getResult());
    for (int64_t d = 0; d < local.getRank(); ++d) {
      if (failed(checkSameAxes(op, op.getOperand(), op.getResult(), d)))
        return failure();
      if (axes[d].empty())
        continue;
      // The step must divide the shards, or the second shard would begin in the middle of a step.
      int64_t size = typeOf(op.getOperand()).getDimSize(d);
      int64_t shards = size / std::max<int64_t>(from.getDimSize(d), 1);
      if (op.getStartIndices()[d] != 0 || limits[d] != size ||
          from.getDimSize(d) % op.getStrides()[d] != 0)
        return movesRows(op, d, shards);
      limits[d] = from.getDimSize(d);
    }
    return SmallVector<Value>{
        b.make<SliceOp>(local, b.operands[0], op.getStartIndices(), limits, op.getStrides())};
  }
};

/// Where the elements of the shards of one dim lie in the shards of a padded dim.
struct PaddedShards {
  int64_t shards, from, to; // elements of a shard of the operand, and of the result
  int64_t low, step;        // padding in front of the dim, and the distance of its elements

  /// The place of the first element of a shard, relative to the shard's result: padding if it is
  /// positive.
  int64_t lowOf(int64_t shard) const { return low + shard * (from * step - to); }
  int64_t highOf(int64_t shard) const { return to - (lowOf(shard) + (from - 1) * step + 1); }
  /// The greatest padding of a shard in front and behind: `f` of the first or the last shard, as
  /// both are linear in the shard.
  int64_t greatestLow() const { return std::max(lowOf(0), lowOf(shards - 1)); }
  int64_t greatestHigh() const { return std::max(highOf(0), highOf(shards - 1)); }
  bool isUniform() const { return from * step == to; }

  /// Whether an element of another shard lies in the result of a shard.
  bool needsOthers() const {
    for (int64_t shard = 0; shard < shards; ++shard) {
      // The nearest elements before and behind, if they exist, that are not cut off.
      int64_t first = lowOf(shard), before = first - step, behind = first + from * step;
      if (before >= to) // all of the shard's own elements are cut off behind
        before -= (before - to) / step * step + step;
      if (behind < 0)
        behind += (-behind + step - 1) / step * step;
      int64_t globalFirst = first - shard * from * step; // of element 0 of the dim
      int64_t globalLast = globalFirst + (shards * from - 1) * step;
      if ((before >= std::max<int64_t>(globalFirst, 0) && before < to) ||
          (behind >= 0 && behind < to && behind <= globalLast))
        return true;
    }
    return false;
  }
};

/// If every shard needs the same padding, a pad. Otherwise padding that is enough for all shards,
/// of which each cuts its own part by a table:
///   8 elements, 4 behind them, two shards: [4 elements, 4 paddings], then 0..5 and 2..7
struct PadForm {
  using Op = PadOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType to = b.localType(op.getResult()), from = b.localType(op.getOperand());
    if (!to || !from)
      return failure();
    if (to == op.getType() && from == op.getOperand().getType())
      return SmallVector<Value>{b.clone(TypeRange{to})->getResult(0)};
    SmallVector<int64_t> low(op.getEdgePaddingLow()), high(op.getEdgePaddingHigh());
    SmallVector<int64_t> shape(to.getShape());
    SmallVector<std::optional<PaddedShards>> cut(to.getRank());
    auto axes = DeviceFormBuilder::axesOf(op.getResult());
    sdy::TensorShardingAttr sharding = DeviceFormBuilder::shardingOf(op.getResult());
    for (int64_t d = 0; d < to.getRank(); ++d) {
      if (failed(checkSameAxes(op, op.getOperand(), op.getResult(), d)))
        return failure();
      if (axes[d].empty())
        continue;
      PaddedShards padded{sdy::getShardedSize(axes[d], b.meshOf(sharding)), from.getDimSize(d),
                          to.getDimSize(d), low[d], op.getInteriorPadding()[d] + 1};
      // All shards are empty, and the padding that each needs has no place to count from.
      if (padded.from == 0)
        return op->emitOpError("pads dim ") << d << ", which is sharded and has no elements";
      if (padded.needsOthers())
        return movesRows(op, d, padded.shards);
      // Negative padding cuts elements off that no shard keeps.
      low[d] = padded.greatestLow();
      high[d] = padded.greatestHigh();
      shape[d] = low[d] + (padded.from - 1) * padded.step + 1 + high[d];
      if (!padded.isUniform())
        cut[d] = padded;
    }
    Value wide = b.make<PadOp>(to.clone(shape), b.operands[0], b.operands[1], low, high,
                               op.getInteriorPadding());
    if (llvm::none_of(cut, [](const auto &padded) { return padded.has_value(); }))
      return SmallVector<Value>{wide};
    // Each device cuts its part: the more padding in front it needs, the earlier it starts.
    SmallVector<Value> starts;
    for (auto [d, padded] : llvm::enumerate(cut)) {
      if (!padded) {
        starts.push_back(b.constant({}, b.builder.getI64Type(), 0));
        continue;
      }
      starts.push_back(
          b.numberOfShard(b.meshOf(sharding), axes[d], [&padded = *padded](int64_t shard) {
            return padded.greatestLow() - padded.lowOf(shard);
          }));
    }
    return SmallVector<Value>{b.slice(wide, starts, to.getShape())};
  }
};

/// A reversed dim may be sharded if the devices of the result are in the opposite order, so that
/// every device reverses what it has.
struct ReverseForm {
  using Op = ReverseOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getResult()), from = b.localType(op.getOperand());
    if (!local || !from)
      return failure();
    if (local == op.getType() && from == typeOf(op.getOperand()))
      return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
    AxesOfDims axesBefore = DeviceFormBuilder::axesOf(op.getOperand());
    for (int64_t d : op.getDimensions()) {
      if (failed(checkSameAxes(op, op.getOperand(), op.getResult(), d)))
        return failure();
      if (axesBefore[d].empty())
        continue;
      sdy::MeshAttr before = b.meshOf(DeviceFormBuilder::shardingOf(op.getOperand()));
      sdy::MeshAttr after = b.meshOf(DeviceFormBuilder::shardingOf(op.getResult()));
      MeshGrid here = sdy::gridOf(before), there = sdy::gridOf(after);
      AxisList axes = sdy::toAxes(axesBefore[d], before);
      // Shard s of the operand must be shard n - 1 - s of the result, on each device.
      int64_t shards = shardCount(axes);
      for (int64_t place = 0; place < here.deviceCount(); ++place)
        if (here.position(place, axes) + there.position(there.logical(here.device(place)), axes) !=
            shards - 1)
          return movesRows(op, d, shards);
    }
    return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
  }
};

} // namespace

void addMovementDeviceForms(DeviceFormTable &table) {
  table.add<SdyConstant, PlainConstant, IotaForm, SliceForm, PadForm, ReverseForm>();
}

} // namespace spmd::ops
