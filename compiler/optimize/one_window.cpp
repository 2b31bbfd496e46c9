// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a scatter of one window as an update of a slice. JAX makes such scatters of x.at[i].set(y)
// and of x.at[i, j].add(y). A kernel writes the slice in place, and what computes y can be part of
// it; a general scatter asks for each element where it goes.
//   x.at[i].add(y)   ->   old = x[clamp(i)]
//                         dynamic_update_slice(x, 0 <= i < n ? old + y : old, i)
#include "compiler/optimize/one_window.h"
#include "compiler/structure/whole_tensors.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// Where the window of a scatter lies: for each dim of the operand its size, and which component of
/// the index moves it, -1 for none. Nothing where there are several windows, or one that may lie
/// partly outside.
struct Window {
  SmallVector<int64_t> sizes;
  SmallVector<int64_t> components;

  // Each dim is either whole in the window or of size 1 and moved by the index.
  static std::optional<Window> of(ScatterOp op) {
    auto numbers = op.getScatterDimensionNumbers();
    auto operand = cast<RankedTensorType>(op.getInputs()[0].getType());
    auto updates = cast<RankedTensorType>(op.getUpdates()[0].getType());
    auto indices = cast<RankedTensorType>(op.getScatterIndices().getType());
    if (!operand.hasStaticShape() || !updates.hasStaticShape() || !indices.hasStaticShape() ||
        !numbers.getInputBatchingDims().empty())
      return std::nullopt;
    for (auto [d, size] : llvm::enumerate(indices.getShape()))
      if (int64_t(d) != numbers.getIndexVectorDim() && size != 1)
        return std::nullopt;
    Window window;
    size_t next = 0;
    for (int64_t d = 0; d < operand.getRank(); ++d) {
      auto mapped = llvm::find(numbers.getScatterDimsToOperandDims(), d);
      const bool moves = mapped != numbers.getScatterDimsToOperandDims().end();
      const bool isInserted = llvm::is_contained(numbers.getInsertedWindowDims(), d);
      window.sizes.push_back(
          isInserted ? 1 : updates.getDimSize(numbers.getUpdateWindowDims()[next++]));
      window.components.push_back(moves ? mapped - numbers.getScatterDimsToOperandDims().begin()
                                        : -1);
      if (moves ? window.sizes[d] != 1 : window.sizes[d] != operand.getDimSize(d))
        return std::nullopt;
    }
    return window;
  }
};

/// The components of the index as scalars, one for each dim of the operand, and whether all lie
/// inside.
struct Start {
  SmallVector<Value> at;
  Value isInside;

  Start(PatternRewriter &b, ScatterOp op, const Window &window) {
    Location loc = op.getLoc();
    auto shape = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
    auto indices = cast<RankedTensorType>(op.getScatterIndices().getType());
    auto scalar = RankedTensorType::get({}, indices.getElementType());
    auto number = [&](int64_t value) -> Value {
      auto attr = IntegerAttr::get(indices.getElementType(), value);
      return ConstantOp::create(b, loc, DenseElementsAttr::get(scalar, Attribute(attr)));
    };
    auto both = [&](Value condition) {
      isInside = isInside ? Value(AndOp::create(b, loc, condition.getType(), isInside, condition))
                          : condition;
    };
    const int64_t count = indices.getNumElements();
    Value list = ReshapeOp::create(b, loc, RankedTensorType::get({count}, indices.getElementType()),
                                   op.getScatterIndices());
    for (auto [d, component] : llvm::enumerate(window.components)) {
      if (component < 0) {
        at.push_back(number(0));
        continue;
      }
      Value one = SliceOp::create(b, loc, RankedTensorType::get({1}, indices.getElementType()),
                                  list, ArrayRef<int64_t>(component),
                                  ArrayRef<int64_t>(component + 1), ArrayRef<int64_t>(1));
      at.push_back(ReshapeOp::create(b, loc, scalar, one));
      both(CompareOp::create(b, loc, at.back(), number(0), ComparisonDirection::GE));
      both(CompareOp::create(b, loc, at.back(), number(shape[d]), ComparisonDirection::LT));
    }
  }
};

/// Complex and quantized elements keep the scatter, and so do several operands at once. A window
/// outside of the operand changes nothing: the slice is written as it was.
LogicalResult updateWindowOf(ScatterOp op, PatternRewriter &b) {
  auto operand = cast<RankedTensorType>(op.getInputs()[0].getType());
  if (op->getNumResults() != 1 || !operand.getElementType().isIntOrFloat() ||
      !isElementwiseBody(op.getUpdateComputation()))
    return b.notifyMatchFailure(op, "several results, or a body that is not elementwise");
  // The largest index must be a number of the type, which the comparison reads as signed.
  Type type = getElementTypeOrSelf(op.getScatterIndices());
  std::optional<Window> window = Window::of(op);
  if (!window || !type.isSignlessInteger() || type.getIntOrFloatBitWidth() < 32)
    return b.notifyMatchFailure(op, "several windows, or indices that are no i32 or i64");
  Start start(b, op, *window);
  auto slice = RankedTensorType::get(window->sizes, operand.getElementType());
  Value old = DynamicSliceOp::create(b, op.getLoc(), slice, op.getInputs()[0], start.at,
                                     b.getDenseI64ArrayAttr(window->sizes));
  Value update = ReshapeOp::create(b, op.getLoc(), slice, op.getUpdates()[0]);
  Value made =
      onWholeTensors(b, op.getLoc(), op.getUpdateComputation(), window->sizes, {old, update})[0];
  if (start.isInside)
    made = SelectOp::create(b, op.getLoc(), slice, start.isInside, made, old);
  b.replaceOpWithNewOp<DynamicUpdateSliceOp>(op, operand, op.getInputs()[0], made, start.at);
  return success();
}

} // namespace

void addOneWindowScatters(RewritePatternSet &patterns) { patterns.add(updateWindowOf); }

} // namespace spmd
