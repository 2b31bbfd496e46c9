// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows each carried value back through linear ops to the ops that make sums, and forward to its
// uses. Loops inside of loops are one group.
#include "compiler/partition/sum_group.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/rule.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

/// Any number above 1 means that a sum behind the loop costs less than one inside.
static constexpr double kUnknownTrips = 2;

// First everything that flows in, then all readers: a reader is known to be inside only when the
// whole group is known.
bool SumGroup::collect(Value owner, function_ref<bool(Operation *)> isSum) {
  auto isOnlyAdded = [&](Value v) {
    return hasOnlyInnerUses(v) &&
           llvm::all_of(sdy::getNonOwnerTargets(v), [&](Value t) { return hasOnlyInnerUses(t); });
  };
  return addOwner(owner, isSum) && !sums.empty() && llvm::all_of(owners, isOnlyAdded) &&
         llvm::all_of(ops, [&](Operation *op) { return hasOnlyInnerUses(op->getResult(0)); });
}

/// Adds whatever a value is made of. Returns false where it is not a sum that may wait.
bool SumGroup::add(Value value, function_ref<bool(Operation *)> isSum) {
  if (!isa<RankedTensorType>(value.getType()))
    return false;
  if (isZeroBits(value))
    return true;
  if (Value owner = sdy::getDataFlowEdgeOwner(value))
    return addOwner(owner, isSum);
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1)
    return false;
  if (ops.contains(op))
    return true;
  // Reshards only say what comes next; insert-reshards drops them in front of partial sums.
  if (isa<sdy::ReshardOp>(op))
    return ops.insert(op), add(op->getOperand(0), isSum);
  if (isSum(op)) {
    sums.push_back(op);
    return ops.insert(op);
  }
  const OpRules &facets = Rules::of(op);
  bool isOtherReduction = facets.combine && facets.combine(op) != sdy::ReductionKind::SUM;
  if (!facets.linearIn || !facets.rule || isOtherReduction)
    return false;
  ops.insert(op);
  // A product of two variables is linear in neither: it is no sum, and would be added once for each
  // device.
  auto isLinearIn = [&](OpOperand &operand) {
    return facets.linearIn(op, operand.getOperandNumber());
  };
  auto linear = llvm::make_filter_range(op->getOpOperands(), isLinearIn);
  return !linear.empty() &&
         llvm::all_of(linear, [&](OpOperand &operand) { return add(operand.get(), isSum); });
}

/// Adds a value that a loop carries, or the result of branches, with all values that flow into it.
/// The arguments of manual computations have placements that the program fixes.
bool SumGroup::addOwner(Value owner, function_ref<bool(Operation *)> isSum) {
  Operation *op = owner.getDefiningOp();
  if (!op || isa<sdy::ManualComputationOp>(op))
    return false;
  return !owners.insert(owner) ||
         llvm::all_of(sdy::getDataFlowSourceOperands(owner),
                      [&](OpOperand *source) { return add(source->get(), isSum); });
}

// Branches do not repeat anything, but their results are known only behind them, as those of loops.
bool SumGroup::isInside(Value value) const {
  Operation *around = value.getParentBlock()->getParentOp();
  return llvm::any_of(owners,
                      [&](Value owner) { return owner.getDefiningOp()->isAncestor(around); });
}

/// Whether nothing but the group reads the value before its loops have ended. A reader in a trip
/// would need the sum in every trip.
bool SumGroup::hasOnlyInnerUses(Value value) const {
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

/// Whether the op repeats its regions: it has arguments that stand for its results.
static bool isLoop(Operation *op) {
  return sdy::isDataFlowOp(op) && !isa<sdy::ManualComputationOp>(op) && op->getNumResults() > 0 &&
         !sdy::getNonOwnerTargets(op->getResult(0)).empty();
}

// Loops inside of loops multiply.
//   a row that 12 layers write in each of 4 micro-batches -> 48
double tripsOf(Value value) { return tripsOf(value.getParentBlock()); }

double tripsOf(Block *block) {
  double trips = 1;
  for (Operation *op = block->getParentOp(); op; op = op->getParentOp())
    if (isLoop(op)) {
      auto count = op->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
      trips *= count ? double(count.getInt()) : kUnknownTrips;
    }
  return trips;
}

void forEachCarried(Operation *root, function_ref<void(Value)> visit) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isLoop(op))
      for (Value owner : sdy::getDataFlowEdgeOwners(op))
        visit(owner);
  });
}

} // namespace spmd
