// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the body of a counted loop exchange for the next trip what it reads first, as the weights of
// a layer. The exchange of the first trip stands before the loop.
//   loop i { w = gather(slice(%p, i)); use(w) }
//   ->   b[0] = gather(slice(%p, 0))
//        loop i { use(b[i % 2]); b[(i + 1) % 2] = gather(slice(%p, i + 1)) }
// The buffers have two rows, so nothing is copied. In the last trip nothing is exchanged. Later,
// overlap_exchanges.cpp puts the start where the bytes arrive in time.
//
// The loop may rewrite %p row by row, as it does where it updates parameters. The row of the next
// trip is then copied when the trip begins, since the loop writes to the buffer while bytes travel.
#include "compiler/optimize/recompute.h"
#include "compiler/optimize/trip_times.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "compiler/structure/views.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PREFETCHEXCHANGES
#include "compiler/passes.h.inc"
namespace {

using ir::CollectiveDoneOp;
using ir::CollectiveStartOp;

/// Nanoseconds that may be spent twice in a trip: on indices, not on tensors.
constexpr double kLittle = 1000;

/// A counted loop with the exchanges that it could do one trip ahead.
class CountedBody {
public:
  explicit CountedBody(Operation *loop)
      : loop(loop), body(loop->getRegion(1).front()),
        counter(loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr).getInt()) {}

  /// The exchanges for whose bytes the trip waits even if they start with it, those that are read
  /// first before others, as far as `budget` bytes allow a row more for each.
  SmallVector<CollectiveStartOp> late(const Topology &topology, int64_t &budget) {
    SmallVector<CollectiveStartOp> ahead;
    TripTimes times(body, topology);
    for (CollectiveStartOp start : body.getOps<CollectiveStartOp>()) {
      if (!start.getInto().empty() || !isKnownAhead(start))
        continue;
      int64_t bytes = exchangedBytes(start);
      if (readsRewritten(start))
        bytes += llvm::sum_of(llvm::map_range(
            start.getInputs(), [](Value input) { return bytesOf(input.getType()); }));
      if (bytes > budget || times.waitWithout(start) >= times.wait())
        continue;
      times.release(start);
      budget -= bytes;
      ahead.push_back(start);
    }
    return ahead;
  }

  /// Moves the exchange one trip ahead.
  void prefetch(CollectiveStartOp start) {
    CollectiveDoneOp done = doneOf(start);
    Location loc = start.getLoc();
    // The rows of a buffer that the loop rewrites are copied before the trip writes to it.
    const bool isCopied = readsRewritten(start);
    OpBuilder before(loop), at(start), end(body.getTerminator());
    OpBuilder reads = isCopied ? OpBuilder::atBlockBegin(&body) : end;
    // The exchange of the first trip. Where the body has arguments, it has what they begin with.
    IRMapping first;
    for (auto [argument, init] : llvm::zip_equal(body.getArguments(), loop->getOperands()))
      first.map(argument, init);
    Value zero = scalar(before, loc, 0);
    SmallVector<Value> buffers;
    for (Type type : done.getResultTypes())
      buffers.push_back(ir::UndefinedOp::create(before, loc, twoRows(type)));
    SmallVector<Value> inits =
        exchange(before, start, cloned(before, readBy(start), first), buffers, zero, false);
    inits.push_back(zero);
    // Every trip reads one row and fills the other one. The next number of the trip is known.
    // It is computed apart: what is carried is computed late, in the place of the old value.
    IRMapping next;
    Value nextTrip = body.getTerminator()->getOperand(counter);
    next.map(body.getArgument(counter), cloned(reads, nextTrip, IRMapping()).front());
    SmallVector<Value> read = cloned(reads, readBy(start), next);
    if (isCopied)
      for (Value &value : read)
        value = copied(reads, value);
    loop = addCarried(loop, inits, [&](ArrayRef<BlockArgument> arguments) {
      Value row = arguments.back();
      for (auto [old, buffer] : llvm::zip(done.getOutputs(), arguments))
        old.replaceAllUsesWith(fromRow(at, loc, readRow(at, loc, buffer, row), old.getType()));
      Value other = otherRow(end, loc, row);
      SmallVector<Value> filled =
          exchange(end, start, read, llvm::to_vector_of<Value>(arguments.drop_back()), other, true);
      filled.push_back(other);
      return filled;
    });
    // What only the exchange has read.
    SmallVector<Operation *> unused = opsBehind(readBy(start));
    done.erase();
    start.erase();
    for (Operation *op : llvm::reverse(unused))
      if (isOpTriviallyDead(op))
        op->erase();
  }

private:
  Operation *loop;
  Block &body;
  const unsigned counter;

