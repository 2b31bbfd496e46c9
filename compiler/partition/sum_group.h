// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds values that loops only add up: gradients of micro-batches, of ticks of a pipeline, of
// layers inside of micro-batches. Such sums over devices may wait until the loops have ended. Apart
// from its two users: sums that partition places (defer_sums.h), and those that the program writes
// as collectives (sums_behind_loops.cpp).
#pragma once
#include "dialects/sdy/data_flow.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

/// Carried values that may stay partial sums together, and the ops between them.
struct SumGroup {
  llvm::SetVector<mlir::Value> owners;       // values that loops carry, and results of branches
  llvm::SetVector<mlir::Operation *> ops;    // linear ops, reshards, and those that make sums
  llvm::SmallVector<mlir::Operation *> sums; // of `ops`: those that make sums

  /// Collects the group of a carried value. `isSum` says which ops make sums that may wait, and is
  /// asked once for each. Fails unless everything that flows into the group is zero or such a sum,
  /// passed on by linear ops only, and nothing else in the loops reads it.
  bool collect(mlir::Value owner, llvm::function_ref<bool(mlir::Operation *)> isSum);

  /// Whether the value lies in a loop of the group. Behind these loops anyone may ask for the sum.
  bool isInside(mlir::Value value) const;

private:
  bool add(mlir::Value value, llvm::function_ref<bool(mlir::Operation *)> isSum);
  bool addOwner(mlir::Value owner, llvm::function_ref<bool(mlir::Operation *)> isSum);
  bool hasOnlyInnerUses(mlir::Value value) const;
};

/// How often the loops around a block, or the block of a value, run it; a loop of unknown count
/// counts twice.
double tripsOf(mlir::Block *block);
double tripsOf(mlir::Value value);

/// Calls `visit` with each value that a loop outside of other groups carries, outer loops first.
/// Manual computations are no loops; loops inside of them are.
void forEachCarried(mlir::Operation *root, llvm::function_ref<void(mlir::Value owner)> visit);

} // namespace spmd
