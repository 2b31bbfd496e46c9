// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives may name the mesh of their groups by a symbol
// (#stablehlo.replica_group_mesh_axes<mesh = @mesh, ...>). A pass that removes meshes writes them
// out there first.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// mesh = @mesh  ->  mesh = #stablehlo.mesh<axes = [...]>, in all replica groups of the module.
/// Fails, with an error at the collective, where the mesh cannot be written so.
llvm::LogicalResult writeOutGroupMeshes(mlir::ModuleOp module);

} // namespace spmd
