// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the table of atoms: collects the cuts of each mesh axis, numbers the parts between them,
// and translates between sdy shardings and placements.
#include "compiler/placement/atoms.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;

namespace spmd {

AtomTable::AtomTable(FlatSymbolRefAttr meshName, sdy::MeshAttr mesh)
    : name(meshName), meshAttr(mesh), cuts(mesh) {}

bool AtomTable::cutAt(StringRef axis, int64_t preSize) {
  return cuts.cutAt(meshAttr.getAxisIndex(axis), preSize);
}

std::optional<int64_t> AtomTable::cut(sdy::AxisRefAttr ref) {
  return cuts.cut(sdy::toAxis(ref, meshAttr));
}

/// A part of an axis has the link of the axis.
void AtomTable::setLinks(const Topology &topology) {
  atomLinks.clear();
  for (int atom = 0; atom < int(atomSizes.size()); ++atom)
    atomLinks.push_back(topology.along(axes(atom).front().getName()));
}

/// Atoms are numbered axis by axis in mesh order, major part first. "x"=8 cut after 2 and "y"=2
/// give x:(1)2 -> 0, x:(2)4 -> 1, y -> 2.
void AtomTable::number() {
  table = cuts.parts();
  atomSizes = llvm::map_to_vector(table, [](Axis part) { return int64_t(part.size); });
}

/// The atoms that lie inside each axis or sub-axis, in the order of `axes`. With the cut of "x"=8
/// after 2: ["x"] -> x:(1)2, x:(2)4 and ["x":(2)4] -> x:(2)4.
Atoms AtomTable::atoms(ArrayRef<sdy::AxisRefAttr> axes) const {
  Atoms out;
  for (Axis axis : sdy::toAxes(axes, meshAttr))
    for (auto [i, atom] : llvm::enumerate(table))
      if (atom.index == axis.index && atom.pre >= axis.pre && atom.end() <= axis.end())
        out.push_back(i);
  return out;
}

/// The placement that a sharding describes. A value without a sharding is replicated. Axes that are
/// explicitly replicated occur nowhere.
Placement AtomTable::placement(sdy::TensorShardingAttr sharding, int64_t rank) const {
  Placement out;
  out.dims.resize(rank);
  if (!sharding)
    return out;
  for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings()))
    out.dims[d] = atoms(dim.getAxes());
  out.partial = atoms(sharding.getUnreducedAxes());
  llvm::sort(out.partial);
  return out;
}

/// The inverse of atoms(): neighbouring atoms of one axis are merged, and an atom that is the whole
/// axis is written without a sub-axis.
SmallVector<sdy::AxisRefAttr> AtomTable::axes(ArrayRef<int> atoms) const {
  AxisList out;
  for (int i : atoms)
    appendMerged(out, table[i]);
  return sdy::toAttrs(out, meshAttr);
}

/// The inverse: neighbouring atoms of one axis become one axis or sub-axis again.
sdy::TensorShardingAttr AtomTable::sharding(const Placement &placement,
                                            sdy::ReductionKind reduction) const {
  MLIRContext *context = meshAttr.getContext();
  auto dims = llvm::map_to_vector(placement.dims, [&](const Atoms &dim) {
    return sdy::DimensionShardingAttr::get(context, axes(dim), /*isClosed=*/true);
  });
  return sdy::TensorShardingAttr::get(context, name, dims, {}, axes(placement.partial), reduction);
}

/// Walks the axes of each dim along its factors, major first. Each factor takes as much of the
/// current axis as divides it (the gcd), and the axis is cut behind what was taken.
///   dim 8 = factors 2 x 4, sharded by "x"=4: the factor 2 takes 2 of "x" and cuts it after 2;
///   the other 2 go to the factor 4
bool cutForFactors(AtomTable &table, sdy::TensorShardingAttr sharding, const TensorFactors &factors,
                   ArrayRef<Factor> sizes) {
  bool changed = false;
  for (auto [dim, parts] : llvm::zip(sharding.getDimShardings(), factors.dims)) {
    if (parts.size() < 2)
      continue;
    size_t part = 0;
    int64_t room = sizes[parts[0]].size;
    for (sdy::AxisRefAttr ref : dim.getAxes()) {
      // `left` is the part of this axis that no factor has taken yet; it starts after the first
      // `pre` parts.
      int64_t pre = ref.getSubAxisPreSize(), left = ref.getSize(table.mesh());
      while (left > 1) {
        while (room == 1 && part + 1 < parts.size())
          room = sizes[parts[++part]].size;
        int64_t taken = std::gcd(room, left);
        if (taken == 1)
          break; // the factor cannot take any part of what is left
        if (taken < left)
          changed |= table.cutAt(ref.getName(), pre * taken);
        pre *= taken;
        left /= taken;
        room /= taken;
      }
      // The axes behind this one cannot split the dim either: a minor axis needs all major ones to
      // fit.
      if (left > 1)
        break;
    }
  }
  return changed;
}

} // namespace spmd
