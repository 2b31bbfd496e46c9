// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process groups of collectives, in both notations: a matrix of ids (a row is a group, -1 pads
// short rows), or axes of a mesh (specification, section process groups). A mesh named by a symbol
// is read by what every mesh op shows, so that no other dialect is needed here.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include <limits>
#include <optional>
#include <string>

namespace spmd::stablehlo {

/// Device ids are 32-bit numbers in what runs such programs, as in meshes of sdy.
inline constexpr int64_t kMostDevices = std::numeric_limits<int32_t>::max();

/// What groups need to know of a mesh. Ids empty: 0, 1, 2, .. in row-major order.
struct MeshView {
  struct Axis {
    std::string name;
    int64_t size;
  };
  llvm::SmallVector<Axis> axes;
  llvm::SmallVector<int64_t> deviceIds;

  /// 0 where there is no such axis.
  int64_t axisSize(llvm::StringRef name) const;
};

/// The mesh of `#stablehlo.replica_group_mesh_axes`: written out, or a symbol seen from `from`.
/// Nothing where the symbol is not there, its op shows no axes, or what it shows is no mesh: sizes
/// below 1, more than kMostDevices, another number of ids.
std::optional<MeshView> viewMesh(mlir::Operation *from, mlir::Attribute mesh,
                                 mlir::SymbolTableCollection &symbols);

/// The common number of members of the groups; nothing if they differ, are none, or the mesh is not
/// known.
///   dense<[[0, 1], [2, 3]]> -> 2;  axes "x" of <["x"=2, "y"=4]> -> 2
std::optional<int64_t> groupSize(mlir::Operation *from, mlir::Attribute groups,
                                 mlir::SymbolTableCollection &symbols);

/// The groups as lists of ids, padding left out.
///   axes "y" of <["x"=2, "y"=2]> -> [[0, 1], [2, 3]];  axes "x" -> [[0, 2], [1, 3]]
std::optional<llvm::SmallVector<llvm::SmallVector<int64_t>>>
listGroups(mlir::Operation *from, mlir::Attribute groups, mlir::SymbolTableCollection &symbols);

/// What may be said of groups without their mesh: GC of the collectives, as far as it does not need
/// the process grid. `equalSizes`: all rows have one length, without padding. `dense`: ids are
/// exactly 0..m-1.
struct GroupRules {
  bool equalSizes = false;
  bool dense = true;
};
llvm::LogicalResult verifyGroups(mlir::Operation *op, mlir::Attribute groups, GroupRules rules);

/// The mesh is there, has the axes, and sub-axes divide them. Passes for a matrix of ids.
llvm::LogicalResult verifyGroupMesh(mlir::Operation *op, mlir::Attribute groups,
                                    mlir::SymbolTableCollection &symbols);

} // namespace spmd::stablehlo
