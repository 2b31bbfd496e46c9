// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Brings sharding groups into a form that propagation can rely on: groups that share a value are
// merged, ids count from 0, and no value is listed twice. Fails unless all values of a group have
// one shape and stand in the same manual computation. Public Shardy pass.
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SHARDINGGROUPIMPORT
#include "compiler/passes.h.inc"
namespace {

/// Fails if two values of one group differ in shape or stand in different manual computations.
LogicalResult checkAlike(sdy::ShardingGroupOp first, sdy::ShardingGroupOp other) {
  auto refuse = [&](const Twine &what) {
    return other.emitError() << what << ", as the first value of the sharding group"
                             << factNote("the first value is here, of type", first.getLoc(),
                                         first.getInput().getType());
  };
  auto shape = [](sdy::ShardingGroupOp op) {
    return cast<ShapedType>(op.getInput().getType()).getShape();
  };
  if (shape(first) != shape(other))
    return refuse("the value must have the same shape");
  if (first->getParentOfType<sdy::ManualComputationOp>() !=
      other->getParentOfType<sdy::ManualComputationOp>())
    return refuse("the value must stand in the same manual computation");
  return success();
}

struct ShardingGroupImport : impl::ShardingGroupImportBase<ShardingGroupImport> {
  /// Merges groups by union-find over their ids: {0: a, b}, {7: b, c} become {0: a, b, c}.
  void runOnOperation() override {
    auto ops = opsIn<sdy::ShardingGroupOp>(getOperation());
    if (ops.empty())
      return markAllAnalysesPreserved();
    // The group that a value is in first leads all other groups of the value. New ids follow the
    // order in which leaders appear. A std::map, because old ids are arbitrary and a DenseMap
    // reserves two of them.
    std::map<int64_t, unsigned> indexOf;
    for (sdy::ShardingGroupOp op : ops)
      indexOf.try_emplace(op.getGroupId(), indexOf.size());
    SmallVector<unsigned> leader = llvm::to_vector(llvm::seq<unsigned>(0, indexOf.size()));
    auto leaderOf = [&](unsigned index) {
      while (leader[index] != index)
        index = leader[index] = leader[leader[index]];
      return index;
    };
    DenseMap<Value, unsigned> firstOfValue;
    for (sdy::ShardingGroupOp op : ops) {
      unsigned own = indexOf[op.getGroupId()],
               first = firstOfValue.try_emplace(op.getInput(), own).first->second;
      leader[leaderOf(own)] = leaderOf(first);
    }
    SmallVector<int64_t> number(leader.size());
    int64_t count = 0;
    for (unsigned index = 0; index < leader.size(); ++index)
      number[index] = leader[index] == index ? count++ : 0;

    SmallVector<sdy::ShardingGroupOp> firsts(count);
    DenseSet<Value> seen;
    for (sdy::ShardingGroupOp op : ops) {
      int64_t id = number[leaderOf(indexOf[op.getGroupId()])];
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