  /// The inputs of an exchange, and its roots.
  static SmallVector<Value> readBy(CollectiveStartOp start) {
    SmallVector<Value> values(start.getInputs());
    llvm::append_range(values, start.getRoots());
    return values;
  }

  /// The ops of the body from which values follow, in program order.
  SmallVector<Operation *> opsBehind(ValueRange values) const {
    llvm::SetVector<Operation *> found;
    SmallVector<Value> open(values);
    while (!open.empty())
      if (Operation *def = open.pop_back_val().getDefiningOp();
          def && def->getBlock() == &body && found.insert(def))
        llvm::append_range(open, def->getOperands());
    SmallVector<Operation *> ops = found.takeVector();
    llvm::sort(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    return ops;
  }

  /// The carried value that the value is, unless that is the counter or the same in all trips.
  std::optional<unsigned> changing(Value value) const {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &body)
      return std::nullopt;
    unsigned index = argument.getArgNumber();
    if (index == counter || body.getTerminator()->getOperand(index) == value)
      return std::nullopt;
    return index;
  }

  /// Whether the op reads a row of a carried value for the next trip that no trip before it
  /// writes: in trip t the row t + 1 of a value of which the trip replaces row t.
  bool readsNextRow(Operation *op, unsigned carried) const {
    std::optional<OfTrip> read = rowRead(loop, carried, op), written = rowWritten(loop, carried);
    return read && written && read->scale == written->scale &&
           read->scale + read->offset != written->offset;
  }

  /// Whether the inputs come from a buffer that the loop writes to.
  bool readsRewritten(CollectiveStartOp start) const {
    return llvm::any_of(opsBehind(readBy(start)), [&](Operation *op) {
      return llvm::any_of(op->getOperands(),
                          [&](Value operand) { return changing(operand).has_value(); });
    });
  }

  /// Whether the inputs can be computed a trip ahead: from the counter, from what lies outside
  /// of the loop and from rows of carried values that do not change before, by kernels and views
  /// that cost little or that nothing else needs.
  bool isKnownAhead(CollectiveStartOp start) const {
    SmallVector<Value> wanted = readBy(start);
    wanted.push_back(body.getTerminator()->getOperand(counter));
    SmallVector<Operation *> ops = opsBehind(wanted);
    auto isKnown = [&](Value value) { return !changing(value); };
    auto isRead = [&](Operation *op) {
      return llvm::all_of(op->getOperands(), [&](Value operand) {
        std::optional<unsigned> carried = changing(operand);
        return !carried || readsNextRow(op, *carried);
      });
    };
    return llvm::all_of(wanted, isKnown) && llvm::all_of(ops, [&](Operation *op) {
             bool isView = op->getNumResults() == 1 && viewOf(op->getResult(0));
             bool isMoved = llvm::all_of(op->getUsers(), [&](Operation *user) {
               return user == start || llvm::is_contained(ops, user);
             });
             return isRead(op) &&
                    (isView || (isa<ir::FusionOp>(op) && (isMoved || computeTime(op) < kLittle)));
           });
  }

  /// The values once more, with the arguments of the body replaced.
  SmallVector<Value> cloned(OpBuilder &b, ValueRange values, IRMapping map) {
    for (Operation *op : opsBehind(values))
      b.clone(*op, map);
    return llvm::map_to_vector(values, [&](Value value) { return map.lookupOrDefault(value); });
  }

