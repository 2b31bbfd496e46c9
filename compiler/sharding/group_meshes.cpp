// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements writing out the meshes of replica groups; group_meshes.h says when that is needed.
#include "compiler/sharding/group_meshes.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// The mesh that `symbol` names, as a StableHLO attribute. Null after an error at `op` if the mesh
/// has no such form, as a maximal mesh: one device out of many.
stablehlo::MeshAttr writtenOut(Operation *op, Attribute symbol, SymbolTableCollection &symbols) {
  MLIRContext *context = op->getContext();
  // The errors of the StableHLO verifiers are prefixed with the symbol, which the user wrote.
  auto emit = [&] {
    return op->emitOpError() << "groups processes by the mesh " << symbol
                             << ", which cannot be written out: " << symbolNotes(op, symbol);
  };
  function_ref<InFlightDiagnostic()> error = emit;
  std::optional<stablehlo::MeshView> view = stablehlo::viewMesh(op, symbol, symbols);
  assert(view && "a sdy.mesh shows its axes");
  SmallVector<stablehlo::MeshAxisAttr> axes;
  for (const stablehlo::MeshView::Axis &axis : view->axes) {
    axes.push_back(
        stablehlo::MeshAxisAttr::getChecked(error, context, StringRef(axis.name), axis.size));
    if (!axes.back())
      return {};
  }
  // No device ids mean row-major order in both dialects.
  DenseIntElementsAttr ids;
  if (!view->deviceIds.empty())
    ids = Builder(context).getI64TensorAttr(view->deviceIds);
  return stablehlo::MeshAttr::getChecked(error, context, ArrayRef<stablehlo::MeshAxisAttr>(axes),
                                         ids);
}

} // namespace

/// Each mesh is converted once, however many collectives name it.
LogicalResult writeOutGroupMeshes(ModuleOp module) {
  SymbolTableCollection symbols;
  llvm::DenseMap<Attribute, stablehlo::MeshAttr> meshes;
  auto name = StringAttr::get(module.getContext(), "replica_groups");
  WalkResult walk = module.walk([&](Operation *op) {
    auto groups = op->getAttrOfType<stablehlo::ReplicaGroupMeshAxesAttr>(name);
    auto symbol = groups ? dyn_cast<FlatSymbolRefAttr>(groups.getMesh()) : FlatSymbolRefAttr();
    // Groups with a written-out mesh, and meshes of other dialects, stay as they are.
    if (!symbol || !isa_and_nonnull<sdy::MeshOp>(symbols.lookupNearestSymbolFrom(op, symbol)))
      return WalkResult::advance();
    auto [it, isNew] = meshes.try_emplace(symbol);
    if (isNew && !(it->second = writtenOut(op, symbol, symbols)))
      return WalkResult::interrupt();
    SmallVector<Attribute> axes(llvm::map_range(stablehlo::axisRefsOf(groups),
                                                [](stablehlo::AxisRefAttr axis) { return axis; }));
    op->setAttr(name, stablehlo::ReplicaGroupMeshAxesAttr::get(
                          op->getContext(), it->second, ArrayAttr::get(op->getContext(), axes)));
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

} // namespace spmd
