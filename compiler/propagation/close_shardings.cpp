// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds the small passes that end propagation: constraints become reshards, sharding groups are
// removed, dims are closed, equal constants are merged. In our pipeline a last pass gives a
// sharding to every value. All but the last are Shardy's.
#include "compiler/passes.h"
#include "compiler/sharding/border_attrs.h"
#include "compiler/sharding/even_borders.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/verify.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_CLOSESHARDINGS
#define GEN_PASS_DEF_REMOVESHARDINGGROUPS
#define GEN_PASS_DEF_SHARDINGCONSTRAINTTORESHARD
#define GEN_PASS_DEF_CONSTANTORSCALARMERGER
#define GEN_PASS_DEF_COMPLETESHARDINGS
#include "compiler/passes.h.inc"
namespace {

/// Closes all dims and removes replicated axes, which only limit propagation.
struct CloseShardings : impl::CloseShardingsBase<CloseShardings> {
  // [{"a", ?}, {?}] replicated={"b"} -> [{"a"}, {}].
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](Operation *op) {
      bool changed = false;
      sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
        sdy::TensorShardingAttr closed =
            sharding ? sharding.closeShardingDims().replaceReplicatedAxes({}) : sharding;
        changed |= closed != sharding;
        return closed;
      });
      // Only changed shardings are verified, because the pass tells the pass manager that nothing
      // else has changed.
      return WalkResult(success(!changed || succeeded(sdy::verifyAnnotations(op))));
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved(); // nothing but shardings has changed
  }
};

/// Removes the sharding groups, whose members have one sharding by now.
struct RemoveShardingGroups : impl::RemoveShardingGroupsBase<RemoveShardingGroups> {
  void runOnOperation() override {
    auto groups = opsIn<sdy::ShardingGroupOp>(getOperation());
    for (sdy::ShardingGroupOp op : groups)
      op.erase();
    if (groups.empty())
      markAllAnalysesPreserved();
  }
};

/// Replaces each constraint by a reshard to the same sharding.
struct ShardingConstraintToReshard
    : impl::ShardingConstraintToReshardBase<ShardingConstraintToReshard> {
  void runOnOperation() override {
    auto constraints = opsIn<sdy::ShardingConstraintOp>(getOperation());
    for (sdy::ShardingConstraintOp op : constraints) {
      IRRewriter b(op);
      auto reshard =
          sdy::ReshardOp::create(b, op.getLoc(), op.getType(), op.getInput(), op.getSharding());
      // Debug attributes of the constraint stay on the reshard.
      reshard->setDiscardableAttrs(op->getDiscardableAttrDictionary());
      b.replaceOp(op, reshard.getResult());
    }
    if (constraints.empty())
      markAllAnalysesPreserved();
  }
};

/// Merges equal constants, and equal broadcasts of scalars, in each block. Import gave every user a
/// copy of its own, and propagation may have given the copies equal shardings.
struct ConstantOrScalarMerger : impl::ConstantOrScalarMergerBase<ConstantOrScalarMerger> {
  void runOnOperation() override {
    if (!merge(getOperation().getFunctionBody()))
      markAllAnalysesPreserved();
  }

  // Constants, and broadcasts of rank-0 values.
  static bool isMergeable(Operation *op) {
    if (isa<sdy::ConstantOp, stablehlo::ConstantOp>(op))
      return true;
    return isa<stablehlo::BroadcastInDimOp>(op) && sdy::getTensorRank(op->getOperand(0)) == 0;
  }

  /// Keeps the first of equal ops in each block of the region. Returns whether any op was merged.
  static bool merge(Region &region) {
    bool changed = false;
    for (Block &block : region) {
      DenseSet<Operation *, EqualOps> seen;
      for (Operation &op : llvm::make_early_inc_range(block)) {
        if (isMergeable(&op)) {
          auto [it, isNew] = seen.insert(&op);
          if (!isNew) {
            IRRewriter(&op).replaceOp(&op, *it);
            changed = true;
          }
          continue;
        }
        for (Region &inner : op.getRegions())
          changed |= merge(inner);
      }
    }
    return changed;
  }
};

