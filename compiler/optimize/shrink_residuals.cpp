// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduces the residuals that the forward part saves for the backward part. JAX saves what the
// derivative of each single op asks for: for a gelu, six values of the hidden layer, all of which
// are arithmetic on one. A minimum cut (recompute.h) decides which values to keep and which to
// recompute. It runs across the place of main where most bytes are kept, and between loops that
// write a row of a residual buffer per trip (residual_buffers.h) and loops that read those rows.
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SHRINKRESIDUALS
#include "compiler/passes.h.inc"
namespace {

/// A residual buffer of one loop that other loops read row by row. These loops can recompute its
/// rows instead.
struct ReadByRows {
  ResidualBuffer buffer;
  SmallVector<Operation *> readers;
};

/// Replaces residual buffers of one loop by fewer bytes.
class LoopShrinker {
public:
  explicit LoopShrinker(Operation *loop) : loop(loop), body(loop->getRegion(1).front()) {}

  /// Solves the cut for the updates of all candidates. If it saves bytes, adds buffers for the kept
  /// values, and recomputes the rows of the other buffers in the loops that read them.
  void run() {
    sort();
    if (candidates.empty())
      return;
    auto isFree = [&](Value value) { return isFreeInReaders(value); };
    KeepLeast plan(body, isFree);
    int64_t all = 0;
    for (ReadByRows &candidate : candidates) {
      plan.want(candidate.buffer.update);
      all += bytesOf(candidate.buffer.update.getType());
    }
    plan.solve();
    for (Value value : plan.kept)
      all -= bytesOf(value.getType());
    if (all <= 0)
      return;
    bufferKept(plan);
    // The readers of residual buffers that go away, by the block in which they stand. A MapVector
    // keeps their order deterministic.
    llvm::MapVector<Block *, SmallVector<std::pair<Operation *, Value>>> readers;
    for (ReadByRows &candidate : candidates)
      if (auto it = bufferOf.find(candidate.buffer.update);
          it == bufferOf.end() || it->second != candidate.buffer.carried)
        for (Operation *reader : candidate.readers)
          readers[reader->getBlock()].push_back({reader, candidate.buffer.update});
    for (auto &[block, reads] : readers) {
      // In program order, because later readers share the copies of earlier ones.
      llvm::sort(reads, [](auto &a, auto &b) {
        return a.first != b.first && a.first->isBeforeInBlock(b.first);
      });
      for (auto [reader, update] : reads)
        recompute(reader, update);
    }
  }

private:
  Operation *loop;
  Block &body;
  SmallVector<ReadByRows> candidates;
  DenseMap<Value, unsigned>
      bufferOf; // value of the body -> index of the carried buffer that has it as rows
  DenseMap<std::pair<Block *, Value>, IRMapping> copies; // keys: a reader's block and the row

  /// Whether the value is the number of the trip.
  bool isCounter(Value value) const {
    std::optional<OfTrip> trip = ofTrip(loop, value);
    return trip && trip->scale == 1 && trip->offset == 0;
  }
  Type counterType() const {
    return body.getArgument(loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr).getInt()).getType();
  }
  /// Whether a reader has the value at no cost: values from outside of the loop, rows of buffers,
  /// the number of the trip.
  bool isFreeInReaders(Value value) const {
    return !loop->isAncestor(value.getParentBlock()->getParentOp()) || bufferOf.contains(value) ||
           (value.getType() == counterType() && isCounter(value));
  }

  /// Finds the candidates: buffers that are written by trip number and read only by rows in range.
  /// Any other buffer that is read has to stay, so its rows are free.
  void sort() {
    for (const ResidualBuffer &buffer : residualBuffersOf(loop)) {
      if (buffer.row.scale != 1)
        continue;
      ReadByRows found{buffer, {}};
      Value result = loop->getResult(buffer.carried);
      bool readByRows = llvm::all_of(result.getUsers(), [&](Operation *user) {
        found.readers.push_back(user);
        Value row = rowReadBy(user, result);
        return row && row.getType() == counterType() && isRowInRange(user->getParentOp(), row);
      });
      if (readByRows && !found.readers.empty())
        candidates.push_back(std::move(found));
      else if (!result.use_empty())
        bufferOf[wholeBaseOf(buffer.update)] = buffer.carried; // this buffer stays in any case
    }
  }

