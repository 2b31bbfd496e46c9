// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the body of a counted loop finish in the next trip what it exchanges at its end, as the
// gradients of a layer. What follows from such an exchange, the update, is the end of a trip. The
// first trip stands before the loop without its end, and the last end behind the loop.
//   loop i from 0 { g = matmul i; s = reduce_scatter(g); %p[i] = update(s) }
//   ->   g = matmul 0
//        loop i from 1 { s = reduce_scatter(g); %p[i - 1] = update(s); g' = matmul i }
//        s = reduce_scatter(g); %p[last] = update(s)
// The loop carries what the ends need of their trips. Ends run in the order of their trips, so
// sums keep their bits. Later, overlap_exchanges.cpp lets the exchange travel during the matmul.
#include "compiler/optimize/recompute.h"
#include "compiler/optimize/trip_times.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "compiler/structure/views.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_DEFEREXCHANGES
#include "compiler/passes.h.inc"
namespace {

using ir::CollectiveDoneOp;
using ir::CollectiveStartOp;

/// Buffers of less than this part of the budget do not count, such as those of biases.
constexpr int64_t kLittlePart = 64;
/// The most bytes of an index.
constexpr int64_t kIndexBytes = 8;

/// The ops of a body that a later trip can run, with what they need.
struct TripEnd {
  SetVector<Operation *> ops;
  SetVector<Operation *> copies; // views and constants of the rest of the body that they read, too
  SetVector<Value> carried;      // values of the rest of the body that they read
  SmallVector<unsigned> written; // the carried values of the loop that they compute
  int64_t bytes = 0;             // of what is carried
};

/// A counted loop with the end of its trips.
class LoopWithEnd {
public:
  explicit LoopWithEnd(Operation *loop)
      : loop(loop), body(loop->getRegion(1).front()),
        counter(loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr).getInt()) {}

  /// Adds exchanges that would end after the trip to its end, from the last one on, as far as
  /// `budget` bytes allow.
  void addLate(const Topology &topology, int64_t budget);
  bool isEmpty() const { return end.ops.empty(); }
  /// Moves the end to the next trip.
  void defer();

private:
  Operation *loop;
  Block &body;
  const unsigned counter;
  TripEnd end;

  std::optional<TripEnd> with(CollectiveStartOp start) const;
  bool follows(TripEnd &larger, CollectiveStartOp start) const;
  bool isIndependent(TripEnd &larger) const;
  bool readsOtherRow(Operation *reader, unsigned carried) const;
  void need(TripEnd &larger, Value value) const;
  bool canCopy(const TripEnd &larger, Value value) const;
  bool isTheSame(BlockArgument argument) const {
    return body.getTerminator()->getOperand(argument.getArgNumber()) == argument;
  }
  SmallVector<Operation *> inOrder(const SetVector<Operation *> &ops) const;
  IRMapping firstTrip();
  void place(ArrayRef<Operation *> ops);
  void finish(ArrayRef<Operation *> ops, ArrayRef<BlockArgument> arguments);
};

/// From the last one on, since little work is left behind it in its own trip. Short ones stay
/// unless the trip waits for them most: the next trip would wait for their ends where it makes the
/// values that are sent again, which is early for sums over a batch. Measured with bench/overlap.py
/// at 176 MB/s: a step of 639 ms takes 677 ms where the biases' gradients are late, too.
void LoopWithEnd::addLate(const Topology &topology, int64_t budget) {
  TripTimes times(body, topology);
  auto starts = llvm::to_vector(body.getOps<CollectiveStartOp>());
  for (CollectiveStartOp start : llvm::reverse(starts)) {
    if (!start.getInto().empty() || times.waitWithout(start) >= times.wait())
      continue;
    std::optional<TripEnd> larger = with(start);
    if (!larger || larger->bytes > budget + budget / kLittlePart)
      continue;
    end = std::move(*larger);
    times.release(start);
  }
}

/// The end with one exchange more and all that follows from it; nothing where that has to stay in
/// its trip.
std::optional<TripEnd> LoopWithEnd::with(CollectiveStartOp start) const {
  TripEnd larger{end.ops, {}, {}, {}, 0};
  if (!follows(larger, start) || !isIndependent(larger))
    return std::nullopt;
  for (Operation *op : larger.ops)
    for (Value operand : op->getOperands())
      need(larger, operand);
  for (size_t i = 0; i < larger.copies.size(); ++i)
    for (Value operand : larger.copies[i]->getOperands())
      need(larger, operand);
  for (Value value : larger.carried)
    larger.bytes += bytesOf(value.getType());
  return larger;
}