/// Gives every tensor without a sharding a replicated one. A module without a mesh gets an empty
/// mesh, which stands for one device.
struct CompleteShardings : impl::CompleteShardingsBase<CompleteShardings> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    mesh = meshOf(module);
    for (auto function : module.getOps<func::FuncOp>()) {
      complete(function);
      if (!function.isExternal())
        complete(function.getFunctionBody());
    }
  }

  // The first mesh that is not maximal, or a new empty mesh.
  FlatSymbolRefAttr meshOf(ModuleOp module) {
    // A maximal mesh has no axes, so no value can be replicated over it.
    for (auto op : module.getOps<sdy::MeshOp>())
      if (!op.getMesh().isMaximal())
        return FlatSymbolRefAttr::get(op.getSymNameAttr());
    OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
    SymbolTable symbols(module);
    auto op = sdy::MeshOp::create(b, module.getLoc(), "mesh",
                                  sdy::MeshAttr::get(&getContext(), ArrayRef<sdy::MeshAxisAttr>()));
    symbols.insert(op);
    return FlatSymbolRefAttr::get(op.getSymNameAttr());
  }

  // A closed sharding without axes.
  sdy::TensorShardingAttr replicated(Type type) {
    return sdy::TensorShardingAttr::getFullyClosed(&getContext(), sdy::getTensorRank(type), mesh);
  }

  // Completes the arguments and results of a function.
  void complete(func::FuncOp function) {
    auto complete = [&](Type type, NamedAttrList &attrs) {
      if (isa<RankedTensorType>(type) && !attrs.get(sdy::kShardingAttr))
        attrs.set(sdy::kShardingAttr, replicated(type));
    };
    editArgumentAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      complete(function.getArgumentTypes()[i], attrs);
    });
    editResultAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      complete(function.getResultTypes()[i], attrs);
    });
  }

  // Completes the ops of a region. Barriers and sdy.constant ops have no meaning after propagation,
  // so they are replaced on the way.
  void complete(Region &region) {
    for (Operation &op : llvm::make_early_inc_range(region.front())) {
      if (auto constant = dyn_cast<sdy::ConstantOp>(op)) {
        complete(*plainConstant(constant));
        continue;
      }
      complete(op);
      if (auto barrier = dyn_cast<sdy::PropagationBarrierOp>(op)) {
        removeBarrier(barrier);
        continue;
      }
      for (Region &inner : op.getRegions())
        if (sdy::isDataFlowOp(&op))
          complete(inner);
        else
          dropWishes(inner);
    }
  }

  // Other regions, such as bodies of reductions, work on elements, which have no placement. What
  // asks for one there goes: a partial element would have to be reduced.
  static void dropWishes(Region &body) {
    body.walk([](Operation *op) {
      op->removeDiscardableAttr(sdy::kShardingAttr);
      if (isa<sdy::ReshardOp, sdy::PropagationBarrierOp>(op))
        IRRewriter(op).replaceOp(op, op->getOperand(0));
    });
  }

  // Completes the results of an op. An op that has a list of shardings has one for every result.
  void complete(Operation &op) {
    if (op.getNumResults() == 0 ||
        !llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>) ||
        !sdy::getShardings(&op).empty() || sdy::getSharding(op.getResult(0)))
      return;
    sdy::setShardings(
        &op, llvm::map_to_vector(op.getResultTypes(), [&](Type type) { return replicated(type); }));
  }

  /// Replaces a barrier by its input. If the two have different shardings, a reshard joins them. If
  /// the barrier's sharding does not divide its dims, the input is used as it is, and each user
  /// reshards it as needed: the barrier may have taken such axes from its users, and reshards need
  /// even shards.
  static void removeBarrier(sdy::PropagationBarrierOp op) {
    IRRewriter b(op);
    Value value = op.getInput();
    sdy::TensorShardingAttr to = sdy::getSharding(op.getResult());
    SymbolTable symbols(op->getParentOfType<ModuleOp>());
    if (!sdy::isEquivalent(sdy::getSharding(value), to) &&
        cutToDivide(to, op.getType(), symbols) == to)
      value = sdy::ReshardOp::create(b, op.getLoc(), op.getType(), value, to);
    b.replaceOp(op, value);
  }

  // Replaces an sdy.constant by a stablehlo.constant.
  static Operation *plainConstant(sdy::ConstantOp op) {
    IRRewriter b(op);
    auto constant = stablehlo::ConstantOp::create(b, op.getLoc(), op.getType(), op.getValue());
    constant->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    b.replaceOp(op, constant.getResult());
    return constant;
  }

  FlatSymbolRefAttr mesh;
};

} // namespace
} // namespace spmd
