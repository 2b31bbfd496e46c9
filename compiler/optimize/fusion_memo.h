// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remembers which groups of ops may be one kernel, so that the thousandth layer of an unrolled
// model needs no planning. A group grows by one op at a time, from its last op to its first. Its
// structure is a number: equal numbers mean equal ops, types, attributes and uses of each other,
// and so equal plans. The keys are compared in full; a hash alone never decides.
#pragma once
#include "compiler/kernels/structure_key.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace spmd {

/// The number of a group's structure, and the number of each value in it, in order of appearance.
struct GroupStructure {
  unsigned number = 0; // 0 for a group without ops
  llvm::DenseMap<mlir::Value, unsigned> values;
};

class FusionMemo {
public:
  /// How an op comes into a group: as its first op, because a plan allows it, as a copy that
  /// costs nothing, or before it is asked whether the group is a kernel.
  enum class Way : uint8_t { First, Planned, Copied, Assumed };

  /// The name, attributes, types and regions of an op as a number.
  unsigned kindOf(mlir::Operation *op);
  /// isFusible for an op without regions, asked once for each kind.
  bool isFusibleKind(mlir::Operation *op, unsigned kind);
  /// Adds `op`, of kind `kind`, to the group if `mayJoin` returns true; `mayJoin` is asked once for
  /// each structure and way to join it. `isInside` tells whether a user is in the group. The new op
  /// must come before all ops of the group.
  bool join(GroupStructure &group, mlir::Operation *op, unsigned kind, Way way,
            llvm::function_ref<bool(mlir::Operation *)> isInside,
            llvm::function_ref<bool()> mayJoin);
  /// Whether a group is one kernel; `plan` is asked once for each structure.
  bool isKernel(const GroupStructure &group, llvm::function_ref<bool()> plan);

private:
  OpNumbers heads;
  llvm::StringMap<unsigned> kinds;
  llvm::DenseMap<unsigned, bool> fusible; // kind -> whether it is fusible
  llvm::DenseMap<unsigned, bool> kernels; // structure -> whether it is one kernel
  llvm::StringMap<int> structures;        // structure and joining op -> new structure or kRefused
};

} // namespace spmd
