// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which slots share memory: groups of slots are merged where their lifetimes are disjoint,
// so that updates happen in place, loop-carried values stay where they are, and results are
// computed in the buffers of donated arguments. Where two slots must hold the same value but cannot
// be merged, a copy is planned. Separate from buffer_slots.cpp, which measures lifetimes before,
// and from buffers.cpp, which assigns addresses afterwards.
#include "compiler/codegen/buffer_assigner.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

/// Plans a copy of `source` to `target` before op `before`.
void BufferAssigner::copyInto(Operation *before, Value source, Slot target) {
  pending.push_back({before, source, -1, -1, target, source.getType()});
}

/// Merges operands with results that an op may (must = false) or must compute in place. An
/// update of a window must be in place; where merging fails the operand is copied into the
/// result's buffer before the op. Mandatory sharing is merged first, so that optional
/// sharing cannot take its buffers.
void BufferAssigner::mergeSharing(bool must) {
  for (Operation *op : order)
    for (Sharing sharing : queries.sharing(op)) {
      if (sharing.mustShare != must || views.contains(op->getResult(sharing.result)))
        continue;
      Value input = op->getOperand(sharing.operand), output = op->getResult(sharing.result);
      // Four conditions: equal size, an operand that starts at its base, no other operand
      // that shows the same bytes elsewhere, and lifetimes that allow merging at this op.
      bool same = bufferBytes(input.getType()) == bufferBytes(output.getType()) &&
                  !isMoving(input) && !isSeenOtherwise(op, sharing) &&
                  merge(slot(input), slotOf.lookup(output), first[op]);
      if (must && !same) {
        // The copy is written before the op runs, so the result's lifetime begins one step
        // earlier.
        copyInto(op, input, slotOf.lookup(output));
        for (Lifetime &life : groupOf(slotOf.lookup(output)).lifetimes)
          if (life.begin == 2 * first[op] + 1)
            life.begin = 2 * first[op];
      }
    }
}

/// Does `op` read the bytes that it would overwrite through another operand as well, and at
/// other elements than it writes? A view at an offset counts as other elements; an operand
/// that may share the same result is read only where the result is written.
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

/// Tries to compute `value` directly in `target`, which is read for the last time before op
/// `end`. Where the lifetimes still overlap, tries again at the op that defines `value`:
/// that op may read the old contents of `target` at the elements that it writes. Returns
/// true on success.
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

/// Merges what flows in and out of loops, cases and ifs. The body of a loop yields the next
/// values of the carried slots, and the operands of the loop are its first values; an
/// initial value that cannot be merged is copied before the loop.
void BufferAssigner::mergeLoops() {
  for (Operation *op : order) {
    if (isLoop(op)) {
      joinYields(op->getRegion(1).front().getTerminator(), op->getResults());
      // The loop's initial values, after its yields: a yield that needs a copy costs one
      // copy per iteration, an initial value only one.
      for (auto [init, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
        if (isMoving(init) || !merge(slot(init), slotOf.lookup(result), first[op]))
          copyInto(op, init, slotOf.lookup(result));
    } else if (isControlFlow(op)) {
      for (Region &region : op->getRegions())
        joinYields(region.front().getTerminator(), op->getResults());
    }
  }
}

/// Makes the values that a block returns become the results of the parent op. Each value is
/// computed in the buffer of the result where mergeMade allows it, and copied at the end of
/// the block otherwise.
void BufferAssigner::joinYields(Operation *terminator, ValueRange results) {
  SmallVector<std::pair<Value, Slot>> moves;
  for (auto [operand, result] : llvm::zip_equal(terminator->getOperands(), results)) {
    Slot target = slotOf.lookup(result);
    if (slot(operand) == target && !isMoving(operand))
      continue; // an argument that the block returns unchanged
    // Only values that the block itself computes can be computed in the result's buffer.
    // Arguments and values from outside exist already and are copied.
    bool isOwn =
        operand.getParentBlock() == terminator->getBlock() && !isa<BlockArgument>(base(operand));
    if (isOwn && !isMoving(operand) && mergeMade(operand, target, terminator))
      continue;
    moves.push_back({operand, target});
  }
  moveOutAll(terminator, moves);
}

/// Collects the groups that a copy of `value` reads: the bytes of its base, and the indices
/// in memory that give the offsets of dynamic views.
void BufferAssigner::collectReads(Value value, llvm::SmallSet<unsigned, 2> &reads) {
  for (auto it = views.find(value); it != views.end(); it = views.find(value)) {
    for (const MovingIndex &moving : it->second.moving)
      collectReads(moving.index, reads);
    value = it->second.base;
  }
  reads.insert(find(slot(value)));
  if (const Group &group = groupOf(slot(value)); group.home == Home::Table)
    for (const rt::Address &row : tables[group.index].rows)
      if (row.space == rt::Space::Argument)
        reads.insert(find(slotOf[main.getArgument(row.index)]));
}

/// Plans the copies at the end of a block. They run one after the other, so a copy whose
/// target another copy still reads goes through a temporary:
///   carried (a, b) returned as (b, a)  ->  t0 = b, t1 = a, a = t0, b = t1
void BufferAssigner::moveOutAll(Operation *before, ArrayRef<std::pair<Value, Slot>> moves) {
  SmallVector<llvm::SmallSet<unsigned, 2>> reads(moves.size());
  // A copy that reads its own target does not count as another reader of it.
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

/// Plans one copy at the end of a block, in two steps where `throughTemporary`.
void BufferAssigner::moveOut(Operation *before, Value source, Slot target, bool throughTemporary) {
  // The target is written while the op's other operands are still read, so it is live at
  // the terminator. The result of a branch is live from here to the end of all branches
  // anyway: only other branches lie in between.
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
  // The copy into the temporary stays in order; the copy out of it runs after all others.
  int index = temporaries.size() - 1;
  pending.push_back({before, source, -1, index, 0, source.getType()});
  deferred.push_back({before, Value(), index, -1, target, source.getType()});
}

/// Appends the copies out of temporaries after those into temporaries.
void BufferAssigner::finishMoves() {
  pending.insert(pending.end(), deferred.begin(), deferred.end());
  deferred.clear();
}

/// Gives every result of main its final slot: the buffer of the argument that is donated to
/// it (tf.aliasing_output), else a buffer of its own. The returned value is computed there
/// where merging allows it; planReturns copies the rest.
void BufferAssigner::mergeResults() {
  Operation *ret = main.front().getTerminator();
  plan.argumentAlias.assign(main.getNumArguments(), -1);
  plan.resultAlias.assign(ret->getNumOperands(), -1);
  for (BlockArgument arg : main.getArguments())
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(), "tf.aliasing_output")) {
      claim(arg, alias.getInt(), ret);
    } else if (main.getArgAttr(arg.getArgNumber(), "tf.aliasing_output")) {
      plan.remarks.push_back(("argument " + Twine(arg.getArgNumber()) +
                              " is donated but tf.aliasing_output is not the number of a result")
                                 .str());
      groups[slotOf[arg]].writable = false;
    }
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

/// Records that result `result` takes the buffer of a donated argument. Where types differ
/// or the result has a donor already, the donation is refused with a remark and the argument
/// becomes read-only.
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

/// Plans the copies of results that were not computed in their final buffers.
void BufferAssigner::planReturns() {
  Operation *ret = main.front().getTerminator();
  SmallVector<std::pair<Value, Slot>> moves;
  for (auto [operand, target] : llvm::zip_equal(ret->getOperands(), resultSlots))
    if (!isInPlace(operand, target))
      moves.push_back({operand, target});
  moveOutAll(ret, moves);
}

} // namespace spmd
