// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates each sdy collective into an Exchange (compiler/structure/exchange.h), which builds the
// StableHLO op.
#include "compiler/partition/lower_collectives.h"
#include "compiler/ops/region.h"
#include "compiler/structure/cause.h"
#include "compiler/structure/exchange.h"
#include "dialects/stablehlo/stablehlo.h"
#include <deque>
#include <map>

using namespace mlir;

namespace spmd {
namespace {

/// The one dim that has axes: `[{}, {"x"}]` gives dim 1 and "x". The planner produces no list with
/// axes on several dims.
std::pair<int64_t, ArrayRef<sdy::AxisRefAttr>> onlyDim(sdy::ListOfAxisRefListsAttr lists) {
  for (auto [d, list] : llvm::enumerate(lists.getValue()))
    if (!list.empty())
      return {int64_t(d), list.getValue()};
  return {-1, {}};
}

/// Which part of a value a device has: the index along the axes that stay, then the shard index of
/// each dim.
using Part = std::vector<int64_t>;

/// For each device the one that it sends its part to, which then has the part that it needs. If
/// several devices hold the same part, each device that already holds the part it needs keeps it;
/// the other copies are paired in the order of the lists.
SmallVector<int64_t> targetsOf(ArrayRef<Part> held, ArrayRef<Part> needed) {
  SmallVector<int64_t> targets(held.size());
  std::map<Part, std::deque<int64_t>> receivers; // part -> devices that still lack it
  for (size_t device = 0; device < held.size(); ++device)
    if (held[device] != needed[device])
      receivers[needed[device]].push_back(device);
  for (size_t device = 0; device < held.size(); ++device) {
    if (held[device] == needed[device]) {
      targets[device] = device;
      continue;
    }
    std::deque<int64_t> &lacking = receivers[held[device]];
    targets[device] = lacking.front();
    lacking.pop_front();
  }
  return targets;
}

/// A list of source, target, source, target as the attribute of a collective_permute.
DenseIntElementsAttr asPairs(ArrayRef<int64_t> devices, OpBuilder &builder) {
  auto type = RankedTensorType::get({int64_t(devices.size()) / 2, 2}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, devices);
}

} // namespace

/// The groups of devices that communicate along `axes`, as mesh and axis names; the sub-axis and
/// the order of the devices are kept.
Attribute CollectiveLowering::groups(ArrayRef<sdy::AxisRefAttr> axes, OpBuilder &builder) const {
  MLIRContext *context = builder.getContext();
  auto meshAxes = llvm::map_to_vector(mesh.getAxes(), [&](sdy::MeshAxisAttr axis) {
    return stablehlo::MeshAxisAttr::get(context, axis.getName(), axis.getSize());
  });
  DenseIntElementsAttr ids;
  if (ArrayRef<int64_t> order = mesh.getDeviceIds(); !order.empty())
    ids = builder.getI64TensorAttr(order);
  SmallVector<Attribute> refs;
  for (sdy::AxisRefAttr axis : axes) {
    stablehlo::SubAxisInfoAttr part;
    if (sdy::SubAxisInfoAttr info = axis.getSubAxisInfo())
      part = stablehlo::SubAxisInfoAttr::get(context, info.getPreSize(), info.getSize());
    refs.push_back(stablehlo::AxisRefAttr::get(context, axis.getName(), part));
  }
  return stablehlo::ReplicaGroupMeshAxesAttr::get(
      context, stablehlo::MeshAttr::get(context, meshAxes, ids), builder.getArrayAttr(refs));
}

/// Returns the pairs (source, target) of a collective_permute that turns placement `before` into
/// `after`. Each device sends its part to a device that needs this part afterwards. Source and
/// target differ only along axes that shard some dim before or after. So no pair crosses a manual
/// axis, along which devices may hold different values or may not be here at all, nor an axis over
/// which values are still partial.
///   a, b, c of size 2 each, {b} -> {a}: pairs (1, 1) (2, 4) (3, 5) (4, 2) ..
///   c, the minor axis, never changes
DenseIntElementsAttr CollectiveLowering::permutation(sdy::TensorShardingAttr before,
                                                     sdy::TensorShardingAttr after,
                                                     OpBuilder &builder) const {
  int64_t devices = mesh.getTotalSize();
  MeshGrid grid = sdy::gridOf(mesh);
  // The fixed axes, then those of each dim.
  auto axesOf = [&](sdy::TensorShardingAttr sharding) {
    SmallVector<AxisList> lists(1);
    for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
      lists.push_back(sdy::toAxes(dim.getAxes(), mesh));
    return lists;
  };
  SmallVector<AxisList> axesBefore = axesOf(before), axesAfter = axesOf(after);
  AxisList moving;
  for (const AxisList &list : llvm::concat<AxisList>(axesBefore, axesAfter))
    moving.append(list);
  axesBefore[0] = axesAfter[0] = subtractAxes(grid.axes(), moving);
  auto partsOf = [&](ArrayRef<AxisList> lists) {
    std::vector<Part> parts;
    for (int64_t device = 0; device < devices; ++device) {
      Part &part = parts.emplace_back();
      for (const AxisList &list : lists)
        part.push_back(grid.position(device, list));
    }
    return parts;
  };
  SmallVector<int64_t> targets = targetsOf(partsOf(axesBefore), partsOf(axesAfter));
  SmallVector<int64_t> pairs;
  for (auto [device, target] : llvm::enumerate(targets))
    pairs.append({grid.device(device), grid.device(target)});
  return asPairs(pairs, builder);
}

/// A device is named by its id in both orders, so the pairs are those of the collective. Along axes
/// that do not split the value all devices have copies, and any of them serves.
///   [{"x"}] of x=3, from 0, 1, 2 to 2, 1, 0   ->   pairs (0, 2) (1, 1) (2, 0)
Value CollectiveLowering::reorder(Value input, sdy::TensorShardingAttr sharding, sdy::MeshAttr from,
                                  sdy::MeshAttr to, StringRef what, OpBuilder &builder) {
  if (!sharding || !isa<RankedTensorType>(input.getType()) ||
      cast<RankedTensorType>(input.getType()).getNumElements() == 0)
    return input;
  SmallVector<AxisList> lists{sdy::toAxes(sharding.getUnreducedAxes(), mesh)};
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    lists.push_back(sdy::toAxes(dim.getAxes(), mesh));
  auto partsOf = [&](sdy::MeshAttr mesh) {
    MeshGrid grid = sdy::gridOf(mesh);
    std::vector<Part> parts(mesh.getTotalSize());
    for (int64_t at = 0, end = parts.size(); at < end; ++at)
      for (const AxisList &list : lists)
        parts[grid.device(at)].push_back(grid.position(at, list));
    return parts;
  };
  SmallVector<int64_t> targets = targetsOf(partsOf(from), partsOf(to));
  SmallVector<int64_t> pairs;
  bool isMoved = false;
  for (auto [device, target] : llvm::enumerate(targets)) {
    pairs.append({int64_t(device), target});
    isMoved |= int64_t(device) != target;
  }
  if (!isMoved)
    return input;
  Exchange exchange{ir::CollectiveKind::Permute, ir::CombineKind::None, asPairs(pairs, builder)};
  Location loc = withCause(input.getLoc(),
                           {("the order of devices of " + what).str(), "", sharding, sharding, ""});
  return createExchange(builder, loc, exchange, input, input.getType(), ++channels);
}

/// Devices that differ only along `axes` exchange among themselves.
Value CollectiveLowering::permute(Value input, ArrayRef<sdy::AxisRefAttr> axes,
                                  ArrayRef<std::pair<int64_t, int64_t>> pairs, OpBuilder &builder) {
  MeshGrid grid = sdy::gridOf(mesh);
  DeviceGroups groups(grid, sdy::toAxes(axes, mesh));
  SmallVector<int64_t> devices;
  for (int64_t group = 0; group < groups.groupCount(); ++group)
    for (auto [source, target] : pairs)
      devices.append({groups.device(group, source), groups.device(group, target)});
  Exchange exchange{ir::CollectiveKind::Permute, ir::CombineKind::None, asPairs(devices, builder)};
  return createExchange(builder, input.getLoc(), exchange, input, input.getType(), ++channels);
}

/// The collective keeps the type.
Value CollectiveLowering::broadcast(Location loc, Value input, ArrayRef<sdy::AxisRefAttr> axes,
                                    Value roots, OpBuilder &builder) {
  Exchange exchange{ir::CollectiveKind::Broadcast, ir::CombineKind::None, groups(axes, builder)};
  exchange.roots = roots;
  return createExchange(builder, loc, exchange, input, input.getType(), ++channels);
}

/// Each branch describes one collective and the shape of its local result.
FailureOr<Value> CollectiveLowering::lower(Operation *op, sdy::TensorShardingAttr before,
                                           Value input, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> shape(type.getShape());
  Exchange exchange;
  if (auto gather = dyn_cast<sdy::AllGatherOp>(op)) {
    auto [dim, axes] = onlyDim(gather.getGatheringAxes());
    exchange = {ir::CollectiveKind::AllGather, ir::CombineKind::None, groups(axes, builder), dim};
    shape[dim] *= sdy::getShardedSize(axes, mesh);
  } else if (auto reduce = dyn_cast<sdy::AllReduceOp>(op)) {
    exchange = {ir::CollectiveKind::AllReduce, combinerOf(reduce.getReductionKind()),
                groups(reduce.getReductionAxes().getValue(), builder)};
  } else if (auto scatter = dyn_cast<sdy::ReduceScatterOp>(op)) {
    auto [dim, axes] = onlyDim(scatter.getReduceScatterAxes());
    exchange = {ir::CollectiveKind::ReduceScatter, combinerOf(scatter.getReductionKind()),
                groups(axes, builder), dim};
    shape[dim] /= sdy::getShardedSize(axes, mesh);
  } else if (auto moves = dyn_cast<sdy::AllToAllOp>(op)) {
    if (moves.getParams().getValue().size() != 1)
      return op->emitError(
          "moves axes between several pairs of dims; write one all_to_all for each");
    sdy::AllToAllParamAttr param = moves.getParams().getValue().front();
    int64_t n = sdy::getShardedSize(param.getAxes(), mesh);
    exchange = {ir::CollectiveKind::AllToAll,
                ir::CombineKind::None,
                groups(param.getAxes(), builder),
                param.getTgtDim(),
                param.getSrcDim(),
                n};
    shape[param.getTgtDim()] /= n;
    shape[param.getSrcDim()] *= n;
  } else { // all others have the facet `localize`
    auto permute = cast<sdy::CollectivePermuteOp>(op);
    exchange = {ir::CollectiveKind::Permute, ir::CombineKind::None,
                permutation(before, permute.getOutSharding(), builder)};
  }
  return createExchange(builder, op->getLoc(), exchange, input, type.clone(shape), ++channels);
}

} // namespace spmd
