// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts prefix scans by an associative function (associative_scan.h) into the pieces of the shards.
// Each device scans its own rows, its last row is its total, and only totals are sent: from one
// shard to the next, as a carry, or over 1, 2, 4, .. shards at a time where there are many.
//   16 rows over 4 shards:   4 scans of 4 rows; 4 totals; a carry into each shard but the first
// Each row combines the same rows in the same order as before, in other groups.
#include "compiler/ops/quantized.h"
#include "compiler/ops/shifts.h"
#include "compiler/partition/cut_dims.h"
#include "compiler/structure/associative_scan.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {
namespace {

/// Over more shards, totals travel by doubling distances. A carry sends the fewest bytes, one row
/// from each shard, but takes as many exchanges as there are shards.
/// With 8 shards: 7 rows one after the other, against 19 and more in 4 exchanges.
constexpr int64_t kLongestCarry = 8;

using Dims = SmallVector<int64_t>;
using Row = SmallVector<Value>; // a value for each input of the scan

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Writes one scan, cut at its dim into [shards, piece].
/// Everything it writes has one dim more than the values of the program, and is placed at the end
/// (`tidy`): the shards are split, all other dims are as they were.
class CutScan {
public:
  CutScan(const AssociativeScan &scan, const DimCut &cut, bool isReverse, OpBuilder &b,
          Location loc)
      : scan(scan), cut(cut), isReverse(isReverse), b(b), loc(loc), piece(cut.dim + 1) {}

  /// The results for the inputs, all of which have the uncut dim.
  Row run(ValueRange inputs) {
    Row cuts;
    for (Value input : inputs) {
      Value filler = ops::zero(b, loc, getElementTypeOrSelf(input));
      cuts.push_back(turned(cut.cut(b, input, filler)));
    }
    Row own = scanned(cuts);
    Row totals = rows(own, cut.piece - 1, cut.piece, 1);
    Row before = cut.shards > kLongestCarry ? byDoubling(totals) : byCarry(totals);
    // The first shard has nothing before it.
    Row all = combine(spreadOver(before, own), own), out;
    for (auto [first, other] : llvm::zip_equal(own, all))
      out.push_back(cut.join(b, turned(select(isShard(first, 0), first, other))));
    return out;
  }

private:
  /// Reverse scans are forward ones of the reversed rows, within each piece; the order of the
  /// shards is told by `shifted` and `isShard`.
  Value turned(Value value) {
    return isReverse ? stablehlo::ReverseOp::create(b, loc, value, Dims{piece}).getResult() : value;
  }

  Value rows(Value value, int64_t start, int64_t limit, int64_t stride) {
    Dims starts(typeOf(value).getRank(), 0), limits(typeOf(value).getShape()),
        strides(starts.size(), 1);
    starts[piece] = start;
    limits[piece] = limit;
    strides[piece] = stride;
    return stablehlo::SliceOp::create(b, loc, value, starts, limits, strides);
  }
  Row rows(const Row &row, int64_t start, int64_t limit, int64_t stride) {
    return llvm::map_to_vector(row, [&](Value v) { return rows(v, start, limit, stride); });
  }

  /// The function of the scan on cut rows.
  Row combine(const Row &left, const Row &right) {
    IRMapping made;
    for (auto [value, side] : scan.sides)
      made.map(value, (side.isLeft ? left : right)[side.input]);
    return llvm::map_to_vector(scan.combined, [&](Value value) {
      return combined(value, typeOf(left[0]).getShape(), made);
    });
  }
  /// One op of the function and, before it, those that it needs. Its rows have a dim more, the
  /// shards, which stands right before them.
  Value combined(Value value, ArrayRef<int64_t> shape, IRMapping &made) {
    if (Value known = made.lookupOrNull(value))
      return known;
    RankedTensorType type = typeOf(value).clone(shape);
    DenseElementsAttr splat;
    Operation *op = value.getDefiningOp();
    Value out;
    if (matchPattern(value, m_Constant(&splat)))
      out = stablehlo::ConstantOp::create(b, op->getLoc(), splat.resizeSplat(type));
    else if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
      out = stablehlo::BroadcastInDimOp::create(
          b, op->getLoc(), type, broadcast.getOperand(),
          llvm::map_to_vector(broadcast.getBroadcastDimensions(),
                              [&](int64_t d) { return d + (d > cut.dim); }));
    else {
      for (Value operand : op->getOperands())
        combined(operand, shape, made);
      // Elementwise ops have the shape of their operands.
      out = b.clone(*op, made)->getResult(0);
      out.setType(type);
    }
    made.map(value, out);
    return out;
  }

