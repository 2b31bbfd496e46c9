// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices a collective joins. Those of a program stand in bodies of manual computations:
// along manual axes they are the author's; along free ones every device is to hold the whole value,
// as the author wrote it, so that nothing may be split where a group spans them.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd::ops {

/// Whether the members of each group differ along manual axes of the computations around `op` only.
/// `groups` are replica groups or source-target pairs. False outside of manual computations.
///   <["a"=2, "b"=2]>, manual a:   [[0, 2], [1, 3]] -> true   [[0, 1], [2, 3]] -> false
bool joinsAlongManualAxes(mlir::Operation *op, mlir::Attribute groups);

/// The ids that a chain of (source, target) pairs leads to from `own`, in any direction, in order;
/// ids from `count` on are none.
///   (0, 1) (1, 0) (2, 3), own 1 -> 0, 1        own 4 -> 4
llvm::SmallVector<int64_t> joinedBy(llvm::ArrayRef<int64_t> pairs, int64_t own, int64_t count);

} // namespace spmd::ops
