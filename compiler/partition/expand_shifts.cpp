// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops that move rows of a split dim as shifts of all rows, which later passes split: each
// device sends what leaves its part to the neighbours that it belongs to.
//   x[1:] of 16 rows in 4 shards   ->   pad(x, low -1, high 0)
#include "compiler/ops/quantized.h"
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "dialects/sdy/values.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Iterators.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_EXPANDSHIFTS
#include "compiler/passes.h.inc"
namespace {

struct ExpandShifts : impl::ExpandShiftsBase<ExpandShifts> {
  /// Where a result is whole, its operand may be split: then it is gathered anyway. A concatenation
  /// looks at the slices that it joins, so users come before what they use.
  void runOnOperation() override {
    bool changed = false;
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [&](Operation *op) { changed |= expand(op); });
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Whether all readers want the dim whole. Fewer rows than shards are then left where they are:
  /// the sum of what the devices hold of them is the result.
  static bool isWantedWhole(Value value, int64_t dim) {
    return llvm::all_of(value.getUses(), [&](OpOperand &use) {
      sdy::TensorShardingAttr wanted;
      if (auto reshard = dyn_cast<sdy::ReshardOp>(use.getOwner()))
        wanted = reshard.getSharding();
      else if (isa<func::ReturnOp>(use.getOwner()))
        wanted = sdy::getFuncResultSharding(use.getOwner()->getParentOfType<func::FuncOp>(),
                                            use.getOperandNumber());
      else
        return false;
      return !wanted || wanted.getDimSharding(dim).getAxes().empty();
    });
  }

  /// Replaces an op that has the facet `shifts` and is split. Quantized elements are left alone, as
  /// no select takes them apart.
  static bool expand(Operation *op) {
    auto *shifts = Rules::of(op).shifts;
    if (shifts && isOpTriviallyDead(op)) { // a slice whose source is shifted in its place
      op->erase();
      return true;
    }
    sdy::TensorShardingAttr sharding = shifts ? sdy::getSharding(op->getResult(0)) : nullptr;
    if (!sharding || !hasStaticShapes(op) || hasQuantized(op))
      return false;
    OpBuilder builder(op);
    sdy::MeshAttr mesh = sdy::getMesh(sharding, op);
    auto shape = cast<RankedTensorType>(op->getResult(0).getType()).getShape();
    Value moved = shifts(op, builder, [&](int64_t dim) {
      int64_t shards = sharding.getDimSharding(dim).getShardedSize(mesh);
      return shards > 1 && !(shape[dim] < shards && isWantedWhole(op->getResult(0), dim));
    });
    if (!moved)
      return false;
    op->getResult(0).replaceAllUsesWith(moved);
    op->erase();
    return true;
  }
};

} // namespace
} // namespace spmd
