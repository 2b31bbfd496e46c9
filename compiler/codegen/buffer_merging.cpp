// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which slots are one block of memory: they are merged into groups (union-find) while their
// lifetimes stay disjoint, so that updates are in place, loops carry values where they are and
// results are made in the buffers of donated arguments; what cannot be merged is copied.
#include "compiler/codegen/buffer_assigner.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

/// Lifetimes in order; those that touch are one.
static SmallVector<Lifetime, 2> joined(SmallVector<Lifetime, 2> lives) {
  llvm::sort(lives, [](Lifetime p, Lifetime q) { return p.begin < q.begin; });
  SmallVector<Lifetime, 2> out;
  for (Lifetime life : lives)
    if (!out.empty() && life.begin <= out.back().end + 1)
      out.back().end = std::max(out.back().end, life.end);
    else
      out.push_back(life);
  return out;
}

/// Makes two groups one where they never hold different things at one step; at step pair
/// `inPlaceAt` (an op's position) a reader and a writer of the same elements may meet.
bool BufferAssigner::merge(Slot a, Slot b, int64_t inPlaceAt) {
  unsigned x = find(a), y = find(b);
  if (x == y)
    return true;
  Group &l = groups[x], &r = groups[y];
  if (l.bytes != r.bytes || !l.writable || !r.writable ||
      (l.home != Home::Arena && r.home != Home::Arena))
    return false;
  SmallVector<Lifetime, 2> left = l.lifetimes;
  if (inPlaceAt >= 0)
    for (Lifetime &life : left)
      if (life.end == 2 * inPlaceAt + 1 && life.begin <= 2 * inPlaceAt)
        life.end = 2 * inPlaceAt;
  if (overlap(left, r.lifetimes))
    return false;
  left.append(r.lifetimes.begin(), r.lifetimes.end());
  unsigned into = l.home != Home::Arena ? x : y, from = into == x ? y : x;
  groups[into].lifetimes = joined(std::move(left));
  groups[from].lifetimes.clear();
  parent[from] = into;
  return true;
}

void BufferAssigner::copyInto(Operation *before, Value source, Slot target) {
  pending.push_back({before, source, -1, -1, target, source.getType()});
}

void BufferAssigner::mergeSharing(bool must) {
  for (Operation *op : order)
    for (Sharing sharing : queries.sharing(op)) {
      if (sharing.mustShare != must)
        continue;
      Value input = op->getOperand(sharing.operand), output = op->getResult(sharing.result);
      bool same = bufferBytes(input.getType()) == bufferBytes(output.getType()) &&
                  !isMoving(input) && !isSeenOtherwise(op, sharing) &&
                  merge(slot(input), slotOf.lookup(output), first[op]);
      if (must && !same) {
        // The window is written into a copy: the output's bytes begin to live before the op.
        copyInto(op, input, slotOf.lookup(output));
        for (Lifetime &life : groupOf(slotOf.lookup(output)).lifetimes)
          if (life.begin == 2 * first[op] + 1)
            life.begin = 2 * first[op];
      }
    }
}
/// Does `op` read the bytes that it would overwrite through another operand, a view, too, and not
/// just where it writes?
bool BufferAssigner::isSeenOtherwise(Operation *op, const Sharing &sharing) {
  unsigned shared = find(slot(op->getOperand(sharing.operand)));
  return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    if (operand.getOperandNumber() == sharing.operand ||
        isa<ir::HandleType>(operand.get().getType()) || find(slot(operand.get())) != shared)
      return false;
    return isMoving(operand.get()) || llvm::none_of(queries.sharing(op), [&](const Sharing &other) {
             return other.operand == operand.getOperandNumber() && other.result == sharing.result &&
                    !other.mustShare;
           });
  });
}
/// `value` is made in `target`: what is there was read for the last time before, or by the very op
/// at the same elements.
bool BufferAssigner::mergeMade(Value value, Slot target, Operation *end) {
  if (merge(slot(value), target, first[end]))
    return true;
  auto made = dyn_cast<OpResult>(base(value));
  return made && llvm::any_of(queries.sharing(made.getOwner()), [&](const Sharing &sharing) {
           Value input = made.getOwner()->getOperand(sharing.operand);
           return sharing.result == made.getResultNumber() && !isMoving(input) &&
                  find(slot(input)) == find(target) && !isSeenOtherwise(made.getOwner(), sharing) &&
                  merge(target, slot(value), first[made.getOwner()]);
         });
}

