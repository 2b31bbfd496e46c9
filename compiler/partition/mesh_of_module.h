// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one mesh that a module is partitioned over, and the atoms that its shardings and rules cut
// its axes into.
#pragma once
#include "compiler/placement/atoms.h"
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// The table of the module's mesh, numbered; without a mesh a table of none (one device). Fails,
/// with a diagnostic, where shardings name several meshes of different devices or a maximal one, or
/// where they cut an axis so that no cut divides the other.
mlir::FailureOr<AtomTable> atomsOfModule(mlir::ModuleOp module);

} // namespace spmd
