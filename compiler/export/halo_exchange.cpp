// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds manual computations in which shards exchange rows. A body serves all devices: what differs
// between them, as the row at which a shard is cut, comes from tables that the device's id indexes.
#include "compiler/export/halo_exchange.h"
#include "compiler/export/channels.h"
#include "compiler/ops/shifts.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The part of a value that the body sees: each dim over the shards of its manual axes.
RankedTensorType localType(RankedTensorType type, sdy::TensorShardingAttr sharding,
                           sdy::ManualAxesAttr manual, sdy::MeshAttr mesh) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.getDimShardings()))
    for (sdy::AxisRefAttr axis : dim.getAxes())
      if (manual.containsAxis(axis.getName()))
        size /= axis.getSize(mesh);
  return type.clone(shape);
}

/// Whether the dim has a manual axis. A part of one counts, too, as for the verifier of
/// sdy.manual_computation.
bool isManual(sdy::DimensionShardingAttr dim, ArrayRef<StringAttr> manualAxes) {
  return llvm::any_of(dim.getAxes(), [&](sdy::AxisRefAttr axis) {
    return llvm::any_of(manualAxes,
                        [&](StringAttr name) { return name.getValue() == axis.getName(); });
  });
}

} // namespace

// A walk over the module, which most modules do not need, and none twice.
int64_t HaloContext::takeChannel() {
  if (!lastChannel)
    lastChannel = lastChannelOf(module);
  return ++*lastChannel;
}

// Taking an axis may reach a dim that uses another part of it, whose other axes follow.
//   exchange dim 0 of [{"x":(2)2}, {"y", "x":(1)2}] -> x, y
SmallVector<StringAttr> manualAxesFor(sdy::TensorShardingAttr sharding, sdy::MeshAttr mesh,
                                      ArrayRef<bool> isExchanged) {
  SmallVector<StringAttr> names;
  SmallVector<bool> isTaken(isExchanged);
  bool grows = true;
  while (grows) {
    grows = false;
    for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings())) {
      if (!isTaken[d] && !isManual(dim, names))
        continue;
      isTaken[d] = true;
      for (sdy::AxisRefAttr axis : dim.getAxes()) {
        auto name = StringAttr::get(sharding.getContext(), axis.getName());
        if (!llvm::is_contained(names, name)) {
          names.push_back(name);
          grows = true;
        }
      }
    }
  }
  // Dims named the axes in any order; the op lists them in that of the mesh.
  llvm::sort(names, [&](StringAttr l, StringAttr r) {
    return mesh.getAxisIndex(l.getValue()) < mesh.getAxisIndex(r.getValue());
  });
  return names;
}

//   7 rows to 8: pad high = 1. Without a change there is no op, so that programs whose shards are
//   equal stay short.
Value padTo(OpBuilder &b, Location loc, Value value, Type type, Value fill,
            sdy::TensorShardingAttr sharding) {
  if (value.getType() == type)
    return value;
  auto to = cast<RankedTensorType>(type);
  SmallVector<int64_t> none(to.getRank(), 0), high(to.getShape());
  for (auto [rows, held] : llvm::zip_equal(high, typeOf(value).getShape()))
    rows -= held;
  if (!fill)
    fill = ops::zero(b, loc, to.getElementType());
  Value padded = stablehlo::PadOp::create(b, loc, to, value, fill, none, high, none);
  sdy::setSharding(padded, sharding);
  return padded;
}

//   8 rows to 7: slice [0:7]. The rows that go are those that padTo added.
Value cutTo(OpBuilder &b, Location loc, Value value, Type type, sdy::TensorShardingAttr sharding) {
  if (value.getType() == type)
    return value;
  auto to = cast<RankedTensorType>(type);
  SmallVector<int64_t> starts(to.getRank(), 0), strides(to.getRank(), 1);
  Value cut = stablehlo::SliceOp::create(b, loc, to, value, starts, to.getShape(), strides);
  sdy::setSharding(cut, sharding);
  return cut;
}

// The block lives in a region of this object until finish() moves it into the op, because the types
// of the op's results follow from the body.
HaloBody::HaloBody(HaloContext &context, OpBuilder &outer, Location loc, ValueRange inputs,
                   ArrayRef<sdy::TensorShardingAttr> shardings, ArrayRef<StringAttr> manualAxes)
    : context(context), outer(outer), b(outer.getContext()), loc(loc), inputs(inputs),
      shardings(shardings), manual(sdy::ManualAxesAttr::get(outer.getContext(), manualAxes)),
      meshAttr(shardings[0].getMesh(outer.getInsertionBlock()->getParentOp())),
      grid(sdy::gridOf(meshAttr)), body(new Block()) {
  region.push_back(body);
  for (auto [input, sharding] : llvm::zip_equal(inputs, shardings))
    body->addArgument(localType(typeOf(input), sharding, manual, meshAttr), loc);
  b.setInsertionPointToEnd(body);
}

