// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the slots of a program, measures their lifetimes (in steps: an op at position p reads at
// step 2p and writes at step 2p + 1), and merges two slots where neither disturbs the other.
#include "compiler/codegen/buffer_slots.h"
#include "compiler/elements/dtype.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {

BufferSlots::Slot BufferSlots::newSlot(uint64_t bytes) {
  parent.push_back(parent.size());
  groups.push_back({});
  groups.back().bytes = bytes;
  return parent.size() - 1;
}

/// Makes the slot of a value. Fails with a diagnostic where its type has no size in bytes.
FailureOr<BufferSlots::Slot> BufferSlots::slotFor(Value value) {
  std::optional<uint64_t> bytes = bufferBytes(value.getType());
  if (!bytes) {
    emitError(value.getLoc()) << "has type " << value.getType()
                              << ", which generated code keeps in no buffer";
    return failure();
  }
  return slotOf[value] = newSlot(*bytes);
}

/// Makes the slots of the arguments of main.
LogicalResult BufferSlots::addArguments() {
  for (BlockArgument arg : main.getArguments()) {
    FailureOr<Slot> s = slotFor(arg);
    if (failed(s))
      return failure();
    // "tf.aliasing_output" donates an argument to one result. "jax.buffer_donor" donates it
    // to any value of equal size.
    auto donor = main.getArgAttrOfType<BoolAttr>(arg.getArgNumber(), "jax.buffer_donor");
    bool donated =
        main.getArgAttr(arg.getArgNumber(), "tf.aliasing_output") || (donor && donor.getValue());
    // Only a donated argument may be overwritten; all others keep their values for the next
    // run.
    groups[*s].home = Home::Argument;
    groups[*s].index = arg.getArgNumber();
    groups[*s].writable = donated;
  }
  return success();
}

/// Makes the slots of an op's results, and records those that are views. The results of a loop
/// share slots with the arguments of its regions. Handles of collectives have no bytes.
LogicalResult BufferSlots::addResults(Operation *op) {
  if (isLoop(op)) {
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      FailureOr<Slot> s = slotFor(result);
      if (failed(s))
        return failure();
      for (Region &region : op->getRegions())
        slotOf[region.front().getArgument(i)] = *s;
    }
    return success();
  }
  for (Value result : op->getResults()) {
    if (isa<ir::HandleType>(result.getType()))
      continue;
    if (std::optional<View> view = viewOf(result)) {
      views[result] = *view;
      continue;
    }
    if (auto write = dyn_cast<ir::WriteRowOp>(op); write && viewOf(write.getIndex()))
      return op->emitOpError("has an index that is a part of another value");
    FailureOr<Slot> s = slotFor(result);
    if (failed(s))
      return failure();
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op);
        constant && failed(addConstant(constant, groups[*s])))
      return failure();
    if (auto stack = dyn_cast<ir::RowsOp>(op))
      addTable(stack, groups[*s]);
  }
  return success();
}

/// The group of a stack lies in the buffers of its rows. If a loop carries it, that loop may
/// overwrite them if all of them are donated to results and nothing else reads them. Their own
/// slots then keep still, since the two do not know of each other.
void BufferSlots::addTable(ir::RowsOp op, Group &group) {
  if (op.getBuffers().empty() || op.getIsCopied())
    return; // placed with the results (row_slots.cpp), or in the arena
  rt::Table table{group.bytes / op.getBuffers().size(), {}};
  group.writable = llvm::any_of(op->getUsers(), isLoop);
  for (Value row : op.getBuffers()) {
    unsigned argument = cast<BlockArgument>(row).getArgNumber();
    group.writable &= row.hasOneUse() && bool(main.getArgAttr(argument, "tf.aliasing_output"));
    table.rows.push_back({rt::Space::Argument, argument, 0});
  }
  for (Value row : op.getBuffers())
    groups[slotOf[row]].writable &= !group.writable;
  group.home = Home::Table;
  group.index = tables.size();
  tables.push_back(std::move(table));
}

/// Slots are made in the order of the program. Scratch memory of an op gets a slot, too, which
/// lives for the time of that op only. Lifetimes are measured last, because they need all views.
LogicalResult BufferSlots::makeSlots() {
  number(main.front());
  if (failed(addArguments()))
    return failure();
  for (Operation *op : order) {
    if (failed(addResults(op)))
      return failure();
    if (uint64_t bytes = queries.scratchBytes(op)) {
      Slot s = newSlot(bytes);
      groups[s].lifetimes = {{2 * first[op], 2 * last[op] + 1}};
      scratchSlots.push_back({op, s});
    }
  }
  measure();
  return success();
}

