// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds or inserts the version of a value that an op needs. All names and reshards of a value form
// one family.
#include "compiler/partition/value_versions.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/factor_atoms.h"
#include "compiler/partition/owners.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace spmd {

sdy::ReductionKind reductionOf(sdy::TensorShardingAttr sharding) {
  return sharding ? sharding.getReductionKind() : sdy::ReductionKind::SUM;
}
sdy::ReductionKind reductionOf(Value value) { return reductionOf(sdy::getSharding(value)); }

bool ValueVersions::isRemadeOfScalars(Operation *op) {
  auto isScalar = [](Value v) { return sdy::getTensorRank(v) == 0; };
  return op && op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         !isScalar(op->getResult(0)) && llvm::all_of(op->getOperands(), isScalar) &&
         (op->getNumOperands() == 0 ? Rules::of(op).localize != nullptr
                                    : shardingRuleOf(op, {.local = true}).has_value());
}

/// Whether the op can simply be repeated in another placement. Every device has its operands: none
/// is a partial sum.
bool ValueVersions::isRemade(Value value) const {
  Operation *op = value.getDefiningOp();
  return isRemadeOfScalars(op) && llvm::all_of(op->getOperands(), [&](Value v) {
           return placementOf.lookup(v).partial.empty();
         });
}

/// Whether every device has the value so placed, or makes it by itself. Zeros are partial sums of
/// zero.
bool ValueVersions::isFree(Value value, const Placement &placement) const {
  return !isa<RankedTensorType>(value.getType()) ||
         (placement.partial.empty() ? isRemade(value) : isZeroBits(value));
}

/// The most views, one of the other, that are looked through. A longer chain is taken in turns.
constexpr size_t kMostViews = 16;
/// The most ops that are repeated to send fewer bytes.
constexpr size_t kMostRepeated = 4;

/// The ops that make each element of a value of one element of fewer bytes, the last one first: a
/// widening convert, and arithmetic with constants behind it. Empty for any other value. What the
/// last op of the list reads costs less to send, and every device does the rest with what it gets.
///   %f = convert %bytes, %v = multiply %f, %scale   ->   {multiply, convert}
SmallVector<Operation *> ValueVersions::wideningOf(Value value) const {
  SmallVector<Operation *> ops;
  int64_t bytes = 0;
  for (Value at = value; ops.size() < kMostRepeated;) {
    auto type = dyn_cast<RankedTensorType>(at.getType());
    Operation *op = at.getDefiningOp();
    if (!type || type.getRank() == 0 || !op || op->getNumResults() != 1 || !isElementwise(op) ||
        !isPure(op))
      return {};
    bytes = ops.empty() ? bufferElementBytes(type) : bytes;
    Value next;
    for (Value operand : op->getOperands())
      if (!isFree(operand, {})) {
        if (next || cast<RankedTensorType>(operand.getType()).getShape() != type.getShape())
          return {};
        next = operand;
      }
    if (!next)
      return {};
    ops.push_back(op);
    if (bufferElementBytes(cast<RankedTensorType>(next.getType())) < bytes)
      return ops;
    at = next;
  }
  return {};
}

/// The one operand of an op that is no constant.
Value ValueVersions::sourceOf(Operation *op) const {
  return *llvm::find_if(op->getOperands(), [&](Value operand) { return !isFree(operand, {}); });
}

// The operands of the op that makes the value are placed as it needs them.
void ValueVersions::define(Value value, const Placement &placement) {
  Atoms owned;
  if (Operation *op = value.getDefiningOp();
      op && !placement.partial.empty() && op->getNumOperands() && !sdy::isDataFlowOp(op))
    owned = ownedAtoms(op, this->placement(op->getOperand(0)), this->owned(op->getOperand(0)),
                       atoms.sizes());
  familyOf[value] = families.size();
  families.push_back({{{value, placement}}, std::move(owned)});
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
  for (const Version &version : families[familyOf.lookup(value)].versions)
    if (const ReshardPlan *plan =
            planner.plan(value.getType(), version.placement, placement, manual, owned(value)))
      if (!best || plan->cost < best->cost)
        best = plan;
  const ReshardPlan *narrow = narrowPlan(value, placement, manual);
  if (narrow && best && narrow->cost < best->cost)
    return narrow;
  const ReshardPlan *view = viewPlan(value, placement, manual);
  return view && best && best->cost > 0 && view->cost <= best->cost ? view : best;
}

