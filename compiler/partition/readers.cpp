// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the readers of values (readers.h). Annotations only say what comes next, so what reads
// their results counts.
#include "compiler/partition/readers.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/factor_atoms.h"

using namespace mlir;

namespace spmd {

// The placement of a reader's result, carried back through its rule, tells how the reader wants the
// value: split along one of the axes over which it is partial, or whole along all of them.
bool isWantedWhole(const AtomTable &atoms, Value value, ArrayRef<int> partial, Operation *reader) {
  auto isSplit = [&](const Placement &placement) {
    return llvm::any_of(placement.dims, [&](const Atoms &dim) {
      return llvm::any_of(dim, [&](int atom) { return llvm::is_contained(partial, atom); });
    });
  };
  SmallVector<Value> names;
  if (!partial.empty())
    names.push_back(value);
  while (!names.empty())
    for (OpOperand &use : names.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      const OpRules &facets = Rules::of(user);
      if (sdy::isMove(user))
        names.push_back(user->getResult(0));
      if (sdy::isMove(user) || user == reader || (facets.linearIn && facets.combine))
        continue;
      auto rule = shardingRuleOf(user, {.local = true});
      if (!rule || rule->results.empty())
        return true;
      Placement wanted =
          dividing(atoms, sdy::getSharding(user->getResult(0)), user->getResult(0).getType());
      if (!isSplit(carryOver(*rule, atoms.sizes(), rule->results[0], wanted,
                             rule->operands[use.getOperandNumber()])))
        return true;
    }
  return false;
}

/// How many ops behind the value are looked at, one behind the other. Gradients of weights pass a
/// transpose, a reshape and an annotation or two on their way.
static constexpr int kDeepest = 8;
/// By which factor a reader's results are smaller, at least, for its operand to be worth splitting.
static constexpr int64_t kSmaller = 2;

// Chains of ops that only pass a sum on are followed; where they end in a carried value, a result
// or an op that is not linear, the sum is wanted whole, wherever it is made.
static bool mayTakeParts(Value value, int depth) {
  return depth < kDeepest &&
         llvm::any_of(
             value.getUsers(),
             [depth](Operation *user) {
               const OpRules &facets = Rules::of(user);
               if (facets.combine)
                 return true;
               // Movers of several operands, as an update of a slice, add nothing up.
               bool isSum = facets.linearIn && !facets.index && user->getNumOperands() > 1;
               bool passes = (sdy::isMove(user) || facets.linearIn) && user->getNumResults() == 1;
               return isSum || (passes && mayTakeParts(user->getResult(0), depth + 1));
             });
}

bool mayTakeParts(Value value) { return mayTakeParts(value, 0); }

/// The elements of all results; nothing where one of them is no tensor of a known size.
static std::optional<int64_t> elementsOfResults(Operation *op) {
  int64_t elements = 0;
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return std::nullopt;
    elements += tensor.getNumElements();
  }
  return elements;
}

// A reader of the same size, as an elementwise op, passes the question on.
static bool isMadeSmaller(Value value, int depth) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || value.use_empty() || depth == kDeepest)
    return false;
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (user->hasTrait<OpTrait::IsTerminator>() || sdy::isDataFlowOp(user) ||
        user->getNumResults() == 0)
      return false;
    std::optional<int64_t> made = elementsOfResults(user);
    if (!made || *made * kSmaller <= type.getNumElements())
      return made.has_value();
    return user->getNumResults() == 1 && *made <= type.getNumElements() &&
           isMadeSmaller(user->getResult(0), depth + 1);
  });
}

bool isMadeSmaller(Value value) { return isMadeSmaller(value, 0); }

