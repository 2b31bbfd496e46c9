// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the meshes and the cuts of axes from all shardings of a module.
#include "compiler/partition/mesh_of_module.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd {
namespace {

/// Calls `visit` for each sharding of the module, with the op that carries it.
void forEachSharding(ModuleOp module,
                     function_ref<void(Operation *, sdy::TensorShardingAttr)> visit) {
  module.walk([&](Operation *op) {
    sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
      if (sharding)
        visit(op, sharding);
      return sharding;
    });
  });
}

/// Whether some dim is a product of several factors (reshapes).
bool splitsADim(const ShardingRule &rule) {
  for (size_t t = 0; t < rule.tensorCount(); ++t)
    if (llvm::any_of(rule.tensor(t).dims, [](const auto &parts) { return parts.size() > 1; }))
      return true;
  return false;
}

/// The mesh that the shardings name; meshes without axes do not count. Reports the first sharding
/// that names an unknown mesh, a maximal mesh, or a second mesh with other devices. Two symbols for
/// equal meshes are fine.
FailureOr<sdy::MeshOp> meshOf(ModuleOp module) {
  SymbolTable symbols(module);
  sdy::MeshOp mesh;
  bool failed = false;
  forEachSharding(module, [&](Operation *op, sdy::TensorShardingAttr sharding) {
    auto name = dyn_cast<FlatSymbolRefAttr>(sharding.getMeshOrRef());
    auto found = name ? symbols.lookup<sdy::MeshOp>(name.getValue()) : sdy::MeshOp();
    if (failed || (found && found == mesh) || (found && found.getMesh().empty()))
      return;
    if (!found)
      op->emitError("has a sharding whose mesh ")
          << sharding.getMeshOrRef() << " is not a mesh of the module";
    else if (found.getMesh().isMaximal())
      op->emitError("is placed on the single device of mesh @")
          << found.getSymName() << ", which cannot be partitioned" << symbolNote(found);
    else if (mesh && !mesh.getMesh().equals(found.getMesh(), /*ignoreDeviceOrder=*/false))
      op->emitError("uses mesh @")
          << found.getSymName() << " beside mesh @" << mesh.getSymName()
          << "; a program is partitioned over one mesh" << symbolNote(mesh) << symbolNote(found);
    else {
      if (!mesh)
        mesh = found;
      return;
    }
    failed = true;
  });
  if (failed)
    return failure();
  // A module without any sharding runs replicated; any mesh with axes says on how many devices.
  if (!mesh)
    for (sdy::MeshOp any : module.getOps<sdy::MeshOp>())
      if (!any.getMesh().getAxes().empty())
        return any;
  return mesh;
}

} // namespace

/// Cuts axes first where shardings use sub-axes, then where reshapes need parts of an axis.
FailureOr<AtomTable> atomsOfModule(ModuleOp module, StringRef topology) {
  FailureOr<sdy::MeshOp> mesh = meshOf(module);
  if (failed(mesh))
    return failure();
  if (!*mesh)
    return AtomTable();
  AtomTable table(FlatSymbolRefAttr::get((*mesh).getSymNameAttr()), (*mesh).getMesh());
  // Only the first cut that does not nest is reported; later ones may follow from it.
  bool nests = true;
  forEachSharding(module, [&](Operation *op, sdy::TensorShardingAttr sharding) {
    sharding.forEachAxisRef([&](sdy::AxisRefAttr ref) {
      std::optional<int64_t> other = nests ? table.cut(ref) : std::nullopt;
      if (!other)
        return;
      nests = false;
      op->emitError("has a sharding with a part of axis \"")
          << ref.getName() << "\" of size " << ref.getSize(table.mesh()) << " behind "
          << ref.getSubAxisPreSize() << " parts, while another sharding cuts that axis of "
          << table.mesh().getAxisSize(ref.getName()) << " after " << *other
          << "; cuts of one axis have to divide each other"
          << symbolNotes(op, sharding.getMeshOrRef());
    });
  });
  if (!nests)
    return failure();
  // A reshape may pass an axis on in parts. Each cut may make another one necessary at the next
  // reshape, so this repeats until nothing is cut.
  for (bool changed = true; changed;) {
    changed = false;
    module.walk([&](Operation *op) {
      ArrayRef<sdy::TensorShardingAttr> results = sdy::getShardings(op);
      if (results.empty() || !op->getNumOperands())
        return;
      // Only ops with several factors in a dim (reshapes) can pass on a part of an axis.
      auto rule = shardingRuleOf(op, {.local = true});
      if (!rule || !splitsADim(*rule))
        return;
      for (auto [factors, sharding] : llvm::zip(rule->results, results))
        changed |= cutForFactors(table, sharding, factors, rule->factors);
      for (auto [factors, operand] : llvm::zip(rule->operands, op->getOperands()))
        if (sdy::TensorShardingAttr sharding = sdy::getSharding(operand))
          changed |= cutForFactors(table, sharding, factors, rule->factors);
    });
  }
  table.number();
  FailureOr<Topology> links = readTopology(module, topology);
  if (failed(links))
    return failure();
  if (!topology.empty())
    table.setLinks(*links);
  return table;
}

} // namespace spmd
