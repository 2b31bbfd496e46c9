// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A part of the pass spmd-decompose: random numbers become bits and arithmetic.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// Expands each stablehlo.rng of static shape into bits of a generator and arithmetic. Loops around
/// one carry a counter of their trips afterwards.
void expandRandomNumbers(mlir::ModuleOp module);

/// The same for a module that no pass has seen yet, so that the reference interpreter draws the
/// numbers of generated code: inlines calls first. Other modules stay as they are. Fails after a
/// diagnostic.
mlir::LogicalResult inlineAndExpandRandomNumbers(mlir::ModuleOp module);

} // namespace spmd
