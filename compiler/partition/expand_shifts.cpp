// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes ops that move rows of a split dim as shifts of all rows, which later passes split: each
// device sends what leaves its part to the neighbours that it belongs to.
//   x[1:] of 16 rows in 4 shards   ->   pad(x, low -1, high 0)
#include "compiler/ops/quantized.h"
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "dialects/sdy/values.h"
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
    Value moved = shifts(op, builder, [&](int64_t dim) {
      return sharding.getDimSharding(dim).getShardedSize(mesh);
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
