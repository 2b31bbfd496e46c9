// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharding groups in a form that propagation can rely on: groups that share a value are one, ids count from 0, no value is
// listed twice. Values of a group must have one shape and stand in the same manual computation.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/IntEqClasses.h"

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
    // Groups are one when they share a value. Old ids are any numbers; here they are what their order says.
    SmallVector<int64_t> old = llvm::map_to_vector(ops, [](sdy::ShardingGroupOp op) { return int64_t(op.getGroupId()); });
    llvm::sort(old);
    old.erase(llvm::unique(old), old.end());
    auto indexOf = [&](sdy::ShardingGroupOp op) { return unsigned(llvm::lower_bound(old, int64_t(op.getGroupId())) - old.begin()); };
    llvm::IntEqClasses classes(old.size());
    DenseMap<Value, unsigned> indexOfValue;
    for (sdy::ShardingGroupOp op : ops)
      classes.join(indexOfValue.try_emplace(op.getInput(), indexOf(op)).first->second, indexOf(op));
    classes.compress(); // numbered by the smallest of each

    SmallVector<sdy::ShardingGroupOp> firsts(classes.getNumClasses());
    DenseSet<Value> seen;
    for (sdy::ShardingGroupOp op : ops) {
      int64_t id = classes[indexOf(op)];
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
