// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Long chains of elementwise ops join a group with one plan for all of them. A plan takes time in
// proportion to the group, so that a plan for each op would take the square of it: the hash behind
// random bits has some 170 ops.
#pragma once
#include "compiler/optimize/fusion_groups.h"

namespace spmd {

/// Elementwise ops that joined a group without a plan, one after the other in the walk. The group
/// is planned before any other op is placed, so an op may leave it again as if it had never joined.
class AssumedJoins {
public:
  explicit AssumedJoins(FusionGroups &all) : all(all) {}

  /// Adds `op` to the group that holds all of its readers, if it is elementwise and if the ops that
  /// joined since the last plan joined that group. Returns whether it did.
  bool join(mlir::Operation *op, unsigned kind);
  /// Whether ops have joined since the last plan.
  bool isOpen() const { return !joined.empty(); }
  /// Plans the group. If it is not one kernel, the ops leave it again and are returned, in the
  /// order in which they came: each of them needs a plan of its own.
  llvm::SmallVector<mlir::Operation *> settle();

private:
  FusionGroups &all;
  unsigned index = 0; // the group that `joined` are in
  GroupStructure before;
  llvm::SmallVector<mlir::Operation *> joined;

  std::optional<unsigned> onlyGroupOfReaders(mlir::Operation *op) const;
};

} // namespace spmd
