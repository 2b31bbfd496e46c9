// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduces the residuals that the forward part saves for the backward part. JAX saves what the
// derivative of each single op asks for: for a gelu, six values of the hidden layer, all of which
// are arithmetic on one. A minimum cut (recompute.h) decides which values to keep and which to
// recompute. It runs across the place of main where most bytes are kept, and between loops that
// write a row of a residual buffer per trip (residual_buffers.h) and what reads those rows: other
// loops, and copies of rolled layers that stayed beside these.
#include "compiler/optimize/block_shrinker.h"
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/argument_rows.h"
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
  /// The most rows that may be read apart from loops: by the first and the last layer. Main reads
  /// all rows of updated parameters, which are not to be computed again.
  static constexpr int64_t kReadAlone = 2;

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
  DenseMap<int64_t, Value> knownRows;                    // constants in the block of the loop
  DenseMap<std::pair<Block *, Value>, IRMapping> copies; // keys: a reader's block and the row

  /// Whether the value is the number of the trip.
  bool isCounter(Value value) const {
    std::optional<OfTrip> trip = ofTrip(loop, value);
    return trip && trip->scale == 1 && trip->offset == 0;
  }
  int64_t trips() const { return loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr).getInt(); }
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
      llvm::SmallDenseSet<int64_t> alone;
      Value result = loop->getResult(buffer.carried);
      bool readByRows = llvm::all_of(result.getUsers(), [&](Operation *user) {
        found.readers.push_back(user);
        if (std::optional<int64_t> known = rowOfSlice(user)) {
          alone.insert(*known);
          return user->getBlock() == loop->getBlock() && *known < trips();
        }
        Value row = rowReadBy(user, result);
        return row && row.getType() == counterType() && isRowInRange(user->getParentOp(), row);
      });
      const int64_t few = std::min(kReadAlone, trips() - 1);
      if (readByRows && !found.readers.empty() && int64_t(alone.size()) <= few)
        candidates.push_back(std::move(found));
      else if (!result.use_empty())
        bufferOf[wholeBaseOf(buffer.update)] = buffer.carried; // this buffer stays in any case
    }
  }

  /// Whether every row that the reader reads is one that the loop wrote. Otherwise the read would
  /// clamp its index, and recomputing would give another row.
  bool isRowInRange(Operation *reader, Value row) const {
    if (!isLoop(reader) || reader->getBlock() != loop->getBlock())
      return false;
    std::optional<OfTrip> at = ofTrip(reader, row);
    auto reads = reader->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
    if (!at || !reads)
      return false;
    int64_t first = at->offset, last = at->offset + at->scale * (reads.getInt() - 1);
    return std::min(first, last) >= 0 && std::max(first, last) < trips();
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
    Value counter = body.getArgument(loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr).getInt());
    SmallVector<Value> inits, rows;
    for (Value value : values) {
      rows.push_back(asRow(inside, value.getLoc(), value));
      auto row = cast<RankedTensorType>(rows.back().getType());
      SmallVector<int64_t> shape(row.getShape());
      shape[0] = trips();
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

  /// The number of the row that `reader` reads: dynamic_slice(buffer, row, ..), or the constant k
  /// of slice(buffer, k), which is made once for all readers of the block.
  Value rowOf(OpBuilder &b, Operation *reader) {
    std::optional<int64_t> known = rowOfSlice(reader);
    if (!known)
      return reader->getOperand(1);
    Value &row = knownRows[*known];
    if (!row)
      row = stablehlo::ConstantOp::create(
          b, reader->getLoc(),
          DenseElementsAttr::get(
              cast<RankedTensorType>(counterType()),
              IntegerAttr::get(getElementTypeOrSelf(counterType()), *known).getValue()));
    return row;
  }

  /// Replaces a read of a row by its computation from kept rows.
  void recompute(Operation *reader, Value update) {
    IRRewriter b(reader);
    Value row = rowOf(b, reader);
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

struct ShrinkResiduals : impl::ShrinkResidualsBase<ShrinkResiduals> {
  /// Loops first among each other, then the bodies of loops, then whole functions. In the body of a
  /// loop that does not hold the most bytes of the program, only what stands behind a barrier was
  /// made to be recomputed.
  void runOnOperation() override {
    for (Operation *loop : opsWhere(getOperation(), isLoop))
      LoopShrinker(loop).run();
    // Collected again, because a loop that gets more buffers is a new op.
    SmallVector<Block *> functions;
    DenseSet<Operation *> fullest; // loops
    for (func::FuncOp function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal()) {
        functions.push_back(&function.front());
        BlockShrinker(function.front()).addFullest(fullest);
      }
    for (Operation *loop : opsWhere(getOperation(), isLoop))
      BlockShrinker(loop->getRegion(1).front()).run(/*onlyBehindBarriers=*/!fullest.contains(loop));
    for (Block *function : functions)
      BlockShrinker(*function).run(/*onlyBehindBarriers=*/false);
  }
};

} // namespace
} // namespace spmd
