// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices a collective of the program joins. Such collectives occur in bodies of manual
// computations. Along manual axes the author decides what each device holds. Along free axes every
// device must hold the whole value, as the author wrote it, so nothing may be sharded where a group
// spans a free axis.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd::ops {

/// Whether the members of each group differ only along manual axes of the computations around `op`.
/// `groups` are replica groups or source-target pairs. False outside of manual computations.
///   <["a"=2, "b"=2]>, manual a:   [[0, 2], [1, 3]] -> true   [[0, 1], [2, 3]] -> false
bool joinsAlongManualAxes(mlir::Operation *op, mlir::Attribute groups);

/// The ids that chains of (source, target) pairs connect with `own` in either direction, in order.
/// Ids from `count` on do not exist.
///   (0, 1) (1, 0) (2, 3), own 1 -> 0, 1        own 4 -> 4
llvm::SmallVector<int64_t> joinedBy(llvm::ArrayRef<int64_t> pairs, int64_t own, int64_t count);

} // namespace spmd::ops