/// Collects the ops that depend on the exchange: kernels, matmuls and views.
bool LoopWithEnd::follows(TripEnd &larger, CollectiveStartOp start) const {
  SmallVector<Operation *> open{start};
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (op == body.getTerminator() || !larger.ops.insert(op))
      continue;
    bool isExchange = op == start || op == doneOf(start);
    if (op->getBlock() != &body ||
        (!isExchange &&
         (!isMemoryEffectFree(op) || (op->getNumRegions() && !isa<ir::FusionOp>(op)))))
      return false;
    llvm::append_range(open, op->getUsers());
  }
  return true;
}

/// Whether the rest of the body does not need what the end computes: it reads none of the carried
/// values that the end writes, or rows of them that the end of the trip before does not write.
bool LoopWithEnd::isIndependent(TripEnd &larger) const {
  for (auto [i, next] : llvm::enumerate(body.getTerminator()->getOperands())) {
    if (!larger.ops.contains(next.getDefiningOp()))
      continue;
    if (i == counter || !loop->getRegion(0).front().getArgument(i).use_empty())
      return false;
    for (Operation *reader : body.getArgument(i).getUsers())
      if (!larger.ops.contains(reader) && !readsOtherRow(reader, i))
        return false;
    larger.written.push_back(i);
  }
  return true;
}

/// Whether the op reads a row of a carried value in trip t that the end of trip t - 1 leaves alone.
bool LoopWithEnd::readsOtherRow(Operation *reader, unsigned carried) const {
  if (reader->getBlock() != &body)
    return false;
  std::optional<OfTrip> read = rowRead(loop, carried, reader), written = rowWritten(loop, carried);
  return read && written && read->scale == written->scale &&
         read->offset != written->offset - written->scale;
}

/// Notes how the end gets an operand in the next trip: values from outside, and those that are the
/// same in all trips, are there; views and constants are made again; all others are carried.
void LoopWithEnd::need(TripEnd &larger, Value value) const {
  if (value.getParentBlock() != &body || larger.ops.contains(value.getDefiningOp()))
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (!isTheSame(argument) && !llvm::is_contained(larger.written, argument.getArgNumber()))
      larger.carried.insert(value);
    return;
  }
  if (canCopy(larger, value) || value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>())
    larger.copies.insert(value.getDefiningOp());
  else
    larger.carried.insert(value);
}

