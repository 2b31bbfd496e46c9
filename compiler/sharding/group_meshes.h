// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes meshes out in the replica groups of collectives. A collective may name the mesh of its
// groups by a symbol (#stablehlo.replica_group_mesh_axes<mesh = @mesh, ...>). A pass that removes
// mesh symbols calls this first.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// Replaces mesh = @mesh by mesh = #stablehlo.mesh<axes = [...]> in all replica groups of the
/// module. Fails with an error at the collective if the mesh cannot be written as a
/// #stablehlo.mesh.
llvm::LogicalResult writeOutGroupMeshes(mlir::ModuleOp module);

} // namespace spmd
