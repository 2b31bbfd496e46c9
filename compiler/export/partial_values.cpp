// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives that make partial values whole (all_reduce), and whole ones partial
// (replicated_to_unreduced, sharded_to_unreduced), as the Shardy dialect defines them.
#include "compiler/export/partial_values.h"
#include "dialects/sdy/axes.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {

ArrayRef<sdy::AxisRefAttr> unreducedAxes(sdy::TensorShardingAttr to, Value value) {
  sdy::TensorShardingAttr from = sdy::getShardingInside(value);
  Operation *op = value.getParentBlock()->getParentOp();
  return from && to && from.getMesh(op) == to.getMesh(op) ? to.getUnreducedAxes()
                                                          : ArrayRef<sdy::AxisRefAttr>();
}

/// Subtracts the axes that the user passes on and inserts one all_reduce for the rest.
bool reduceOperand(OpOperand &operand, ArrayRef<sdy::AxisRefAttr> passedOn, At at) {
  sdy::TensorShardingAttr from = sdy::getShardingInside(operand.get());
  if (!from || from.getUnreducedAxes().empty())
    return false;
  Operation *op = operand.getOwner();
  sdy::MeshAttr mesh = from.getMesh(op);
  auto axes = sdy::subtractAxes(from.getUnreducedAxes(), passedOn, mesh);
  if (axes.empty())
    return false;
  sdy::TensorShardingAttr after =
      from.replaceUnreducedAxes(sdy::subtractAxes(from.getUnreducedAxes(), axes, mesh));
  OpBuilder b(op);
  if (at == At::Definition)
    b.setInsertionPointAfterValue(operand.get());
  operand.set(sdy::AllReduceOp::create(
      b, operand.get().getLoc(), operand.get().getType(), operand.get(),
      sdy::AxisRefListAttr::get(b.getContext(), axes), from.getReductionKind(), after));
  return true;
}

namespace {

/// The axes of a dim that follow `front`, or nothing if the dim does not begin with `front`.
///   ["a", "x"] behind ["a", "x":(1)2]   ->   ["x":(2)2]
SmallVector<sdy::AxisRefAttr> axesBehind(ArrayRef<sdy::AxisRefAttr> axes,
                                         ArrayRef<sdy::AxisRefAttr> front, sdy::MeshAttr mesh) {
  AxisList all = sdy::toAxes(axes, mesh), prefix = sdy::toAxes(front, mesh);
  if (!isPrefix(prefix, all))
    return {};
  return sdy::toAttrs(removePrefix(all, prefix), mesh);
}

} // namespace

