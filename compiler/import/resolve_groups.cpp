// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharding groups in a form that propagation can rely on: groups that share a value are one, ids count from 0, no value is
// listed twice. Values of a group must have one shape and stand in the same manual computation.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SHARDINGGROUPIMPORT
#include "compiler/passes.h.inc"

namespace {

LogicalResult checkAlike(sdy::ShardingGroupOp first, sdy::ShardingGroupOp other) {
  auto refuse = [&](const Twine &what) {
    auto diag = other.emitError() << what << ", as the first value of the sharding group";
    diag.attachNote(first.getLoc()) << "the first value is here, of type " << first.getInput().getType();
    return diag;
  };
  auto shape = [](sdy::ShardingGroupOp op) { return cast<ShapedType>(op.getInput().getType()).getShape(); };
  if (shape(first) != shape(other))
    return refuse("the value must have the same shape");
  if (first->getParentOfType<sdy::ManualComputationOp>() != other->getParentOfType<sdy::ManualComputationOp>())
    return refuse("the value must stand in the same manual computation");
  return success();
}

struct ShardingGroupImport : impl::ShardingGroupImportBase<ShardingGroupImport> {
  void runOnOperation() override {
    SmallVector<sdy::ShardingGroupOp> ops;
    getOperation().walk([&](sdy::ShardingGroupOp op) { ops.push_back(op); });
    // Groups are one when they share a value.
    llvm::EquivalenceClasses<int64_t> ids;
    DenseMap<Value, int64_t> idOf;
    for (sdy::ShardingGroupOp op : ops) {
      int64_t id = op.getGroupId();
      auto [it, isNew] = idOf.try_emplace(op.getInput(), id);
      ids.unionSets(it->second, id);
    }
    // New ids in the order in which the classes appear.
    DenseMap<int64_t, int64_t> number;
    for (sdy::ShardingGroupOp op : ops)
      number.try_emplace(ids.getLeaderValue(op.getGroupId()), number.size());

    SmallVector<sdy::ShardingGroupOp> firsts(number.size());
    DenseSet<Value> seen;
    for (sdy::ShardingGroupOp op : ops) {
      int64_t id = number[ids.getLeaderValue(op.getGroupId())];
      if (!seen.insert(op.getInput()).second) {
        op.erase();
        continue;
      }
      op.setGroupId(id);
      if (!firsts[id])
        firsts[id] = op;
      else if (failed(checkAlike(firsts[id], op)))
        return signalPassFailure();
    }
  }
};

} // namespace
} // namespace spmd
