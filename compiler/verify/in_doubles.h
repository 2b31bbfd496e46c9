// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a program with f64 in place of all other floats, so that two orders of a sum agree to many
// digits even where later ops magnify the difference.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// The program in doubles, or with doubles in place of the floats below f32 where that alone is
/// valid; null where neither is (a bitcast, an op of other types).
mlir::OwningOpRef<mlir::ModuleOp> inDoubles(mlir::ModuleOp module);

} // namespace spmd
