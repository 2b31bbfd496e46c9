// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of stacks of arguments of main (spmd.rows), whose rows the loops over rolled layers
// update (compiler/roll).
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace spmd {

/// A concatenation of fewer arguments is computed in the kernels that read it. More of them are
/// copied together by themselves: each one is one more case for each element of such a kernel.
/// Fewer layers are not rolled either (the option least-copies of spmd-roll-layers).
inline constexpr size_t kManyRows = 8;

/// The row of its operand that `op` is, if that is known now: slice(stack, k).
std::optional<int64_t> rowOfSlice(mlir::Operation *op);

/// Whether the rows of the value, a stack or what loops carry it as, are buffers of their own.
/// Commands can read one of these, but not all.
bool isTable(mlir::Value value);

/// What main returns of a stack: entry k is the number of the result that is row k. Nothing if some
/// row is not returned.
std::optional<llvm::SmallVector<int64_t>> returnedRows(mlir::Value stack);
/// The stack of the donated arguments whose buffers the returned rows of `stack` take over; null if
/// there is none.
mlir::Value rowsTakenOver(mlir::func::FuncOp main, mlir::Value stack);

} // namespace spmd
