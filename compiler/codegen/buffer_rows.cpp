// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that a loop writes into a stack (spmd.write_row) are computed where they lie: the result of
// the kernel becomes a view of the stack. Where something else reads the stack meanwhile, the row
// has a buffer of its own, and the write is a copy.
#include "compiler/codegen/buffer_assigner.h"
#include "compiler/structure/control_flow.h"

using namespace mlir;

namespace spmd {

/// Whether the op, or one inside of it, reads bytes of the stack's group. Views read nothing.
bool BufferAssigner::readsStack(Operation *op, unsigned stack) {
  if (op->getNumResults() && views.contains(op->getResult(0)))
    return false;
  bool reads = false;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (slotOf.contains(base(operand)) && find(slot(operand)) == stack)
        reads = true;
  });
  return reads;
}

/// The row is a kernel's result in a slot of its own, and its place is known before. From the kernel
/// to the write nothing reads the stack, except for the kernel itself where it reads the old row at
/// the elements that it writes. No other row is written in this block, after which the value
/// would be another one.
bool BufferAssigner::canLieInStack(ir::WriteRowOp op) {
  Value row = op.getRow(), index = op.getIndex();
  Operation *made = row.getDefiningOp();
  if (!made || !isa<ir::KernelOp>(made) || made->getBlock() != op->getBlock() ||
      views.contains(row) || groupOf(slot(row)).slots != 1 ||
      groupOf(slot(row)).home != Home::Arena)
    return false;
  unsigned stack = find(slotOf.lookup(op.getResult()));
  if (find(slot(op.getStack())) != stack || isMoving(op.getStack()))
    return false;
  Operation *place = index.getDefiningOp();
  if (isMoving(index) || (place && place->getBlock() == op->getBlock() && !place->isBeforeInBlock(made)))
    return false;
  for (OpOperand &operand : made->getOpOperands()) {
    if (find(slot(operand.get())) != stack)
      continue;
    auto view = views.find(operand.get());
    bool isOldRow = view != views.end() && view->second.moving.size() == 1 &&
                    view->second.moving[0].index == index && !view->second.offset &&
                    !isMoving(view->second.base);
    bool isRewritten = llvm::any_of(queries.sharing(made), [&](const Sharing &sharing) {
      return sharing.operand == operand.getOperandNumber() && !sharing.mustShare &&
             sharing.result == cast<OpResult>(row).getResultNumber();
    });
    if (!isOldRow || !isRewritten)
      return false;
  }
  for (Operation *between = made->getNextNode(); between != op; between = between->getNextNode())
    if (readsStack(between, stack))
      return false;
  return llvm::none_of(*op->getBlock(), [&](Operation &other) {
    return isa<ir::WriteRowOp>(other) && &other != op.getOperation() &&
           find(slotOf.lookup(other.getResult(0))) == stack;
  });
}

void BufferAssigner::placeRows() {
  for (Operation *op : order) {
    auto write = dyn_cast<ir::WriteRowOp>(op);
    if (!write || !canLieInStack(write))
      continue;
    Value row = write.getRow();
    auto type = cast<RankedTensorType>(write.getType());
    Group &own = groupOf(slot(row));
    own.bytes = 0;
    own.lifetimes.clear();
    slotOf.erase(row);
    views[row] = {write.getStack(),
                  0,
                  {{write.getIndex(), type.getDimSize(0) - 1,
                    int64_t(*bufferBytes(row.getType()))}}};
  }
}

} // namespace spmd
