// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes the indices of gathers and scatters apart: the components that they concatenate.
#pragma once
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {

/// The component at `position` of indices whose vectors lie along `dim`: the operand of a
/// concatenation that is exactly this component, or the indices themselves where they are no
/// concatenation. Null for a concatenation of wider parts.
mlir::Value componentAt(mlir::Value indices, int64_t dim, int64_t position);

/// The indices without one component. A concatenation of single components loses an operand; other
/// indices are sliced and concatenated.
mlir::Value dropComponent(mlir::OpBuilder &b, mlir::Location loc, mlir::Value indices, int64_t dim,
                          int64_t position);

/// The list without one of its numbers.
llvm::SmallVector<int64_t> without(llvm::ArrayRef<int64_t> dims, int64_t value);

} // namespace spmd
