// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a scatter of one window at a fixed position as an elementwise op: the updates are padded
// to the shape of the operand, and elements outside of the window keep their value. So a stencil is
// one kernel, and its dims may be split like any other.
//   x.at[1:-1].add(y)   ->   x + pad(y, -0.0, 1, 1)
//   x.at[1:-1].set(y)   ->   select(1 <= i < n - 1, pad(y, 0.0, 1, 1), x)
// A combiner with an identity element needs no select: x + -0.0 is x, for x = -0.0, too.
// This reads and writes all of the operand, so it pays where the window covers at least half of it.
#include "compiler/import/constant_window.h"
#include "compiler/import/decompose.h"
#include "compiler/ops/region.h"
#include "compiler/structure/whole_tensors.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// Builds values of the operand's shape.
struct WindowBuilder {
  PatternRewriter &b;
  Location loc;
  ArrayRef<int64_t> shape;
  const ConstantWindow &window;

  Value constant(Attribute number, Type element) {
    auto type = RankedTensorType::get({}, element);
    return ConstantOp::create(b, loc, DenseElementsAttr::get(type, number));
  }
  /// The updates at their place. Elsewhere is the identity of the combiner, or zero where it has
  /// none.
  Value padded(Value updates, DenseElementsAttr identity) {
    Type element = cast<RankedTensorType>(updates.getType()).getElementType();
    SmallVector<int64_t> high, inside(shape.size(), 0);
    for (auto [size, start, length] : llvm::zip_equal(shape, window.start, window.size))
      high.push_back(size - start - length);
    auto type = RankedTensorType::get(window.size, element);
    if (updates.getType() != type)
      updates = ReshapeOp::create(b, loc, type, updates);
    Value rest =
        identity ? ConstantOp::create(b, loc, identity) : constant(b.getZeroAttr(element), element);
    return PadOp::create(b, loc, RankedTensorType::get(shape, element), updates, rest, window.start,
                         high, inside);
  }
  /// Which elements lie in the window; null if all do.
  Value inside() {
    auto type = RankedTensorType::get(shape, b.getI32Type());
    Value all;
    auto both = [&](Value condition) {
      all = all ? Value(AndOp::create(b, loc, condition.getType(), all, condition)) : condition;
    };
    for (int64_t d = 0; d < int64_t(shape.size()); ++d) {
      Value at;
      auto compare = [&](int64_t bound, ComparisonDirection direction) {
        at = at ? at : Value(IotaOp::create(b, loc, type, d));
        Value number = constant(b.getI32IntegerAttr(bound), b.getI32Type());
        Value to = BroadcastInDimOp::create(b, loc, type, number, ArrayRef<int64_t>());
        both(CompareOp::create(b, loc, at, to, direction));
      };
      int64_t start = window.start[d], end = start + window.size[d];
      if (start > 0)
        compare(start, ComparisonDirection::GE);
      if (end < shape[d])
        compare(end, ComparisonDirection::LT);
    }
    return all;
  }
};

/// Complex and quantized elements keep the scatter, and so do several operands at once.
LogicalResult writeWindow(ScatterOp op, PatternRewriter &rewriter) {
  auto operand = cast<RankedTensorType>(op.getInputs()[0].getType());
  if (op->getNumResults() != 1 || !operand.getElementType().isIntOrFloat())
    return rewriter.notifyMatchFailure(op, "it has several results, or elements without a zero");
  std::optional<ConstantWindow> window = constantWindow(op);
  if (!window || llvm::product_of(window->size) * 2 < operand.getNumElements() ||
      !isElementwiseBody(op.getUpdateComputation()))
    return rewriter.notifyMatchFailure(op, "it has no large window at a fixed position");
  // Slices of an assignment that read old or new elements alone take these (overwritten_rows.cpp).
  auto readsBoth = [&](Operation *user) {
    auto slice = dyn_cast<SliceOp>(user);
    return !slice || readsOf(slice, *window) == Reads::Both;
  };
  if (llvm::none_of(op->getUsers(), readsBoth))
    return rewriter.notifyMatchFailure(op, "its readers do not need it");
  WindowBuilder build{rewriter, op.getLoc(), operand.getShape(), *window};
  std::optional<ir::CombineKind> kind = combinerOf(op.getUpdateComputation());
  DenseElementsAttr identity =
      kind ? identityOf(*kind, operand.getElementType()) : DenseElementsAttr();
  Value old = op.getInputs()[0];
  Value updates = build.padded(op.getUpdates()[0], identity);
  Value result = onWholeTensors(rewriter, op.getLoc(), op.getUpdateComputation(),
                                operand.getShape(), {old, updates})[0];
  if (Value inside = identity ? Value() : build.inside())
    result = SelectOp::create(rewriter, op.getLoc(), operand, inside, result, old);
  // The new op takes over the sharding of the scatter.
  if (Operation *last = result.getDefiningOp(); last && result != old)
    last->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, result);
  return success();
}

} // namespace

void populateScatterDecomposition(RewritePatternSet &patterns) { patterns.add(writeWindow); }

} // namespace spmd
