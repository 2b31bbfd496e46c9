// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffer assignment except for merging. Each value that is not a view becomes a slot, and
// the slot's lifetimes are measured; buffer_merging.cpp then merges slots into groups; at
// last the groups get offsets in the arena.
#include "compiler/codegen/buffer_assigner.h"
#include "compiler/elements/dtype.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {

/// The order matters: mandatory sharing is merged before loops and results, so that an
/// update of a window is copied only where nothing else is possible; optional sharing takes
/// what remains.
FailureOr<BufferPlan> BufferAssigner::run() {
  number(main.front());
  if (failed(makeSlots()))
    return failure();
  measure();
  mergeSharing(/*must=*/true);
  mergeLoops();
  mergeResults();
  mergeSharing(/*must=*/false);
  planReturns();
  layOut();
  return std::move(plan);
}

/// Adds a group of one slot.
BufferAssigner::Slot BufferAssigner::newSlot(uint64_t bytes) {
  parent.push_back(parent.size());
  groups.push_back({});
  groups.back().bytes = bytes;
  return parent.size() - 1;
}

/// Makes the slot of a value. Fails with a diagnostic where its type has no size in bytes.
FailureOr<BufferAssigner::Slot> BufferAssigner::slotFor(Value value) {
  std::optional<uint64_t> bytes = bufferBytes(value.getType());
  if (!bytes) {
    emitError(value.getLoc()) << "has type " << value.getType()
                              << ", which generated code keeps in no buffer";
    return failure();
  }
  return slotOf[value] = newSlot(*bytes);
}

/// Makes slots for arguments, results of ops and scratch memory, and records views. The
/// results of a loop share slots with the arguments of its regions. Handles of collectives
/// have no bytes.
LogicalResult BufferAssigner::makeSlots() {
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
  for (Operation *op : order) {
    if (isLoop(op)) {
      for (auto [i, result] : llvm::enumerate(op->getResults())) {
        FailureOr<Slot> s = slotFor(result);
        if (failed(s))
          return failure();
        for (Region &region : op->getRegions())
          slotOf[region.front().getArgument(i)] = *s;
      }
      continue;
    }
    for (Value result : op->getResults()) {
      if (isa<ir::HandleType>(result.getType()))
        continue;
      if (std::optional<View> view = viewOf(result)) {
        views[result] = *view;
        continue;
      }
      FailureOr<Slot> s = slotFor(result);
      if (failed(s))
        return failure();
      if (auto constant = dyn_cast<stablehlo::ConstantOp>(op);
          constant && failed(addConstant(constant, groups[*s])))
        return failure();
    }
    if (uint64_t bytes = queries.scratchBytes(op)) {
      Slot s = newSlot(bytes);
      groups[s].lifetimes = {{2 * first[op], 2 * last[op] + 1}};
      scratchSlots.push_back({op, s});
    }
  }
  return success();
}

/// Appends a constant to the program's constants, aligned as every buffer.
LogicalResult BufferAssigner::addConstant(stablehlo::ConstantOp op, Group &group) {
  plan.constants.resize(llvm::alignTo(plan.constants.size(), rt::kBufferAlignment));
  group.home = Home::Constant;
  group.writable = false;
  group.offset = plan.constants.size();
  return appendElements(op, plan.constants);
}

