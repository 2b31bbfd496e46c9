// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows each carried value back through linear ops to the ops that make partial sums, and forward
// to its uses. Loops inside of loops are one group: gradients of layers, stacked by an inner loop,
// are added up by an outer one over micro-batches.
#include "compiler/partition/defer_sums.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/choose_placement.h"
#include "compiler/placement/reshard_planner.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {
namespace {

/// The trips of a loop whose count is not known. Any number above 1 means that a sum behind the
/// loop costs less than one inside.
constexpr double kUnknownTrips = 2;

/// Carried values that stay partial together, and the ops between them.
class SumGroup {
public:
  SumGroup(const AtomTable &atoms, ReshardPlanner &planner) : atoms(atoms), planner(planner) {}

  /// Collects the group of a carried value. Returns whether it may and should stay partial.
  bool collect(Value owner) {
    return addOwner(owner) && partial && !partial->empty() &&
           llvm::all_of(owners,
                        [&](Value v) {
                          return hasOnlyInnerUses(v) &&
                                 llvm::all_of(sdy::getNonOwnerTargets(v), [&](Value target) {
                                   return hasOnlyInnerUses(target);
                                 });
                        }) &&
           llvm::all_of(ops, [&](Operation *op) { return hasOnlyInnerUses(op->getResult(0)); }) &&
           keepsMemory() && sendsLess();
  }

  /// Writes the group's axes as unreduced into the shardings of its values.
  void mark() const {
    for (Value owner : owners)
      sdy::setSharding(owner, atoms.sharding(deferred(owner), sdy::ReductionKind::SUM));
    for (Operation *op : ops)
      if (!sdy::isMove(op))
        sdy::setSharding(op->getResult(0),
                         atoms.sharding(deferred(op->getResult(0)), sdy::ReductionKind::SUM));
  }

private:
  const AtomTable &atoms;
  ReshardPlanner &planner;
  SetVector<Value> owners;
  SetVector<Operation *> ops;        // linear ops, reshards, and those that make sums
  SmallVector<Operation *> summands; // of `ops`: those that make partial sums
  std::optional<Atoms> partial;      // the axes that all sums have in common

  /// The placement that propagation gave to a value.
  Placement placementOf(Value value) const {
    Value owner = sdy::getDataFlowEdgeOwner(value);
    return dividing(atoms, sdy::getSharding(owner ? owner : value), value.getType());
  }
  /// The same with the sums left to be done.
  Placement deferred(Value value) const {
    Placement out = placementOf(value);
    for (Atoms &dim : out.dims)
      llvm::erase_if(dim, [&](int atom) { return llvm::is_contained(*partial, atom); });
    out.partial = *partial;
    return out;
  }

