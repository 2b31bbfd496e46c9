// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defines atoms, the units in which the partition stage counts mesh axes. An atom is a part of a
// mesh axis that no sharding of the module cuts further. The table cuts every axis at each point
// where some sharding, or a reshape that passes one on, cuts it. Placements are then lists of small
// integers, and two of them never overlap in part.
// Separate from the planner (plan_reshard.h), which sees only the sizes of atoms and knows no
// attribute of sdy. Sub-axes are those of the Shardy specification: `"x":(pre)size`.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/placement/plan_reshard.h"
#include "compiler/sharding/axis_cuts.h"
#include "dialects/sdy/sdy.h"

namespace spmd {

/// The atoms of one mesh. Example: if the module uses "x"=8 as a whole, as "x":(1)2 and as
/// "x":(2)4, then the atoms are x:(1)2 of size 2 and x:(2)4 of size 4, the major one first.
class AtomTable {
public:
  AtomTable() = default;
  AtomTable(mlir::FlatSymbolRefAttr meshName, sdy::MeshAttr mesh);

  sdy::MeshAttr mesh() const { return meshAttr; }
  mlir::FlatSymbolRefAttr meshName() const { return name; }
  llvm::ArrayRef<int64_t> sizes() const { return atomSizes; }
  /// How fast devices send along each atom; empty before setLinks(): all are as fast.
  llvm::ArrayRef<Link> links() const { return atomLinks; }

  /// Cuts the axis that `ref` names at both ends of the part that `ref` uses. A cut changes the
  /// numbers of the atoms, so all cuts happen before the first placement is built. Returns an
  /// earlier cut that does not nest with the new ones (an axis of size 6 cut after 2 and after 3),
  /// or nothing if all cuts nest.
  std::optional<int64_t> cut(sdy::AxisRefAttr ref);
  /// Cuts an axis after its first `preSize` parts, unless that cut does not nest with the others of
  /// the axis. Returns whether the table has a new cut.
  bool cutAt(llvm::StringRef axis, int64_t preSize);
  /// Numbers the atoms. Called once, after the last cut.
  void number();
  /// Takes the links along the axes from `topology`, after number().
  void setLinks(const Topology &topology);

  /// The placement that a sharding describes. A null sharding means replicated. Whether a dim is
  /// open and which axes are listed as replicated make no difference.
  Placement placement(sdy::TensorShardingAttr sharding, int64_t rank) const;
  Atoms atoms(llvm::ArrayRef<sdy::AxisRefAttr> axes) const;
  llvm::SmallVector<sdy::AxisRefAttr> axes(llvm::ArrayRef<int> atoms) const;
  /// The sharding of a placement, with closed dims. Neighbouring atoms of one axis become one
  /// sub-axis.
  sdy::TensorShardingAttr sharding(const Placement &placement, sdy::ReductionKind reduction) const;

private:
  mlir::FlatSymbolRefAttr name;
  sdy::MeshAttr meshAttr;
  AxisCuts cuts;
  AxisList table; // the atoms
  llvm::SmallVector<int64_t> atomSizes;
  llvm::SmallVector<Link> atomLinks;
};

/// Cuts axes where a dim that is a product of several factors needs only a part of an axis for one
/// of them. Returns whether the table has a new cut.
///   reshape 8 -> 2x4 with the operand split by "x"=4: the factor of size 2 takes x:(1)2,
///   the factor of size 4 takes x:(2)2, so "x" is cut after 2
bool cutForFactors(AtomTable &table, sdy::TensorShardingAttr sharding, const TensorFactors &factors,
                   llvm::ArrayRef<Factor> sizes);

} // namespace spmd
