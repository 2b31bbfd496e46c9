// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the loop over the last dim of a kernel is split, so that no part of it needs masks for what
// changes at the place.
#pragma once
#include "compiler/kernels/index_algebra.h"

namespace spmd {

/// Adds the first element of the last dim, of `columns` elements with the variable `column`, for
/// which `condition`, stride * i + constant >= 0, holds or no longer holds.
void addBreak(const IndexAlgebra::Condition &condition, int64_t stride, IndexAlgebra &algebra,
              mlir::AffineExpr column, int64_t columns, llvm::SmallVectorImpl<int64_t> &breaks);

/// A window along the minor dim of a result reads padding near both ends of that dim. `condition`
/// is one bound of the window, `minor` the index along the dim, which has `size` elements, and
/// `variables` are those of the loops. Where the last loop is over the dim alone, it is split where
/// the whole window is inside. Both ends are whole steps of masked lanes, which cost less than
/// single elements, so windows of several sizes are split at the same places. Returns whether all
/// elements need masks instead: loops over several dims compute a remainder for each.
///   size 1151, window of 9 from -4 on: parts [0, 16), [16, 1135), [1135, 1151)
bool addWindowBreak(const IndexAlgebra::Condition &condition, mlir::AffineExpr minor, int64_t size,
                    IndexAlgebra &algebra, llvm::ArrayRef<mlir::AffineExpr> variables,
                    llvm::SmallVectorImpl<int64_t> &breaks);

} // namespace spmd
