// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that remove annotations: sharding rules, shardings and meshes, debugging information. A
// fourth pass writes meshes back into the shardings that name them. Public Shardy passes, too short
// for a file each.
#include "compiler/passes.h"
#include "compiler/sharding/group_meshes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_DROPSHARDINGRULES
#define GEN_PASS_DEF_DROPSHARDINGANDMESH
#define GEN_PASS_DEF_REMOVEPROPAGATIONDEBUGINFO
#define GEN_PASS_DEF_INLINEMESHES
#include "compiler/passes.h.inc"
namespace {

struct DropShardingRules : impl::DropShardingRulesBase<DropShardingRules> {
  /// Removes the rules that propagation has built.
  void runOnOperation() override {
    // Custom rules come from the user, so a later compiler may need them.
    auto name = StringAttr::get(&getContext(), sdy::kShardingRuleAttr);
    getOperation().walk([&](Operation *op) {
      auto rule = op->getAttrOfType<sdy::OpShardingRuleAttr>(name);
      if (rule && !rule.isCustom())
        op->removeDiscardableAttr(name);
    });
    // Only attributes went away, so all analyses still hold.
    markAllAnalysesPreserved();
  }
};

/// Removes discardable attributes from an op, and from the arguments and results of a function.
void removeAttrs(Operation *op, ArrayRef<StringRef> names) {
  for (StringRef name : names)
    op->removeDiscardableAttr(name);
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return;
  for (StringRef name : names) {
    auto key = StringAttr::get(op->getContext(), name);
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, key);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.removeResultAttr(i, key);
  }
}

/// Whether a sharding, or one of a list, refers to its mesh by symbol.
bool namesMesh(Attribute attr) {
  auto names = [](sdy::TensorShardingAttr sharding) {
    return isa<FlatSymbolRefAttr>(sharding.getMeshOrRef());
  };
  if (auto list = dyn_cast<sdy::TensorShardingPerValueAttr>(attr))
    return llvm::any_of(list.getShardings(), names);
  auto sharding = dyn_cast<sdy::TensorShardingAttr>(attr);
  return sharding && names(sharding);
}

struct DropShardingAndMesh : impl::DropShardingAndMeshBase<DropShardingAndMesh> {
  /// Fails if an op of sdy is left that refers to a mesh inside its own attributes.
  void runOnOperation() override {
    // Shardings inside of sdy ops are no annotations: these ops need the meshes that they name.
    WalkResult walk = getOperation().walk([](Operation *op) {
      for (NamedAttribute attr : op->getAttrs())
        if (isa_and_nonnull<sdy::SdyDialect>(op->getDialect()) &&
            attr.getName() != sdy::kShardingAttr && namesMesh(attr.getValue())) {
          op->emitOpError() << "needs its mesh (" << attr.getName() << " is " << attr.getValue()
                            << "); lower it before meshes are dropped";
          return WalkResult::interrupt();
        }
      return WalkResult::advance();
    });
    if (walk.wasInterrupted() || failed(writeOutGroupMeshes(getOperation())))
      return signalPassFailure();
    // Propagation edges name axes of the mesh, so they go with it.
    getOperation().walk([](Operation *op) {
      removeAttrs(op, {sdy::kShardingAttr, sdy::kPropagationEdgesAttr,
                       sdy::kBlockArgPropagationEdgesAttr, sdy::kResultPropagationEdgesAttr});
    });
    for (auto mesh : llvm::make_early_inc_range(getOperation().getOps<sdy::MeshOp>()))
      mesh.erase();
  }
};

struct RemovePropagationDebugInfo
    : impl::RemovePropagationDebugInfoBase<RemovePropagationDebugInfo> {
  /// Origins of shardings and propagation edges, on ops as well as on arguments and results.
  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      removeAttrs(op, {sdy::kShardingOriginsAttr, sdy::kBlockArgShardingOriginsAttr,
                       sdy::kResultShardingOriginsAttr, sdy::kPropagationEdgesAttr,
                       sdy::kBlockArgPropagationEdgesAttr, sdy::kResultPropagationEdgesAttr});
    });
  }
};

struct InlineMeshes : impl::InlineMeshesBase<InlineMeshes> {
  /// Replaces the symbol of each mesh by the mesh itself, in shardings and in replica groups.
  void runOnOperation() override {
    if (failed(writeOutGroupMeshes(getOperation())))
      return signalPassFailure();
    SymbolTable symbols(getOperation());
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
        sdy::MeshAttr mesh = sharding.getMesh(symbols);
        return mesh ? sharding.replaceMesh(mesh) : sharding; // an unknown symbol stays as it is
      });
    });
    for (auto mesh : llvm::make_early_inc_range(getOperation().getOps<sdy::MeshOp>()))
      mesh.erase();
  }
};

} // namespace
} // namespace spmd
