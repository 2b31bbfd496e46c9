// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharding groups before the first step: all members start from one sharding.
#include "compiler/propagation/propagate.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {

namespace {

struct Group {
  SmallVector<sdy::ShardingGroupOp> members;
  sdy::TensorShardingAttr sharding; // of the first member that says something
  bool contradictory = false;
};

/// Only dims count: replicated or unreduced axes on open dims give way to what a group agrees on,
/// as in jaxlib.
bool saysSomething(sdy::TensorShardingAttr sharding) {
  return sharding && llvm::any_of(sharding.getDimShardings(), [](sdy::DimensionShardingAttr dim) {
           return dim.getIsClosed() || !dim.getAxes().empty();
         });
}

/// Whether a value at the border of a manual computation, itself or by its edge, has manual axes
/// that the mesh of `sharding` is not of; and, of a result, whether `sharding` has these axes
/// elsewhere.
bool isHeldByManualAxes(Value value, sdy::TensorShardingAttr sharding) {
  sdy::TensorShardingAttr own = sdy::getSharding(value);
  if (auto edge = value.getDefiningOp<sdy::DataFlowEdgeOp>())
    if (Value owner = sdy::getDataFlowEdgeOwner(edge.getInput()))
      value = owner;
  Operation *border =
      isa<BlockArgument>(value) ? value.getParentBlock()->getParentOp() : value.getDefiningOp();
  auto manual = dyn_cast_or_null<sdy::ManualComputationOp>(border);
  if (!manual || !own || manual.getManualAxes().empty())
    return false;
  if (own.getMesh(manual) != sharding.getMesh(manual))
    return true;
  auto inside = sdy::withoutManualAxes(sharding, manual.getManualAxes());
  return isa<OpResult>(value) &&
         !sdy::withManualAxes(inside, own, manual).areDimAxesEqual(sharding);
}

/// Members keep their shardings; behind each, an open constraint takes its place in the group and
/// in all uses.
void separate(Group &group) {
  for (sdy::ShardingGroupOp member : group.members) {
    Value value = member.getInput();
    OpBuilder b(member.getContext());
    b.setInsertionPointAfterValue(value);
    auto open = sdy::TensorShardingAttr::getFullyOpenLike(group.sharding);
    auto constraint =
        sdy::ShardingConstraintOp::create(b, value.getLoc(), value.getType(), value, open);
    value.replaceAllUsesExcept(constraint.getResult(), constraint);
  }
}

} // namespace

void syncShardingGroups(ModuleOp module) {
  std::map<int64_t, Group> groups;
  module.walk([&](sdy::ShardingGroupOp op) {
    Group &group = groups[op.getGroupId()];
    group.members.push_back(op);
    sdy::TensorShardingAttr sharding = sdy::getShardingInside(op.getInput());
    if (!saysSomething(sharding))
      return;
    if (!group.sharding)
      group.sharding = sharding;
    group.contradictory |= sharding != group.sharding;
  });
  for (auto &[id, group] : groups) {
    if (!group.sharding)
      continue;
    group.contradictory |=
        llvm::any_of(group.members, [&group = group](sdy::ShardingGroupOp member) {
          return isHeldByManualAxes(member.getInput(), group.sharding);
        });
    if (!group.contradictory) {
      for (sdy::ShardingGroupOp member : group.members)
        sdy::setShardingInside(member.getInput(), group.sharding);
      continue;
    }
    auto diag = group.members.front().emitWarning()
                << "members of sharding group " << id
                << " have different shardings before propagation; they keep them";
    for (sdy::ShardingGroupOp member : group.members)
      if (sdy::TensorShardingAttr sharding = sdy::getShardingInside(member.getInput()))
        diag.attachNote(member.getInput().getLoc()) << "a member has " << sharding;
    separate(group);
  }
}

} // namespace spmd
