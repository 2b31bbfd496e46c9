// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers the ops of a program, those in its control flow included, and tells when a value
// is read for the last time, directly or through views. The op at position p reads at step
// 2p and writes at step 2p + 1. The base class of BufferSlots.
#pragma once
#include "compiler/structure/views.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace spmd {

class ProgramSteps {
protected:
  /// Positions of an op: where it begins, and where its regions end.
  llvm::DenseMap<mlir::Operation *, int64_t> first, last;
  /// All ops of the program's own blocks in the order of positions.
  std::vector<mlir::Operation *> order;
  llvm::DenseMap<mlir::Value, View> views; // filled by the derived class, bases before their views

  /// Numbers the ops of a block and of the control flow in it.
  void number(mlir::Block &block);

  /// The step at which a use ends, seen from block `home`. A use inside of a loop lasts
  /// until the loop ends, since the next iteration reads the value again.
  int64_t lastStep(mlir::Operation *user, mlir::Block *home) const;
  /// The last step at which `value` or a view of it is read in its block; -1: never. All
  /// views must be in `views` before the first call.
  int64_t lastUse(mlir::Value value);

  /// The value whose bytes `value` shows: `value` itself where it is no view.
  mlir::Value base(mlir::Value value) const;
  /// Does `value` begin at another byte than its base, or at one that only the running
  /// program knows?
  bool isMoving(mlir::Value value) const;

private:
  int64_t nextPosition = 1;
  llvm::DenseMap<mlir::Value, int64_t> lastUses; // results of lastUse
  llvm::SmallVector<mlir::Value> viewsOf(mlir::Value value) const;
  int64_t lastUseGivenViews(mlir::Value value, llvm::ArrayRef<mlir::Value> dependents) const;
};

} // namespace spmd
