// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the search for dead ops and the record of those that have gone.
#include "compiler/propagation/dead_ops.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd {

/// Visits the module backwards, so that users come before the ops that define their operands.
DeadOps::DeadOps(ModuleOp module) {
  SmallVector<Operation *> order;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { order.push_back(op); });
  for (Operation *op : llvm::reverse(order))
    if (wouldOpBeTriviallyDead(op) &&
        llvm::all_of(op->getUsers(), [&](Operation *user) { return isDoomed(user); }))
      doomed.insert(op);
}

bool DeadOps::canGo(Operation *op) const {
  return doomed.contains(op) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) { return isGone(user); });
}

/// The op stays in the IR until erase(), because the graph still points to it.
void DeadOps::remove(Operation *op, function_ref<void(Operation *)> revisit) {
  gone.insert(op);
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    // Two users suffice to know that the operand has more than one.
    SmallPtrSet<Operation *, 4> others;
    for (Operation *user : operand.getUsers())
      if (others.size() < 2 && !isGone(user))
        others.insert(user);
    if (source && others.size() < 2)
      revisit(source);
  }
}

bool DeadOps::hasOneUse(Value value) const {
  if (doomed.empty())
    return value.hasOneUse();
  return llvm::count_if(value.getUses(), [&](OpOperand &use) { return !isGone(use.getOwner()); }) ==
         1;
}

/// Erases the ops that turned out to be dead, after the walk that found them.
void DeadOps::erase() {
  // Users come first in `doomed`, so no erased op has a use.
  for (Operation *op : doomed)
    op->erase();
  doomed.clear();
  gone.clear();
}

} // namespace spmd