  /// Whether every row that the reader reads is one that the loop wrote. Otherwise the read would
  /// clamp its index, and recomputing would give another row.
  bool isRowInRange(Operation *reader, Value row) const {
    int64_t rows = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr).getInt();
    if (!isLoop(reader) || reader->getBlock() != loop->getBlock())
      return false;
    std::optional<OfTrip> at = ofTrip(reader, row);
    auto trips = reader->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
    if (!at || !trips)
      return false;
    int64_t first = at->offset, last = at->offset + at->scale * (trips.getInt() - 1);
    return std::min(first, last) >= 0 && std::max(first, last) < rows;
  }

  /// Gives every kept value a residual buffer: the one that it had, or a new one.
  void bufferKept(const KeepLeast &plan) {
    SmallVector<Value> fresh;
    for (Value value : plan.kept) {
      auto own = llvm::find_if(
          candidates, [&](ReadByRows &c) { return wholeBaseOf(c.buffer.update) == value; });
      if (own != candidates.end()) {
        bufferOf[value] = own->buffer.carried;
        bufferOf[own->buffer.update] = own->buffer.carried;
      } else {
        fresh.push_back(value);
      }
    }
    if (!fresh.empty())
      addBuffers(fresh);
  }

  /// Adds carried buffers to the loop, which becomes a new op. Each starts with undefined contents
  /// and receives one row per trip.
  void addBuffers(ArrayRef<Value> values) {
    OpBuilder outside(loop), inside(body.getTerminator());
    int64_t trips = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr).getInt();
    Value counter = body.getArgument(loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr).getInt());
    SmallVector<Value> inits, rows;
    for (Value value : values) {
      rows.push_back(asRow(inside, value.getLoc(), value));
      auto row = cast<RankedTensorType>(rows.back().getType());
      SmallVector<int64_t> shape(row.getShape());
      shape[0] = trips;
      bufferOf[value] = loop->getNumResults() + inits.size();
      inits.push_back(ir::UndefinedOp::create(outside, value.getLoc(),
                                              RankedTensorType::get(shape, row.getElementType())));
    }
    loop = addCarried(loop, inits, [&](ArrayRef<BlockArgument> buffers) {
      SmallVector<Value> next;
      for (auto [buffer, row] : llvm::zip_equal(buffers, rows))
        next.push_back(writeRow(inside, row.getLoc(), buffer, row, counter));
      return next;
    });
  }

  /// Replaces a read of a row by its computation from kept rows.
  void recompute(Operation *reader, Value update) {
    Value row = reader->getOperand(1); // dynamic_slice(buffer, row, ..)
    IRRewriter b(reader);
    Value again = copyOf(update, b, row, copies[{reader->getBlock(), row}]);
    b.replaceOp(reader, again);
  }

  /// The value of the loop's body as a reader has it: a row of a buffer, the same value from
  /// outside, the number of the row, or a copy of its op. Ends because the cut separates the value
  /// from all sources.
  Value copyOf(Value value, OpBuilder &b, Value row, IRMapping &copy) {
    if (Value done = copy.lookupOrNull(value))
      return done;
    Value made;
    if (auto buffer = bufferOf.find(value); buffer != bufferOf.end()) {
      made = readRow(b, value.getLoc(), loop->getResult(buffer->second), row);
      if (made.getType() != value.getType())
        made = fromRow(b, value.getLoc(), made, value.getType());
    } else if (!loop->isAncestor(value.getParentBlock()->getParentOp())) {
      return value;
    } else if (value.getType() == counterType() && isCounter(value)) {
      return row;
    } else {
      Operation *def = value.getDefiningOp();
      for (Value operand : def->getOperands())
        copy.map(operand, copyOf(operand, b, row, copy));
      made = b.clone(*def, copy)->getResult(0);
    }
    copy.map(value, made);
    return made;
  }
};

/// Cuts a block at the place where it keeps the most bytes. A block has one such place, and one
/// more behind each barrier, because jax.checkpoint recomputes a group behind a barrier and then
/// runs its backward part.
class BlockShrinker {
public:
  explicit BlockShrinker(Block &block) : block(block) {}

  void run(bool onlyBehindBarriers) {
    number();
    for (auto [i, begin] : llvm::enumerate(segments))
      if (i > 0 || !onlyBehindBarriers)
        cut(begin, i + 1 < segments.size() ? segments[i + 1] : ops.size());
  }

private:
  Block &block;
  SmallVector<Operation *> ops;
  DenseMap<Operation *, int64_t> position; // a copy has that of the op behind it
  DenseMap<Operation *, int64_t> rank;     // order of the copies before one op
  SmallVector<int64_t> segments;           // positions where segments begin
  SmallVector<int64_t> live;               // live bytes after each op
  DenseMap<Value, int64_t> lastUse;        // the last reader of a value or of its views

  /// Numbers the ops, finds the segments between barriers, and computes the live bytes after each
  /// op.
  void number() {
    segments.push_back(0);
    for (Operation &op : block) {
      position[&op] = ops.size();
      if (op.getNumResults() > 1 && viewOf(op.getResult(0))) // a barrier
        segments.push_back(ops.size());
      ops.push_back(&op);
    }
    for (Operation *op : llvm::reverse(ops)) // views come after their bases
      for (Value result : op->getResults()) {
        int64_t &last = lastUse.try_emplace(result, position[op]).first->second;
        for (Operation *user : result.getUsers())
          last = std::max(last, positionOf(user));
        if (std::optional<View> view = viewOf(result)) {
          int64_t seen = last;
          int64_t &base = lastUse.try_emplace(view->base, seen).first->second;
          base = std::max(base, seen);
        }
      }
    live.assign(ops.size() + 1, 0);
    for (Operation *op : ops)
      for (Value result : op->getResults())
        if (int64_t bytes = bytesOf(result.getType());
            bytes && !viewOf(result) && !op->hasTrait<OpTrait::ConstantLike>()) {
          live[position[op]] += bytes;
          live[lastUse[result]] -= bytes;
        }
    for (size_t p = 1; p < live.size(); ++p)
      live[p] += live[p - 1];
  }

