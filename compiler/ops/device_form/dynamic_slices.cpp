// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device forms of slices and updates at starts that are data. Starts are global. Apart from
// gather and scatter (indexing.cpp), because here one window is read or written, not one for each
// index vector.
#include "compiler/ops/device_form/device_form.h"
#include "compiler/ops/shifts.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Sharded dims are taken whole, so that their starts are clamped to 0 on each device.
struct DynamicSliceForm {
  using Op = DynamicSliceOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getResult());
    if (!local)
      return failure();
    // The sizes of the global slice would not fit into a shard.
    auto clone = cast<DynamicSliceOp>(b.clone(TypeRange{local}));
    if (local != op.getType())
      clone.setSliceSizes(local.getShape());
    return SmallVector<Value>{clone.getResult()};
  }
};

/// An update of whole rows is local. If the update is whole on every device but the operand is
/// sharded along an updated dim, the operand gets room for an update on both sides, in which parts
/// of the update that belong to other devices are written and cut off again.
struct DynamicUpdateSliceForm {
  using Op = DynamicUpdateSliceOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getResult());
    if (!local)
      return failure();
    RankedTensorType global = op.getType(), update = typeOf(op.getUpdate());
    AxesOfDims axes = DeviceFormBuilder::axesOf(op.getResult());
    AxesOfDims updateAxes = DeviceFormBuilder::axesOf(op.getUpdate());
    SmallVector<int64_t> margin(local.getRank(), 0), none(local.getRank(), 0);
    SmallVector<int64_t> wide(local.getShape());
    for (int64_t d = 0; d < local.getRank(); ++d) {
      if (axes[d].empty() ||
          (updateAxes[d] == axes[d] && update.getDimSize(d) == global.getDimSize(d)))
        continue;
      if (!updateAxes[d].empty())
        return op->emitOpError("has an update of ")
               << update.getDimSize(d) << " of " << global.getDimSize(d) << " elements of dim " << d
               << " that is sharded; the update must be whole along this dim";
      // Room for the whole update on either side, so that every start has a place.
      margin[d] = update.getDimSize(d);
      wide[d] += 2 * margin[d];
    }
    if (wide == local.getShape())
      return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
    sdy::MeshAttr mesh = b.meshOf(DeviceFormBuilder::shardingOf(op.getResult()));
    SmallVector<Value> starts;
    for (int64_t d = 0; d < local.getRank(); ++d)
      starts.push_back(margin[d] == 0 ? wideIndex(b, b.operands[2 + d])
                                      : start(b, b.operands[2 + d], mesh, axes[d], margin[d],
                                              global.getDimSize(d), local.getDimSize(d)));
    RankedTensorType type = local.clone(wide);
    // The margins are cut off again; what they hold does not matter.
    Value fill = zero(b.builder, b.loc, local.getElementType());
    Value room = b.make<PadOp>(type, b.operands[0], fill, margin, margin, none);
    room = b.make<DynamicUpdateSliceOp>(type, room, b.operands[1], starts);
    SmallVector<int64_t> limits;
    for (auto [from, size] : llvm::zip_equal(margin, local.getShape()))
      limits.push_back(from + size);
    return SmallVector<Value>{
        b.make<SliceOp>(local, room, margin, limits, SmallVector<int64_t>(local.getRank(), 1))};
  }
  /// An index in i64: all starts of an update have one type.
  static Value wideIndex(DeviceFormBuilder &b, Value index) {
    return b.make<ConvertOp>(RankedTensorType::get({}, b.builder.getI64Type()), index);
  }
  /// The start in the operand with room: clamped as the global op does, minus the offset of the
  /// shard, plus the room in front. Starts beyond the room are clamped to its ends.
  static Value start(DeviceFormBuilder &b, Value global, sdy::MeshAttr mesh, Axes axes,
                     int64_t margin, int64_t size, int64_t localSize) {
    auto i64 = b.builder.getI64Type();
    Value start = b.make<ClampOp>(b.constant({}, i64, 0), wideIndex(b, global),
                                  b.constant({}, i64, size - margin));
    start = b.make<SubtractOp>(start, b.offset(mesh, axes, localSize));
    return b.make<AddOp>(start, b.constant({}, i64, margin));
  }
};

} // namespace

void addDynamicSliceDeviceForms(DeviceFormTable &table) {
  table.add<DynamicSliceForm, DynamicUpdateSliceForm>();
}

} // namespace spmd::ops
