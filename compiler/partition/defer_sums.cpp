// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prices the sums of a group of carried values in the trips and behind the loops, and marks the
// group if it sends less so.
#include "compiler/partition/defer_sums.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/factor_atoms.h"
#include "compiler/partition/sum_group.h"
#include "compiler/placement/reshard_planner.h"

using namespace mlir;

namespace spmd {
namespace {

/// A group of carried values and the axes over which all its sums are partial.
class DeferredSums {
public:
  DeferredSums(const AtomTable &atoms, ReshardPlanner &planner) : atoms(atoms), planner(planner) {}

  /// Collects the group of a carried value. Returns whether it may and should stay partial.
  bool collect(Value owner) {
    return group.collect(owner, [&](Operation *op) { return addSum(op); }) && !partial.empty() &&
           keepsMemory() && sendsLess();
  }

  /// Writes the group's axes as unreduced into the shardings of its values.
  void mark() const {
    for (Value owner : group.owners)
      mark(owner);
    for (Operation *op : group.ops)
      if (!sdy::isMove(op))
        mark(op->getResult(0));
  }

private:
  const AtomTable &atoms;
  ReshardPlanner &planner;
  SumGroup group;
  Atoms partial; // the axes that all sums have in common

  void mark(Value value) const {
    sdy::setSharding(value, atoms.sharding(deferred(value), sdy::ReductionKind::SUM));
  }
  /// The placement that propagation gave to a value. The arguments of a manual computation have the
  /// manual axes in their shardings, along which the ops inside see local rows.
  Placement placementOf(Value value) const {
    Value owner = sdy::getDataFlowEdgeOwner(value);
    return insideManual(atoms, &value.getParentBlock()->front(),
                        dividing(atoms, sdy::getSharding(owner ? owner : value), value.getType()));
  }
  /// The same with the sums left to be done.
  Placement deferred(Value value) const {
    Placement out = placementOf(value);
    for (Atoms &dim : out.dims)
      llvm::erase_if(dim, [&](int atom) { return llvm::is_contained(partial, atom); });
    out.partial = partial;
    return out;
  }

  /// Whether the op makes partial sums of operands placed as propagation placed them. All sums of a
  /// group are left partial over the same axes; what else is split is summed up at once.
  bool addSum(Operation *op) {
    const OpRules &facets = Rules::of(op);
    auto rule = shardingRuleOf(op, {.local = true});
    if (!facets.combine || facets.combine(op) != sdy::ReductionKind::SUM || !rule)
      return false;
    // insert-reshards may place operands elsewhere, but a result that is marked as partial makes it
    // split the op along these axes, and propagation's placements are the ones it starts from.
    SmallVector<Placement> operands;
    for (Value operand : op->getOperands())
      operands.push_back(placementOf(operand));
    Atoms made = summedAtoms(*rule, atoms.sizes(), operands);
    if (made.empty())
      return false;
    if (group.sums.empty())
      partial = made;
    llvm::erase_if(partial, [&](int atom) { return !llvm::is_contained(made, atom); });
    return true;
  }

  /// Whether no device holds more of a carried value than before. fsdp keeps the parts of its
  /// gradients for that reason: whole partial sums would take as much memory as whole weights.
  bool keepsMemory() const {
    return llvm::all_of(group.owners, [&](Value owner) {
      auto type = cast<RankedTensorType>(owner.getType());
      auto bytes = [&](const Placement &placement) {
        return localBytes(type.getShape(), bufferElementBytes(type), atoms.sizes(), placement);
      };
      auto before = bytes(placementOf(owner)), after = bytes(deferred(owner));
      return before && after && *after <= *before;
    });
  }

  /// The cost of summing up a value as often as its block runs; nothing if no plan does it.
  std::optional<double> costOfSum(Value value) const {
    const ReshardPlan *plan =
        planner.plan(value.getType(), deferred(value), placementOf(value), /*taken=*/{});
    return plan ? std::optional(tripsOf(value) * plan->cost) : std::nullopt;
  }
  /// Whether the sums behind the outermost loops cost less than those in the trips. A stack whose
  /// rows are written once each costs the same, so its sums stay in the trips, unless an outer loop
  /// adds up the stack.
  bool sendsLess() const {
    double inTrips = 0, behind = 0;
    for (Operation *op : group.sums) {
      std::optional<double> cost = costOfSum(op->getResult(0));
      if (!cost)
        return false;
      inTrips += *cost;
    }
    for (Value owner : group.owners)
      if (!group.isInside(owner)) {
        std::optional<double> cost = costOfSum(owner);
        if (!cost)
          return false;
        behind += *cost;
      }
    return behind < inTrips;
  }
};

} // namespace

void deferSums(func::FuncOp func, const AtomTable &atoms) {
  ReshardPlanner planner(atoms.sizes(), atoms.links());
  forEachCarried(func, [&](Value owner) {
    sdy::TensorShardingAttr sharding = sdy::getSharding(owner);
    // An outer loop has marked it, or the program itself.
    if (sharding && !sharding.getUnreducedAxes().empty())
      return;
    DeferredSums sums(atoms, planner);
    if (sums.collect(owner))
      sums.mark();
  });
}

} // namespace spmd
