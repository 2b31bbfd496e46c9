// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose result equals an operand except for a window. Such an op may write only that window, in
// place into the operand's buffer.
#pragma once
#include "compiler/kernels/index_algebra.h"

namespace spmd {

/// The result of dynamic_update_slice and similar ops: `whole` except for a window, which is
/// `update`. The result index is the update index plus `offsets`.
struct UpdateWindow {
  mlir::Value whole, update;
  llvm::SmallVector<mlir::AffineExpr> offsets; // over the movement's symbols
};
std::optional<UpdateWindow> updateWindow(mlir::Operation *op);
/// Whether `op` is the part of `whole` that `update`, an op with `window`, writes: element by
/// element at the same places.
bool readsWindow(mlir::Operation *op, mlir::Operation *update, const UpdateWindow &window);
/// Whether element n of the op's result is element n of `operand`, in row-major order: a reshape,
/// or a movement that only adds, drops or exchanges dims of size 1.
bool keepsOrder(mlir::Operation *op, mlir::Value operand);
/// The result index of element `index` of the update.
Index indexInWhole(IndexAlgebra &algebra, mlir::Operation *op, const UpdateWindow &window,
                   llvm::ArrayRef<mlir::AffineExpr> index);

} // namespace spmd