/// The number of partial sums over these axes that a value will be made of, as far as the
/// placements tell that propagation gave to operands: those of matmuls and reductions, passed on by
/// linear ops, which may add them up. 0 if it is no partial sum; none if it is zero.
static std::optional<int64_t> summands(const AtomTable &atoms, Value value, ArrayRef<int> partial,
                                       int depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == kDeepest)
    return 0;
  if (isZeroBits(value))
    return std::nullopt;
  const OpRules &facets = Rules::of(op);
  if (facets.combine && facets.combine(op) == sdy::ReductionKind::SUM) {
    auto rule = shardingRuleOf(op, {.local = true});
    SmallVector<Placement> operands;
    for (Value operand : op->getOperands())
      operands.push_back(dividing(atoms, sdy::getSharding(operand), operand.getType()));
    Atoms summed = rule ? summedAtoms(*rule, atoms.sizes(), operands) : Atoms();
    if (llvm::all_of(partial, [&](int atom) { return llvm::is_contained(summed, atom); }))
      return 1;
  }
  if (!sdy::isMove(op) && (!facets.linearIn || op->getNumResults() != 1))
    return 0;
  int64_t count = 0;
  // Operands in which the op is not linear, as predicates, are whole.
  for (OpOperand &use : op->getOpOperands()) {
    if (!sdy::isMove(op) && !facets.linearIn(op, use.getOperandNumber()))
      continue;
    std::optional<int64_t> of = summands(atoms, use.get(), partial, depth + 1);
    if (of == 0)
      return 0;
    count += of.value_or(0);
  }
  return count;
}

// Zeros are whole as they are.
bool isPartialOver(const AtomTable &atoms, Value value, int axis) {
  return summands(atoms, value, axis, 0).value_or(0) > 0;
}

/// The placement of a linear op's result if an operand is placed so, and partial sums pass through;
/// nothing if others of its operands are no sums. Theirs are counted in `addends`.
static std::optional<Placement> behind(const AtomTable &atoms, OpOperand &use,
                                       const Placement &placement, int64_t &addends) {
  Operation *op = use.getOwner();
  if (sdy::isMove(op))
    return placement;
  const OpRules &facets = Rules::of(op);
  if (!facets.linearIn || !facets.linearIn(op, use.getOperandNumber()) ||
      op->getNumResults() != 1 || (facets.combine && facets.combine(op) != sdy::ReductionKind::SUM))
    return std::nullopt;
  for (OpOperand &other : op->getOpOperands()) {
    if (&other == &use || !facets.linearIn(op, other.getOperandNumber()))
      continue;
    std::optional<int64_t> count = summands(atoms, other.get(), placement.partial, 0);
    if (count == 0)
      return std::nullopt;
    addends += count.value_or(0);
  }
  auto rule = shardingRuleOf(op, {.local = true});
  if (!rule)
    return std::nullopt;
  const TensorFactors &from = rule->operands[use.getOperandNumber()];
  Placement out = carryOver(*rule, atoms.sizes(), from, placement, rule->results[0]);
  out.partial = placement.partial;
  for (auto [factor, split] : llvm::enumerate(project(*rule, atoms.sizes(), from, placement)))
    if (rule->factors[factor].kind == FactorKind::Reduction)
      out.partial.append(split);
  llvm::sort(out.partial);
  return out;
}

// Each linear reader is a place where the sum may be made, of its result: a reduction makes it
// smaller, a padding larger. The walk ends at a value with several readers, since these may want it
// as a whole, and at one that is carried or returned.
double costOfSum(const AtomTable &atoms, ReshardPlanner &planner, Value value, Placement made,
                 ArrayRef<int> manual) {
  double least = std::numeric_limits<double>::infinity();
  int64_t addends = 1;
  for (int depth = 0; depth < kDeepest; ++depth) {
    Placement wanted = dividing(atoms, sdy::getSharding(value), value.getType());
    wanted.partial.clear();
    if (const ReshardPlan *plan = planner.plan(value.getType(), made, wanted, manual))
      least = std::min(least, plan->cost / double(addends));
    if (!value.hasOneUse())
      break;
    OpOperand &use = *value.use_begin();
    std::optional<Placement> next = behind(atoms, use, made, addends);
    if (!next)
      break;
    value = use.getOwner()->getResult(0);
    made = *next;
  }
  return least;
}

} // namespace spmd
