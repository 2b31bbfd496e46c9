// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes values whole whose elements are quantized along a dim. Their type has a scale for each step
// of that dim, so a part would have another type, and no op of StableHLO slices or pads them.
#include "compiler/passes.h"
#include "compiler/sharding/border_attrs.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_KEEPSCALES
#include "compiler/passes.h.inc"
namespace {

bool hasScales(Type type) {
  return isa<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(type));
}

/// The sharding without axes, apart from leading ones that `stays` holds for.
sdy::TensorShardingAttr whole(sdy::TensorShardingAttr sharding,
                              function_ref<bool(sdy::AxisRefAttr)> stays) {
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    dims.push_back(sdy::DimensionShardingAttr::get(
        dim.getContext(), dim.getAxes().take_while(stays), /*isClosed=*/true));
  return sharding.withDimShardings(dims).replaceUnreducedAxes({});
}

struct KeepScales : impl::KeepScalesBase<KeepScales> {
  bool changed = false;

  void runOnOperation() override {
    changed = false;
    WalkResult walk = getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        return keepBorders(function), WalkResult::advance();
      if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
        return WalkResult(keepBorders(manual));
      return WalkResult(keepResults(op));
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Nothing is replicated in silence.
  sdy::TensorShardingAttr keep(Location loc, const Twine &what, Type type,
                               sdy::TensorShardingAttr sharding,
                               function_ref<bool(sdy::AxisRefAttr)> stays) {
    if (!sharding || !hasScales(type))
      return sharding;
    sdy::TensorShardingAttr kept = whole(sharding, stays);
    if (kept == sharding)
      return sharding;
    changed = true;
    emitRemark(loc) << what << " of type " << type << " is placed as " << kept
                    << ", since elements quantized along a dim cannot be split";
    return kept;
  }
  static bool never(sdy::AxisRefAttr) { return false; }

  void keepBorders(func::FuncOp function) {
    auto keepIn = [&](const Twine &what, Type type, NamedAttrList &attrs) {
      auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attrs.get(sdy::kShardingAttr));
      if (sharding && hasScales(type))
        attrs.set(sdy::kShardingAttr, keep(function.getLoc(), what, type, sharding, never));
    };
    editArgumentAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      keepIn("argument " + Twine(i), function.getArgumentTypes()[i], attrs);
    });
    editResultAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      keepIn("result " + Twine(i), function.getResultTypes()[i], attrs);
    });
  }

  /// Free axes go; fails where a manual axis splits a value, since the types inside are local.
  LogicalResult keepBorders(sdy::ManualComputationOp op) {
    auto isManual = [&](sdy::AxisRefAttr axis) {
      return llvm::is_contained(op.getManualAxes(), axis.getName());
    };
    if (llvm::none_of(op->getOperandTypes(), hasScales) &&
        llvm::none_of(op->getResultTypes(), hasScales))
      return success();
    bool isSplit = false;
    auto keepAll = [&](sdy::TensorShardingPerValueAttr list, TypeRange types, StringRef what) {
      SmallVector<sdy::TensorShardingAttr> kept;
      for (auto [i, type] : llvm::enumerate(types)) {
        kept.push_back(
            keep(op.getLoc(), what + " " + Twine(i), type, list.getSharding(i), isManual));
        if (!hasScales(type) || sdy::isFullyReplicated(kept.back()))
          continue;
        op.emitOpError() << "splits " << what << " " << i << " of type " << type
                         << "; elements quantized along a dim cannot be split";
        isSplit = true;
      }
      return sdy::TensorShardingPerValueAttr::get(op.getContext(), kept);
    };
    op.setInShardingsAttr(keepAll(op.getInShardings(), op.getOperandTypes(), "operand"));
    op.setOutShardingsAttr(keepAll(op.getOutShardings(), op.getResultTypes(), "result"));
    return failure(isSplit);
  }

  /// A collective of the program says which parts it moves, so it is refused.
  LogicalResult keepResults(Operation *op) {
    for (OpResult result : op->getResults()) {
      if (!hasScales(result.getType()))
        continue;
      if (sdy::isCollective(op))
        return op->emitOpError() << "moves parts of a value of type " << result.getType()
                                 << "; elements quantized along a dim cannot be split"
                                 << typeNote("the value", op->getOperand(0));
      if (sdy::TensorShardingAttr sharding = sdy::getSharding(result))
        sdy::setSharding(result, keep(op->getLoc(), "result " + Twine(result.getResultNumber()),
                                      result.getType(), sharding, never));
    }
    return success();
  }
};

} // namespace
} // namespace spmd
