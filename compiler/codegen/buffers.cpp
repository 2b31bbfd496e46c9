// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The steps of buffer assignment, and the last one: groups of slots get offsets in the arena, and
// every value, scratch buffer and copy gets its address.
#include "compiler/codegen/buffer_assigner.h"
#include "compiler/elements/dtype.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {

/// The order matters: mandatory sharing is merged before loops and results, so that an
/// update of a window is copied only where nothing else is possible; optional sharing takes
/// what remains.
FailureOr<BufferPlan> BufferAssigner::run() {
  if (failed(makeSlots()))
    return failure();
  mergeSharing(/*must=*/true);
  mergeLoops();
  mergeResults();
  placeResultRows(plan.resultAlias);
  placeRows();
  mergeSharing(/*must=*/false);
  planReturns();
  layOut();
  return std::move(plan);
}

/// Returns the address of the slot's group, with the size of the slot itself.
BufferRange BufferAssigner::placeOf(Slot s) {
  const Group &group = groupOf(s);
  constexpr rt::Space kSpaces[] = {rt::Space::Arena, rt::Space::Argument, rt::Space::Result,
                                   rt::Space::Constant, rt::Space::Table};
  return {{kSpaces[int(group.home)], group.index, group.offset}, groups[s].bytes, {}};
}

/// Lays out the arena. A group may also lie in the memory of a result or of a donated argument,
/// before the result is written or after the argument was read for the last time.
void BufferAssigner::packArena() {
  SmallVector<ArenaBlock> blocks, lenders;
  SmallVector<unsigned> of, lenderOf;
  for (unsigned g = 0; g < groups.size(); ++g) {
    const Group &group = groups[g];
    if (find(g) != g || group.home == Home::Constant || group.home == Home::Table ||
        !group.writable || !group.bytes)
      continue;
    bool inArena = group.home == Home::Arena;
    (inArena ? blocks : lenders).push_back({group.bytes, group.lifetimes});
    (inArena ? of : lenderOf).push_back(g);
  }
  ArenaPlan arena = planArena(blocks, lenders, rt::kBufferAlignment);
  plan.arenaBytes = arena.bytes;
  for (auto [g, offset, lender] : llvm::zip_equal(of, arena.offsets, arena.lenders)) {
    groups[g].offset = offset;
    if (lender < 0)
      continue;
    groups[g].home = groups[lenderOf[lender]].home;
    groups[g].index = groups[lenderOf[lender]].index;
  }
}

/// Resolves every value, scratch buffer and copy to an address. Views add their static offset and
/// their dynamic offsets to the address of the base.
void BufferAssigner::layOut() {
  packArena();
  plan.constants = std::move(constants);
  plan.tables = tables;
  for (auto [value, s] : slotOf)
    plan.places[value] = placeOf(s);
  for (auto [op, s] : scratchSlots)
    plan.scratches[op] = placeOf(s);
  // Views in program order, so that the base of a view of a view is resolved first.
  for (Operation *op : order)
    for (Value result : op->getResults())
      if (auto it = views.find(result); it != views.end()) {
        BufferRange at = plan.places[it->second.base];
        at.address.offset += it->second.offset;
        at.bytes = *bufferBytes(result.getType());
        // The running program adds clamp(index) * stride for each of these terms.
        for (const MovingIndex &moving : it->second.moving) {
          auto type = cast<RankedTensorType>(moving.index.getType());
          at.dynamic.push_back({plan.places[moving.index].address, *dtypeOf(type.getElementType()),
                                moving.limit, moving.strideBytes});
        }
        plan.places[result] = inRow(at);
      }
  for (Operation *op : order)
    if (auto rows = dyn_cast<ir::RowsOp>(op); rows && rows.getIsCopied())
      llvm::append_range(plan.copies[op], joinedAt(plan.places[rows.getResult()], rows));
  for (const Pending &copy : pending) {
    PlannedCopy out{copy.before, {}, {}};
    out.source = copy.fromTemporary >= 0 ? placeOf(temporaries[copy.fromTemporary])
                                         : plan.places[copy.source];
    out.target =
        copy.toTemporary >= 0 ? placeOf(temporaries[copy.toTemporary]) : placeOf(copy.target);
    out.source.bytes = out.target.bytes = *bufferBytes(copy.type);
    llvm::append_range(plan.copies[copy.before], byRows(out));
  }
}

FailureOr<BufferPlan> BufferPlan::make(func::FuncOp main, const BufferQueries &queries) {
  return BufferAssigner(main, queries).run();
}

BufferRange BufferPlan::place(Value value) const {
  auto it = places.find(value);
  assert(it != places.end() && "every value of the program has a place");
  return it->second;
}
// A buffer of two has one row that is read and one that an exchange fills; a table of arguments has
// one row for each layer.
BufferRange BufferPlan::rowOf(Value whole, Value index, int64_t rows) const {
  BufferRange at = place(whole);
  at.bytes /= rows;
  auto type = cast<RankedTensorType>(index.getType());
  at.dynamic.push_back(
      {place(index).address, *dtypeOf(type.getElementType()), rows - 1, int64_t(at.bytes)});
  return at;
}
std::optional<PlannedCopy> BufferPlan::copyOf(ir::WriteRowOp op) const {
  int64_t rows = cast<RankedTensorType>(op.getType()).getDimSize(0);
  PlannedCopy copy{op, place(op.getRow()), rowOf(op.getResult(), op.getIndex(), rows)};
  return copy.source == copy.target ? std::nullopt : std::optional(copy);
}
BufferRange BufferPlan::scratch(Operation *op) const { return scratches.lookup(op); }
ArrayRef<PlannedCopy> BufferPlan::copiesBefore(Operation *op) const {
  auto it = copies.find(op);
  return it == copies.end() ? ArrayRef<PlannedCopy>() : ArrayRef<PlannedCopy>(it->second);
}

} // namespace spmd
