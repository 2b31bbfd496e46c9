// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prices the sums of a group of carried values in the trips and behind the loops, and marks the
// group if it sends less so and devices have room for the whole sums.
#include "compiler/partition/defer_sums.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/factor_atoms.h"
#include "compiler/partition/sum_group.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {
namespace {

/// Bytes by which a device's share of values grows if they are not split over some axes.
class WholeBytes {
public:
  explicit WholeBytes(const AtomTable &atoms) : atoms(atoms) {}

  /// The placement that propagation gave to a value. The arguments of a manual computation have the
  /// manual axes in their shardings, along which the ops inside see local rows.
  Placement placementOf(Value value) const {
    Value owner = sdy::getDataFlowEdgeOwner(value);
    return insideManual(atoms, &value.getParentBlock()->front(),
                        dividing(atoms, sdy::getSharding(owner ? owner : value), value.getType()));
  }
  /// The same without the axes.
  Placement without(Value value, const Atoms &axes) const {
    Placement out = placementOf(value);
    for (Atoms &dim : out.dims)
      llvm::erase_if(dim, [&](int atom) { return llvm::is_contained(axes, atom); });
    return out;
  }
  /// Infinite where the bytes are not known.
  double growth(Value value, const Atoms &axes) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    auto bytes = [&](const Placement &placement) {
      return localBytes(type.getShape(), bufferElementBytes(type), atoms.sizes(), placement);
    };
    std::optional<double> before, after;
    if (type)
      before = bytes(placementOf(value)), after = bytes(without(value, axes));
    return before && after ? *after - *before : std::numeric_limits<double>::infinity();
  }
  /// That of all values from outside of a loop which ops inside of it gather. Of stacked weights,
  /// ops only gather slices.
  double ofGathers(Operation *loop, const Atoms &axes) const {
    llvm::SetVector<Value> values;
    getUsedValuesDefinedAbove(loop->getRegions(), values);
    for (Value owner : sdy::getDataFlowEdgeOwners(loop))
      for (OpOperand *source : sdy::getDataFlowSourceOperands(owner))
        if (sdy::passesOwnArgument(*source, owner))
          values.insert(owner);
    double bytes = 0;
    for (Value value : values) {
      llvm::SmallPtrSet<Value, 8> seen;
      if (double more = growth(value, axes);
          std::isfinite(more) && more > 0 && isGathered(value, loop, axes, seen))
        bytes += more;
    }
    return bytes;
  }

private:
  const AtomTable &atoms;

  /// Follows the value into the loops inside of `loop`, and through ops that only move or convert.
  /// A slice that depends on the trip has further operands, and ends the walk.
  bool isGathered(Value value, Operation *loop, const Atoms &axes,
                  llvm::SmallPtrSet<Value, 8> &seen) const {
    if (!seen.insert(value).second)
      return false;
    SmallVector<Value> names{value};
    if (sdy::getDataFlowEdgeOwner(value) == value)
      llvm::append_range(names, sdy::getNonOwnerTargets(value));
    for (Value name : names)
      for (OpOperand &use : name.getUses()) {
        Operation *op = use.getOwner();
        if (!loop->isProperAncestor(op))
          continue;
        if (Value owner = sdy::getDataFlowOwnerOfSource(use)) {
          if (isGathered(owner, loop, axes, seen))
            return true;
        } else if (isGatheredFor(use, axes) ||
                   (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
                    isGathered(op->getResult(0), loop, axes, seen))) {
          return true;
        }
      }
    return false;
  }

  /// Whether the op wants a dim of the operand whole that the axes split: the result is not split
  /// along it, nor is it summed up with an operand that is.
  ///   dot [data, k] x [fsdp weight: data on k, n]   ->   the weight is gathered
  ///   dot [k: data, m] x [k: data, n]               ->   both stay; the result is a partial sum
  bool isGatheredFor(OpOperand &use, const Atoms &axes) const {
    Operation *op = use.getOwner();
    auto rule = op->getNumResults() ? shardingRuleOf(op, {.local = true}) : std::nullopt;
    if (!rule)
      return false;
    auto factorOf = [&](const TensorFactors &tensor, Value value, int atom) {
      Assignment all = project(*rule, atoms.sizes(), tensor, placementOf(value));
      auto has = [&](const Atoms &of) { return llvm::is_contained(of, atom); };
      const auto *found = llvm::find_if(all, has);
      return found == all.end() ? std::nullopt : std::optional(found - all.begin());
    };
    unsigned number = use.getOperandNumber();
    return llvm::any_of(axes, [&](int atom) {
      auto held = factorOf(rule->operands[number], use.get(), atom);
      if (!held)
        return false;
      bool isContested = false; // by an operand that is split elsewhere
      for (OpOperand &other : op->getOpOperands()) {
        auto factor = factorOf(rule->operands[other.getOperandNumber()], other.get(), atom);
        if (&other != &use && factor == held)
          return false;
        isContested |= factor && factor != held;
      }
      return (isContested || isInResults(*rule, *held)) &&
             factorOf(rule->results[0], op->getResult(0), atom) != held;
    });
  }
};

/// A group of carried values and the axes over which all its sums are partial.
class DeferredSums {
public:
  /// `left` are the bytes that sums of a loop may still take beyond their shards.
  DeferredSums(const AtomTable &atoms, ReshardPlanner &planner, DenseMap<Operation *, double> &left)
      : atoms(atoms), planner(planner), whole(atoms), left(left) {}

  /// Collects the group of a carried value. Returns whether it may and should stay partial.
  bool collect(Value owner) {
    return group.collect(owner, [&](Operation *op) { return addSum(op); }) && !partial.empty() &&
           sendsLess() && takeMemory();
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
  WholeBytes whole;
  DenseMap<Operation *, double> &left;
  SumGroup group;
  Atoms partial; // the axes that all sums have in common

  void mark(Value value) const {
    sdy::setSharding(value, atoms.sharding(deferred(value), sdy::ReductionKind::SUM));
  }
  Placement placementOf(Value value) const { return whole.placementOf(value); }
  /// The same with the sums left to be done.
  Placement deferred(Value value) const {
    Placement out = whole.without(value, partial);
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

  /// Whether devices have room for the whole sums, which they then take up. Groups of one loop are
  /// served in the order of its carried values.
  bool takeMemory() {
    double more = 0;
    Operation *loop = nullptr; // the outermost one
    for (Value owner : group.owners) {
      more += whole.growth(owner, partial);
      if (!group.isInside(owner))
        loop = owner.getDefiningOp();
    }
    if (more <= 0)
      return true;
    if (!loop)
      return false;
    auto [room, isNew] = left.try_emplace(loop);
    if (isNew)
      room->second = whole.ofGathers(loop, partial);
    if (more > room->second)
      return false;
    room->second -= more;
    return true;
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

void deferSums(func::FuncOp func, const AtomTable &atoms, ReshardPlans &plans) {
  ReshardPlanner planner(plans, atoms.sizes(), atoms.links());
  DenseMap<Operation *, double> left;
  forEachCarried(func, [&](Value owner) {
    sdy::TensorShardingAttr sharding = sdy::getSharding(owner);
    // An outer loop has marked it, or the program itself.
    if (sharding && !sharding.getUnreducedAxes().empty())
      return;
    DeferredSums sums(atoms, planner, left);
    if (sums.collect(owner))
      sums.mark();
  });
}

} // namespace spmd
