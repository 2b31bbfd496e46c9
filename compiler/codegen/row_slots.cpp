// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that a loop writes into a stack (spmd.write_row) are computed where they lie: the result of
// the kernel becomes a view of the stack. Where something else reads the stack meanwhile, the row
// has a buffer of its own, and the write is a copy.
//   %r = spmd.kernel(%p, %g), %w = spmd.write_row %r, %params[%i]
//   -> the kernel writes to the buffer of argument i, which %p = spmd.read_row %params[%i] shows
#include "compiler/codegen/row_slots.h"
#include "compiler/structure/argument_rows.h"
#include "compiler/structure/control_flow.h"

using namespace mlir;

namespace spmd {

/// Whether the op, or one inside of it, reads bytes of the group. Views read nothing.
bool RowSlots::readsGroup(Operation *op, unsigned group) {
  if (op->getNumResults() && views.contains(op->getResult(0)))
    return false;
  bool reads = false;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (slotOf.contains(base(operand)) && find(slot(operand)) == group)
        reads = true;
  });
  return reads;
}

/// Whether the value is the row of a stack at this index, maybe in another shape.
bool RowSlots::showsRow(Value value, Value index) const {
  bool found = false;
  for (auto it = views.find(value); it != views.end(); it = views.find(it->second.base)) {
    if (it->second.offset)
      return false;
    for (const MovingIndex &moving : it->second.moving)
      if (std::exchange(found, true) || moving.index != index)
        return false;
  }
  return found;
}

/// Whether `made` may write the row while it reads the stack: only the old row, at the elements
/// that it writes.
bool RowSlots::readsOldRowOnly(OpResult row, Value index, unsigned stack) {
  Operation *made = row.getOwner();
  return llvm::all_of(made->getOpOperands(), [&](OpOperand &operand) {
    if (find(slot(operand.get())) != stack)
      return true;
    return showsRow(operand.get(), index) &&
           llvm::any_of(queries.sharing(made), [&](const Sharing &sharing) {
             return sharing.operand == operand.getOperandNumber() && !sharing.mustShare &&
                    sharing.result == row.getResultNumber();
           });
  });
}

/// The row, maybe in another shape, is all of a kernel's result in a slot of its own, and its place
/// is known before. From the kernel to the write nothing else reads the stack.
bool RowSlots::canLieInRow(ir::WriteRowOp op) {
  auto row = dyn_cast<OpResult>(base(op.getRow()));
  Value index = op.getIndex();
  Operation *made = row ? row.getOwner() : nullptr;
  if (!made || !isa<ir::KernelOp>(made) || made->getBlock() != op->getBlock() ||
      bufferBytes(row.getType()) != bufferBytes(op.getRow().getType()) || isMoving(op.getRow()))
    return false;
  const Group &own = groupOf(slot(row));
  unsigned stack = find(slotOf.lookup(op.getResult()));
  if (own.slots != 1 || own.home != Home::Arena || find(slot(op.getWhole())) != stack ||
      isMoving(op.getWhole()))
    return false;
  Operation *place = index.getDefiningOp();
  if (place && place->getBlock() == op->getBlock() && !place->isBeforeInBlock(made))
    return false;
  // Behind the write, the index may be another one, or another row be written at the same place.
  if (lastUse(row) > 2 * first[op] + 1 || !readsOldRowOnly(row, index, stack))
    return false;
  for (Operation *between = made->getNextNode(); between != op; between = between->getNextNode()) {
    auto done = dyn_cast<ir::CollectiveDoneOp>(between); // an exchange reads until it is done
    Operation *reader = done ? done.getHandle().getDefiningOp() : between;
    if (!reader || readsGroup(reader, stack))
      return false;
  }
  return true;
}

/// Moves a stack of new rows into the buffers of the results that are its rows, if they have
/// buffers of their own.
void RowSlots::placeResultRows(ir::RowsOp op, ArrayRef<int32_t> resultAlias) {
  if (!op.getBuffers().empty() || !op->hasOneUse() || !isLoop(*op->user_begin()))
    return;
  OpOperand &use = *op->use_begin();
  Value stack = use.getOwner()->getResult(use.getOperandNumber());
  std::optional<SmallVector<int64_t>> results = returnedRows(stack);
  Group &group = groupOf(slotOf.lookup(stack));
  if (!results || group.home != Home::Arena)
    return;
  rt::Table table{group.bytes / results->size(), {}};
  for (int64_t result : *results) {
    if (resultAlias[result] >= 0 || find(slot(op)) != find(slotOf.lookup(stack)))
      return;
    table.rows.push_back({rt::Space::Result, uint32_t(result), 0});
  }
  for (int64_t result : *results) // nothing else may lie there before
    groupOf(resultSlots[result]).writable = false;
  group.home = Home::Table;
  group.index = tables.size();
  tables.push_back(std::move(table));
}

