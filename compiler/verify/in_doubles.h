// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a program with f64 in place of all other floats, so that two orders of a sum agree to many
// digits even where later ops magnify the difference.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// The program in doubles; null where that is not valid (a bitcast, an op of other types).
mlir::OwningOpRef<mlir::ModuleOp> inDoubles(mlir::ModuleOp module);

} // namespace spmd