/// Fills the lifetimes of all groups; each is still one slot. An op at position p reads at
/// step 2p and writes at step 2p + 1. The result of an asynchronous collective is live from
/// its start, an argument that is not donated is live forever.
void BufferAssigner::measure() {
  // Far beyond any step, with room for arithmetic on steps.
  constexpr int64_t kForever = INT64_MAX / 4;
  for (BlockArgument arg : main.getArguments()) {
    Slot s = slotOf[arg];
    addLife(s, 0, groups[s].writable ? lastUse(arg) : kForever);
  }
  for (Operation *op : order) {
    if (isLoop(op)) {
      Operation *bodyEnd = op->getRegion(1).front().getTerminator();
      // The condition runs once more than the body. A carried value is therefore live until
      // the end of the condition, also where nothing reads it: after the last iteration it
      // is the result.
      int64_t condEnd = 2 * first[op->getRegion(0).front().getTerminator()] + 1;
      for (auto [i, result] : llvm::enumerate(op->getResults())) {
        Slot s = slotOf[result];
        int64_t read = condEnd;
        for (Region &region : op->getRegions())
          read = std::max(read, lastUse(region.front().getArgument(i)));
        addLife(s, 2 * first[op] + 1, read);
        // The slot holds the next value from the end of the body on (copies add an earlier
        // step, see moveOut) until the last use of the loop's result.
        int64_t end = std::max(2 * last[op] + 1, lastUse(result));
        if (groups[s].lifetimes.back().end >= 2 * first[bodyEnd])
          groups[s].lifetimes.back().end = end;
        else
          addLife(s, 2 * first[bodyEnd] + 2, end);
      }
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

/// Returns the address of the slot's group, with the size of the slot itself.
Place BufferAssigner::placeOf(Slot s) {
  const Group &group = groupOf(s);
  constexpr rt::Space kSpaces[] = {rt::Space::Arena, rt::Space::Argument, rt::Space::Result,
                                   rt::Space::Constant};
  return {{kSpaces[int(group.home)], group.index, group.offset}, groups[s].bytes, {}};
}

/// Lays out the arena, then resolves every value, scratch buffer and copy to an address.
/// Views add their static offset and their dynamic offsets to the address of the base.
void BufferAssigner::layOut() {
  SmallVector<ArenaBlock> blocks;
  SmallVector<unsigned> of;
  for (unsigned g = 0; g < groups.size(); ++g)
    if (find(g) == g && groups[g].home == Home::Arena) {
      blocks.push_back({groups[g].bytes, groups[g].lifetimes});
      of.push_back(g);
    }
  ArenaPlan arena = planArena(blocks, rt::kBufferAlignment);
  plan.arenaBytes = arena.bytes;
  for (auto [g, offset] : llvm::zip_equal(of, arena.offsets))
    groups[g].offset = offset;
  for (auto [value, s] : slotOf)
    plan.places[value] = placeOf(s);
  for (auto [op, s] : scratchSlots)
    plan.scratches[op] = placeOf(s);
  // Views in program order, so that the base of a view of a view is resolved first.
  for (Operation *op : order)
    for (Value result : op->getResults())
      if (auto it = views.find(result); it != views.end()) {
        Place at = plan.places[it->second.base];
        at.address.offset += it->second.offset;
        at.bytes = *bufferBytes(result.getType());
        // The running program adds clamp(index) * stride for each of these terms.
        for (const MovingIndex &moving : it->second.moving) {
          auto type = cast<RankedTensorType>(moving.index.getType());
          at.dynamic.push_back({plan.places[moving.index].address, *dtypeOf(type.getElementType()),
                                moving.limit, moving.strideBytes});
        }
        plan.places[result] = at;
      }
  for (const Pending &copy : pending) {
    PlannedCopy out{copy.before, {}, {}};
    out.source = copy.fromTemporary >= 0 ? placeOf(temporaries[copy.fromTemporary])
                                         : plan.places[copy.source];
    out.target =
        copy.toTemporary >= 0 ? placeOf(temporaries[copy.toTemporary]) : placeOf(copy.target);
    out.source.bytes = out.target.bytes = *bufferBytes(copy.type);
    plan.copies[copy.before].push_back(out);
  }
}

FailureOr<BufferPlan> BufferPlan::make(func::FuncOp main, const BufferQueries &queries) {
  return BufferAssigner(main, queries).run();
}

Place BufferPlan::place(Value value) const {
  auto it = places.find(value);
  assert(it != places.end() && "every value of the program has a place");
  return it->second;
}
Place BufferPlan::scratch(Operation *op) const { return scratches.lookup(op); }
ArrayRef<PlannedCopy> BufferPlan::copiesBefore(Operation *op) const {
  auto it = copies.find(op);
  return it == copies.end() ? ArrayRef<PlannedCopy>() : ArrayRef<PlannedCopy>(it->second);
}

} // namespace spmd
