// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each mesh of a module one symbol. A mesh that is written inside shardings gets a new
// symbol, and equal meshes share the first. Every mesh also gets its axes as a `stablehlo.mesh`
// dictionary, for tools that do not know sdy. Public Shardy pass.
//   <mesh<["a"=2]>, [{"a"}]>  ->  sdy.mesh @mesh = <["a"=2]>, <@mesh, [{"a"}]>
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_LIFTINLINEDMESHES
#include "compiler/passes.h.inc"
namespace {

constexpr StringLiteral kMeshDictionary = "stablehlo.mesh";

///   <["x"=2, "y"=4]> -> {axes = [{name = "x", size = 2}, {name = "y", size = 4}]}
DictionaryAttr dictionaryOf(sdy::MeshAttr mesh) {
  Builder b(mesh.getContext());
  auto axes = llvm::map_to_vector(mesh.getAxes(), [&](sdy::MeshAxisAttr axis) -> Attribute {
    return b.getDictionaryAttr({b.getNamedAttr("name", b.getStringAttr(axis.getName())),
                                b.getNamedAttr("size", b.getI64IntegerAttr(axis.getSize()))});
  });
  SmallVector<NamedAttribute> entries{b.getNamedAttr("axes", b.getArrayAttr(axes))};
  if (ArrayRef<int64_t> ids = mesh.getDeviceIds(); !ids.empty())
    entries.push_back(b.getNamedAttr("device_ids", b.getI64TensorAttr(ids)));
  return b.getDictionaryAttr(entries);
}

/// The name of a new symbol: "mesh", "empty_mesh" or "maximal_mesh_<device>".
std::string baseName(sdy::MeshAttr mesh) {
  if (mesh.isMaximal())
    return "maximal_mesh_" + std::to_string(mesh.getDeviceIds().front());
  return mesh.empty() ? "empty_mesh" : "mesh";
}

struct LiftInlinedMeshes : impl::LiftInlinedMeshesBase<LiftInlinedMeshes> {
  /// Merges duplicates, lifts meshes out of shardings and replica groups, then writes the
  /// dictionaries.
  ///   sharding<mesh<["x"=2]>, [{"x"}]>   ->   sdy.mesh @mesh = <["x"=2]>, sharding<@mesh, [{"x"}]>
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool changed = false;
    SymbolTable symbols(module);
    OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
    DenseMap<Attribute, FlatSymbolRefAttr> references; // keys: meshes and symbols of duplicates
    for (auto op : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
      auto self = FlatSymbolRefAttr::get(op.getSymNameAttr());
      auto [it, isFirst] = references.try_emplace(op.getMesh(), self);
      FlatSymbolRefAttr first = it->second;
      references[self] = first;
      if (!isFirst) {
        symbols.erase(op);
        changed = true;
      }
    }
    // New meshes follow the existing ones.
    for (auto op : module.getOps<sdy::MeshOp>())
      b.setInsertionPointAfter(op);

    auto lift = [&](Attribute meshOrRef) -> Attribute {
      if (auto it = references.find(meshOrRef); it != references.end())
        return it->second;
      auto mesh = dyn_cast<sdy::MeshAttr>(meshOrRef);
      if (!mesh)
        return meshOrRef;
      auto op = sdy::MeshOp::create(b, module.getLoc(), baseName(mesh), mesh);
      // insert() appends a number to a name that is taken; one counter serves all names.
      symbols.insert(op, b.getInsertionPoint());
      b.setInsertionPointAfter(op);
      return references[mesh] = FlatSymbolRefAttr::get(op.getSymNameAttr());
    };
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
        Attribute lifted = lift(sharding.getMeshOrRef());
        if (lifted == sharding.getMeshOrRef())
          return sharding;
        changed = true;
        return sharding.replaceMesh(lifted);
      });
      changed |= liftInReplicaGroups(op, lift);
    });

    // Meshes of the input program may have the dictionary already.
    for (auto op : module.getOps<sdy::MeshOp>())
      if (!op->hasAttr(kMeshDictionary)) {
        op->setAttr(kMeshDictionary, dictionaryOf(op.getMesh()));
        changed = true;
      }
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Lifts the mesh in a collective's replica groups. Returns whether the groups are written as
  /// mesh axes.
  static bool liftInReplicaGroups(Operation *op, function_ref<Attribute(Attribute)> lift) {
    Attribute groups = op->getAttr("replica_groups");
    if (!groups || isa<ElementsAttr>(groups))
      return false;
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](Attribute attr) -> std::optional<std::pair<Attribute, WalkResult>> {
      if (isa<sdy::MeshAttr, FlatSymbolRefAttr>(attr))
        return std::pair(lift(attr), WalkResult::skip());
      return std::nullopt;
    });
    op->setAttr("replica_groups", replacer.replace(groups));
    return true;
  }
};

} // namespace
} // namespace spmd
