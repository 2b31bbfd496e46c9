// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose results nothing needs. They go one by one while the first sweep of propagation meets
// them, a chain of them from its end; until then they count as users and carry shardings on.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

class DeadOps {
public:
  explicit DeadOps(mlir::ModuleOp module);
  /// Nothing live needs it, or what it stands in.
  bool isDoomed(mlir::Operation *op) const { return isIn(op, doomed); }
  bool isGone(mlir::Operation *op) const { return !gone.empty() && isIn(op, gone); }
  /// Doomed, and nothing is left that uses it.
  bool canGo(mlir::Operation *op) const;
  /// Takes it away; calls `revisit` with what made its operands, where at most one other user is
  /// left.
  void remove(mlir::Operation *op, llvm::function_ref<void(mlir::Operation *)> revisit);
  /// Of the users that are not gone.
  bool hasOneUse(mlir::Value value) const;
  bool empty() const { return doomed.empty(); }
  /// Out of the IR with all of them.
  void erase();

private:
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
