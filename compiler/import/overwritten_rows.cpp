// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops rows that are written over before anyone reads them. A roll whose first row is replaced at
// once, as a pipeline's buffer of stages has it, then moves one row less, and the gradient of the
// row that goes round is found to be zero.
//   roll(x, 1).at[0].set(new)   ->   concatenate(new, x[:-1])
#include "compiler/import/constant_window.h"
#include "compiler/import/decompose.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/region.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// An op that replaces a window of its operand, at a position that the program fixes.
struct Overwrite {
  Value operand, update;
  ConstantWindow window;
};

// A scatter that combines old and new elements overwrites nothing.
std::optional<Overwrite> overwriteOf(ScatterOp op) {
  if (op->getNumResults() != 1 || !isReplacement(op.getUpdateComputation()))
    return std::nullopt;
  std::optional<ConstantWindow> window = constantWindow(op);
  return window ? std::optional(Overwrite{op.getInputs()[0], op.getUpdates()[0], *window})
                : std::nullopt;
}
std::optional<Overwrite> overwriteOf(DynamicUpdateSliceOp op) {
  std::optional<ConstantWindow> window = constantWindow(op);
  return window ? std::optional(Overwrite{op.getOperand(), op.getUpdate(), *window}) : std::nullopt;
}

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The update in the shape of its window: that of a scatter lacks the inserted dims.
Value updateOf(const Overwrite &write, OpBuilder &b, Location loc) {
  auto type = typeOf(write.update).clone(write.window.size);
  return type == write.update.getType() ? write.update
                                        : Value(ReshapeOp::create(b, loc, type, write.update));
}

/// Rows [from, to) of dim `dim`; null if there are none.
Value rowsOf(Value value, int64_t dim, int64_t from, int64_t to, OpBuilder &b, Location loc) {
  auto type = typeOf(value);
  if (from >= to)
    return {};
  if (to - from == type.getDimSize(dim))
    return value;
  SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape()), strides(type.getRank(), 1);
  start[dim] = from;
  limit[dim] = to;
  SmallVector<int64_t> size(type.getShape());
  size[dim] = to - from;
  return SliceOp::create(b, loc, type.clone(size), value, start, limit, strides);
}

/// concatenate(a, b), rows of a replaced   ->   concatenate of the new rows and those that are left
template <class Op> LogicalResult writeOverJoined(Op op, PatternRewriter &rewriter) {
  std::optional<Overwrite> write = overwriteOf(op);
  auto joined = write ? write->operand.getDefiningOp<ConcatenateOp>() : ConcatenateOp();
  if (!joined || !joined->hasOneUse())
    return rewriter.notifyMatchFailure(op, "it writes into no concatenation of its own");
  int64_t dim = joined.getDimension(), first = write->window.start[dim],
          last = first + write->window.size[dim];
  for (auto [d, size] : llvm::enumerate(typeOf(joined).getShape()))
    if (int64_t(d) != dim && write->window.size[d] != size)
      return rewriter.notifyMatchFailure(op, "it writes parts of rows");
  // Of each input the rows before the window and those behind it; the new rows come in between,
  // once, where the first input reaches into the window.
  SmallVector<Value> parts;
  int64_t begin = 0;
  auto add = [&](Value part) {
    if (part)
      parts.push_back(part);
  };
  auto update = [&, isDone = false]() mutable {
    if (!std::exchange(isDone, true))
      parts.push_back(updateOf(*write, rewriter, op.getLoc()));
  };
  for (Value input : joined.getInputs()) {
    int64_t size = typeOf(input).getDimSize(dim);
    add(rowsOf(input, dim, 0, std::min(size, first - begin), rewriter, op.getLoc()));
    if (begin + size > first)
      update();
    add(rowsOf(input, dim, std::max<int64_t>(0, last - begin), size, rewriter, op.getLoc()));
    begin += size;
  }
  // The rows keep the placement that the program gave to the op.
  SmallVector<NamedAttribute> attributes(op->getDiscardableAttrs());
  auto made = rewriter.replaceOpWithNewOp<ConcatenateOp>(op, joined.getType(), parts, dim);
  made->setDiscardableAttrs(attributes);
  return success();
}

