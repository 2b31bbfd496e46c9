// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimize/row_writes.h"
#include "compiler/kernels/update_window.h"
#include "compiler/structure/argument_rows.h"
#include "compiler/structure/control_flow.h"

using namespace mlir;

namespace spmd {

/// Whether the op updates a window of a value that the loop carries, nothing else in the trip reads
/// that value, and only the next trip reads the result.
static bool writesRow(Operation *op) {
  if (op->getNumResults() != 1 || !op->hasOneUse() ||
      *op->user_begin() != op->getBlock()->getTerminator())
    return false;
  std::optional<UpdateWindow> window = updateWindow(op);
  auto whole = window ? dyn_cast<BlockArgument>(window->whole) : nullptr;
  return whole && whole.hasOneUse() && whole.getOwner() == op->getBlock() &&
         isLoop(op->getBlock()->getParentOp());
}

bool updatesWhatIsRead(Operation *op) {
  std::optional<UpdateWindow> window = updateWindow(op);
  auto whole = window ? dyn_cast<BlockArgument>(window->whole) : nullptr;
  return whole && isLoop(whole.getOwner()->getParentOp()) &&
         2 * elementsOfTensor(window->update) <= elementsOfTensor(whole) &&
         llvm::any_of(whole.getUsers(), [&](Operation *user) {
           return user != op && user->getBlock() == op->getBlock() && user->isBeforeInBlock(op) &&
                  !readsWindow(user, op, *window);
         });
}

bool readsTable(Operation *op) { return rowOfSlice(op) && isTable(op->getOperand(0)); }

// In their order: a later write may be of a row that an earlier one's kernel makes.
void sinkRowWrites(Block &body) {
  SmallVector<Operation *> writes;
  for (Operation &op : body.without_terminator())
    if (writesRow(&op))
      writes.push_back(&op);
  for (Operation *op : writes)
    op->moveBefore(body.getTerminator());
}

/// The group of an op of the block, or of the op of the block that contains it.
std::optional<unsigned> RowWrites::groupAt(Operation *op) const {
  Operation *inBlock = op ? all.block.findAncestorOpInBlock(*op) : nullptr;
  auto it = inBlock ? all.groupOf.find(inBlock) : all.groupOf.end();
  return it == all.groupOf.end() ? std::nullopt : std::optional(it->second);
}

/// The position of the op, or that of its kernel. A view outside of kernels moves behind the kernel
/// of what it views.
int64_t RowWrites::standsAt(Operation *op) const {
  if (std::optional<unsigned> index = groupAt(op))
    return all.groups[*index].anchor;
  const int64_t at = all.position.lookup(op);
  return isView(op) ? std::max(at, madeAt(op->getOperands())) : at;
}

/// The position behind which the values exist.
int64_t RowWrites::madeAt(ValueRange values) const {
  int64_t last = 0;
  for (Value v : values)
    if (Operation *op = v.getDefiningOp(); op && op->getBlock() == &all.block)
      last = std::max(last, standsAt(op));
  return last;
}

/// The groups that compute or read all large values that the write reads, earlier kernels first;
/// none that stands before such a value is there.
SmallVector<unsigned> RowWrites::kernelsOf(unsigned write, ArrayRef<Value> inputs) const {
  const int64_t latest = madeAt(inputs);
  llvm::SmallSetVector<unsigned, 8> near; // of the first large value
  bool isFirst = true;
  for (Value v : inputs) {
    if (elementsOfTensor(v) < kExpansion)
      continue;
    llvm::SmallSetVector<unsigned, 8> here;
    if (auto index = groupAt(v.getDefiningOp()))
      here.insert(*index);
    for (Operation *user : v.getUsers())
      if (auto index = groupAt(user))
        here.insert(*index);
    if (std::exchange(isFirst, false))
      near = std::move(here);
    else
      near.remove_if([&](unsigned index) { return !here.contains(index); });
  }
  SmallVector<unsigned> kernels = near.takeVector();
  llvm::erase_if(kernels, [&](unsigned index) {
    const Group &group = all.groups[index];
    return index == write || group.isClosed || group.anchor < latest;
  });
  llvm::sort(kernels, [&](unsigned a, unsigned b) {
    return std::pair(all.groups[a].anchor, a) < std::pair(all.groups[b].anchor, b);
  });
  return kernels;
}

/// The kernel stands where that of the group does. It computes its ops in the order of the text,
/// since the write may hold what the group reads.
bool RowWrites::joinOne(unsigned index, unsigned write) {
  Group &group = all.groups[index], &from = all.groups[write];
  for (Operation *op : from.ops)
    for (Operation *user : op->getUsers())
      if (!all.isInGroup(user, write) && !all.isInGroup(user, index) &&
          all.neededAt(all.inBlock(user)) <= group.anchor)
        return false;
  Operation *last = all.inOrder(group).back();
  SmallVector<Operation *> moved = all.inOrder(from);
  if (!all.becomeOne(index, write))
    return false;
  moveBehind(last, moved);
  return true;
}

/// So that rows live no longer than they did before the write sank to the end of the body. A stack
/// of what the trip began with is written first, as the next value may take its place in memory.
void RowWrites::raise(unsigned write, ArrayRef<Value> inputs) {
  Group &group = all.groups[write];
  group.anchor = madeAt(inputs);
  Operation *last = nullptr;
  for (Operation &op : all.block.without_terminator())
    if (all.position.contains(&op) && !all.isInGroup(&op, write) && standsAt(&op) <= group.anchor)
      last = &op;
  moveBehind(last, all.inOrder(group));
}

/// Positions stay as they are: they are the order of the text, in which a kernel computes its ops.
/// Moves the ops behind `last`, or to the beginning of the block if that is null.
void RowWrites::moveBehind(Operation *last, ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(&all.block, all.block.begin());
    last = op;
  }
}

// Writes of stacks that are read otherwise keep their place: an update of a row that the trip has
// read belongs to the kernel of the new row (BlockFuser::joinWrites). A stack itself is no input
// that its row's kernel has to have: the write alone reads it.
void RowWrites::join() {
  for (unsigned write = 0; write < all.groups.size(); ++write) {
    if (all.groups[write].ops.empty() || !writesRow(all.groups[write].ops[0]))
      continue;
    SmallVector<Operation *> ops = all.inOrder(all.groups[write]);
    SmallVector<Value> inputs = FusionBody::of(ops).inputs;
    for (Operation *op : ops)
      if (writesRow(op))
        llvm::erase(inputs, updateWindow(op)->whole);
    // The kernel of a sum over what another one computes could not work in the place of its input.
    const bool sums = llvm::any_of(ops, [](Operation *op) { return op->getNumRegions() > 0; });
    if (sums ||
        llvm::none_of(kernelsOf(write, inputs), [&](unsigned i) { return joinOne(i, write); }))
      raise(write, inputs);
  }
}

} // namespace spmd
