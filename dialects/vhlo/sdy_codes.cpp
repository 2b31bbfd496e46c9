// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The codes of attributes of the sdy dialect, whose ops and attributes stand in an artifact in
// their own form beside VHLO. Names of axes are strings of the file, but for manual axes, where
// they are attributes.
#include "dialects/sdy/sdy.h"
#include "dialects/vhlo/entries.h"

using namespace mlir;

namespace spmd::vhlo {
namespace {

/// An attribute from its parameters; null after a fault. For classes whose `get` checks nothing.
template <class Attr, class... Args> Attribute make(EntryReader &r, Args &&...args) {
  return r.ok() ? Attribute(Attr::get(r.context(), std::forward<Args>(args)...)) : Attribute();
}

/// A list of axes.
SmallVector<sdy::AxisRefAttr> readAxes(EntryReader &r) {
  return r.attributes<sdy::AxisRefAttr>("axis");
}

/// "x"=4: name, size.
Attribute readMeshAxis(EntryReader &r) {
  StringRef name = r.string();
  const int64_t size = r.svarint();
  return r.checked<sdy::MeshAxisAttr>(r.context(), name, size);
}

/// <["x"=4]>: axes, then the order of the devices, which is empty for 0, 1, 2, ...
Attribute readMesh(EntryReader &r) {
  auto axes = r.attributes<sdy::MeshAxisAttr>("axis of a mesh");
  SmallVector<int64_t> devices = r.svarints();
  return r.checked<sdy::MeshAttr>(r.context(), ArrayRef<sdy::MeshAxisAttr>(axes),
                                  ArrayRef<int64_t>(devices));
}

/// (2)4: the size before, the size.
Attribute readSubAxis(EntryReader &r) {
  const int64_t pre = r.svarint(), size = r.svarint();
  return r.checked<sdy::SubAxisInfoAttr>(r.context(), pre, size);
}

/// "x" or "x":(2)4: name, then the part of the axis with a flag for whether there is one.
Attribute readAxisRef(EntryReader &r) {
  StringRef name = r.string();
  Attribute part = r.optionalAttribute();
  auto subAxis = dyn_cast_or_null<sdy::SubAxisInfoAttr>(part);
  if (r.ok() && part && !subAxis)
    r.fail("an attribute that is no part of an axis");
  return make<sdy::AxisRefAttr>(r, name, subAxis);
}

/// {"x", ?}p1: axes, whether closed, then the priority shifted by a flag for whether there is one.
Attribute readDim(EntryReader &r) {
  SmallVector<sdy::AxisRefAttr> axes = readAxes(r);
  const bool isClosed = r.byte();
  bool hasPriority = false;
  const uint64_t number = r.varintWithFlag(hasPriority);
  std::optional<int64_t> priority;
  if (hasPriority)
    priority = static_cast<int64_t>(number);
  return make<sdy::DimensionShardingAttr>(r, axes, isClosed, priority);
}

/// <@mesh, [{"x"}]>: the mesh or its name, dims, replicated axes, and in newer codes unreduced axes
/// and how they are reduced.
Attribute readSharding(EntryReader &r, bool isUnreduced, bool hasReduction) {
  Attribute mesh = r.attribute();
  if (r.ok() && !isa<FlatSymbolRefAttr, sdy::MeshAttr>(mesh))
    r.fail("an attribute that is neither a mesh nor the name of one");
  auto dims = r.attributes<sdy::DimensionShardingAttr>("sharding of a dim");
  SmallVector<sdy::AxisRefAttr> replicated = readAxes(r), unreduced;
  if (isUnreduced)
    unreduced = readAxes(r);
  const int64_t number = hasReduction ? r.svarint() : 0;
  std::optional<sdy::ReductionKind> kind =
      sdy::symbolizeReductionKind(static_cast<uint32_t>(number));
  if (r.ok() && (number < 0 || number > UINT32_MAX || !kind))
    r.fail("reduction " + Twine(number) + " of unreduced axes");
  return make<sdy::TensorShardingAttr>(r, mesh, dims, replicated, unreduced,
                                       kind.value_or(sdy::ReductionKind::SUM));
}

/// ([i, k], [k, j])->([i, j]) {i=8, j=4, k=2}: sizes of factors, mappings of operands and results,
/// then the factors of four kinds and whether the rule is the user's.
Attribute readRule(EntryReader &r) {
  SmallVector<int64_t> sizes = r.svarints();
  auto operands = r.attributes<sdy::TensorMappingAttr>("mapping of a tensor");
  auto results = r.attributes<sdy::TensorMappingAttr>("mapping of a tensor");
  SmallVector<int64_t> reduction = r.svarints(), replication = r.svarints(),
                       permutation = r.svarints(), blocked = r.svarints();
  const bool isCustom = r.byte();
  return make<sdy::OpShardingRuleAttr>(r, sizes, operands, results, reduction, replication,
                                       permutation, blocked, isCustom);
}

/// {"x"}: 0->1: axes, from, to.
Attribute readAllToAll(EntryReader &r) {
  SmallVector<sdy::AxisRefAttr> axes = readAxes(r);
  const int64_t from = r.svarint(), to = r.svarint();
  return make<sdy::AllToAllParamAttr>(r, axes, from, to);
}

/// An attribute that holds a list of another kind, as the shardings of several values:
///   <[<@mesh, [{"x"}]>, <@mesh, [{}]>]>
template <class List, class Element> Attribute readList(EntryReader &r, StringRef what) {
  SmallVector<Element> elements = r.attributes<Element>(what);
  return make<List>(r, elements);
}

/// Codes 8 to 14: rules, and lists in ops. A list is its elements and nothing else.
Attribute readRuleOrList(EntryReader &r, uint64_t code) {
  switch (code) {
  case 8: {
    SmallVector<int64_t> factors = r.svarints();
    return make<sdy::DimMappingAttr>(r, factors);
  }
  case 9:
    return readList<sdy::TensorMappingAttr, sdy::DimMappingAttr>(r, "mapping of a dim");
  case 10:
    return readRule(r);
  case 11:
    return readList<sdy::AxisRefListAttr, sdy::AxisRefAttr>(r, "axis");
  case 12:
    return readList<sdy::ListOfAxisRefListsAttr, sdy::AxisRefListAttr>(r, "list of axes");
  case 13:
    return readAllToAll(r);
  case 14:
    return readList<sdy::AllToAllParamListAttr, sdy::AllToAllParamAttr>(r, "move of axes");
  default:
    r.fail("sdy attribute code " + Twine(code) + ", which is not known");
    return {};
  }
}

} // namespace

// 15 and 16 are 6 and 7 with unreduced axes, which older readers do not know; 17 has a reduction
// that is no sum.
Attribute readSdyAttribute(EntryReader &r) {
  const uint64_t code = r.varint();
  switch (code) {
  case 0:
    return readList<sdy::ManualAxesAttr, StringAttr>(r, "string");
  case 1:
    return readMeshAxis(r);
  case 2:
    return readMesh(r);
  case 3:
    return readSubAxis(r);
  case 4:
    return readAxisRef(r);
  case 5:
    return readDim(r);
  case 6:
    return readSharding(r, /*isUnreduced=*/false, /*hasReduction=*/false);
  case 7:
  case 16:
    return readList<sdy::TensorShardingPerValueAttr, sdy::TensorShardingAttr>(r, "sharding");
  case 15:
    return readSharding(r, /*isUnreduced=*/true, /*hasReduction=*/false);
  case 17:
    return readSharding(r, /*isUnreduced=*/true, /*hasReduction=*/true);
  default:
    return readRuleOrList(r, code);
  }
}

} // namespace spmd::vhlo