/// Each reader that needs only one side takes it from there. When all have done so, the op that
/// overwrites is dead.
/// A slice of what was written, or of what was not   ->   a slice of the update, or of the operand
LogicalResult sliceOfOverwritten(SliceOp op, PatternRewriter &rewriter) {
  std::optional<Overwrite> write;
  if (auto scatter = op.getOperand().getDefiningOp<ScatterOp>())
    write = overwriteOf(scatter);
  else if (auto update = op.getOperand().getDefiningOp<DynamicUpdateSliceOp>())
    write = overwriteOf(update);
  if (!write)
    return rewriter.notifyMatchFailure(op, "its operand has no window at a fixed position");
  Reads reads = readsOf(op, write->window);
  if (reads == Reads::Old)
    return rewriter.modifyOpInPlace(op, [&] { op.getOperandMutable().assign(write->operand); }),
           success();
  if (reads == Reads::Both)
    return rewriter.notifyMatchFailure(op, "it reads both old and new elements");
  SmallVector<int64_t> start(op.getStartIndices()), limit(op.getLimitIndices());
  for (auto [from, to, first] : llvm::zip_equal(start, limit, write->window.start)) {
    from -= first;
    to -= first;
  }
  Value update = updateOf(*write, rewriter, op.getLoc());
  rewriter.modifyOpInPlace(op, [&] {
    op.getOperandMutable().assign(update);
    op.setStartIndices(start);
    op.setLimitIndices(limit);
  });
  return success();
}

/// A gather of one window at a known position   ->   a slice
LogicalResult gatherOfOne(GatherOp op, PatternRewriter &rewriter) {
  std::optional<ConstantWindow> window = constantWindow(op);
  if (!window)
    return rewriter.notifyMatchFailure(op,
                                       "it reads several windows, or one at an unknown position");
  // The dims of the window come in their order, as does the index, of which there is one.
  SmallVector<int64_t> limit, strides(window->start.size(), 1);
  for (auto [start, size] : llvm::zip_equal(window->start, window->size))
    limit.push_back(start + size);
  Value slice = SliceOp::create(rewriter, op.getLoc(), typeOf(op.getOperand()).clone(window->size),
                                op.getOperand(), window->start, limit, strides);
  SmallVector<NamedAttribute> attributes(op->getDiscardableAttrs());
  auto made = rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), slice);
  made->setDiscardableAttrs(attributes);
  return success();
}

/// A select whose predicate is known, as JAX tests indices for being in bounds, and adds the size
/// to negative ones: an iota never is.
LogicalResult selectKnown(SelectOp op, PatternRewriter &rewriter) {
  std::optional<int64_t> known = knownInteger(op.getPred());
  if (!known)
    if (KnownRange range = knownRange(op.getPred()); range.low == range.high)
      known = range.low;
  if (!known)
    return rewriter.notifyMatchFailure(op, "its predicate is not known");
  rewriter.replaceOp(op, *known ? op.getOnTrue() : op.getOnFalse());
  return success();
}

/// Zeros that are moved are zeros.
struct MovedZeros : RewritePattern {
  explicit MovedZeros(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    // A scalar that is broadcast is the usual form of zeros.
    auto type =
        op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : nullptr;
    if (!type || !type.hasStaticShape() || !type.getElementType().isIntOrFloat() ||
        op->getNumOperands() == 0 || !isa<RankedTensorType>(op->getOperand(0).getType()) ||
        typeOf(op->getOperand(0)).getRank() == 0 || !isZeroBits(op->getResult(0)))
      return failure();
    // By bits, as f8E8M0FNU has no zero; there bits of zero are its smallest number.
    std::vector<char> zero((type.getElementTypeBitWidth() + 7) / 8, 0);
    rewriter.replaceOpWithNewOp<ConstantOp>(op, DenseElementsAttr::getFromRawBuffer(type, zero));
    return success();
  }
};

} // namespace

void populateOverwrittenRows(RewritePatternSet &patterns) {
  // Before a scatter of a large window becomes a select.
  patterns.add(writeOverJoined<ScatterOp>, /*benefit=*/2);
  patterns.add(writeOverJoined<DynamicUpdateSliceOp>, /*benefit=*/2);
  patterns.add(sliceOfOverwritten);
  patterns.add(gatherOfOne);
  patterns.add(selectKnown);
  patterns.add<MovedZeros>(patterns.getContext());
}

} // namespace spmd
