// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds ops whose results no live op needs, and removes them while propagation runs, a chain of
// dead ops from its end. Until an op is removed it counts as a user and carries shardings. The
// order matters for the result: Shardy's propagation runs in MLIR's greedy rewriter, which removes
// dead ops when it meets them.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

class DeadOps {
public:
  /// Finds all ops that are dead, or whose users are all dead.
  explicit DeadOps(mlir::ModuleOp module);
  /// Whether the op, or an op around it, is dead.
  bool isDoomed(mlir::Operation *op) const { return isIn(op, doomed); }
  /// Whether the op, or an op around it, has been removed from propagation.
  bool isGone(mlir::Operation *op) const { return !gone.empty() && isIn(op, gone); }
  /// Whether the op is dead and all its users have gone.
  bool canGo(mlir::Operation *op) const;
  /// Removes the op from propagation. Calls `revisit` for the ops that define its operands, if at
  /// most one other user is left: their uses matter to op priorities.
  void remove(mlir::Operation *op, llvm::function_ref<void(mlir::Operation *)> revisit);
  /// Whether the value has one use, without those of ops that have gone.
  bool hasOneUse(mlir::Value value) const;
  bool empty() const { return doomed.empty(); }
  /// Erases all dead ops from the IR.
  void erase();

private:
  /// Whether the set contains the op or an op around it.
  template <class Set> static bool isIn(mlir::Operation *op, const Set &set) {
    for (; op; op = op->getParentOp())
      if (set.contains(op))
        return true;
    return false;
  }
  llvm::SetVector<mlir::Operation *> doomed; // users first
  llvm::DenseSet<mlir::Operation *> gone;
};

} // namespace spmd
