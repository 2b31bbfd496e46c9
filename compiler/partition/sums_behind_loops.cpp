// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves the program's own all_reduces behind loops that only add up their results, as the sums of
// gradients in a pipeline that is written out by shard_map. One sum is sent then, not one for every
// trip. Sums that partition itself places follow the same rule (defer_sums.h).
//   while: %acc' = %acc + all_reduce(%g)   ->   while: %acc' = %acc + %g;   all_reduce(%acc)
#include "compiler/partition/sum_group.h"
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SUMSBEHINDLOOPS
#include "compiler/passes.h.inc"
namespace {

/// The groups of devices over which the op sums up one tensor; null for other ops.
Attribute summedGroups(Operation *op) {
  std::optional<Exchange> exchange = exchangeOf(op);
  bool isSum = exchange && exchange->kind == ir::CollectiveKind::AllReduce &&
               exchange->combine == ir::CombineKind::Sum && op->getNumOperands() == 1;
  return isSum ? exchange->groups : Attribute();
}

/// Any collective may be on it, since all devices run them in one order. JAX uses this one.
constexpr int64_t kChannel = 1;

/// The size of a tensor up to a constant factor, as sums are compared with sums only.
double bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return double(type.getNumElements()) * type.getElementTypeBitWidth();
}

/// Whether all sums together send more than one sum of each carried value behind the loops.
bool sendsLess(const SumGroup &group) {
  double inTrips = 0, behind = 0;
  for (Operation *op : group.sums)
    inTrips += tripsOf(op->getResult(0)) * bytesOf(op->getResult(0));
  for (Value owner : group.owners)
    if (!group.isInside(owner))
      behind += tripsOf(owner) * bytesOf(owner);
  return behind < inTrips;
}

/// Takes the sums out of the loops: each carried value that leaves them is summed up there, and the
/// trips add up what is not summed yet.
void takeOut(const SumGroup &group) {
  Operation *like = group.sums.front();
  for (Value owner : group.owners) {
    if (group.isInside(owner))
      continue;
    OpBuilder b(owner.getContext());
    b.setInsertionPointAfter(owner.getDefiningOp());
    Value sum =
        createExchange(b, like->getLoc(), *exchangeOf(like), owner, owner.getType(), kChannel);
    if (sdy::TensorShardingAttr sharding = sdy::getSharding(owner))
      sdy::setShardings(sum.getDefiningOp(), {sharding});
    owner.replaceAllUsesExcept(sum, sum.getDefiningOp());
  }
  for (Operation *sum : group.sums) {
    sum->getResult(0).replaceAllUsesWith(sum->getOperand(0));
    sum->erase();
  }
}

struct SumsBehindLoops : impl::SumsBehindLoopsBase<SumsBehindLoops> {
  /// A value may have sums of sums, as over data and then over stages: each round moves the
  /// outermost ones.
  void runOnOperation() override {
    bool changed = false;
    forEachCarried(getOperation(), [&](Value owner) {
      while (moveSums(owner))
        changed = true;
    });
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Moves the sums of a carried value, if it has any and that sends less. Returns whether it did.
  static bool moveSums(Value owner) {
    SumGroup group;
    Attribute groups;
    bool isCollected = group.collect(owner, [&](Operation *op) {
      Attribute own = summedGroups(op);
      groups = groups ? groups : own;
      return own && own == groups;
    });
    if (!isCollected || !sendsLess(group))
      return false;
    takeOut(group);
    return true;
  }
};

} // namespace
} // namespace spmd
