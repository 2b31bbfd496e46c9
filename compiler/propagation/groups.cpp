// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prepares sharding groups for propagation: all members start from one sharding, or the group
// continues behind its members if their shardings contradict each other. During propagation,
// Propagator::update keeps the members equal.
#include "compiler/propagation/propagate.h"
#include "dialects/notes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {

namespace {

/// The members of a group, in the order of the module.
struct Group {
  SmallVector<sdy::ShardingGroupOp> members;
  sdy::TensorShardingAttr sharding; // of the first member for which saysSomething holds
  bool contradictory = false;
};

/// Whether any dim has an axis or is closed. Replicated and unreduced axes on open dims do not
/// count: the common sharding of the group replaces them, as in jaxlib.
bool saysSomething(sdy::TensorShardingAttr sharding) {
  return sharding && llvm::any_of(sharding.getDimShardings(), [](sdy::DimensionShardingAttr dim) {
           return dim.getIsClosed() || !dim.getAxes().empty();
         });
}

/// Whether the manual axes of a manual computation's argument or result prevent it from taking
/// `sharding`. They do if they are on another mesh. A result must also keep each manual axis in its
/// dim. An argument need not: inside the body it has no manual axes.
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

/// Dissolves a contradiction. Every member keeps its sharding, and an open constraint behind it
/// takes its place in the group and in all uses:
///   %0 {a}, %1 {b} in group 0  ->  %2 = constraint %0 [{?}], %3 = constraint %1 [{?}] in group 0
void separate(Group &group) {
  for (sdy::ShardingGroupOp member : group.members) {
    Value value = member.getInput();
    OpBuilder b(member.getContext());
    b.setInsertionPointAfterValue(value);
    auto open = sdy::TensorShardingAttr::getFullyOpenLike(group.sharding);
    auto constraint =
        sdy::ShardingConstraintOp::create(b, value.getLoc(), value.getType(), value, open);
    // The sharding_group op is one of the uses, so the constraint becomes the member.
    value.replaceAllUsesExcept(constraint.getResult(), constraint);
  }
}

} // namespace

/// Warns about contradictory groups and lists the shardings of their members.
void syncShardingGroups(ModuleOp module) {
  // By group id, in ascending order, so that warnings come in a fixed order.
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
        diag << factNote("a member has", member.getInput().getLoc(), sharding);
    separate(group);
  }
}

} // namespace spmd