// The local result stands for a global one of the same element type.
Value HaloBody::finish(Value local, ArrayRef<int64_t> shape, sdy::TensorShardingAttr sharding) {
  sdy::ReturnOp::create(b, loc, local);
  MLIRContext *mlir = b.getContext();
  auto op = sdy::ManualComputationOp::create(
      outer, loc, TypeRange(typeOf(local).clone(shape)), inputs,
      sdy::TensorShardingPerValueAttr::get(mlir, shardings),
      sdy::TensorShardingPerValueAttr::get(mlir, sharding), manual);
  op.getBody().takeBody(region);
  return op.getResult(0);
}

/// Makes an op of one result in the body, at the location of the op that the exchange is for.
/// Results of the rank of the exchanged tensor get its sharding.
template <class Op, class... Args> Value HaloBody::make(Args &&...args) {
  Value value = Op::create(b, loc, std::forward<Args>(args)...);
  // Tables and scalars are the same on all devices that the free axes tell apart.
  if (typeOf(value).getRank() == shardings[0].getRank() && shardings[0].getRank() > 0)
    sdy::setSharding(value, sdy::withoutManualAxes(shardings[0], manual));
  return value;
}

/// Rows from, from + stride, .. before `to` of one dim, or the value itself where that is all.
Value HaloBody::slice(Value value, int64_t dim, int64_t from, int64_t to, int64_t stride) {
  RankedTensorType type = typeOf(value);
  if (from == 0 && to == type.getDimSize(dim) && stride == 1)
    return value;
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()),
      strides(type.getRank(), 1), shape(type.getShape());
  starts[dim] = from;
  limits[dim] = to;
  strides[dim] = stride;
  shape[dim] = llvm::divideCeil(to - from, stride);
  return make<stablehlo::SliceOp>(type.clone(shape), value, starts, limits, strides);
}

/// Rows of `fill` before, behind and between those of one dim.
///   [a b], low 1, interior 1 -> [. a . b]
Value HaloBody::pad(Value value, int64_t dim, int64_t low, int64_t high, int64_t interior,
                    Value fill) {
  if (low == 0 && high == 0 && interior == 0)
    return value;
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> lows(type.getRank(), 0), highs(lows), interiors(lows),
      shape(type.getShape());
  lows[dim] = low;
  highs[dim] = high;
  interiors[dim] = interior;
  shape[dim] += low + high + interior * (shape[dim] - 1);
  if (!fill)
    fill = ops::zero(b, loc, type.getElementType());
  return make<stablehlo::PadOp>(type.clone(shape), value, fill, lows, highs, interiors);
}

/// What shard p + hop holds, on every shard p. Shards without such a neighbour get zeros.
///   hop -1 over 4 shards: pairs (0, 1), (1, 2), (2, 3)
Value HaloBody::permute(Value value, ArrayRef<sdy::AxisRefAttr> axes, int64_t hop) {
  AxisList list = sdy::toAxes(axes, meshAttr);
  int64_t shards = shardCount(list);
  SmallVector<int64_t> pairs;
  for (int64_t i = 0; i < grid.deviceCount(); ++i) {
    int64_t shard = grid.position(i, list), target = shard - hop;
    if (target < 0 || target >= shards)
      continue;
    // The devices that differ from this one along other axes send to other targets.
    // The target differs from the source in the coordinates along the axes only.
    int64_t other = i;
    for (Axis axis : llvm::reverse(list)) {
      other += (target % axis.size - grid.coordinate(i, axis)) * grid.stride(axis);
      target /= axis.size;
    }
    pairs.push_back(grid.device(i));
    pairs.push_back(grid.device(other));
  }
  auto type = RankedTensorType::get({int64_t(pairs.size()) / 2, 2}, b.getI64Type());
  // Permutes without a channel are between replicas, those with one are between partitions.
  stablehlo::ChannelHandleAttr channel;
  if (!context.isOverReplicas)
    channel = stablehlo::ChannelHandleAttr::get(b.getContext(), context.takeChannel(), 1);
  return make<stablehlo::CollectivePermuteOp>(
      value.getType(), value, DenseIntElementsAttr::get(type, ArrayRef(pairs)), channel);
}

