// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops whose bodies have no gradient of their own as ops that have one.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

struct Expansion {
  llvm::SmallVector<mlir::Operation *> ops; // in order; none: the op is not expanded
  llvm::SmallVector<mlir::Value> results;   // in place of those of the op
};

/// Writes a reduction or map whose body is more than one sum, product or maximum as elementwise ops
/// before it, and lets their results replace its own. Returns these ops; none for other ops. `op`
/// stays, without uses.
Expansion expandBody(mlir::Operation *op);

} // namespace spmd
