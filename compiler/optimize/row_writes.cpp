// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes of rows of a loop's stacks: residuals for the backward pass, results of each trip. The
// kernel that computes or reads a row writes it, too, so that a trip has few kernels.
//   z = kernel(..); s' = kernel(s, i, z); h' = kernel(z)   ->   z, s', h' = kernel(.., s, i)
// Nothing in the trip reads the stack. So the writes stand at the end of the body while groups grow
// and part no ops that belong together; then each joins the kernel of its row, or moves up to it.
#include "compiler/kernels/update_window.h"
#include "compiler/optimize/fusion_groups.h"
#include "compiler/structure/control_flow.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace spmd {

/// Whether the op updates a window of a value that the loop carries, nothing else in the trip reads
/// that value, and only the next trip reads the result.
static bool writesRow(Operation *op) {
  if (op->getNumResults() != 1 || !op->hasOneUse() ||
      !(*op->user_begin())->hasTrait<OpTrait::IsTerminator>())
    return false;
  std::optional<UpdateWindow> window = updateWindow(op);
  auto whole = window ? dyn_cast<BlockArgument>(window->whole) : nullptr;
  return whole && whole.hasOneUse() && whole.getOwner() == op->getBlock() &&
         isLoop(op->getBlock()->getParentOp());
}

void FusionGroups::sinkRowWrites() {
  SmallVector<Operation *> writes;
  for (Operation &op : block.without_terminator())
    if (writesRow(&op))
      writes.push_back(&op);
  for (Operation *op : writes)
    op->moveBefore(block.getTerminator());
}

/// The position of the op, or that of its kernel.
int64_t FusionGroups::standsAt(Operation *op) const {
  auto it = groupOf.find(op);
  return it == groupOf.end() ? position.lookup(op) : groups[it->second].anchor;
}

/// The position behind which the values exist.
int64_t FusionGroups::madeAt(ArrayRef<Value> values) const {
  int64_t last = 0;
  for (Value v : values)
    if (Operation *op = v.getDefiningOp(); op && op->getBlock() == &block)
      last = std::max(last, standsAt(op));
  return last;
}

/// The groups that compute or read what the write reads, earlier kernels first; none that stands
/// before a value that the write reads, nor one that does not have all of the large ones.
SmallVector<unsigned> FusionGroups::kernelsOfRow(unsigned write, ArrayRef<Value> inputs) const {
  const int64_t latest = madeAt(inputs);
  llvm::SmallSetVector<unsigned, 8> near;
  SmallVector<Value> large;
  for (Value v : inputs) {
    if (elementsOfTensor(v) < kExpansion)
      continue;
    large.push_back(v);
    if (Operation *made = v.getDefiningOp(); made && groupOf.contains(made))
      near.insert(groupOf.lookup(made));
    for (Operation *user : v.getUsers())
      if (auto it = groupOf.find(inBlock(user)); it != groupOf.end())
        near.insert(it->second);
  }
  auto has = [&](unsigned index, Value v) {
    return isInGroup(v, index) ||
           llvm::any_of(v.getUsers(), [&](Operation *user) { return isInGroup(user, index); });
  };
  SmallVector<unsigned> kernels = near.takeVector();
  llvm::erase_if(kernels, [&](unsigned index) {
    const Group &group = groups[index];
    return index == write || group.isClosed || group.anchor < latest || group.ops.empty() ||
           !llvm::all_of(large, [&](Value v) { return has(index, v); });
  });
  llvm::sort(kernels, [&](unsigned a, unsigned b) {
    return std::pair(groups[a].anchor, a) < std::pair(groups[b].anchor, b);
  });
  return kernels;
}

/// The ops of the write follow those of the group, in the text as in the kernel.
bool FusionGroups::writeIn(unsigned index, unsigned write) {
  Group &group = groups[index], &from = groups[write];
  if (group.ops.size() + from.ops.size() > kMaxGroup)
    return false;
  SmallVector<Operation *> all = inOrder(group), added = inOrder(from);
  Operation *last = all.back();
  all.append(added);
  if (failed(planFusion(FusionBody::of(all))))
    return false;
  for (Operation *op : added) {
    groupOf[op] = index;
    position[op] = group.anchor;
    op->moveAfter(last);
    last = op;
  }
  group.ops.assign(all.rbegin(), all.rend());
  from.ops.clear();
  return true;
}

/// The kernel of the write stands right behind what it reads, so that its rows live no longer.
void FusionGroups::raiseWrite(unsigned write, ArrayRef<Value> inputs) {
  Group &group = groups[write];
  group.anchor = madeAt(inputs);
  Operation *last = nullptr;
  for (Operation &op : block.without_terminator())
    if (position.contains(&op) && !isInGroup(&op, write) && standsAt(&op) <= group.anchor)
      last = &op;
  for (Operation *op : inOrder(group)) {
    position[op] = group.anchor;
    if (last)
      op->moveAfter(last);
    else
      op->moveBefore(&block, block.begin());
    last = op;
  }
}

void FusionGroups::joinRowWrites() {
  for (unsigned write = 0; write < groups.size(); ++write) {
    if (groups[write].ops.empty() || !writesRow(groups[write].ops[0]))
      continue;
    SmallVector<Operation *> ops = inOrder(groups[write]);
    SmallVector<Value> inputs = FusionBody::of(ops).inputs;
    for (Operation *op : ops)
      if (writesRow(op))
        llvm::erase(inputs, updateWindow(op)->whole);
    SmallVector<unsigned> kernels = kernelsOfRow(write, inputs);
    if (llvm::none_of(kernels, [&](unsigned index) { return writeIn(index, write); }))
      raiseWrite(write, inputs);
  }
}

} // namespace spmd