void BufferAssigner::mergeLoops() {
  for (Operation *op : order) {
    if (isLoop(op)) {
      joinYields(op->getRegion(1).front().getTerminator(), op->getResults());
      for (auto [init, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
        if (isMoving(init) || !merge(slot(init), slotOf.lookup(result), first[op]))
          copyInto(op, init, slotOf.lookup(result));
    } else if (isControlFlow(op)) {
      for (Region &region : op->getRegions())
        joinYields(region.front().getTerminator(), op->getResults());
    }
  }
}

/// Values that a block returns become the op's results: by being made there, else by copies at the
/// block's end. Copies whose target another copy still reads go through temporaries.
void BufferAssigner::joinYields(Operation *terminator, ValueRange results) {
  SmallVector<std::pair<Value, Slot>> moves;
  for (auto [operand, result] : llvm::zip_equal(terminator->getOperands(), results)) {
    Slot target = slotOf.lookup(result);
    if (slot(operand) == target && !isMoving(operand))
      continue; // an argument that is passed on
    bool isOwn =
        operand.getParentBlock() == terminator->getBlock() && !isa<BlockArgument>(base(operand));
    if (isOwn && !isMoving(operand) && mergeMade(operand, target, terminator))
      continue;
    moves.push_back({operand, target});
  }
  moveOutAll(terminator, moves);
}

/// The groups whose memory a copy of `value` reads: its bytes, and indices that say where they are.
void BufferAssigner::collectReads(Value value, llvm::SmallSet<unsigned, 2> &reads) {
  for (auto it = views.find(value); it != views.end(); it = views.find(value)) {
    for (const MovingIndex &moving : it->second.moving)
      collectReads(moving.index, reads);
    value = it->second.base;
  }
  reads.insert(find(slot(value)));
}

/// Copies at the end of a block, one after the other: what one writes none may still have to read.
void BufferAssigner::moveOutAll(Operation *before, ArrayRef<std::pair<Value, Slot>> moves) {
  SmallVector<llvm::SmallSet<unsigned, 2>> reads(moves.size());
  DenseMap<unsigned, size_t> readers; // of a group: how many of the copies
  for (auto [move, own] : llvm::zip_equal(moves, reads)) {
    collectReads(move.first, own);
    for (unsigned group : own)
      ++readers[group];
  }
  for (auto [move, own] : llvm::zip_equal(moves, reads)) {
    unsigned target = find(move.second);
    moveOut(before, move.first, move.second,
            /*throughTemporary=*/readers.lookup(target) > own.count(target));
  }
  finishMoves();
}

void BufferAssigner::moveOut(Operation *before, Value source, Slot target, bool throughTemporary) {
  // Written while other operands are still read. A branch's result lives from here to the end of
  // the branches anyway: what lies in between are other branches.
  SmallVector<Lifetime, 2> &lives = groupOf(target).lifetimes;
  lives.push_back({2 * first[before], 2 * first[before] + 1});
  lives = joined(std::move(lives));
  if (!throughTemporary) {
    copyInto(before, source, target);
    return;
  }
  Slot temporary = newSlot(groups[find(target)].bytes);
  groups[temporary].lifetimes = {{2 * first[before], 2 * first[before] + 1}};
  temporaries.push_back(temporary);
  int index = temporaries.size() - 1;
  pending.push_back({before, source, -1, index, 0, source.getType()});
  deferred.push_back({before, Value(), index, -1, target, source.getType()});
}
void BufferAssigner::finishMoves() {
  pending.insert(pending.end(), deferred.begin(), deferred.end());
  deferred.clear();
}

void BufferAssigner::mergeResults() {
  Operation *ret = main.front().getTerminator();
  plan.argumentAlias.assign(main.getNumArguments(), -1);
  plan.resultAlias.assign(ret->getNumOperands(), -1);
  for (BlockArgument arg : main.getArguments())
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(), "tf.aliasing_output"))
      claim(arg, alias.getInt(), ret);
  for (auto [i, operand] : llvm::enumerate(ret->getOperands())) {
    Slot target;
    if (int32_t arg = plan.resultAlias[i]; arg >= 0) {
      target = slotOf[main.getArgument(arg)];
    } else {
      target = newSlot(*bufferBytes(operand.getType()));
      groups[target].home = Home::Result;
      groups[target].index = i;
    }
    resultSlots.push_back(target);
    if (!isMoving(operand) && !isa<BlockArgument>(base(operand)))
      mergeMade(operand, target, ret);
  }
}

/// Result `result` takes over the argument's buffer where that has its bytes.
void BufferAssigner::claim(BlockArgument arg, int64_t result, Operation *ret) {
  unsigned i = arg.getArgNumber();
  auto refuse = [&](const Twine &why) {
    plan.remarks.push_back(
        ("argument " + Twine(i) + " is donated to result " + Twine(result) + " but " + why).str());
    groups[slotOf[arg]].writable = false;
  };
  if (result < 0 || result >= ret->getNumOperands())
    return refuse("there is no such result");
  if (ret->getOperand(result).getType() != arg.getType())
    return refuse("their local types differ; the result gets a buffer of its own");
  if (plan.resultAlias[result] >= 0)
    return refuse("that result already has the buffer of argument " +
                  Twine(plan.resultAlias[result]));
  plan.argumentAlias[i] = result;
  plan.resultAlias[result] = i;
}

void BufferAssigner::planReturns() {
  Operation *ret = main.front().getTerminator();
  SmallVector<std::pair<Value, Slot>> moves;
  for (auto [operand, target] : llvm::zip_equal(ret->getOperands(), resultSlots))
    if (isMoving(operand) || find(slot(operand)) != find(target))
      moves.push_back({operand, target});
  moveOutAll(ret, moves);
}

} // namespace spmd
