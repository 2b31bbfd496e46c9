// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the process groups of collectives in both notations: a matrix of ids (a row is a group,
// -1 pads short rows), or axes of a mesh (StableHLO specification, section Collective ops). A mesh
// that a symbol names is read from attributes of the mesh op.
#pragma once
#include "dialects/axis.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include <optional>
#include <string>

namespace spmd::stablehlo {

/// The axes and device ids of a mesh. Without device ids they are 0, 1, 2, .. in row-major order.
struct MeshView {
  struct Axis {
    std::string name;
    int64_t size;
  };
  llvm::SmallVector<Axis> axes;
  llvm::SmallVector<int64_t> deviceIds;
};

/// Returns the mesh of `#stablehlo.replica_group_mesh_axes`, which is written out or a symbol that
/// is looked up from `from`. Nothing where the symbol is not defined, its op has no readable axes,
/// or these are no mesh: sizes below 1, more than kMostDevices devices, a wrong number of ids.
std::optional<MeshView> viewMesh(mlir::Operation *from, mlir::Attribute mesh,
                                 mlir::SymbolTableCollection &symbols);

/// The axis that an entry of such groups names: a #stablehlo.axis_ref, or the #sdy.axis_ref that
/// Shardy writes instead. Null for other attributes.
AxisRefAttr axisRefOf(mlir::Attribute entry);
llvm::SmallVector<AxisRefAttr> axisRefsOf(ReplicaGroupMeshAxesAttr groups);

/// The names of the axes along which groups lie; none for a matrix of ids.
llvm::SmallVector<llvm::StringRef> axisNames(mlir::Attribute groups);

/// Returns the number of members that all groups have; nothing where the numbers differ, there is
/// no group, or the mesh is not known.
///   dense<[[0, 1], [2, 3]]> -> 2;  axes "x" of <["x"=2, "y"=4]> -> 2
std::optional<int64_t> groupSize(mlir::Operation *from, mlir::Attribute groups,
                                 mlir::SymbolTableCollection &symbols);

/// Returns the groups as lists of ids, without padding.
///   axes "y" of <["x"=2, "y"=2]> -> [[0, 1], [2, 3]];  axes "x" -> [[0, 2], [1, 3]]
std::optional<llvm::SmallVector<llvm::SmallVector<int64_t>>>
listGroups(mlir::Operation *from, mlir::Attribute groups, mlir::SymbolTableCollection &symbols);

/// The rules for replica groups that differ between collectives. `equalSizes`: all groups have one
/// size, so there is no padding. `dense`: the m ids are exactly 0..m-1.
struct GroupRules {
  bool equalSizes = false;
  bool dense = true;
};
/// Verifies a matrix of ids: the constraints that the collectives of the specification share, as
/// far as they do not depend on the numbers of replicas and partitions. Passes for mesh axes.
llvm::LogicalResult verifyGroups(mlir::Operation *op, mlir::Attribute groups, GroupRules rules);

/// Verifies that the mesh is defined, has the named axes, and that sub-axes divide them. Passes for
/// a matrix of ids.
llvm::LogicalResult verifyGroupMesh(mlir::Operation *op, mlir::Attribute groups,
                                    mlir::SymbolTableCollection &symbols);

} // namespace spmd::stablehlo