Value HaloBody::integer(int64_t value) {
  auto type = RankedTensorType::get({}, b.getI64Type());
  return make<stablehlo::ConstantOp>(DenseElementsAttr::get(type, b.getI64IntegerAttr(value)));
}

// The mesh x=4, y=2, numbers [3, 2, 1, 0] along x -> table [3, 3, 2, 2, 1, 1, 0, 0], entry of the
// device's id. Equal numbers need no table.
Value HaloBody::ofShard(ArrayRef<sdy::AxisRefAttr> axes, ArrayRef<int64_t> numbers) {
  if (llvm::all_equal(numbers))
    return integer(numbers.front());
  // One entry for each device, so that any order of devices and any list of axes will do.
  AxisList list = sdy::toAxes(axes, meshAttr);
  SmallVector<int64_t> entries(grid.deviceCount());
  for (int64_t i = 0; i < grid.deviceCount(); ++i)
    entries[grid.device(i)] = numbers[grid.position(i, list)];
  auto scalar = RankedTensorType::get({}, b.getI64Type());
  auto idType = RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false));
  if (!deviceId) {
    Value id = context.isOverReplicas ? make<stablehlo::ReplicaIdOp>(idType)
                                      : make<stablehlo::PartitionIdOp>(idType);
    deviceId = make<stablehlo::ConvertOp>(scalar, id);
  }
  // Not through make(): the table has no dim of the exchanged tensor.
  Value table = stablehlo::ConstantOp::create(b, loc, b.getI64TensorAttr(entries));
  Value entry =
      stablehlo::DynamicSliceOp::create(b, loc, scalar.clone(ArrayRef<int64_t>{1}), table,
                                        ValueRange{deviceId}, b.getDenseI64ArrayAttr({1}));
  return make<stablehlo::ReshapeOp>(scalar, entry);
}

/// `size` rows of one dim from row `from` on; all other dims are taken whole.
Value HaloBody::dynamicSlice(Value value, int64_t dim, Value from, int64_t size) {
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  SmallVector<Value> starts(type.getRank(), from);
  if (type.getRank() > 1) {
    Value zero = integer(0);
    for (int64_t d = 0; d < type.getRank(); ++d)
      starts[d] = d == dim ? from : zero;
  }
  return make<stablehlo::DynamicSliceOp>(type.clone(shape), value, starts,
                                         b.getDenseI64ArrayAttr(shape));
}

// The needed rows of every shard lie side by side, from shard first on. Only they are sent.
//   begin -1, end 3 of own 3: row 2 of the left neighbour, then all of the own rows
Value HaloBody::exchange(Value value, int64_t dim, ArrayRef<sdy::AxisRefAttr> axes,
                         const HaloPlan &plan, Value fill) {
  SmallVector<Value> parts; // in the order of the rows
  for (int64_t hop = plan.firstHop(); hop <= plan.lastHop(); ++hop) {
    int64_t from = std::max<int64_t>(plan.begin - hop * plan.own, 0),
            to = std::min(plan.end - hop * plan.own, plan.own);
    Value part = slice(value, dim, from, to);
    parts.push_back(hop == 0 ? part : permute(part, axes, hop));
  }
  Value rows = parts.front();
  if (parts.size() > 1) {
    SmallVector<int64_t> shape(typeOf(value).getShape());
    shape[dim] = plan.end - plan.begin;
    rows = make<stablehlo::ConcatenateOp>(typeOf(value).clone(shape), parts, dim);
  }
  return placeRows(rows, dim, axes, plan, fill);
}

/// This shard's part of the result of the rows that it needs: spreads them, and cuts out those of
/// the result. Padding on both sides keeps the cut inside.
Value HaloBody::placeRows(Value rows, int64_t dim, ArrayRef<sdy::AxisRefAttr> axes,
                          const HaloPlan &plan, Value fill) {
  int64_t spread = (plan.end - plan.begin - 1) * plan.move.dilation + 1;
  int64_t cut = (plan.made - 1) * plan.move.stride + 1;
  struct {
    int64_t low = 0, high = 0;
  } takers, all; // the padding for shards that take rows, and for all that have rows of the result
  SmallVector<int64_t> starts;
  for (int64_t p = 0; p < plan.shards; ++p) {
    starts.push_back(plan.offset(p));
    for (auto *padding : {&takers, &all})
      if (padding == &all ? plan.hasRows(p) : plan.takesRows(p)) {
        padding->low = std::max(padding->low, -starts[p]);
        padding->high = std::max(padding->high, starts[p] + cut - spread);
      }
  }
  // pad low 0, high 24 of 8 rows over 8 shards: shard 7 wants rows 28 to 31, and the operand ends
  // at row 7.
  // A shard that is all filling may be cut where another one is, and be filled afterwards: far
  // from the operand, padding would be longer than the result. Rows between those of the operand
  // are told apart by no comparison of row numbers, so they need the padding.
  bool isFar = plan.move.dilation == 1 && all.low + all.high > takers.low + takers.high + cut;
  auto [low, high] = isFar ? takers : all;
  for (int64_t &start : starts)
    start = std::clamp<int64_t>(start + low, 0, spread + low + high - cut);
  Value placed = pad(rows, dim, low, high, plan.move.dilation - 1, fill);
  if (llvm::all_equal(starts))
    placed = slice(placed, dim, starts[0], starts[0] + cut, plan.move.stride);
  else
    placed =
        slice(dynamicSlice(placed, dim, ofShard(axes, starts), cut), dim, 0, cut, plan.move.stride);
  // Shards at the ends got zeros in place of rows of a neighbour.
  bool hasZeros = plan.hops() > 0 && !fillIsZero;
  return fill && (isFar || hasZeros) ? fillOutside(placed, dim, axes, plan, fill) : placed;
}