/// Runs when all donations are known.
void RowSlots::placeResultRows(ArrayRef<int32_t> resultAlias) {
  for (Operation *op : order)
    if (auto stack = dyn_cast<ir::RowsOp>(op))
      placeResultRows(stack, resultAlias);
}

/// A row that can lie in place loses its slot and becomes a view.
void RowSlots::placeRows() {
  for (Operation *op : order) {
    auto write = dyn_cast<ir::WriteRowOp>(op);
    if (!write || !canLieInRow(write))
      continue;
    Value row = base(write.getRow());
    auto type = cast<RankedTensorType>(write.getType());
    Group &own = groupOf(slot(row));
    own.bytes = 0;
    own.lifetimes.clear();
    slotOf.erase(row);
    views[row] = {
        write.getWhole(),
        0,
        {{write.getIndex(), type.getDimSize(0) - 1, int64_t(*bufferBytes(row.getType()))}}};
  }
}

// The offset of the views above the returned value says which row it is. A row of a table of
// arguments that are donated to these results needs no copy.
bool RowSlots::isInPlace(Value returned, Slot target) {
  if (!isMoving(returned) && find(slot(returned)) == find(target))
    return true;
  const Group &from = groupOf(slot(returned)), &to = groupOf(target);
  if (from.home != Home::Table || (to.home != Home::Argument && to.home != Home::Result))
    return false;
  uint64_t offset = 0;
  for (auto it = views.find(returned); it != views.end(); it = views.find(it->second.base)) {
    if (!it->second.moving.empty())
      return false;
    offset += it->second.offset;
  }
  const rt::Table &table = tables[from.index];
  const rt::Address &row = table.rows[offset / table.rowBytes];
  return offset % table.rowBytes == 0 && to.bytes == table.rowBytes && row.index == to.index &&
         (row.space == rt::Space::Argument) == (to.home == Home::Argument);
}

// Rows at places that only the running program knows stay in the table.
BufferRange RowSlots::inRow(BufferRange at) const {
  if (at.address.space != rt::Space::Table || !at.dynamic.empty())
    return at;
  const rt::Table &table = tables[at.address.index];
  const uint64_t within = at.address.offset % table.rowBytes;
  if (at.bytes > table.rowBytes - within)
    return at; // the whole stack
  at.address = table.rows[at.address.offset / table.rowBytes];
  at.address.offset = within;
  return at;
}

// Source or target may be a table, or both, as where a loop must not change its arguments: it
// carries a copy of all rows in the arena.
SmallVector<PlannedCopy> RowSlots::byRows(const PlannedCopy &copy) const {
  auto rowBytes = [&](const BufferRange &range) {
    return range.address.space == rt::Space::Table && range.dynamic.empty()
               ? tables[range.address.index].rowBytes
               : range.bytes;
  };
  const uint64_t bytes = std::min(rowBytes(copy.source), rowBytes(copy.target));
  SmallVector<PlannedCopy> rows;
  for (uint64_t at = 0; at < copy.source.bytes; at += bytes) {
    PlannedCopy row = copy;
    for (BufferRange *range : {&row.source, &row.target}) {
      range->address.offset += at;
      range->bytes = bytes;
      *range = inRow(*range);
    }
    rows.push_back(row);
  }
  return rows;
}

// Row k begins k rows behind the first one.
SmallVector<PlannedCopy> RowSlots::joinedAt(BufferRange whole, ir::RowsOp op) {
  SmallVector<PlannedCopy> copies;
  whole.bytes /= op.getBuffers().size();
  for (Value row : op.getBuffers()) {
    uint32_t argument = cast<BlockArgument>(row).getArgNumber();
    copies.push_back({op, {{rt::Space::Argument, argument, 0}, whole.bytes, {}}, whole});
    whole.address.offset += whole.bytes;
  }
  return copies;
}

} // namespace spmd