  /// The scan of the rows of each piece, by pairs, as the program had it for all rows.
  Row scanned(const Row &x) {
    int64_t size = typeOf(x[0]).getDimSize(piece);
    if (size == 1)
      return x;
    Row odd = scanned(combine(rows(x, 0, size - 1, 2), rows(x, 1, size, 2)));
    Row even = rows(x, 0, 1, 1);
    if (int64_t more = (size + 1) / 2 - 1; more > 0)
      for (auto [head, tail] :
           llvm::zip_equal(even, combine(rows(odd, 0, more, 1), rows(x, 2, size, 2))))
        head = stablehlo::ConcatenateOp::create(b, loc, ValueRange{head, tail}, piece);
    Row out;
    for (auto [first, second] : llvm::zip_equal(even, odd))
      out.push_back(interleaved(first, second));
    return out;
  }

  /// Rows of the first and the second value in turn, of which the first may have one more. Both are
  /// spread with zeros between their rows and added up.
  Value interleaved(Value first, Value second) {
    int64_t isOdd = typeOf(first).getDimSize(piece) - typeOf(second).getDimSize(piece);
    Value zero = ops::zero(b, loc, getElementTypeOrSelf(first));
    auto spread = [&](Value value, int64_t before, int64_t behind) {
      Dims low(typeOf(value).getRank(), 0), high(low), interior(low);
      low[piece] = before;
      high[piece] = behind;
      interior[piece] = 1;
      return stablehlo::PadOp::create(b, loc, value, zero, low, high, interior).getResult();
    };
    Value x = spread(first, 0, 1 - isOdd), y = spread(second, 1, isOdd);
    if (getElementTypeOrSelf(first).isInteger(1))
      return stablehlo::OrOp::create(b, loc, x, y);
    return stablehlo::AddOp::create(b, loc, x, y);
  }

  /// Each shard's rows, moved to the shard that comes `by` later.
  Row shifted(const Row &row, int64_t by) {
    Row out;
    for (Value value : row) {
      Dims low(typeOf(value).getRank(), 0), high(low);
      low[cut.dim] = isReverse ? -by : by;
      high[cut.dim] = -low[cut.dim];
      out.push_back(ops::shift(b, loc, value, low, high, cut.cutSharding()));
    }
    return out;
  }
  /// Where the rows of a value are those of a shard, or of it and all later ones.
  Value isShard(Value like, int64_t shard, bool andLater = false) {
    auto type = typeOf(like).clone(b.getI32Type());
    Value index = stablehlo::IotaOp::create(b, loc, type, cut.dim);
    auto number = DenseElementsAttr::get(
        type, b.getI32IntegerAttr(isReverse ? cut.shards - 1 - shard : shard));
    auto direction = !andLater   ? stablehlo::ComparisonDirection::EQ
                     : isReverse ? stablehlo::ComparisonDirection::LE
                                 : stablehlo::ComparisonDirection::GE;
    return stablehlo::CompareOp::create(b, loc, index,
                                        stablehlo::ConstantOp::create(b, loc, number), direction);
  }
  Value select(Value where, Value value, Value otherwise) {
    return stablehlo::SelectOp::create(b, loc, where, value, otherwise);
  }
  Row select(Value where, const Row &row, const Row &otherwise) {
    Row out;
    for (auto [value, other] : llvm::zip_equal(row, otherwise))
      out.push_back(select(where, value, other));
    return out;
  }

  /// What comes before each shard: one shard after the other adds its total and hands the sum on.
  /// Each step writes the row of one shard, so that the exchanges before and behind it move one row
  /// (spmd-drop-unread-pairs), and the bytes are those of one exchange of all.
  Row byCarry(const Row &totals) {
    Row before = shifted(totals, 1);
    for (int64_t shard = 2; shard < cut.shards; ++shard)
      before = select(isShard(totals[0], shard), shifted(combine(before, totals), 1), before);
    return before;
  }
  /// A shard that has all shards before it combined reads nothing more.
  /// The same: after each step, twice as many shards before each one are combined.
  Row byDoubling(const Row &totals) {
    Row before = shifted(totals, 1);
    for (int64_t by = 1; by + 1 < cut.shards; by *= 2)
      before = select(isShard(totals[0], by + 1, /*andLater=*/true),
                      combine(shifted(before, by), before), before);
    return before;
  }

  /// One row for each shard, repeated for all rows of its piece.
  Row spreadOver(const Row &row, const Row &like) {
    return llvm::map_to_vector(llvm::zip_equal(row, like), [&](auto pair) -> Value {
      auto [value, other] = pair;
      Dims dims = llvm::to_vector(llvm::seq<int64_t>(0, typeOf(value).getRank()));
      return stablehlo::BroadcastInDimOp::create(b, loc, other.getType(), value, dims);
    });
  }