/// Appends a constant to the program's constants, aligned as every buffer.
LogicalResult BufferSlots::addConstant(stablehlo::ConstantOp op, Group &group) {
  constants.resize(llvm::alignTo(constants.size(), rt::kBufferAlignment));
  group.home = Home::Constant;
  group.writable = false;
  group.offset = constants.size();
  return appendElements(op, constants);
}

/// The lifetimes of the values that a loop carries.
void BufferSlots::measureLoop(Operation *loop) {
  Operation *bodyEnd = loop->getRegion(1).front().getTerminator();
  // The condition runs once more than the body. A carried value is therefore live until
  // the end of the condition, also where nothing reads it: after the last iteration it
  // is the result.
  int64_t condEnd = 2 * first[loop->getRegion(0).front().getTerminator()] + 1;
  for (auto [i, result] : llvm::enumerate(loop->getResults())) {
    Slot s = slotOf[result];
    int64_t read = condEnd;
    for (Region &region : loop->getRegions())
      read = std::max(read, lastUse(region.front().getArgument(i)));
    addLife(s, 2 * first[loop] + 1, read);
    // The slot holds the next value from the end of the body on (copies add an earlier
    // step, see moveOut) until the last use of the loop's result.
    int64_t end = std::max(2 * last[loop] + 1, lastUse(result));
    if (groups[s].lifetimes.back().end >= 2 * first[bodyEnd])
      groups[s].lifetimes.back().end = end;
    else
      addLife(s, 2 * first[bodyEnd] + 2, end);
  }
}

/// Fills the lifetimes of all groups; each is still one slot. An op at position p reads at
/// step 2p and writes at step 2p + 1. The result of an asynchronous collective is live from
/// its start, an argument that is not donated is live forever.
void BufferSlots::measure() {
  // Far beyond any step, with room for arithmetic on steps.
  constexpr int64_t kForever = INT64_MAX / 4;
  for (BlockArgument arg : main.getArguments()) {
    Slot s = slotOf[arg];
    addLife(s, 0, groups[s].writable ? lastUse(arg) : kForever);
    // An argument whose row is read through a table is in use as long as the table is. Without that
    // its buffer could be lent to another value meanwhile.
    for (Operation *user : arg.getUsers())
      if (auto rows = dyn_cast<ir::RowsOp>(user); rows && !rows.getIsCopied())
        groups[s].lifetimes[0].end =
            std::max(groups[s].lifetimes[0].end, lastUse(user->getResult(0)));
  }
  for (Operation *op : order) {
    if (isLoop(op)) {
      measureLoop(op);
      continue;
    }
    for (Value result : op->getResults()) {
      if (isa<ir::HandleType>(result.getType()) || views.count(result))
        continue;
      Slot s = slotOf[result];
      if (groups[s].home == Home::Constant)
        continue;
      int64_t begin = 2 * first[op] + 1;
      // The exchange writes the result at any time between start and done.
      if (auto done = dyn_cast<ir::CollectiveDoneOp>(op))
        begin = 2 * first[done.getHandle().getDefiningOp()] + 1;
      addLife(s, begin, lastUse(result));
      if (isControlFlow(op)) // each branch writes it at its end
        groups[s].lifetimes.back() = {2 * last[op], std::max(2 * last[op] + 1, lastUse(result))};
    }
  }
}

/// Merges the groups of two slots and returns true, where the groups have equal size, are
/// writable, and are never live at the same step. With `inPlaceAt`, the position of an op,
/// the op may be the last reader of `a` and the writer of `b`: the lifetime of `a` then ends
/// at step 2p, because the op reads each element before it writes that element. At most one of
/// the groups may have a home outside of the arena, and the merged group keeps that home.
bool BufferSlots::merge(Slot a, Slot b, int64_t inPlaceAt) {
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
  // The merged group keeps the fixed home (argument or result) of either group.
  unsigned into = l.home != Home::Arena ? x : y, from = into == x ? y : x;
  groups[into].lifetimes = joined(std::move(left));
  groups[into].slots += groups[from].slots;
  groups[from].lifetimes.clear();
  parent[from] = into;
  return true;
}

} // namespace spmd
