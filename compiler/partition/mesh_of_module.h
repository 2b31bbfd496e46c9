// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the one mesh that a module is partitioned over, and builds the table of atoms that the
// module's shardings and sharding rules cut its axes into. All three passes of the stage begin with
// it.
#pragma once
#include "compiler/placement/atoms.h"
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// The numbered table of the module's mesh. A module without a mesh has an empty table and runs on
/// one device. Fails with an error if shardings name meshes with different devices or a maximal
/// mesh, or if two shardings cut an axis at points that do not divide each other. Passes that price
/// reshards name the file of the topology, or none; it fails where that cannot be read.
mlir::FailureOr<AtomTable> atomsOfModule(mlir::ModuleOp module, llvm::StringRef topology = {});

} // namespace spmd
