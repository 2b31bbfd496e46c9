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

/// Priorities are dropped.
Sharding MeshTable::read(sdy::TensorShardingAttr attr) {
  Sharding sharding;
  if (!attr || (sharding.mesh = number(attr.getMeshOrRef())) < 0)
    return sharding;
  sharding.reduction = attr.getReductionKind();
  // The axes keep their order: major first in a dim, mesh order in the other lists.
  sdy::MeshAttr mesh = this->mesh(sharding.mesh);
  for (sdy::DimensionShardingAttr dim : attr.getDimShardings())
    sharding.dims.push_back({sdy::toAxes(dim.getAxes(), mesh), dim.getIsClosed()});
  sharding.replicated = sdy::toAxes(attr.getReplicatedAxes(), mesh);
  sharding.unreduced = sdy::toAxes(attr.getUnreducedAxes(), mesh);
  return sharding;
}

/// The inverse of read; null for a Sharding without a mesh.
sdy::TensorShardingAttr MeshTable::write(const Sharding &sharding) const {
  if (!sharding)
    return {};
  sdy::MeshAttr mesh = this->mesh(sharding.mesh);
  MLIRContext *context = mesh.getContext();
  auto dims = llvm::map_to_vector<4>(sharding.dims, [&](const DimSharding &dim) {
    return sdy::DimensionShardingAttr::get(context, sdy::toAttrs(dim.axes, mesh), dim.closed);
  });
  return sdy::TensorShardingAttr::get(context, reference(sharding.mesh), dims,
                                      sdy::toAttrs(sharding.replicated, mesh),
                                      sdy::toAttrs(sharding.unreduced, mesh), sharding.reduction);
}

/// {"x", "y":(1)2}
std::string MeshTable::print(int mesh, ArrayRef<Axis> axes) const {
  std::string text = "{";
  for (auto [i, axis] : llvm::enumerate(axes))
    text += (i ? ", " : "") + toAttr(mesh, axis).toString();
  return text + "}";
}

} // namespace spmd
