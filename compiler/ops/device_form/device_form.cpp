// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of device forms, and what they share: local types, tables indexed by the device id,
// offsets of shards.
#include "compiler/ops/device_form/device_form.h"
#include "compiler/ops/region.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace ops {
// Each family file defines one of these functions.
using AddDeviceForms = void(DeviceFormTable &);
AddDeviceForms addCollectiveDeviceForms, addMovementDeviceForms, addIndexingDeviceForms,
    addDynamicSliceDeviceForms, addReductionDeviceForms;
} // namespace ops

// The table is filled once per process.
DeviceForm deviceFormOf(Operation *op) {
  static const llvm::StringMap<DeviceForm> forms = [] {
    ops::DeviceFormTable table;
    for (ops::AddDeviceForms *add :
         {ops::addCollectiveDeviceForms, ops::addMovementDeviceForms, ops::addIndexingDeviceForms,
          ops::addDynamicSliceDeviceForms, ops::addReductionDeviceForms})
      add(table);
    return std::move(table.forms);
  }();
  return forms.lookup(op->getName().getStringRef());
}

// Builders of the few ops that all forms need. The element type is that of the operand.
Value DeviceFormBuilder::constant(DenseElementsAttr value) {
  return make<stablehlo::ConstantOp>(value);
}
Value DeviceFormBuilder::constant(ArrayRef<int64_t> shape, Type element, int64_t value) {
  auto integer = cast<IntegerType>(element);
  return constant(DenseElementsAttr::get(
      RankedTensorType::get(shape, element),
      APInt(integer.getWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true)));
}
Value DeviceFormBuilder::reshape(Value value, ArrayRef<int64_t> shape) {
  return make<stablehlo::ReshapeOp>(cast<RankedTensorType>(value.getType()).clone(shape), value);
}
Value DeviceFormBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  auto type = cast<RankedTensorType>(value.getType());
  auto shape =
      llvm::map_to_vector(permutation, [&](int64_t from) { return type.getDimSize(from); });
  return make<stablehlo::TransposeOp>(type.clone(shape), value,
                                      builder.getDenseI64ArrayAttr(permutation));
}
Value DeviceFormBuilder::broadcast(Value value, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  return make<stablehlo::BroadcastInDimOp>(cast<RankedTensorType>(value.getType()).clone(shape),
                                           value, builder.getDenseI64ArrayAttr(dims));
}
Value DeviceFormBuilder::slice(Value value, ValueRange starts, ArrayRef<int64_t> sizes) {
  return make<stablehlo::DynamicSliceOp>(cast<RankedTensorType>(value.getType()).clone(sizes),
                                         value, starts, builder.getDenseI64ArrayAttr(sizes));
}

// Inside of a manual computation the manual axes are gone: types are local to them already.
sdy::TensorShardingAttr DeviceFormBuilder::shardingOf(Value global) {
  return sdy::getShardingInside(global);
}
AxesOfDims DeviceFormBuilder::axesOf(Value global) {
  AxesOfDims axes(sdy::getTensorRank(global));
  if (sdy::TensorShardingAttr sharding = shardingOf(global))
    for (auto [list, dim] : llvm::zip(axes, sharding.getDimShardings()))
      list = dim.getAxes(); // a sharding on a single device names no dims
  return axes;
}

// A shard has exactly size / shards rows; dims that are padded are the work of
// sdy-pad-for-divisibility.
Type typeOnDevice(Operation *op, Type type, sdy::TensorShardingAttr sharding) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !sharding || sharding.isFullyReplicated())
    return type;
  sdy::MeshAttr mesh = sharding.getMesh(op);
  SmallVector<int64_t> shape(tensor.getShape());
  for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings())) {
    int64_t shards = dim.getShardedSize(mesh);
    if (shards > 1 && (tensor.isDynamicDim(d) || shape[d] % shards != 0)) {
      op->emitOpError("has a value of type ")
          << tensor << " whose dim " << d << " is not divided evenly by the " << shards
          << " shards of " << sharding;
      return {};
    }
    shape[d] /= shards;
  }
  return tensor.clone(shape);
}
RankedTensorType DeviceFormBuilder::localType(Value global) const {
  return cast_or_null<RankedTensorType>(typeOnDevice(op, global.getType(), shardingOf(global)));
}
FailureOr<SmallVector<Type>> DeviceFormBuilder::localResultTypes() const {
  SmallVector<Type> types;
  for (Value result : op->getResults())
    if (!types.emplace_back(localType(result)))
      return failure();
  return types;
}

