// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes as atoms: every mesh axis cut at each point where some sharding of the module (or a reshape
// that carries one) cuts it, so that placements are lists of small integers and never partly
// overlap.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/placement/plan_reshard.h"
#include "dialects/sdy/sdy.h"

namespace spmd {

/// "x"=8 used whole, as "x":(1)2 and "x":(2)4 has the atoms x:(1)2 (size 2) and x:(2)4 (size 4),
/// major first.
class AtomTable {
public:
  AtomTable() = default;
  AtomTable(mlir::FlatSymbolRefAttr meshName, sdy::MeshAttr mesh);

  sdy::MeshAttr mesh() const { return meshAttr; }
  mlir::FlatSymbolRefAttr meshName() const { return name; }
  llvm::ArrayRef<int64_t> sizes() const { return atomSizes; }

  /// Cuts the axis that `ref` names at both of its ends. Changes the numbering: done before any
  /// placement is made. Returns a cut that does not nest with one of them (an axis of 6 after 2 and
  /// after 3); nothing if there is none.
  std::optional<int64_t> cut(sdy::AxisRefAttr ref);
  /// Cuts an axis after its first `preSize` parts, unless that does not nest with its other cuts;
  /// says whether that cut is new.
  bool cutAt(llvm::StringRef axis, int64_t preSize);
  /// Numbers the atoms; call once after the cuts.
  void number();

  /// Null is replicated. Open dims and replicated lists do not matter.
  Placement placement(sdy::TensorShardingAttr sharding, int64_t rank) const;
  Atoms atoms(llvm::ArrayRef<sdy::AxisRefAttr> axes) const;
  llvm::SmallVector<sdy::AxisRefAttr> axes(llvm::ArrayRef<int> atoms) const;
  /// Closed dims; neighbouring atoms of an axis merged.
  sdy::TensorShardingAttr sharding(const Placement &placement, sdy::ReductionKind reduction) const;

private:
  /// A cut of axis `axis` of which neither divides `preSize` nor the other way round.
  std::optional<int64_t> conflict(size_t axis, int64_t preSize) const;

  struct Atom {
    llvm::StringRef axis;
    int64_t preSize, size;
  };
  mlir::FlatSymbolRefAttr name;
  sdy::MeshAttr meshAttr;
  // Per axis: sorted pre-sizes, 1 and the size included.
  llvm::SmallVector<llvm::SmallVector<int64_t, 4>> cuts;
  llvm::SmallVector<Atom> table;
  llvm::SmallVector<int64_t> atomSizes;
  llvm::SmallVector<int> firstAtom; // per axis
};

/// Cuts the table wherever a dim made of several factors (reshape 8 -> 2x4 under "x"=4) needs a
/// part of an axis. Returns whether anything was cut.
bool cutForFactors(AtomTable &table, sdy::TensorShardingAttr sharding, const TensorFactors &factors,
                   llvm::ArrayRef<Factor> sizes);

} // namespace spmd
