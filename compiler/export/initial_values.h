// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initial values of reductions whose results are summed over devices. Separate from op_reshards.h,
// because this rewrites the op itself and not only its shardings.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// Lets a sum that several devices share count its initial value once: the op starts from zero, and
/// the initial value is added to the result behind the all_reduce that is still to be inserted. A
/// maximum may take its initial value any number of times. Returns whether the op changed.
///   %1 = reduce %0 init %i, add      becomes  %1 = reduce %0 init 0, add
///                                             %2 = add %1, broadcast %i
bool countInitsOnce(mlir::Operation *op);

} // namespace spmd