/// Whether the op only moves the elements of its operand, each to one place, as a transpose does.
static bool isView(Operation *op) {
  return op && op->getNumOperands() == 1 && op->getNumResults() == 1 && Rules::of(op).index &&
         cast<RankedTensorType>(op->getOperand(0).getType()).getNumElements() ==
             cast<RankedTensorType>(op->getResult(0).getType()).getNumElements();
}

/// The value with other readers of whose elements the value is a view, and where it has to be for
/// the view to be so placed: the last one of a chain of at most kMostViews ops. Nothing if there is
/// none.
///   %r = reshape %w, %t = transpose %r, %w has another reader   ->   {transpose, reshape}
std::optional<ValueVersions::View> ValueVersions::viewOf(Value value, const Placement &placement) {
  auto isPartial = [&](Value v) { return !placementOf.lookup(v).partial.empty(); };
  View view;
  Placement at = placement;
  size_t length = 0; // up to the last value with other readers
  while (view.ops.size() < kMostViews && at.partial.empty() && isView(value.getDefiningOp()) &&
         !isPartial(value) && !isPartial(value.getDefiningOp()->getOperand(0))) {
    Operation *op = value.getDefiningOp();
    // Candidates are priced many times, so rules are kept.
    auto [it, isNew] = ruleOf.try_emplace(op);
    if (isNew)
      it->second = shardingRuleOf(op, {.local = true});
    if (!it->second)
      break;
    const ShardingRule &rule = *it->second;
    const TensorFactors &in = rule.operands[0], &out = rule.results[0];
    Placement source = carryOver(rule, atoms.sizes(), out, at, in);
    // A placement that does not come back, as one that splits a dim inside of a factor, ends it.
    if (carryOver(rule, atoms.sizes(), in, source, out) != at)
      break;
    view.ops.push_back(op);
    view.placements.push_back(std::exchange(at, std::move(source)));
    value = op->getOperand(0);
    if (!value.hasOneUse()) {
      length = view.ops.size();
      view.source = at;
    }
  }
  view.ops.truncate(length);
  return length ? std::optional(std::move(view)) : std::nullopt;
}

/// The plan of the value that the view shows. One reshard then serves both: a weight and its
/// transpose are gathered once.
const ReshardPlan *ValueVersions::viewPlan(Value value, const Placement &placement,
                                           ArrayRef<int> manual) {
  std::optional<View> view = viewOf(value, placement);
  return view ? plan(view->ops.back()->getOperand(0), view->source, manual) : nullptr;
}

/// Takes the view of another version of what it shows.
Value ValueVersions::viewed(Value value, const Placement &placement, Operation *user,
                            sdy::ReductionKind kind, ArrayRef<int> manual) {
  View view = *viewOf(value, placement);
  Value made = request(view.ops.back()->getOperand(0), view.source, user, kind, manual);
  if (!made)
    return nullptr;
  Operation *before = user;
  while (before->getBlock() != made.getParentBlock())
    before = before->getParentOp();
  for (size_t i = view.ops.size(); i-- > 0;) {
    IRMapping mapping;
    mapping.map(view.ops[i]->getOperand(0), made);
    Operation *again = OpBuilder(before).clone(*view.ops[i], mapping);
    sdy::setShardings(again, {atoms.sharding(view.placements[i], kind)});
    made = again->getResult(0);
    addVersion(view.ops[i]->getResult(0), made, view.placements[i]);
  }
  return made;
}

/// The plan of the narrower value that the value can be made of, if there is one. Sums are made of
/// wide numbers.
const ReshardPlan *ValueVersions::narrowPlan(Value value, const Placement &placement,
                                             ArrayRef<int> manual) {
  SmallVector<Operation *> ops = wideningOf(value);
  if (ops.empty() || !placement.partial.empty())
    return nullptr;
  Value narrow = sourceOf(ops.back());
  bool isSum =
      !placementOf.lookup(narrow).partial.empty() || !placementOf.lookup(value).partial.empty();
  return isSum ? nullptr : plan(narrow, placement, manual);
}

