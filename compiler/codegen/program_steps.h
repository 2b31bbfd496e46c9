// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When values are read: positions of all ops of a program, those in its control flow included, and
// the views through which values are looked at. An op at position p reads at step 2p and writes at
// step 2p + 1. Used by buffers.cpp only.
#pragma once
#include "compiler/structure/views.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace spmd {

class ProgramSteps {
protected:
  // Positions of an op: where it begins and where its regions end.
  llvm::DenseMap<mlir::Operation *, int64_t> first, last;
  // All ops of the program's own blocks, in position order.
  std::vector<mlir::Operation *> order;
  llvm::DenseMap<mlir::Value, View> views; // filled by the user, bases first

  void number(mlir::Block &block);

  /// The step at which a use ends, seen from block `home`: a use inside of a loop lasts until the
  /// loop ends.
  int64_t lastStep(mlir::Operation *user, mlir::Block *home) const;
  /// Last step at which `value` or a view of it is read in its block; -1: never. All views must be
  /// known by then.
  int64_t lastUse(mlir::Value value);

  /// The value whose bytes `value` looks at.
  mlir::Value base(mlir::Value value) const;
  /// Does `value` look at another place than its base's first byte, or at one that only the running
  /// program knows?
  bool isMoving(mlir::Value value) const;

private:
  int64_t nextPosition = 1;
  llvm::DenseMap<mlir::Value, int64_t> lastUses; // what lastUse has found
  llvm::SmallVector<mlir::Value> viewsOf(mlir::Value value) const;
  int64_t lastUseGivenViews(mlir::Value value, llvm::ArrayRef<mlir::Value> dependents) const;
};

} // namespace spmd