  /// The value in a buffer of its own: views become a kernel that reads what they view.
  static Value copied(OpBuilder &b, Value value) {
    llvm::SetVector<Operation *> views;
    llvm::SetVector<Value> operands;
    for (Value base = value; viewOf(base) && isRecomputable(base.getDefiningOp());
         base = base.getDefiningOp()->getOperand(0))
      views.insert(base.getDefiningOp());
    if (views.empty())
      return value;
    for (Operation *view : views)
      for (Value operand : view->getOperands())
        if (!views.contains(operand.getDefiningOp()))
          operands.insert(operand);
    auto fusion = ir::FusionOp::create(b, value.getLoc(), value.getType(), operands.getArrayRef());
    Block &inside = fusion.getBody().emplaceBlock();
    IRMapping map;
    for (Value operand : operands)
      map.map(operand, inside.addArgument(operand.getType(), operand.getLoc()));
    OpBuilder inner = OpBuilder::atBlockEnd(&inside);
    for (Operation *view : llvm::reverse(views))
      inner.clone(*view, map);
    ir::YieldOp::create(inner, value.getLoc(), map.lookup(value));
    return fusion.getResult(0);
  }

  /// The exchange of other inputs and roots into a row of the buffers.
  static SmallVector<Value> exchange(OpBuilder &b, CollectiveStartOp like, ValueRange read,
                                     ValueRange buffers, Value row, bool skipsLastTrip) {
    size_t inputs = like.getInputs().size();
    CollectiveStartOp start = CollectiveStartOp::of(b, like.getLoc(), read.take_front(inputs),
                                                    read.drop_front(inputs), like);
    start.getIntoMutable().assign(buffers);
    start.getRowMutable().assign(row);
    start.setSkipsLastTrip(skipsLastTrip);
    auto done = CollectiveDoneOp::create(b, like.getLoc(), buffers.getTypes(), start.getHandle());
    return SmallVector<Value>(done.getOutputs());
  }

  /// f32 [4, 8] -> [2, 4, 8]
  static Type twoRows(Type type) {
    auto row = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape{2};
    llvm::append_range(shape, row.getShape());
    return RankedTensorType::get(shape, row.getElementType());
  }

  static Value scalar(OpBuilder &b, Location loc, int32_t number) {
    auto type = RankedTensorType::get({}, b.getI32Type());
    return stablehlo::ConstantOp::create(b, loc,
                                         DenseElementsAttr::get(type, ArrayRef<int32_t>{number}));
  }

  /// 1 - row, as a kernel.
  static Value otherRow(OpBuilder &b, Location loc, Value row) {
    Value one = scalar(b, loc, 1);
    auto fusion = ir::FusionOp::create(b, loc, row.getType(), ValueRange{one, row});
    Block &inside = fusion.getBody().emplaceBlock();
    Value left = inside.addArgument(one.getType(), loc),
          right = inside.addArgument(row.getType(), loc);
    OpBuilder inner = OpBuilder::atBlockEnd(&inside);
    Value result = stablehlo::SubtractOp::create(inner, loc, left, right);
    ir::YieldOp::create(inner, loc, result);
    return fusion.getResult(0);
  }
};

struct PrefetchExchanges : impl::PrefetchExchangesBase<PrefetchExchanges> {
  using Base::Base;

  /// Inner loops come first, so the exchanges of a trip of an outer loop are what is left there.
  void runOnOperation() override {
    const int64_t budget = exchangeMemory(getOperation(), memory, 4);
    if (!budget)
      return;
    FailureOr<Topology> topology = readTopology(getOperation(), this->topology);
    if (failed(topology))
      return signalPassFailure();
    DenseMap<Operation *, int64_t> rooms; // of the budget, for each nest of loops
    for (Operation *loop : countedLoops(getOperation())) {
      // Loops run one after the other, so each nest may use the budget.
      Operation *outermost = loop;
      for (Operation *around = loop; around; around = around->getParentOp())
        outermost = isLoop(around) ? around : outermost;
      int64_t &room = rooms.try_emplace(outermost, budget).first->second;
      CountedBody body(loop);
      for (CollectiveStartOp start : body.late(*topology, room))
        body.prefetch(start);
    }
  }
};

} // namespace
} // namespace spmd