/// Works in three steps, each of which may be empty: a reshard that moves every dim to the target's
/// axes (dims that become parts keep their own), replicated_to_unreduced, then
/// sharded_to_unreduced. Only sums can be made partial this way.
Value makePartial(OpBuilder &b, Value value, sdy::TensorShardingAttr from,
                  sdy::TensorShardingAttr target) {
  if (!from || !target || target.getReductionKind() != sdy::ReductionKind::SUM ||
      from.getReductionKind() != sdy::ReductionKind::SUM)
    return {};
  sdy::MeshAttr mesh = from.getMesh(b.getInsertionBlock()->getParentOp());
  if (mesh != target.getMesh(b.getInsertionBlock()->getParentOp()))
    return {}; // different meshes have no axes in common
  SmallVector<sdy::AxisRefAttr> axes =
      sdy::subtractAxes(target.getUnreducedAxes(), from.getUnreducedAxes(), mesh);
  if (axes.empty())
    return {};
  MLIRContext *context = b.getContext();
  Location loc = value.getLoc();
  Type type = value.getType();
  SmallVector<sdy::AxisRefListAttr> turned;
  SmallVector<sdy::DimensionShardingAttr> dims;
  bool anyTurned = false;
  // An axis turns from shards to parts only if the target is unreduced along it.
  auto isWanted = [&](sdy::AxisRefAttr axis) {
    return llvm::any_of(axes, [&](sdy::AxisRefAttr whole) { return whole.contains(axis); });
  };
  for (auto [own, wanted] : llvm::zip_equal(from.getDimShardings(), target.getDimShardings())) {
    SmallVector<sdy::AxisRefAttr> rest = axesBehind(own.getAxes(), wanted.getAxes(), mesh);
    // All axes behind the target's dim must turn; otherwise the reshard moves the dim.
    if (!llvm::all_of(rest, isWanted))
      rest.clear();
    anyTurned |= !rest.empty();
    turned.push_back(sdy::AxisRefListAttr::get(context, rest));
    dims.push_back(rest.empty() ? wanted : own);
  }
  // The sharding after the reshard. An axis that a dim now uses is no longer listed as replicated.
  sdy::TensorShardingAttr before = from.withDimShardings(dims);
  SmallVector<sdy::AxisRefAttr> replicated = llvm::to_vector(from.getReplicatedAxes());
  for (sdy::DimensionShardingAttr dim : dims)
    replicated = sdy::subtractAxes(replicated, dim.getAxes(), mesh);
  before = before.replaceReplicatedAxes(replicated);
  // The ops that follow need an operand with a sharding.
  if (!sdy::getShardingInside(value) || !sdy::isEquivalent(from, before))
    value = sdy::ReshardOp::create(b, loc, type, value, from = before);
  // The axes that turn are left to sharded_to_unreduced; all other new axes are replicated at this
  // point.
  for (sdy::AxisRefListAttr list : turned)
    axes = sdy::subtractAxes(axes, list.getValue(), mesh);
  from = from.replaceReplicatedAxes(target.getReplicatedAxes());
  if (!axes.empty()) {
    SmallVector<sdy::AxisRefAttr> unreduced = llvm::to_vector(from.getUnreducedAxes());
    llvm::append_range(unreduced, axes);
    sdy::sortAndMergeAxes(unreduced, mesh);
    from = from.replaceUnreducedAxes(unreduced);
    value = sdy::ReplicatedToUnreducedOp::create(b, loc, type, value,
                                                 sdy::AxisRefListAttr::get(context, axes), from);
  }
  if (anyTurned)
    value = sdy::ShardedToUnreducedOp::create(
        b, loc, type, value, sdy::ListOfAxisRefListsAttr::get(context, turned), target);
  return value;
}

/// All users but the new all_reduce itself read the reduced value.
bool reducePartialSums(OpResult result, SmallVector<sdy::AxisRefAttr> axes,
                       sdy::TensorShardingAttr sharding, std::optional<sdy::ReductionKind> kind) {
  if (!sharding || axes.empty())
    return false;
  sdy::MeshAttr mesh = sharding.getMesh(result.getOwner());
  sdy::sortAndMergeAxes(axes, mesh);
  axes = sdy::subtractAxes(axes, sharding.getUnreducedAxes(), mesh);
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    // The result cannot be reduced along an axis that splits one of its dims.
    if (sdy::subtractAxes(axes, dim.getAxes(), mesh) != axes)
      return false;
  if (axes.empty())
    return false;
  // An axis along which the result is partial cannot also hold copies of it, whatever it says.
  if (auto copied = sdy::subtractAxes(sharding.getReplicatedAxes(), axes, mesh);
      copied != sharding.getReplicatedAxes()) {
    sharding = sharding.replaceReplicatedAxes(copied);
    sdy::setSharding(result, sharding);
  }
  OpBuilder b(result.getContext());
  b.setInsertionPointAfterValue(result);
  auto whole = sdy::AllReduceOp::create(b, result.getLoc(), result.getType(), result,
                                        sdy::AxisRefListAttr::get(b.getContext(), axes),
                                        kind.value_or(sharding.getReductionKind()), sharding);
  result.replaceAllUsesExcept(whole.getResult(), whole);
  return true;
}

} // namespace spmd