  /// Adds whatever a value is made of. Returns false where it is not a sum that may wait.
  bool add(Value value) {
    if (!isa<RankedTensorType>(value.getType()))
      return false;
    if (isZeroBits(value))
      return true;
    if (Value owner = sdy::getDataFlowEdgeOwner(value))
      return addOwner(owner);
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumResults() != 1)
      return false;
    if (isa<sdy::ReshardOp>(op))
      return !ops.insert(op) || add(op->getOperand(0));
    const OpRules &facets = Rules::of(op);
    if (facets.combine && facets.combine(op) == sdy::ReductionKind::SUM)
      if (Atoms made = madeBy(op); !made.empty())
        return addSummand(op, made);
    if (!facets.linearIn || !shardingRuleOf(op, {.local = true}))
      return false;
    return !ops.insert(op) || llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      return !facets.linearIn(op, operand.getOperandNumber()) || add(operand.get());
    });
  }

  /// The axes over which the op makes partial sums of operands placed as propagation placed them.
  Atoms madeBy(Operation *op) const {
    auto rule = shardingRuleOf(op, {.local = true});
    if (!rule)
      return {};
    SmallVector<Placement> operands;
    for (Value operand : op->getOperands())
      operands.push_back(placementOf(operand));
    return summedAtoms(*rule, atoms.sizes(), operands);
  }

  /// All sums of a group are left partial over the same axes; what else is split is summed up at
  /// once.
  bool addSummand(Operation *op, const Atoms &made) {
    if (!ops.insert(op))
      return true;
    summands.push_back(op);
    if (!partial)
      partial = made;
    llvm::erase_if(*partial, [&](int atom) { return !llvm::is_contained(made, atom); });
    return true;
  }

  /// Adds a value that a loop carries, or the result of branches, with all values that flow into
  /// it. The arguments of manual computations have placements that the program fixes.
  bool addOwner(Value owner) {
    Operation *op = owner.getDefiningOp();
    if (!op || isa<sdy::ManualComputationOp>(op))
      return false;
    return !owners.insert(owner) ||
           llvm::all_of(sdy::getDataFlowSourceOperands(owner),
                        [&](OpOperand *source) { return add(source->get()); });
  }

  /// Whether the value lies in a loop of the group. Behind these loops anyone may ask for the sum.
  bool isInside(Value value) const {
    return llvm::any_of(owners, [&](Value owner) {
      return owner.getDefiningOp()->isProperAncestor(value.getParentBlock()->getParentOp()) ||
             owner.getDefiningOp() == value.getParentBlock()->getParentOp();
    });
  }
  bool hasOnlyInnerUses(Value value) const {
    return !isInside(value) || llvm::all_of(value.getUses(), [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (Value owner = sdy::getDataFlowOwnerOfSource(use))
        return owners.contains(owner);
      const OpRules &facets = Rules::of(user);
      return ops.contains(user) &&
             (sdy::isMove(user) ||
              (facets.linearIn && facets.linearIn(user, use.getOperandNumber())));
    });
  }

  bool keepsMemory() const {
    return llvm::all_of(owners, [&](Value owner) {
      auto type = cast<RankedTensorType>(owner.getType());
      auto bytes = [&](const Placement &placement) {
        return localBytes(type.getShape(), bufferElementBytes(type), atoms.sizes(), placement);
      };
      auto before = bytes(placementOf(owner)), after = bytes(deferred(owner));
      return before && after && *after <= *before;
    });
  }

  /// How often the loops around a value run its block.
  static double tripsOf(Value value) {
    double trips = 1;
    for (Operation *op = value.getParentBlock()->getParentOp(); op; op = op->getParentOp())
      if (sdy::isDataFlowOp(op) && !sdy::getNonOwnerTargets(op->getResult(0)).empty()) {
        auto count = op->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
        trips *= count ? double(count.getInt()) : kUnknownTrips;
      }
    return trips;
  }
  /// The cost of summing up a value as often as its block runs; nothing if no plan does it.
  std::optional<double> costOfSum(Value value) const {
    Placement wanted = placementOf(value);
    const ReshardPlan *plan = planner.plan(value.getType(), deferred(value), wanted, {});
    return plan ? std::optional(tripsOf(value) * plan->cost) : std::nullopt;
  }
  bool sendsLess() const {
    double inTrips = 0, behind = 0;
    for (Operation *op : summands) {
      std::optional<double> cost = costOfSum(op->getResult(0));
      if (!cost)
        return false;
      inTrips += *cost;
    }
    for (Value owner : owners)
      if (!isInside(owner)) {
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
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!sdy::isDataFlowOp(op) || isa<sdy::ManualComputationOp>(op))
      return;
    for (Value owner : sdy::getDataFlowEdgeOwners(op)) {
      sdy::TensorShardingAttr sharding = sdy::getSharding(owner);
      bool isMarked = sharding && !sharding.getUnreducedAxes().empty();
      if (isMarked || sdy::getNonOwnerTargets(owner).empty())
        continue;
      SumGroup group(atoms, planner);
      if (group.collect(owner))
        group.mark();
    }
  });
}

} // namespace spmd