/// Sends the narrower value and repeats the ops behind it before `user`, in the block of the value.
Value ValueVersions::widened(Value value, const Placement &placement, Operation *user,
                             sdy::ReductionKind kind, ArrayRef<int> manual) {
  SmallVector<Operation *> ops = wideningOf(value);
  Value made = request(sourceOf(ops.back()), placement, user, kind, manual);
  if (!made)
    return nullptr;
  Operation *before = user;
  while (before->getBlock() != value.getParentBlock())
    before = before->getParentOp();
  for (Operation *op : llvm::reverse(ops)) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (operand == sourceOf(op))
        mapping.map(operand, made);
      else if (sdy::getTensorRank(operand) > 0)
        mapping.map(operand, request(operand, placement, before, kind, manual));
    Operation *again = OpBuilder(before).clone(*op, mapping);
    sdy::setShardings(again, {atoms.sharding(placement, kind)});
    made = again->getResult(0);
    addVersion(op->getResult(0), made, placement);
  }
  return made;
}

void ValueVersions::addVersion(Value value, Value made, const Placement &placement) {
  unsigned family = familyOf.lookup(value);
  familyOf[made] = family;
  placementOf[made] = placement;
  families[family].versions.push_back({made, placement});
}

/// The version from which the placement is cheapest to reach, or null if there is none. `kind` is
/// how the user combines partial values: partial sums cannot serve a user that takes a maximum.
ValueVersions::Version *ValueVersions::cheapest(Value value, const Placement &placement,
                                                sdy::ReductionKind kind, ArrayRef<int> manual) {
  if (!placement.partial.empty() && kind != reductionOf(value))
    return nullptr;
  Version *source = nullptr;
  double best = 0;
  for (Version &version : families[familyOf.lookup(value)].versions) {
    // No reshard is cheaper than none.
    if (version.placement == placement)
      return &version;
    if (const ReshardPlan *plan =
            planner.plan(value.getType(), version.placement, placement, manual, owned(value)))
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
  Version *source = cheapest(value, placement, kind, manual);
  if (!source && isFree(value, placement)) // zeros as partial sums
    source = &families[familyOf.lookup(value)].versions.front();
  if (!source) { // the program's annotations ask for partial sums of a value that is not partial
    user->emitError() << "takes a value placed as " << atoms.sharding(placement, kind)
                      << ", which nothing turns it into from "
                      << atoms.sharding(placementOf.lookup(value), reductionOf(value))
                      << originNote("the value", value);
    return nullptr;
  }
  if (source->placement == placement)
    return source->value;
  if (const ReshardPlan *narrow = narrowPlan(value, placement, manual);
      narrow && narrow == plan(value, placement, manual))
    return widened(value, placement, user, kind, manual);
  if (const ReshardPlan *view = viewPlan(value, placement, manual);
      view && view == plan(value, placement, manual))
    return viewed(value, placement, user, kind, manual);
  // The new version stands in the block of its source, so later users in that block can take it,
  // too.
  Operation *before = user;
  while (before->getBlock() != source->value.getParentBlock())
    before = before->getParentOp();
  OpBuilder builder(before);
  sdy::TensorShardingAttr sharding = atoms.sharding(placement, reductionOf(source->value));
  // Repeating the op sends nothing, so it is preferred to a reshard.
  Value made;
  if (isFree(value, placement) && !placement.partial.empty()) {
    Attribute zero = builder.getZeroAttr(value.getType());
    made = stablehlo::ConstantOp::create(builder, user->getLoc(), cast<ElementsAttr>(zero));
    sdy::setShardings(made.getDefiningOp(), {sharding});
  } else if (isFree(value, placement)) {
    Operation *again = builder.clone(*value.getDefiningOp());
    sdy::setShardings(again, {sharding});
    made = again->getResult(0);
  } else {
    made =
        sdy::ReshardOp::create(builder, user->getLoc(), value.getType(), source->value, sharding);
  }
  addVersion(value, made, placement);
  return made;
}

} // namespace spmd
