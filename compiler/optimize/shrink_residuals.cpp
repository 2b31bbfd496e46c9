// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the forward part leaves to the backward part, made small. JAX keeps what the derivative of
// each single op asks for: of a gelu six values of the hidden layer, all of which are arithmetic on
// one. Where to compute again and what to keep is a minimum cut (recompute.h), across the place of
// main where most bytes are kept, and between loops that leave a row of a residual buffer per trip
// (residual_buffers.h) and those that read the rows.
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/residual_buffers.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {
#define GEN_PASS_DEF_SHRINKRESIDUALS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// A residual buffer of one loop that is read row by row in others, so that it can be done without.
struct ReadByRows {
  ResidualBuffer buffer;
  SmallVector<Operation *> readers;
};

class LoopShrinker {
public:
  explicit LoopShrinker(Operation *loop) : loop(loop), body(loop->getRegion(1).front()) {}

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
    // Of residual buffers that are gone.
    llvm::MapVector<Block *, SmallVector<std::pair<Operation *, Value>>> readers;
    for (ReadByRows &candidate : candidates)
      if (auto it = bufferOf.find(candidate.buffer.update);
          it == bufferOf.end() || it->second != candidate.buffer.carried)
        for (Operation *reader : candidate.readers)
          readers[reader->getBlock()].push_back({reader, candidate.buffer.update});
    for (auto &[block, reads] : readers) {
      // In program order, because copies are shared.
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
      bufferOf; // a value of the body -> the carried residual buffer that has it as rows
  DenseMap<std::pair<Block *, Value>, IRMapping> copies; // by where rows are read, and which

  bool isCounter(Value value) const {
    std::optional<OfTrip> trip = ofTrip(loop, value);
    return trip && trip->scale == 1 && trip->offset == 0;
  }
  Type counterType() const {
    return body.getArgument(loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr).getInt()).getType();
  }
  bool isFreeInReaders(Value value) const {
    return !loop->isAncestor(value.getParentBlock()->getParentOp()) || bufferOf.contains(value) ||
           (value.getType() == counterType() && isCounter(value));
  }

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
        bufferOf[wholeBaseOf(buffer.update)] = buffer.carried; // has to be there in any case
    }
  }

  /// Is the row one of those that the loop wrote, so that no clamping takes part?
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

  /// Every kept value has a residual buffer: the one that it had, or a new one.
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
      inits.push_back(createUndefined(outside, value.getLoc(),
                                      RankedTensorType::get(shape, row.getElementType())));
    }
    loop = addCarried(loop, inits, [&](ArrayRef<BlockArgument> buffers) {
      SmallVector<Value> next;
      for (auto [buffer, row] : llvm::zip_equal(buffers, rows))
        next.push_back(writeRow(inside, row.getLoc(), buffer, row, counter));
      return next;
    });
  }

  /// The row that `reader` reads is computed from rows that are kept.
  void recompute(Operation *reader, Value update) {
    Value row = reader->getOperand(1); // dynamic_slice(buffer, row, ..)
    OpBuilder b(reader);
    Value again = copyOf(update, b, row, copies[{reader->getBlock(), row}]);
    reader->getResult(0).replaceAllUsesWith(again);
    reader->erase();
  }

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

/// Cuts a block where it keeps most: once, and once behind each barrier, where jax.checkpoint
/// computes a group again and then goes backwards through it.
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
  DenseMap<Operation *, int64_t> position; // of a copy: of the op that it stands before
  DenseMap<Operation *, int64_t> rank;     // of a copy among those before one op
  SmallVector<int64_t> segments;           // where they begin
  SmallVector<int64_t> live;               // bytes after each op
  DenseMap<Value, int64_t> lastUse;        // of the value or a view of it

  void number() {
    segments.push_back(0);
    for (Operation &op : block) {
      position[&op] = ops.size();
      if (op.getNumResults() > 1 && viewOf(op.getResult(0))) // a barrier
        segments.push_back(ops.size());
      ops.push_back(&op);
    }
    for (Operation *op : llvm::reverse(ops)) // views come after what they look at
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

  int64_t positionOf(Operation *user) const {
    auto it = position.find(block.findAncestorOpInBlock(*user));
    return it == position.end() ? -1 : it->second;
  }

  /// Not asked of the block, which would number itself anew after each few copies.
  bool isBefore(Operation *a, Operation *b) const {
    auto place = [&](Operation *op) {
      auto copy = rank.find(op);
      return std::pair(positionOf(op), copy == rank.end() ? INT64_MAX : copy->second);
    };
    auto l = place(a), r = place(b);
    return l != r ? l < r : a != b && a->isBeforeInBlock(b);
  }

  /// The first reader after `fullest`, null: none.
  Operation *firstUseAfter(Value value, int64_t fullest) const {
    Operation *first = nullptr;
    for (Operation *user : value.getUsers())
      if (Operation *at = block.findAncestorOpInBlock(*user);
          positionOf(at) > fullest && (!first || isBefore(at, first)))
        first = at;
    return first;
  }

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
    // Each goes right before its first reader after the cut; readers among copies count.
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
  void runOnOperation() override {
    auto allLoops = [&] { // a loop that gets more residual buffers is a new op
      SmallVector<Operation *> loops;
      getOperation().walk([&](Operation *op) {
        if (isLoop(op))
          loops.push_back(op);
      });
      return loops;
    };
    for (Operation *loop : allLoops())
      LoopShrinker(loop).run();
    for (Operation *loop : allLoops())
      BlockShrinker(loop->getRegion(1).front()).run(/*onlyBehindBarriers=*/true);
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        BlockShrinker(function.front()).run(/*onlyBehindBarriers=*/false);
  }
};

} // namespace
} // namespace spmd
