// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops whose result is an operand but for a window: they may write that window alone, into the
// operand's bytes.
#pragma once
#include "compiler/kernels/index_algebra.h"

namespace spmd {

/// dynamic_update_slice and its like: `whole` but for a window that is `update`; result index =
/// update index + offsets.
struct UpdateWindow {
  mlir::Value whole, update;
  llvm::SmallVector<mlir::AffineExpr> offsets; // over the movement's symbols
};
std::optional<UpdateWindow> updateWindow(mlir::Operation *op);
/// The index in the result of element `index` of the update.
Index indexInWhole(IndexAlgebra &algebra, mlir::Operation *op, const UpdateWindow &window,
                   llvm::ArrayRef<mlir::AffineExpr> index);

} // namespace spmd
