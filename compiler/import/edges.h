// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data-flow edges of one op, for the passes that make ops with edges.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// An sdy.data_flow_edge on every owner of `op`; values of dynamic shape and tokens get none.
void addEdgesTo(mlir::Operation *op);

} // namespace spmd
