// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops axes of size 1 from shardings; they say nothing and would be in the way when lists of axes are compared. Meshes keep them, and
// so do the manual axes of a manual computation: its body may name them in collectives.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REMOVESIZEONEAXES
#include "compiler/passes.h.inc"

namespace {

sdy::TensorShardingAttr withoutSizeOneAxes(sdy::TensorShardingAttr sharding, sdy::MeshAttr mesh) {
  auto drop = [&](ArrayRef<sdy::AxisRefAttr> axes) {
    return llvm::filter_to_vector(axes, [&](sdy::AxisRefAttr axis) { return mesh.getAxisSize(axis.getName()) != 1; });
  };
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
    SmallVector<sdy::AxisRefAttr> axes = drop(dim.getAxes());
    // A dim that is closed and empty has nothing to wait for.
    bool pointless = axes.empty() && dim.getIsClosed();
    dims.push_back(sdy::DimensionShardingAttr::get(sharding.getContext(), axes, dim.getIsClosed(),
                                                   pointless ? std::nullopt : dim.getPriority()));
  }
  return sdy::TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(), dims,
                                      drop(sharding.getReplicatedAxes()), drop(sharding.getUnreducedAxes()),
                                      sharding.getReductionKind());
}

struct RemoveSizeOneAxes : impl::RemoveSizeOneAxesBase<RemoveSizeOneAxes> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    auto hasSizeOne = [](sdy::MeshOp op) {
      return llvm::any_of(op.getMesh().getAxes(), [](sdy::MeshAxisAttr axis) { return axis.getSize() == 1; });
    };
    if (llvm::none_of(module.getOps<sdy::MeshOp>(), hasSizeOne))
      return markAllAnalysesPreserved();
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
        sdy::MeshAttr mesh = sharding.getMesh(symbols);
        return mesh ? withoutSizeOneAxes(sharding, mesh) : sharding;
      });
    });
  }
};

} // namespace
} // namespace spmd
