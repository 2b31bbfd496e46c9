// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What becomes of stacks of arguments of main (spmd.rows), whose rows the loops over rolled layers
// update (compiler/roll).
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace spmd {

/// Whether `op` is the row of a stack that stands at a place known now: slice(stack, k).
std::optional<int64_t> rowOfSlice(mlir::Operation *op);

/// What main returns of a stack: entry k is the number of the result that is row k. Nothing if some
/// row is not returned.
std::optional<llvm::SmallVector<int64_t>> returnedRows(mlir::Value stack);
/// The stack of the donated arguments whose buffers the returned rows of `stack` take over; null if
/// there is none.
mlir::Value rowsTakenOver(mlir::func::FuncOp main, mlir::Value stack);

} // namespace spmd
