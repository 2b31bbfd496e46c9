// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the residuals of a backward block, and copies the cheap ones.
#include "compiler/grad/residuals.h"
#include "compiler/grad/reverse.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether computing the op again costs about as much as reading its result: constants, elementwise
/// ops, and ops that only move elements.
bool isCheap(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 && isMemoryEffectFree(op) &&
         (op->getNumOperands() == 0 || isElementwise(op) || Rules::of(op).index);
}

/// Copies of the values of one forward block at the beginning of a backward block.
class Recomputation {
public:
  Recomputation(Block &forward, Block &backward, Known known, bool fromOutside)
      : forward(forward), known(known), fromOutside(fromOutside),
        b(builderAtBegin(backward, forward.getParentOp()->getContext())) {}

  bool isPossible(Value value) {
    // Remembered, as values share their operands.
    auto [entry, isNew] = possible.try_emplace(value, false);
    if (!isNew)
      return entry->second;
    bool answer = compute(value);
    return possible[value] = answer;
  }
  Value make(Value value) {
    // Copies are made once and in the order of their operands.
    if (value.getParentBlock() != &forward)
      return value;
    if (Value made = copies.lookupOrNull(value))
      return made;
    if (known.has(value)) {
      Value made = known.make(value);
      copies.map(value, made);
      return made;
    }
    for (Value operand : value.getDefiningOp()->getOperands())
      copies.map(operand, make(operand));
    return b.clone(*value.getDefiningOp(), copies)->getResult(0);
  }

private:
  bool compute(Value value) {
    if (value.getParentBlock() != &forward)
      return fromOutside;
    if (known.has(value))
      return true;
    Operation *op = value.getDefiningOp();
    return op && isCheap(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) { return isPossible(operand); });
  }

  Block &forward;
  Known known;
  bool fromOutside;
  OpBuilder b;
  llvm::DenseMap<Value, bool> possible;
  IRMapping copies;
};

} // namespace

void replaceUsesIn(Block &backward, Value from, Value to) {
  from.replaceUsesWithIf(to, [&](OpOperand &use) {
    return backward.findAncestorOpInBlock(*use.getOwner()) != nullptr;
  });
}

SmallVector<Value> recomputeResiduals(Block &forward, Block &backward, Known known,
                                      bool fromOutside) {
  // Regions of backward ops use forward values as well.
  llvm::SetVector<Value> used;
  backward.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (operand.getParentBlock() == &forward)
        used.insert(operand);
  });
  Recomputation recomputation(forward, backward, known, fromOutside);
  // Values that cannot be computed again keep their uses, which the caller replaces.
  SmallVector<Value> saved;
  for (Value value : used)
    if (!recomputation.isPossible(value))
      saved.push_back(value);
    else
      replaceUsesIn(backward, value, recomputation.make(value));
  return saved;
}

SmallVector<Value> recomputeConstants(Block &forward, Block &backward) {
  auto has = [](Value) { return false; };
  auto make = [](Value) { return Value(); };
  return recomputeResiduals(forward, backward, {has, make}, /*fromOutside=*/false);
}

} // namespace spmd
