// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns each reshard into the chain of collectives that reshard_chain.h plans. Public Shardy pass.
// A reshard between shardings that move no data goes away, unless keep-redundant-reshards is set.
#include "compiler/export/reshard_chain.h"
#include "compiler/passes.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_RESHARDTOCOLLECTIVES
#include "compiler/passes.h.inc"
namespace {

DimAxes axesOf(sdy::TensorShardingAttr sharding, sdy::MeshAttr mesh) {
  DimAxes dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    dims.push_back(sdy::toAxes(dim.getAxes(), mesh));
  return dims;
}

/// Writes the collectives of a chain, one behind the other. All of them are on the mesh `mesh`;
/// the shardings before the first permute are written with the reference `inRef`, the others with
/// that of `out`.
class ChainWriter {
public:
  ChainWriter(OpBuilder &b, Location loc, sdy::MeshAttr mesh) : b(b), loc(loc), mesh(mesh) {}

  Value write(const ReshardStep &step, Value value, sdy::TensorShardingAttr out) {
    switch (step.kind) {
    case ReshardStep::Slice:
      return sdy::AllSliceOp::create(b, loc, value.getType(), value, listOf(step.axes), out);
    case ReshardStep::Permute:
      return sdy::CollectivePermuteOp::create(b, loc, value.getType(), value, out);
    case ReshardStep::Gather:
      return sdy::AllGatherOp::create(b, loc, value.getType(), value, listOf(step.axes), out);
    case ReshardStep::AllToAll: {
      auto param = sdy::AllToAllParamAttr::get(b.getContext(),
                                               sdy::toAttrs(step.axes[step.source], mesh),
                                               step.source, step.target);
      return sdy::AllToAllOp::create(b, loc, value.getType(), value,
                                     sdy::AllToAllParamListAttr::get(b.getContext(), param), out);
    }
    }
    llvm_unreachable("all kinds are handled");
  }

private:
  sdy::ListOfAxisRefListsAttr listOf(const DimAxes &dims) {
    return sdy::ListOfAxisRefListsAttr::get(
        b.getContext(), llvm::map_to_vector(dims, [&](const AxisList &axes) {
          return sdy::AxisRefListAttr::get(b.getContext(), sdy::toAttrs(axes, mesh));
        }));
  }

  OpBuilder &b;
  Location loc;
  sdy::MeshAttr mesh;
};

struct ReshardToCollectives : impl::ReshardToCollectivesBase<ReshardToCollectives> {
  using Base::Base;
  void runOnOperation() override {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    SymbolTable symbols(module);
    SmallVector<sdy::ReshardOp> reshards;
    getOperation()->walk([&](sdy::ReshardOp op) { reshards.push_back(op); });
    for (sdy::ReshardOp op : reshards)
      replace(op, symbols);
  }

  void replace(sdy::ReshardOp op, SymbolTable &symbols) {
    sdy::TensorShardingAttr in = sdy::getShardingInside(op.getInput()), out = op.getSharding();
    if (sdy::isEquivalent(in, out)) {
      if (!keepRedundantReshards) {
        op.getResult().replaceAllUsesWith(op.getInput());
        op.erase();
      }
      return;
    }
    if (!in)
      in = sdy::TensorShardingAttr::getFullyOpenLike(out);
    if (out.isFullyReplicated())
      out = sdy::TensorShardingAttr::getFullyClosedLike(in);
    sdy::MeshAttr inMesh = in.getMesh(symbols), outMesh = out.getMesh(symbols);
    if (!inMesh || !outMesh || inMesh.isMaximal() || outMesh.isMaximal() ||
        !inMesh.equals(outMesh, /*ignoreDeviceOrder=*/true))
      return;
    OpBuilder b(op);
    ChainWriter writer(b, op.getLoc(), outMesh);
    Value value = op.getInput();
    bool reorder = inMesh != outMesh;
    Attribute reference = in.getMeshOrRef();
    for (const ReshardStep &step :
         planReshardChain(cast<RankedTensorType>(op.getType()).getShape(), axesOf(in, inMesh), axesOf(out, outMesh),
                          reorder)) {
      if (step.kind == ReshardStep::Permute)
        reference = out.getMeshOrRef();
      SmallVector<sdy::DimensionShardingAttr> dims;
      for (const AxisList &axes : step.after)
        dims.push_back(sdy::DimensionShardingAttr::get(b.getContext(), sdy::toAttrs(axes, outMesh),
                                                       /*isClosed=*/true));
      value = writer.write(step, value,
                           sdy::TensorShardingAttr::get(b.getContext(), reference, dims, {},
                                                        out.getUnreducedAxes()));
    }
    op.getResult().replaceAllUsesWith(value);
    op.erase();
  }
};

} // namespace
} // namespace spmd