/// Whether the end can view the bytes itself in the next trip: those of a value that it gets anyway
/// in whole, or a part of what is there. Rows that the end writes have not been written before.
bool LoopWithEnd::canCopy(const TripEnd &larger, Value value) const {
  std::optional<View> view = viewOf(value);
  if (!view || isa<CollectiveDoneOp>(value.getDefiningOp()))
    return false;
  if (view->moving.empty() && bytesOf(view->base.getType()) == bytesOf(value.getType()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(view->base))
    return argument.getOwner() != &body || isTheSame(argument) ||
           llvm::is_contained(larger.written, argument.getArgNumber());
  return view->base.getParentBlock() != &body || canCopy(larger, view->base);
}

SmallVector<Operation *> LoopWithEnd::inOrder(const SetVector<Operation *> &ops) const {
  SmallVector<Operation *> sorted(ops.begin(), ops.end());
  llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return sorted;
}

/// Builds the first trip without its end before the loop. Returns what its values became.
IRMapping LoopWithEnd::firstTrip() {
  OpBuilder before(loop);
  IRMapping map;
  map.map(body.getArguments(), loop->getOperands());
  for (Operation &op : body.without_terminator())
    if (!end.ops.contains(&op))
      if (auto start = dyn_cast<CollectiveStartOp>(before.clone(op, map)))
        start.setSkipsLastTrip(false); // there are at least two trips
  return map;
}

/// Puts the exchanges of the end to the beginning of the trip, since their operands are known, and
/// what follows from them to its end. So the rest of the body reads the rows around those that the
/// end writes before, and the loop updates its buffers in place.
void LoopWithEnd::place(ArrayRef<Operation *> ops) {
  Block::iterator begin = body.begin();
  SetVector<Operation *> updates;
  for (Operation *op : ops) {
    bool follows = llvm::any_of(op->getOperands(), [&](Value operand) {
      Operation *def = operand.getDefiningOp();
      return def && (isa<CollectiveDoneOp>(def) || updates.contains(def));
    });
    if (follows) {
      op->moveBefore(body.getTerminator());
      updates.insert(op);
    } else if (&*begin == op) {
      ++begin;
    } else {
      op->moveBefore(&body, begin);
    }
  }
}

/// Runs the last end behind the loop. `arguments` carry what it needs.
void LoopWithEnd::finish(ArrayRef<Operation *> ops, ArrayRef<BlockArgument> arguments) {
  OpBuilder behind(loop->getContext());
  behind.setInsertionPointAfter(loop);
  IRMapping map;
  for (BlockArgument argument : body.getArguments())
    map.map(argument, isTheSame(argument) ? loop->getOperand(argument.getArgNumber())
                                          : loop->getResult(argument.getArgNumber()));
  for (BlockArgument argument : arguments)
    map.map(argument, loop->getResult(argument.getArgNumber()));
  llvm::SmallPtrSet<Operation *, 8> clones;
  for (Operation *op : ops)
    clones.insert(behind.clone(*op, map));
  for (unsigned i : end.written)
    loop->getResult(i).replaceUsesWithIf(
        map.lookup(body.getTerminator()->getOperand(i)),
        [&](OpOperand &use) { return !clones.contains(use.getOwner()); });
}

void LoopWithEnd::defer() {
  auto isInEnd = [&](OpOperand &use) { return end.ops.contains(use.getOwner()); };
  // Those that read others come first, so the others are replaced in their clones, too.
  SmallVector<Operation *> copies = inOrder(end.copies);
  for (Operation *op : llvm::reverse(copies)) {
    OpBuilder b(op);
    Operation *copy = b.clone(*op);
    op->replaceUsesWithIf(copy->getResults(), isInEnd);
    end.ops.insert(copy);
    if (isOpTriviallyDead(op))
      op->erase();
  }
  IRMapping first = firstTrip();
  SmallVector<Value> inits =
      llvm::map_to_vector(end.carried, [&](Value value) { return first.lookup(value); });
  SmallVector<BlockArgument> arguments;
  SmallVector<Operation *> ops = inOrder(end.ops);
  loop = addCarried(loop, inits, [&](ArrayRef<BlockArgument> added) {
    arguments.assign(added.begin(), added.end());
    SmallVector<Value> carried(end.carried.begin(), end.carried.end());
    for (auto [value, argument] : llvm::zip_equal(carried, added)) {
      value.replaceUsesWithIf(argument, isInEnd);
      // What is carried is computed after the last use of the old value. So indices, which the
      // whole body waits for, are computed once more.
      auto fusion = value.getDefiningOp<ir::FusionOp>();
      if (fusion && fusion->getNumResults() == 1 && bytesOf(value.getType()) <= kIndexBytes)
        value = OpBuilder(body.getTerminator()).clone(*fusion)->getResult(0);
    }
    return carried;
  });
  // The loop goes on with the second trip.
  for (auto [i, next] :
       llvm::enumerate(body.getTerminator()->getOperands().drop_back(inits.size())))
    if (!llvm::is_contained(end.written, i))
      loop->setOperand(i, first.lookupOrDefault(next));
  auto trips = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
  loop->setAttr(ir::kTripCountAttr, IntegerAttr::get(trips.getType(), trips.getInt() - 1));
  place(ops);
  finish(ops, arguments);
}

struct DeferExchanges : impl::DeferExchangesBase<DeferExchanges> {
  using Base::Base;

  void runOnOperation() override {
    const int64_t budget = exchangeMemory(getOperation(), memory, 4);
    if (!budget)
      return;
    FailureOr<Topology> topology = readTopology(getOperation(), this->topology);
    if (failed(topology))
      return signalPassFailure();
    // Outer loops keep their trips: the copy of the first one would hold whole inner loops.
    for (Operation *loop : countedLoops(getOperation())) {
      Block &body = loop->getRegion(1).front();
      if (llvm::any_of(body, [](Operation &op) { return isLoop(&op); }))
        continue;
      LoopWithEnd withEnd(loop);
      withEnd.addLate(*topology, budget);
      if (!withEnd.isEmpty())
        withEnd.defer();
    }
  }
};

} // namespace
} // namespace spmd