/// Fills the rows that lie outside of the operand.
///   rows 0 and 1 of shard 0 come from rows -1 and 0: row + (-1 on shard 0) >= 0 ? value : fill
Value HaloBody::fillOutside(Value value, int64_t dim, ArrayRef<sdy::AxisRefAttr> axes,
                            const HaloPlan &plan, Value fill) {
  int64_t last = (plan.move.rowsIn - 1) * plan.move.dilation;
  SmallVector<int64_t> firsts;
  bool isInside = true;
  for (int64_t p = 0; p < plan.shards; ++p) {
    firsts.push_back(p * plan.made * plan.move.stride + plan.move.start);
    int64_t rows = std::min(plan.made, plan.move.rowsOut - p * plan.made);
    isInside &= rows <= 0 || (firsts[p] >= 0 && firsts[p] + (rows - 1) * plan.move.stride <= last);
  }
  if (isInside)
    return value; // e.g. padding of negative width at both ends
  RankedTensorType type = typeOf(value), numbers = type.clone(b.getI64Type());
  auto filled = [&](Value scalar, RankedTensorType to) {
    return make<stablehlo::BroadcastInDimOp>(to, scalar, b.getDenseI64ArrayAttr({}));
  };
  // The number of the row of the operand, times its dilation, that each row comes from.
  Value row = make<stablehlo::IotaOp>(numbers, dim);
  if (plan.move.stride != 1)
    row = make<stablehlo::MulOp>(row, filled(integer(plan.move.stride), numbers));
  row = make<stablehlo::AddOp>(row, filled(ofShard(axes, firsts), numbers));
  Value ge = make<stablehlo::CompareOp>(row, filled(integer(0), numbers),
                                        stablehlo::ComparisonDirection::GE);
  Value le = make<stablehlo::CompareOp>(row, filled(integer(last), numbers),
                                        stablehlo::ComparisonDirection::LE);
  Value isRow = make<stablehlo::AndOp>(ge, le);
  return make<stablehlo::SelectOp>(type, isRow, value, filled(fill, type));
}

// Split dims are left as they are, whatever their local size is.
Value HaloBody::moveWhole(Value value, ArrayRef<RowMove> moves, Value fill) {
  if (llvm::all_of(moves, [](const RowMove &move) { return move.isIdentity(); }))
    return value;
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> low, high, interior, starts, limits, strides, shape;
  for (auto [move, size] : llvm::zip_equal(moves, type.getShape())) {
    bool isMoved = !move.isIdentity(); // dims that are split keep their local size
    shape.push_back(isMoved ? move.rowsOut : size);
    low.push_back(-move.start);
    interior.push_back(move.dilation - 1);
    high.push_back(shape.back() - size - low.back() -
                   interior.back() * std::max<int64_t>(size - 1, 0));
    starts.push_back(move.start);
    strides.push_back(move.stride);
    // An empty result has no last row to end behind.
    int64_t behind = shape.back() ? move.start + (shape.back() - 1) * move.stride + 1 : move.start;
    limits.push_back(isMoved ? behind : size);
  }
  if (fill)
    return make<stablehlo::PadOp>(type.clone(shape), value, fill, low, high, interior);
  return make<stablehlo::SliceOp>(type.clone(shape), value, starts, limits, strides);
}

Value HaloBody::reshape(Value value, ArrayRef<int64_t> shape) {
  RankedTensorType type = typeOf(value);
  return type.getShape() == shape ? value : make<stablehlo::ReshapeOp>(type.clone(shape), value);
}

} // namespace spmd
