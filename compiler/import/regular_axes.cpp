// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes that bring the axes of shardings into a regular form: manual axes in mesh order and
// mentioned everywhere, no axes of size 1. Public Shardy passes.
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_MANUALAXESCLEANUP
#define GEN_PASS_DEF_REMOVESIZEONEAXES
#include "compiler/passes.h.inc"
namespace {

// Brings manual computations into a regular form: manual axes are in mesh order, and every in and
// out sharding mentions every manual axis, as replicated if no dim has it. Public Shardy pass.

/// Rewrites one manual computation. Fails if its mesh is unknown, that is, without any operand or
/// result.
LogicalResult cleanUp(sdy::ManualComputationOp op, const SymbolTable &symbols) {
  if (op.getManualAxes().empty())
    return success();
  SmallVector<sdy::TensorShardingAttr> all(op.getInShardings().getShardings());
  llvm::append_range(all, op.getOutShardings().getShardings());
  if (all.empty()) {
    if (op.getBody().front().without_terminator().empty())
      return success();
    return op.emitOpError() << "has manual axes and a body, but neither operands nor results; "
                               "without them its mesh is unknown";
  }
  Attribute meshOrRef = sdy::getCommonMeshOrRef(all, symbols);
  assert(meshOrRef && "the verifier wants one mesh");
  sdy::MeshAttr mesh = sdy::getMeshAttr(symbols, meshOrRef);

  SmallVector<StringAttr> manual(op.getManualAxes().getValue());
  llvm::sort(manual, [&](StringAttr l, StringAttr r) {
    return mesh.getAxisIndex(l.getValue()) < mesh.getAxisIndex(r.getValue());
  });
  op.setManualAxesAttr(sdy::ManualAxesAttr::get(op.getContext(), manual));
  // Adds the manual axes that a sharding does not mention. An unchanged sharding also keeps its way
  // to name the mesh.
  auto transform = [&](sdy::TensorShardingPerValueAttr list, TypeRange types) {
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (auto [sharding, type] : llvm::zip_equal(list.getShardings(), types)) {
      auto all = isa<ShapedType>(type) ? sdy::mentionManualAxes(sharding, op.getManualAxes(), mesh)
                                       : sharding;
      shardings.push_back(all == sharding ? sharding : all.replaceMesh(meshOrRef));
    }
    return sdy::TensorShardingPerValueAttr::get(op.getContext(), shardings);
  };
  op.setInShardingsAttr(transform(op.getInShardings(), op.getOperandTypes()));
  op.setOutShardingsAttr(transform(op.getOutShardings(), op.getResultTypes()));
  return success();
}

struct ManualAxesCleanup : impl::ManualAxesCleanupBase<ManualAxesCleanup> {
  /// Analyses are preserved if there is no manual computation.
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto computations = opsIn<sdy::ManualComputationOp>(getOperation());
    for (sdy::ManualComputationOp op : computations)
      if (failed(cleanUp(op, symbols)))
        return signalPassFailure();
    if (computations.empty())
      markAllAnalysesPreserved();
  }
};

// Removes axes of size 1 from shardings. They split nothing, and they would get in the way when
// lists of axes are compared. A collective loses such axes, too, and goes away if no axis is left.
// Meshes keep them, and so do the manual axes of a manual computation, because its body may name
// them in collectives. Public Shardy pass.

SmallVector<sdy::AxisRefAttr> withoutSizeOne(ArrayRef<sdy::AxisRefAttr> axes, sdy::MeshAttr mesh) {
  return llvm::filter_to_vector(
      axes, [&](sdy::AxisRefAttr axis) { return mesh.getAxisSize(axis.getName()) != 1; });
}

/// The sharding without its axes of size 1: [{"one", "x"}, {"one"}] -> [{"x"}, {}].
sdy::TensorShardingAttr withoutSizeOneAxes(sdy::TensorShardingAttr sharding, sdy::MeshAttr mesh) {
  auto drop = [&](ArrayRef<sdy::AxisRefAttr> axes) { return withoutSizeOne(axes, mesh); };
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
    SmallVector<sdy::AxisRefAttr> axes = drop(dim.getAxes());
    // A priority says when a dim's axes may be propagated; a closed dim without axes needs none.
    bool pointless = axes.empty() && dim.getIsClosed();
    dims.push_back(sdy::DimensionShardingAttr::get(sharding.getContext(), axes, dim.getIsClosed(),
                                                   pointless ? std::nullopt : dim.getPriority()));
  }
  return sdy::TensorShardingAttr::get(
      sharding.getContext(), sharding.getMeshOrRef(), dims, drop(sharding.getReplicatedAxes()),
      drop(sharding.getUnreducedAxes()), sharding.getReductionKind());
}

/// Removes axes of size 1 from the axes that a collective moves. Returns false if there were some
/// and none is left.
///   all_gather [{"one"}, {"x"}] -> all_gather [{}, {"x"}]      all_to_all [{"one"}: 0->1] -> false
bool dropMovedAxes(Operation *op, sdy::MeshAttr mesh) {
  bool changed = false, isLeft = false;
  auto keep = [&](ArrayRef<sdy::AxisRefAttr> axes) {
    SmallVector<sdy::AxisRefAttr> left = withoutSizeOne(axes, mesh);
    changed |= left.size() != axes.size();
    isLeft |= !left.empty();
    return left;
  };
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](sdy::AxisRefListAttr list) {
    return std::make_pair(sdy::AxisRefListAttr::get(op->getContext(), keep(list.getValue())),
                          WalkResult::skip());
  });
  replacer.addReplacement([&](sdy::AllToAllParamListAttr list) {
    SmallVector<sdy::AllToAllParamAttr> left;
    for (sdy::AllToAllParamAttr param : list.getValue())
      if (SmallVector<sdy::AxisRefAttr> axes = keep(param.getAxes()); !axes.empty())
        left.push_back(sdy::AllToAllParamAttr::get(op->getContext(), axes, param.getSrcDim(),
                                                   param.getTgtDim()));
    return std::make_pair(sdy::AllToAllParamListAttr::get(op->getContext(), left),
                          WalkResult::skip());
  });
  replacer.replaceElementsIn(op);
  return isLeft || !changed;
}

struct RemoveSizeOneAxes : impl::RemoveSizeOneAxesBase<RemoveSizeOneAxes> {
  /// Returns early if no mesh has an axis of size 1. Idle collectives are erased after the walk.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    auto hasSizeOne = [](sdy::MeshOp op) {
      return llvm::any_of(op.getMesh().getAxes(),
                          [](sdy::MeshAxisAttr axis) { return axis.getSize() == 1; });
    };
    if (llvm::none_of(module.getOps<sdy::MeshOp>(), hasSizeOne))
      return markAllAnalysesPreserved();
    SmallVector<Operation *> idle;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (sdy::MeshAttr mesh = sdy::isCollective(op)
                                   ? sdy::getSharding(op->getResult(0)).getMesh(symbols)
                                   : sdy::MeshAttr();
          mesh && !dropMovedAxes(op, mesh))
        idle.push_back(op);
      sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
        sdy::MeshAttr mesh = sharding.getMesh(symbols);
        return mesh ? withoutSizeOneAxes(sharding, mesh) : sharding;
      });
    });
    for (Operation *op : idle)
      IRRewriter(op).replaceOp(op, op->getOperand(0));
  }
};

} // namespace

} // namespace spmd
