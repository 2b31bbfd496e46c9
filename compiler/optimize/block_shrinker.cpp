// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds where a block keeps the most bytes, cuts it there with recompute.h, and copies what is not
// kept to its first readers behind the cut.
#include "compiler/optimize/block_shrinker.h"
#include "compiler/optimize/recompute.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {

/// Numbers the ops, finds the segments between barriers, and computes the live bytes after each
/// op.
BlockShrinker::BlockShrinker(Block &block) : block(block) {
  segments.push_back(0);
  for (Operation &op : block) {
    position[&op] = ops.size();
    if (op.getNumResults() > 1 && viewOf(op.getResult(0))) // a barrier
      segments.push_back(ops.size());
    ops.push_back(&op);
  }
  for (Operation *op : llvm::reverse(ops)) // views come after their bases
    for (Value result : op->getResults()) {
      int64_t &last = lastUse.try_emplace(result, position[op]).first->second;
      for (Operation *user : result.getUsers())
        last = std::max(last, positionOf(user));
      if (std::optional<View> view = viewOf(result)) {
        int64_t seen = last;
        int64_t &base = lastUse.try_emplace(view->base, seen).first->second;
        base = std::max(base, seen);
      }
    }
  live.assign(ops.size() + 1, 0);
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (int64_t bytes = bytesOf(result.getType()); bytes && !viewOf(result) &&
                                                     !op->hasTrait<OpTrait::ConstantLike>() &&
                                                     !isa<ir::RowsOp>(op)) {
        live[position[op]] += bytes;
        live[lastUse[result]] -= bytes;
      }
  for (size_t p = 1; p < live.size(); ++p)
    live[p] += live[p - 1];
}

/// What a loop reads last is in use as long as it runs, so the bytes before it count as well.
int64_t BlockShrinker::addFullest(DenseSet<Operation *> &loops) const {
  int64_t most = 0;
  DenseSet<Operation *> found;
  for (auto [p, op] : llvm::enumerate(ops)) {
    int64_t inside = 0;
    DenseSet<Operation *> running;
    if (isControlFlow(op))
      for (Region &region : op->getRegions()) {
        DenseSet<Operation *> inner;
        int64_t bytes = BlockShrinker(region.front()).addFullest(inner);
        if (bytes >= inside)
          inside = bytes, running = std::move(inner);
      }
    int64_t bytes = std::max(live[p], p ? live[p - 1] : 0) + inside;
    if (bytes <= most)
      continue;
    most = bytes, found = std::move(running);
    if (isLoop(op))
      found.insert(op);
  }
  loops.insert_range(found);
  return most;
}

void BlockShrinker::run(bool onlyBehindBarriers) {
  for (auto [i, begin] : llvm::enumerate(segments))
    if (i > 0 || !onlyBehindBarriers)
      cut(begin, i + 1 < segments.size() ? segments[i + 1] : ops.size());
}

/// The position of the op of this block that contains `user`; -1 outside of the block.
int64_t BlockShrinker::positionOf(Operation *user) const {
  auto it = position.find(block.findAncestorOpInBlock(*user));
  return it == position.end() ? -1 : it->second;
}

/// Whether `a` stands before `b`, from our own numbers: mlir::Block would renumber all its ops
/// after every few copies.
bool BlockShrinker::isBefore(Operation *a, Operation *b) const {
  auto place = [&](Operation *op) {
    auto copy = rank.find(op);
    return std::pair(positionOf(op), copy == rank.end() ? INT64_MAX : copy->second);
  };
  auto l = place(a), r = place(b);
  return l != r ? l < r : a != b && a->isBeforeInBlock(b);
}

/// The first reader after position `fullest`; null if there is none.
Operation *BlockShrinker::firstUseAfter(Value value, int64_t fullest) const {
  Operation *first = nullptr;
  for (Operation *user : value.getUsers())
    if (Operation *at = block.findAncestorOpInBlock(*user);
        positionOf(at) > fullest && (!first || isBefore(at, first)))
      first = at;
  return first;
}

/// Whether an op behind position `fullest` reads the value; what main returns has memory of its
/// own.
bool BlockShrinker::isReadAfter(Value value, int64_t fullest) const {
  Operation *first = firstUseAfter(value, fullest);
  return first && !isa<func::ReturnOp>(first);
}

/// Whether the value is one that the loop carries and the trip computes again. It ends with its
/// last reader, because the next value takes its place.
bool BlockShrinker::isReplaced(Value value) const {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &block && isLoop(block.getParentOp()) &&
         block.getTerminator()->getOperand(argument.getArgNumber()) != value;
}

/// Cuts one segment at its fullest place. Wanted are all values that cross it. Values from before
/// the segment that live past the place anyway are free. Values that are not kept are recomputed
/// right before their first reader behind the cut.
void BlockShrinker::cut(int64_t begin, int64_t end) {
  int64_t fullest = std::max_element(live.begin() + begin, live.begin() + end) - live.begin();
  auto isFree = [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (isReplaced(value))
      return firstUseAfter(value, fullest) != nullptr;
    if (!def || def->getBlock() != &block || def->hasTrait<OpTrait::ConstantLike>())
      return true;
    return position.lookup(def) < begin && lastUse.lookup(value) > fullest;
  };
  ArrayRef<Operation *> before = ArrayRef<Operation *>(ops).slice(begin, fullest + 1 - begin);
  KeepLeast plan(block, isFree);
  SmallVector<Value> crossing;
  for (Operation *op : before)
    for (Value result : op->getResults())
      if (!isFree(result) && bytesOf(result.getType()) && isReadAfter(result, fullest)) {
        crossing.push_back(result);
        plan.want(result);
      }
  if (plan.solve() <= 0)
    return;
  // Each value is recomputed before its first reader after the cut; copies count as readers.
  DenseMap<Value, Operation *> place;
  auto putBefore = [&](Value value, Operation *at) {
    auto [it, isNew] = place.try_emplace(value, at);
    if (isBefore(at, it->second))
      it->second = at;
  };
  for (Value value : crossing)
    if (!plan.isAtHand(value))
      putBefore(value, firstUseAfter(value, fullest));
  SmallVector<Value> copied;
  for (Operation *op : llvm::reverse(ArrayRef<Operation *>(ops).take_front(fullest + 1)))
    for (Value result : op->getResults())
      if (auto it = place.find(result); it != place.end()) {
        copied.push_back(result);
        Operation *at = it->second;
        for (Value operand : op->getOperands())
          if (!plan.isAtHand(operand))
            putBefore(operand, at);
      }
  // Producers are copied before their users, as `copied` is in reverse order.
  IRMapping copies;
  for (Value value : llvm::reverse(copied)) {
    OpBuilder b(place[value]);
    Operation *copy = b.clone(*value.getDefiningOp(), copies);
    position[copy] = positionOf(place[value]);
    Operation *last = copy->getPrevNode();
    rank[copy] = last && positionOf(last) == position[copy] ? rank.lookup(last) + 1 : 1;
    copies.map(value, copy->getResult(0));
    value.replaceUsesWithIf(copy->getResult(0), [&](OpOperand &use) {
      Operation *at = block.findAncestorOpInBlock(*use.getOwner());
      return positionOf(at) > fullest && !isBefore(at, copy);
    });
  }
}

} // namespace spmd
