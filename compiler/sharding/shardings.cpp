// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates between sharding attributes and plain shardings.
#include "compiler/sharding/shardings.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace spmd {

Sharding Sharding::open(int mesh, int64_t rank) {
  Sharding sharding{.mesh = mesh};
  sharding.dims.resize(rank);
  return sharding;
}

Sharding Sharding::closed(int mesh, int64_t rank) {
  Sharding sharding = open(mesh, rank);
  for (DimSharding &dim : sharding.dims)
    dim.closed = true;
  return sharding;
}

/// Replicated axes do not count: they only forbid sharding.
bool Sharding::isReplicated() const {
  return unreduced.empty() &&
         llvm::all_of(dims, [](const DimSharding &dim) { return dim.axes.empty(); });
}

/// Mesh symbols are numbered first, in the order of the module.
MeshTable::MeshTable(ModuleOp module) {
  for (auto op : module.getOps<sdy::MeshOp>())
    add(op.getMesh(), FlatSymbolRefAttr::get(op.getSymNameAttr()));
}

/// Two symbols for equal meshes get two numbers and one kind, so that written shardings keep their
/// symbol.
int MeshTable::add(sdy::MeshAttr mesh, Attribute reference) {
  int number = entries.size();
  int kind = number;
  for (const Entry &entry : entries)
    if (entry.mesh == mesh) {
      kind = entry.kind;
      break;
    }
  entries.push_back({mesh, reference, kind});
  numbers[reference] = number;
  return number;
}

/// Numbers are looked up by the attribute, which MLIR has made unique.
int MeshTable::number(Attribute meshOrRef) {
  if (auto it = numbers.find(meshOrRef); it != numbers.end())
    return it->second;
  if (auto mesh = dyn_cast<sdy::MeshAttr>(meshOrRef))
    return add(mesh, mesh);
  return -1;
}

Axis MeshTable::wholeAxis(int mesh, int32_t index) const {
  return {index, 1, static_cast<int32_t>(axisSize(mesh, index))};
}

/// "x":(2)4 as the first axis of mesh 0 -> {0, 2, 4}.
Axis MeshTable::axis(int mesh, sdy::AxisRefAttr ref) const {
  int32_t index = entries[mesh].mesh.getAxisIndex(ref.getName());
  if (auto part = ref.getSubAxisInfo())
    return {index, static_cast<int32_t>(part.getPreSize()), static_cast<int32_t>(part.getSize())};
  return wholeAxis(mesh, index);
}

/// {0, 1, 8} of x=8 -> "x", {0, 2, 4} -> "x":(2)4.
sdy::AxisRefAttr MeshTable::toAttr(int mesh, Axis axis) const {
  sdy::MeshAxisAttr whole = entries[mesh].mesh.getAxes()[axis.index];
  MLIRContext *context = whole.getContext();
  if (axis.pre == 1 && axis.size == whole.getSize())
    return sdy::AxisRefAttr::get(context, whole.getName());
  return sdy::AxisRefAttr::get(context, whole.getName(), axis.pre, axis.size);
}

/// Priorities are dropped.
Sharding MeshTable::read(sdy::TensorShardingAttr attr) {
  Sharding sharding;
  if (!attr || (sharding.mesh = number(attr.getMeshOrRef())) < 0)
    return sharding;
  sharding.reduction = attr.getReductionKind();
  // The axes keep their order: major first in a dim, mesh order in the other lists.
  for (sdy::DimensionShardingAttr dim : attr.getDimShardings()) {
    DimSharding &to = sharding.dims.emplace_back();
    to.closed = dim.getIsClosed();
    for (sdy::AxisRefAttr ref : dim.getAxes())
      to.axes.push_back(axis(sharding.mesh, ref));
  }
  for (sdy::AxisRefAttr ref : attr.getReplicatedAxes())
    sharding.replicated.push_back(axis(sharding.mesh, ref));
  for (sdy::AxisRefAttr ref : attr.getUnreducedAxes())
    sharding.unreduced.push_back(axis(sharding.mesh, ref));
  return sharding;
}

/// The inverse of read; null for a Sharding without a mesh.
sdy::TensorShardingAttr MeshTable::write(const Sharding &sharding) const {
  if (!sharding)
    return {};
  MLIRContext *context = entries[sharding.mesh].mesh.getContext();
  auto refs = [&](ArrayRef<Axis> axes) {
    return llvm::map_to_vector<4>(axes, [&](Axis axis) { return toAttr(sharding.mesh, axis); });
  };
  auto dims = llvm::map_to_vector<4>(sharding.dims, [&](const DimSharding &dim) {
    return sdy::DimensionShardingAttr::get(context, refs(dim.axes), dim.closed);
  });
  return sdy::TensorShardingAttr::get(context, reference(sharding.mesh), dims,
                                      refs(sharding.replicated), refs(sharding.unreduced),
                                      sharding.reduction);
}

/// {"x", "y":(1)2}
std::string MeshTable::print(int mesh, ArrayRef<Axis> axes) const {
  std::string text = "{";
  for (auto [i, axis] : llvm::enumerate(axes))
    text += (i ? ", " : "") + toAttr(mesh, axis).toString();
  return text + "}";
}

} // namespace spmd