  /// The position of the op of this block that contains `user`; -1 outside of the block.
  int64_t positionOf(Operation *user) const {
    auto it = position.find(block.findAncestorOpInBlock(*user));
    return it == position.end() ? -1 : it->second;
  }

  /// Whether `a` stands before `b`, from our own numbers: mlir::Block would renumber all its ops
  /// after every few copies.
  bool isBefore(Operation *a, Operation *b) const {
    auto place = [&](Operation *op) {
      auto copy = rank.find(op);
      return std::pair(positionOf(op), copy == rank.end() ? INT64_MAX : copy->second);
    };
    auto l = place(a), r = place(b);
    return l != r ? l < r : a != b && a->isBeforeInBlock(b);
  }

  /// The first reader after position `fullest`; null if there is none.
  Operation *firstUseAfter(Value value, int64_t fullest) const {
    Operation *first = nullptr;
    for (Operation *user : value.getUsers())
      if (Operation *at = block.findAncestorOpInBlock(*user);
          positionOf(at) > fullest && (!first || isBefore(at, first)))
        first = at;
    return first;
  }

  /// Cuts one segment at its fullest place. Wanted are all values that cross it. Values from before
  /// the segment that live past the place anyway are free. Values that are not kept are recomputed
  /// right before their first reader behind the cut.
  void cut(int64_t begin, int64_t end) {
    int64_t fullest = std::max_element(live.begin() + begin, live.begin() + end) - live.begin();
    auto isFree = [&](Value value) {
      Operation *def = value.getDefiningOp();
      if (!def || def->getBlock() != &block || def->hasTrait<OpTrait::ConstantLike>())
        return true;
      return position.lookup(def) < begin && lastUse.lookup(value) > fullest;
    };
    ArrayRef<Operation *> before = ArrayRef<Operation *>(ops).slice(begin, fullest + 1 - begin);
    KeepLeast plan(block, isFree);
    SmallVector<Value> crossing;
    for (Operation *op : before)
      for (Value result : op->getResults())
        if (!isFree(result) && bytesOf(result.getType()) && firstUseAfter(result, fullest)) {
          crossing.push_back(result);
          plan.want(result);
        }
    if (plan.solve() <= 0)
      return;
    // Each value is recomputed before its first reader after the cut; copies count as readers.
    DenseMap<Value, Operation *> place;
    auto putBefore = [&](Value value, Operation *at) {
      auto [it, isNew] = place.try_emplace(value, at);
      if (isBefore(at, it->second))
        it->second = at;
    };
    for (Value value : crossing)
      if (!plan.isAtHand(value))
        putBefore(value, firstUseAfter(value, fullest));
    SmallVector<Value> copied;
    for (Operation *op : llvm::reverse(ArrayRef<Operation *>(ops).take_front(fullest + 1)))
      for (Value result : op->getResults())
        if (auto it = place.find(result); it != place.end()) {
          copied.push_back(result);
          Operation *at = it->second;
          for (Value operand : op->getOperands())
            if (!plan.isAtHand(operand))
              putBefore(operand, at);
        }
    // Producers are copied before their users, as `copied` is in reverse order.
    IRMapping copies;
    for (Value value : llvm::reverse(copied)) {
      OpBuilder b(place[value]);
      Operation *copy = b.clone(*value.getDefiningOp(), copies);
      position[copy] = positionOf(place[value]);
      Operation *last = copy->getPrevNode();
      rank[copy] = last && positionOf(last) == position[copy] ? rank.lookup(last) + 1 : 1;
      copies.map(value, copy->getResult(0));
      value.replaceUsesWithIf(copy->getResult(0), [&](OpOperand &use) {
        Operation *at = block.findAncestorOpInBlock(*use.getOwner());
        return positionOf(at) > fullest && !isBefore(at, copy);
      });
    }
  }
};

struct ShrinkResiduals : impl::ShrinkResidualsBase<ShrinkResiduals> {
  /// Loops first among each other, then the bodies of loops behind barriers, then whole functions.
  void runOnOperation() override {
    for (Operation *loop : opsWhere(getOperation(), isLoop))
      LoopShrinker(loop).run();
    // Collected again, because a loop that gets more buffers is a new op.
    for (Operation *loop : opsWhere(getOperation(), isLoop))
      BlockShrinker(loop->getRegion(1).front()).run(/*onlyBehindBarriers=*/true);
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        BlockShrinker(function.front()).run(/*onlyBehindBarriers=*/false);
  }
};

} // namespace
} // namespace spmd
