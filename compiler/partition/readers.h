// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks ahead at the ops that read a value which is still a partial sum. insert-reshards decides op
// by op; what comes behind tells whether to sum up at once or later.
#pragma once
#include "compiler/placement/atoms.h"

namespace spmd {

/// Whether an op other than `reader` will ask for the sum of `value`, partial over `partial`, on
/// every device, as far as the placements tell that propagation gave to results. Other reductions
/// do not ask.
bool isWantedWhole(const AtomTable &atoms, mlir::Value value, llvm::ArrayRef<int> partial,
                   mlir::Operation *reader);

/// Whether a reader may have use for a value in parts rather than as a whole: a matmul or a
/// reduction takes parts of a sum, and two partial sums that are added up are one sum to send.
/// Looks through ops that pass partial sums on.
bool mayTakeParts(mlir::Value value);

} // namespace spmd
