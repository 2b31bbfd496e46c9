// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that refuse shardings which the partition stage cannot run: dims that do not divide into
// equal shards, and partial sums at the arguments and results of `main`. Separate because several
// visits of insert-reshards need the same checks and the same wording.
#pragma once
#include "compiler/placement/atoms.h"

namespace spmd {

/// Fails with an error at `op` if a dim of `type` does not divide evenly into its shards. `what`
/// and `i` name the value in the message: "result" and 0 give "result 0". Types other than ranked
/// tensors and absent shardings pass.
mlir::LogicalResult checkDivides(const AtomTable &atoms, mlir::Operation *op, mlir::Type type,
                                 sdy::TensorShardingAttr sharding, llvm::StringRef what,
                                 unsigned i);

/// Checks the sharding of an argument or result of `main`, and that it has no unreduced axes. The
/// caller passes whole arrays, which are cut or copied; no caller could pass or take a partial sum.
mlir::LogicalResult checkBorder(const AtomTable &atoms, mlir::Operation *main, mlir::Type type,
                                sdy::TensorShardingAttr sharding, llvm::StringRef what, unsigned i);

} // namespace spmd