  const AssociativeScan &scan;
  const DimCut &cut;
  bool isReverse;
  OpBuilder &b;
  Location loc;
  int64_t piece; // the dim of the rows of a piece
};

/// What stands in for `value` where all of it is read in reverse: its one reader, a reversal of the
/// dim; null if there is none.
Value reversalOf(Value value, int64_t dim) {
  if (!value.hasOneUse())
    return {};
  auto reverse = dyn_cast<stablehlo::ReverseOp>(*value.user_begin());
  return reverse && reverse.getDimensions() == ArrayRef(dim) ? reverse.getResult() : Value();
}

/// The ends of a reverse scan: a forward scan whose inputs are reversed and whose results are
/// reversed again. Without a change of `inputs` and `results` if it is none.
bool takeReversals(SmallVector<Value> &inputs, SmallVector<Value> &results, int64_t dim) {
  SmallVector<Value> before, behind;
  for (Value input : inputs) {
    auto reverse = input.getDefiningOp<stablehlo::ReverseOp>();
    if (!reverse || reverse.getDimensions() != ArrayRef(dim))
      return false;
    before.push_back(reverse.getOperand());
  }
  for (Value result : results) {
    behind.push_back(result ? reversalOf(result, dim) : Value());
    if (result && !behind.back())
      return false;
  }
  inputs = before;
  results = behind;
  return true;
}

/// Gives what was written its placement, and erases what nothing reads of it: the function of a
/// scan gives values for all inputs.
void tidy(Operation *before, Operation *end, const DimCut &cut) {
  for (Operation *op = end->getPrevNode(); op != before;) {
    Operation *next = op->getPrevNode();
    if (isOpTriviallyDead(op))
      op->erase();
    else
      for (Value result : op->getResults())
        if (typeOf(result).getRank() == cut.sharding.getRank() + 1)
          ops::placed(result, cut.cutSharding());
    op = next;
  }
}

/// The scan is written once, in the place of its last result.
/// Results that are read before `last`, where the scan is written, keep a scan of their own.
void dropEarly(SmallVector<Value> &results, Operation *last) {
  for (Value &result : results)
    if (result && llvm::any_of(result.getUsers(), [&](Operation *user) {
          return last->getBlock()->findAncestorOpInBlock(*user)->isBeforeInBlock(last);
        }))
      result = {};
}

/// Erases the levels of a scan that nothing reads any more, from its results on.
void eraseUnread(ArrayRef<Value> results, SmallVector<Operation *> &candidates) {
  llvm::SetVector<Operation *> open;
  for (Value result : results)
    if (result)
      open.insert(result.getDefiningOp());
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp())
        open.insert(source);
    llvm::erase(candidates, op);
    op->erase();
  }
}

} // namespace

// Inside of manual computations, too, along their free axes; there the dim has to divide.
// From behind, so that a whole scan is found before the shorter ones that it consists of.
bool cutAssociativeScans(Operation *function) {
  SmallVector<Operation *> candidates = opsWhere(function, [](Operation *op) {
    return op->getNumResults() == 1 && interleavedDim(op->getResult(0)) >= 0 && !hasQuantized(op);
  });
  bool changed = false;
  while (!candidates.empty()) {
    Operation *last = candidates.pop_back_val();
    // Most scans are not split: this is asked before they are looked at.
    Value result = last->getResult(0);
    int64_t dim = interleavedDim(result);
    std::optional<DimCut> cut = dim < 0 ? std::nullopt : DimCut::of(last, result, dim);
    if (!cut)
      continue;
    SmallVector<Value> others;
    for (Operation *other : candidates)
      if (other->getBlock() == last->getBlock())
        others.push_back(other->getResult(0));
    std::optional<AssociativeScan> scan = associativeScan(result, others);
    if (!scan)
      continue;
    SmallVector<Value> inputs = scan->inputs, results = scan->results;
    dropEarly(results, last);
    bool isReverse = !cut->hasFillers() && takeReversals(inputs, results, scan->dim);
    OpBuilder b(last);
    Operation *before = last->getPrevNode();
    Row made = CutScan(*scan, *cut, isReverse, b, last->getLoc()).run(inputs);
    for (auto [result, value] : llvm::zip_equal(results, made)) {
      if (!result)
        continue;
      result.replaceAllUsesWith(value);
      if (isReverse) // it stands behind the last op of the scan
        result.getDefiningOp()->erase();
    }
    tidy(before, last, *cut);
    eraseUnread(scan->results, candidates);
    changed = true;
  }
  return changed;
}

} // namespace spmd
