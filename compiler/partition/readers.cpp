// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the readers of values (readers.h). Annotations only say what comes next, so what reads
// their results counts.
#include "compiler/partition/readers.h"
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

} // namespace spmd
