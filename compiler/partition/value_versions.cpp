// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds or inserts the version of a value that an op needs. All names and reshards of a value form
// one family.
#include "compiler/partition/value_versions.h"
#include "compiler/ops/rule.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd {

sdy::ReductionKind reductionOf(sdy::TensorShardingAttr sharding) {
  return sharding ? sharding.getReductionKind() : sdy::ReductionKind::SUM;
}
sdy::ReductionKind reductionOf(Value value) { return reductionOf(sdy::getSharding(value)); }

/// Whether the op can simply be repeated in another placement: constants, iotas, broadcasts of
/// scalars. Their operands are scalars at most, which every device has.
static bool isRemade(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         sdy::getTensorRank(value) > 0 &&
         llvm::all_of(op->getOperands(), [](Value v) { return sdy::getTensorRank(v) == 0; }) &&
         (op->getNumOperands() == 0 ? Rules::of(op).localize != nullptr
                                    : shardingRuleOf(op, {.local = true}).has_value());
}

/// Whether every device has the value so placed, or makes it by itself.
static bool isFree(Value value, const Placement &placement) {
  return !isa<RankedTensorType>(value.getType()) || (isRemade(value) && placement.partial.empty());
}

void ValueVersions::define(Value value, const Placement &placement) {
  familyOf[value] = families.size();
  families.push_back({{value, placement}});
  placementOf[value] = placement;
}

void ValueVersions::alias(Value value, Value other, const Placement &placement) {
  unsigned family = familyOf.lookup(other);
  familyOf[value] = family;
  placementOf[value] = placement;
}

/// Ops that can be repeated cost nothing, and neither do scalars of other types.
std::optional<double> ValueVersions::cost(Value value, const Placement &placement,
                                          ArrayRef<int> manual) {
  if (isFree(value, placement))
    return 0;
  const ReshardPlan *best = plan(value, placement, manual);
  return best ? std::optional(best->cost) : std::nullopt;
}

/// The cheapest plan from any version. The planner keeps plans, so asking again is cheap.
const ReshardPlan *ValueVersions::plan(Value value, const Placement &placement,
                                       ArrayRef<int> manual) {
  const ReshardPlan *best = nullptr;
  if (isFree(value, placement))
    return best;
  for (const Version &version : families[familyOf.lookup(value)])
    if (const ReshardPlan *plan =
            planner.plan(value.getType(), version.placement, placement, manual))
      if (!best || plan->cost < best->cost)
        best = plan;
  return best;
}

/// The version from which the placement is cheapest to reach, or null if there is none. `kind` is
/// how the user combines partial values: partial sums cannot serve a user that takes a maximum.
ValueVersions::Version *ValueVersions::cheapest(Value value, const Placement &placement,
                                                sdy::ReductionKind kind, ArrayRef<int> manual) {
  if (!placement.partial.empty() && kind != reductionOf(value))
    return nullptr;
  Version *source = nullptr;
  double best = 0;
  for (Version &version : families[familyOf.lookup(value)]) {
    // No reshard is cheaper than none.
    if (version.placement == placement)
      return &version;
    if (const ReshardPlan *plan =
            planner.plan(value.getType(), version.placement, placement, manual))
      if (!source || plan->cost < best) {
        source = &version;
        best = plan->cost;
      }
  }
  return source;
}

/// Returns the cheapest version as it is if it has the placement; otherwise inserts a reshard or
/// repeats the op.
Value ValueVersions::request(Value value, const Placement &placement, Operation *user,
                             sdy::ReductionKind kind, ArrayRef<int> manual) {
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  unsigned family = familyOf.lookup(value);
  Version *source = cheapest(value, placement, kind, manual);
  if (!source) { // the program's annotations ask for partial sums of a value that is not partial
    user->emitError() << "takes a value placed as " << atoms.sharding(placement, kind)
                      << ", which nothing turns it into from "
                      << atoms.sharding(placementOf.lookup(value), reductionOf(value))
                      << originNote("the value", value);
    return nullptr;
  }
  if (source->placement == placement)
    return source->value;
  // The new version stands in the block of its source, so later users in that block can take it,
  // too.
  Operation *before = user;
  while (before->getBlock() != source->value.getParentBlock())
    before = before->getParentOp();
  OpBuilder builder(before);
  sdy::TensorShardingAttr sharding = atoms.sharding(placement, reductionOf(source->value));
  // Repeating the op sends nothing, so it is preferred to a reshard.
  Value made;
  if (isRemade(value) && placement.partial.empty()) {
    Operation *again = builder.clone(*value.getDefiningOp());
    sdy::setShardings(again, {sharding});
    made = again->getResult(0);
  } else {
    made =
        sdy::ReshardOp::create(builder, user->getLoc(), value.getType(), source->value, sharding);
  }
  familyOf[made] = family;
  placementOf[made] = placement;
  families[family].push_back({made, placement});
  return made;
}

} // namespace spmd
