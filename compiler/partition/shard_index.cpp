// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the index of this device along mesh axes (shard_index.h).
#include "compiler/partition/shard_index.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// Ops are chained behind `last`, so that each one stands behind its operands at the head of the
// function.
template <class Op, class... Args> Value ShardIndices::add(Args &&...args) {
  OpBuilder b(mesh.getContext());
  if (last)
    b.setInsertionPointAfter(last);
  else
    b.setInsertionPointToStart(&entry);
  auto op = Op::create(b, UnknownLoc::get(mesh.getContext()), std::forward<Args>(args)...);
  last = op;
  return op->getResult(0);
}
Value ShardIndices::constant(int64_t value) {
  Builder b(mesh.getContext());
  auto type = RankedTensorType::get({}, b.getI32Type());
  return add<stablehlo::ConstantOp>(DenseElementsAttr::get(type, b.getI32IntegerAttr(value)));
}

/// The position of this device in the mesh. It is the partition id, or a table look-up where the
/// mesh lists its devices in an order of its own.
Value ShardIndices::deviceIndex() {
  if (device)
    return device;
  Builder b(mesh.getContext());
  auto scalar = RankedTensorType::get({}, b.getI32Type());
  Value id = add<stablehlo::PartitionIdOp>(
      RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false)));
  device = add<stablehlo::ConvertOp>(scalar, id);
  // Some meshes list their devices in an order of their own: position[id] inverts the list.
  if (ArrayRef<int64_t> order = mesh.getDeviceIds(); !order.empty()) {
    SmallVector<int32_t> position(order.size());
    for (auto [i, id] : llvm::enumerate(order))
      position[id] = i;
    Value table = add<stablehlo::ConstantOp>(b.getI32TensorAttr(position));
    auto one = RankedTensorType::get({1}, b.getI32Type());
    Value entry =
        add<stablehlo::DynamicSliceOp>(one, table, ValueRange{device}, b.getDenseI64ArrayAttr({1}));
    device = add<stablehlo::ReshapeOp>(scalar, entry);
  }
  return device;
}

// Mesh <["a"=2, "b"=4, "c"=2]>, axes b, a: digits (stride 2, size 4) and (stride 8, size 2), so the
// index is (d / 2 % 4) * 2 + d / 8. The major digit of the mesh needs no remainder, and axes a, b
// would be one digit of stride 2 and size 8.
Value ShardIndices::make(ArrayRef<sdy::AxisRefAttr> axes) {
  struct Digit {
    int64_t stride, size;
  };
  SmallVector<Digit> digits;
  MeshGrid grid = sdy::gridOf(mesh);
  for (sdy::AxisRefAttr axis : axes) {
    int64_t size = axis.getSize(mesh), stride = grid.stride(sdy::toAxis(axis, mesh));
    if (!digits.empty() && digits.back().stride == stride * size)
      digits.back() = {stride, digits.back().size * size};
    else
      digits.push_back({stride, size});
  }
  Value index;
  for (Digit digit : digits) {
    Value part = deviceIndex();
    if (digit.stride > 1)
      part = add<stablehlo::DivOp>(part, constant(digit.stride));
    if (digit.stride * digit.size < mesh.getTotalSize())
      part = add<stablehlo::RemOp>(part, constant(digit.size));
    index = index ? add<stablehlo::AddOp>(add<stablehlo::MulOp>(index, constant(digit.size)), part)
                  : part;
  }
  return index;
}

// The key of the cache is the list of axes.
Value ShardIndices::get(ArrayRef<sdy::AxisRefAttr> axes) {
  Value &index =
      known[ArrayAttr::get(mesh.getContext(), SmallVector<Attribute>(axes.begin(), axes.end()))];
  if (!index)
    index = make(axes);
  return index;
}

} // namespace spmd
