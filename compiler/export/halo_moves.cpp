// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges of slices, paddings and reversals. Shards of slices and paddings need rows of their
// neighbours. Reversals move whole shards, by an order of devices, and shift rows before that
// where the last shard is shorter.
#include "compiler/export/halo_ops.h"
#include "compiler/export/padding.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/shifts.h"

using namespace mlir;

namespace spmd {
namespace {

/// The type of the operand in which all shards are equal. A manual computation needs that of dims
/// that are not manual, too: the passes behind this one do not pad what is inside of it.
RankedTensorType evenType(const SplitOp &split) {
  return paddedType(split.operandType(), split.sharding, split.mesh);
}

/// The devices in the order in which the positions along `axes` run backwards.
///   x=2, y=2 along y: [1, 0, 3, 2]
sdy::MeshAttr reversedMesh(sdy::MeshAttr mesh, ArrayRef<Axis> axes) {
  MeshGrid grid = sdy::gridOf(mesh);
  SmallVector<int64_t> devices;
  for (int64_t i = 0; i < grid.deviceCount(); ++i) {
    int64_t mirrored = i;
    for (Axis axis : axes)
      mirrored += (axis.size - 1 - 2 * grid.coordinate(i, axis)) * grid.stride(axis);
    devices.push_back(grid.device(mirrored));
  }
  if (llvm::is_sorted(devices))
    devices.clear(); // the order of a mesh that lists no devices
  return sdy::MeshAttr::get(mesh.getContext(), mesh.getAxes(), devices);
}

/// The mesh that a sharding names, as a new symbol at the beginning of the module or as an equal
/// one that is there. A mesh that is written out stays so.
Attribute referenceTo(sdy::MeshAttr mesh, Attribute original, ModuleOp module) {
  auto name = dyn_cast<FlatSymbolRefAttr>(original);
  if (!name)
    return mesh;
  // Reversing twice leads back to the original mesh.
  for (auto op : module.getOps<sdy::MeshOp>())
    if (op.getMesh() == mesh)
      return FlatSymbolRefAttr::get(op);
  SymbolTable symbols(module);
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  auto op = sdy::MeshOp::create(b, module.getLoc(), (name.getValue() + "_reversed").str(), mesh);
  symbols.insert(op);
  return FlatSymbolRefAttr::get(op);
}

} // namespace

// slice [1:7] of 8 rows over 4 shards:
//   manual_computation: own row 1, row 0 of the next shard (permute), side by side
//   slice [0:6] of the 8 rows that equal shards of two make
// The manual computation is over all axes that split the op, so that every device sees its part.
bool exchangeRows(const SplitOp &split, const RowMoves &moves) {
  SmallVector<std::pair<int64_t, HaloPlan>> plans; // dims, and what their shards need
  SmallVector<bool> isSplit;
  SmallVector<RowMove> whole; // the moves along dims that are not split
  SmallVector<int64_t> shape; // of the result with equal shards
  for (auto [d, move] : llvm::enumerate(moves.dims)) {
    int64_t shards = split.shards(d);
    isSplit.push_back(!split.axes(d).empty());
    whole.push_back(isSplit.back() ? RowMove() : move);
    shape.push_back(isSplit.back() ? llvm::alignTo(move.rowsOut, shards) : move.rowsOut);
    if (!isSplit.back() || move.isIdentity())
      continue;
    if (move.rowsIn == 0 || move.rowsOut == 0)
      return false; // nothing to exchange, and no shard to plan for
    HaloPlan plan(move, shards);
    if (plan.isLocal())
      continue;
    if (plan.isTooFar())
      return false;
    plans.push_back({d, plan});
  }
  // Rows keep their shards: the op itself is right, as it is on equal shards later.
  if (plans.empty())
    return true;
  OpBuilder b(split.op);
  Location loc = split.op->getLoc();
  Value fill = moves.fill < 0 ? Value() : split.op->getOperand(moves.fill);
  Value even = padTo(b, loc, split.operand(), evenType(split), fill, split.sharding);
  SmallVector<Value> inputs{even};
  SmallVector<sdy::TensorShardingAttr> shardings{split.sharding};
  if (fill) {
    inputs.push_back(fill);
    shardings.push_back(sdy::TensorShardingAttr::getFullyClosed(b.getContext(), /*rank=*/0,
                                                                split.sharding.getMeshOrRef()));
  }
  HaloBody body(split.context, b, loc, inputs, shardings,
                manualAxesFor(split.sharding, split.mesh, isSplit));
  body.setFillIsZero(fill && isZeroBits(fill));
  Value innerFill = fill ? body.argument(1) : Value();
  Value rows = body.argument(0);
  if (!fill) // what is cut off is not sent
    rows = body.moveWhole(rows, whole, innerFill);
  for (auto &[d, plan] : plans)
    rows = body.exchange(rows, d, split.axes(d), plan, innerFill);
  if (fill)
    rows = body.moveWhole(rows, whole, innerFill);
  Value result =
      cutTo(b, loc, body.finish(rows, shape, split.sharding), split.resultType(), split.sharding);
  split.op->getResult(0).replaceAllUsesWith(result);
  split.op->erase();
  return true;
}

// Equal shards: [0 1 | 2 3] -> each reverses its rows [1 0 | 3 2], and the second device's part
// comes first. The last shard is shorter: [0 1 | 2 _] is shifted to [_ 0 | 1 2] before.
bool reverseShards(const SplitOp &split, const RowMoves &moves) {
  SmallVector<bool> isShifted(moves.dims.size(), false);
  AxisList axes;
  for (auto [d, move] : llvm::enumerate(moves.dims)) {
    if (!move.isReverse() || split.axes(d).empty())
      continue;
    // 7 rows over 4 shards: 2 rows each, one of which is padding.
    int64_t rows = llvm::divideCeil(move.rowsIn, split.shards(d));
    int64_t padding = rows * split.shards(d) - move.rowsIn;
    if (padding > rows)
      return false; // some shard is padding only
    isShifted[d] = padding > 0;
    axes.append(sdy::toAxes(split.axes(d), split.mesh));
  }
  if (axes.empty())
    return true;
  // The op stays, for its attributes; operand, types and sharding change.
  Operation *op = split.op;
  OpBuilder b(op);
  auto type = split.resultType();
  if (llvm::is_contained(isShifted, true)) {
    SmallVector<StringAttr> manual = manualAxesFor(split.sharding, split.mesh, isShifted);
    RankedTensorType evened = evenType(split);
    Value even = padTo(b, op->getLoc(), split.operand(), evened, {}, split.sharding);
    HaloBody body(split.context, b, op->getLoc(), even, split.sharding, manual);
    Value rows = body.argument(0);
    for (auto [d, size] : llvm::enumerate(evened.getShape()))
      if (isShifted[d])
        rows = body.exchange(
            rows, d, split.axes(d),
            HaloPlan({.rowsIn = size, .rowsOut = size, .start = type.getDimSize(d) - size},
                     split.shards(d)),
            {});
    op->setOperand(0, body.finish(rows, evened.getShape(), split.sharding));
    op->getResult(0).setType(type.clone(evened.getShape()));
  }
  // Nothing is sent here: the reshard below moves the shards, as one permute.
  Attribute mesh = referenceTo(reversedMesh(split.mesh, axes), split.sharding.getMeshOrRef(),
                               split.context.module);
  Value result = op->getResult(0);
  sdy::setSharding(result, split.sharding.replaceMesh(mesh));
  b.setInsertionPointAfter(op);
  auto back = sdy::ReshardOp::create(b, op->getLoc(), result.getType(), result, split.sharding);
  Value cut = cutTo(b, op->getLoc(), back, type, split.sharding);
  result.replaceAllUsesExcept(cut, back);
  return true;
}

} // namespace spmd
