// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers which groups of ops may be one kernel, so that the thousandth layer of an unrolled
// model costs no planning. A group grows by an op at a time, last op first, and its structure is a
// number: equal numbers mean equal ops, types, attributes and uses of one another, and so equal
// plans. Nothing is hashed away: equal means compared.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace spmd {

/// What a group's structure is told by: the number of the structure and of each value in it, in
/// order of appearance.
struct GroupStructure {
  unsigned number = 0; // 0: no ops
  llvm::DenseMap<mlir::Value, unsigned> values;
};

class FusionMemo {
public:
  /// How an op comes into a group: as its first op, because a plan allows it, or as a copy of an op
  /// that costs nothing.
  enum class Way : uint8_t { First, Planned, Copied };

  /// Name, attributes, types and regions of an op as a number.
  unsigned kindOf(mlir::Operation *op);
  /// isFusible of an op without regions, asked once of each kind.
  bool isFusibleKind(mlir::Operation *op, unsigned kind);
  /// Adds `op`, of kind `kind`, to the group where `mayJoin` says so, which is asked once for each
  /// structure and use of a kind. `isInside` says of a user whether it is in the group; ops that
  /// are added come before all that are there.
  bool join(GroupStructure &group, mlir::Operation *op, unsigned kind, Way way,
            llvm::function_ref<bool(mlir::Operation *)> isInside,
            llvm::function_ref<bool()> mayJoin);

private:
  llvm::StringMap<unsigned> kinds;
  llvm::DenseMap<unsigned, bool> fusible; // by kind
  llvm::StringMap<int> structures; // structure and joining op -> the new structure, or kRefused
};

} // namespace spmd