/// partition_id, or replica_id, as an index into a table. Indices of a slice are signed in Shardy's
/// text, so the ui32 becomes i64.
static Value deviceId(DeviceFormBuilder &b) {
  Value id = b.program.isReplicated ? b.make<stablehlo::ReplicaIdOp>()
                                    : b.make<stablehlo::PartitionIdOp>();
  return b.make<stablehlo::ConvertOp>(RankedTensorType::get({}, b.builder.getI64Type()), id);
}

// Every use gets its own look-up; common subexpressions are left to later passes, as in Shardy.
Value DeviceFormBuilder::entryOfDevice(DenseElementsAttr table) {
  Value id = deviceId(*this);
  return slice(constant(table), id, {1});
}

/// The shard of each device along the axes. The table is indexed by device, not by place in the
/// mesh: with device_ids=[3, 2, 1, 0] the last entry belongs to the first place.
static SmallVector<int64_t> shardsOfDevices(sdy::MeshAttr mesh, Axes axes) {
  MeshGrid grid = sdy::gridOf(mesh);
  AxisList list = sdy::toAxes(axes, mesh);
  SmallVector<int64_t> table(grid.deviceCount());
  for (int64_t logical = 0, count = table.size(); logical < count; ++logical)
    table[grid.device(logical)] = grid.position(logical, list);
  return table;
}

// The numbers are a constant of one entry per device.
Value DeviceFormBuilder::numberOfShard(sdy::MeshAttr mesh, Axes axes,
                                       function_ref<int64_t(int64_t)> numberOf) {
  SmallVector<int64_t> table = llvm::map_to_vector(shardsOfDevices(mesh, axes), numberOf);
  return reshape(entryOfDevice(builder.getI64TensorAttr(table)), {});
}

// Along {"b"} of a=2, b=2 with 4 local elements: the table [0, 4, 0, 4].
Value DeviceFormBuilder::offset(sdy::MeshAttr mesh, Axes axes, int64_t localSize) {
  if (axes.empty())
    return constant({}, builder.getI64Type(), 0);
  return numberOfShard(mesh, axes, [&](int64_t shard) { return shard * localSize; });
}

// One start for each dim, constant 0 for dims that are not sharded.
Value DeviceFormBuilder::ownPart(sdy::MeshAttr mesh, Value whole, const AxesOfDims &axes,
                                 ArrayRef<int64_t> sizes) {
  SmallVector<Value> starts;
  for (auto [list, size] : llvm::zip_equal(axes, sizes))
    starts.push_back(offset(mesh, list, size));
  return slice(whole, starts, sizes);
}

// Along {"b"} of a=2, b=2: the table [true, false, true, false].
Value DeviceFormBuilder::isFirst(sdy::MeshAttr mesh, Axes axes) {
  SmallVector<bool> table =
      llvm::map_to_vector(shardsOfDevices(mesh, axes), [](int64_t shard) { return shard == 0; });
  auto type = RankedTensorType::get({int64_t(table.size())}, builder.getI1Type());
  return entryOfDevice(DenseElementsAttr::get(type, table));
}

// The caller changes the attributes that depend on local sizes. Regions compute on elements.
Operation *DeviceFormBuilder::clone(TypeRange types) {
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  for (auto [result, type] : llvm::zip_equal(copy->getResults(), types))
    result.setType(type);
  return copy;
}

namespace ops {

// A sum has an identity exactly for the types that have a zero.
DenseElementsAttr zerosOf(RankedTensorType type) {
  Type element = type.getElementType();
  if (!isa<IntegerType, FloatType, ComplexType>(element) ||
      !identityOf(ir::CombineKind::Sum, element))
    return {};
  auto complex = dyn_cast<ComplexType>(element);
  Type part = complex ? complex.getElementType() : element;
  if (auto number = dyn_cast<FloatType>(part)) {
    APFloat zero = APFloat::getZero(number.getFloatSemantics());
    return complex ? DenseElementsAttr::get(type, std::complex<APFloat>(zero, zero))
                   : DenseElementsAttr::get(type, zero);
  }
  return complex ? DenseElementsAttr()
                 : DenseElementsAttr::get(type, APInt(part.getIntOrFloatBitWidth(), 0));
}

} // namespace ops
} // namespace spmd
