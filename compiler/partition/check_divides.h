// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Refusals of shardings whose shards would not be equal, and of partial sums at the
// border of the program.
#pragma once
#include "compiler/placement/atoms.h"

namespace spmd {

/// Fails at `op` where a dim of `type` does not divide into its shards; `what` and `i` name the
/// value: "result 0". Types that are no ranked tensors, and absent shardings, pass.
mlir::LogicalResult checkDivides(const AtomTable &atoms, mlir::Operation *op, mlir::Type type,
                                 sdy::TensorShardingAttr sharding, llvm::StringRef what,
                                 unsigned i);

/// Checks an argument or result of `main`. These arrays are whole values, cut or copied: nobody
/// could hold a partial sum of one.
mlir::LogicalResult checkBorder(const AtomTable &atoms, mlir::Operation *main, mlir::Type type,
                                sdy::TensorShardingAttr sharding, llvm::StringRef what, unsigned i);

} // namespace spmd
