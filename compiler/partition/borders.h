// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What insert-reshards and lower-reshards ask about shardings at borders. Shards must have equal
// sizes, and no partial sum may cross the border of `main`. Where a plain translation to placements
// does not fit, axes are left out: those that do not divide a dim, and inside a manual computation
// its manual axes, as the types there are local to these axes.
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

/// The placement of a sharding. In each dim, the first axis that does not divide it is left out,
/// with all axes behind it.
Placement dividing(const AtomTable &atoms, sdy::TensorShardingAttr sharding, mlir::Type type);

/// The atoms of all axes that are manual at `op`, those of outer manual computations included.
Atoms manualAtomsAround(const AtomTable &atoms, mlir::Operation *op);

/// The placement as the ops next to `op` see it: without the axes of all manual computations around
/// `op`.
Placement insideManual(const AtomTable &atoms, mlir::Operation *op, Placement placement);

} // namespace spmd
