// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions by bodies that are no single sum, product or maximum, as elementwise ops on whole
// tensors, whose gradients are known. A prefix scan becomes log n steps, each of which combines
// every element with the one that lies 1, 2, 4, .. before it (Hillis and Steele 1986, "Data
// parallel algorithms"); a reduction halves its operands. The bodies are associative, as
// StableHLO's reductions demand.
#include "compiler/grad/expand.h"
#include "compiler/ops/region.h"
#include "compiler/structure/prefix_scan.h"
#include "compiler/structure/whole_tensors.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {
namespace {

ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// `body` on two lists of equal shape, the accumulators first.
SmallVector<Value> combine(OpBuilder &b, Location loc, Region &body, ValueRange l, ValueRange r) {
  // Bodies take their accumulators before their elements.
  SmallVector<Value> operands(l);
  llvm::append_range(operands, r);
  return onWholeTensors(b, loc, body, shapeOf(operands[0]), operands);
}

Value sliced(OpBuilder &b, Location loc, Value x, int64_t dim, int64_t from, int64_t to) {
  SmallVector<int64_t> start(shapeOf(x).size(), 0), limit(shapeOf(x)), ones(start.size(), 1);
  start[dim] = from, limit[dim] = to;
  return stablehlo::SliceOp::create(b, loc, x, start, limit, ones);
}

/// The element that lies `step` before each one along `dim`, or behind it if `step` is negative;
/// `fill` where there is none.
Value shifted(OpBuilder &b, Location loc, Value x, Value fill, int64_t dim, int64_t step) {
  SmallVector<int64_t> low(shapeOf(x).size(), 0), high = low, none = low;
  low[dim] = step, high[dim] = -step;
  return stablehlo::PadOp::create(b, loc, x, fill, low, high, none);
}

SmallVector<Value> expandScan(OpBuilder &b, stablehlo::ReduceWindowOp op, PrefixScan scan) {
  // The initial value is combined first, as the scan starts from it.
  Location loc = op.getLoc();
  Region &body = op.getBody();
  SmallVector<Value> inits, values(op.getInputs());
  for (auto [init, input] : llvm::zip_equal(op.getInitValues(), op.getInputs()))
    inits.push_back(stablehlo::BroadcastInDimOp::create(b, loc, input.getType(), init,
                                                        b.getDenseI64ArrayAttr({})));
  values = combine(b, loc, body, inits, values);
  for (int64_t step = 1; step < shapeOf(values[0])[scan.dim]; step *= 2) {
    SmallVector<Value> others;
    for (auto [value, init] : llvm::zip_equal(values, op.getInitValues()))
      others.push_back(shifted(b, loc, value, init, scan.dim, scan.isReverse ? -step : step));
    values = scan.isReverse ? combine(b, loc, body, values, others)
                            : combine(b, loc, body, others, values);
  }
  return values;
}

SmallVector<Value> expandReduce(OpBuilder &b, stablehlo::ReduceOp op) {
  Location loc = op.getLoc();
  SmallVector<Value> values(op.getInputs());
  // Sizes that are odd leave an element for the next round.
  // Dim by dim, from the last one, so that the numbers of the others stay.
  SmallVector<int64_t> dims(op.getDimensions());
  llvm::sort(dims, std::greater<>());
  for (int64_t dim : dims) {
    while (shapeOf(values[0])[dim] > 1) {
      int64_t size = shapeOf(values[0])[dim], half = size / 2;
      SmallVector<Value> l, r;
      for (Value value : values) {
        l.push_back(sliced(b, loc, value, dim, 0, half));
        r.push_back(sliced(b, loc, value, dim, half, 2 * half));
      }
      SmallVector<Value> next = combine(b, loc, op.getBody(), l, r);
      if (size % 2)
        for (auto [made, value] : llvm::zip_equal(next, values))
          made = stablehlo::ConcatenateOp::create(
              b, loc, ValueRange{made, sliced(b, loc, value, dim, size - 1, size)}, dim);
      values = next;
    }
    for (Value &value : values) {
      SmallVector<int64_t> shape(shapeOf(value));
      shape.erase(shape.begin() + dim);
      auto type = cast<RankedTensorType>(value.getType()).clone(shape);
      value = stablehlo::ReshapeOp::create(b, loc, type, value);
    }
  }
  SmallVector<Value> inits;
  for (auto [init, value] : llvm::zip_equal(op.getInitValues(), values))
    inits.push_back(stablehlo::BroadcastInDimOp::create(b, loc, value.getType(), init,
                                                        b.getDenseI64ArrayAttr({})));
  return combine(b, loc, op.getBody(), inits, values);
}

/// Whether the facet of the op cannot, as its body is none of these.
bool isKnown(Region &body, bool withProduct) {
  auto kind = combinerOf(body);
  using enum ir::CombineKind;
  return kind == Sum || kind == Maximum || kind == Minimum || (withProduct && kind == Product);
}

/// A body on bf16 may accumulate in f32, which these steps would not.
/// Whether the values keep their types while the body combines them, and some are there.
bool areUniform(Operation *op) {
  for (auto [operand, result] : llvm::zip(op->getOperands(), op->getResults()))
    if (getElementTypeOrSelf(operand) != getElementTypeOrSelf(result))
      return false;
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  return type.hasStaticShape() && type.getNumElements() > 0;
}

} // namespace

Expansion expandBody(Operation *op) {
  // The new ops are those that now stand between the op and the one that was before it.
  OpBuilder b(op);
  Operation *before = op->getPrevNode();
  Expansion made;
  SmallVector<Value> &values = made.results;
  if (auto window = dyn_cast<stablehlo::ReduceWindowOp>(op)) {
    std::optional<PrefixScan> scan = prefixScan(op);
    if (!isKnown(window.getBody(), false) && scan && areUniform(op))
      values = expandScan(b, window, *scan);
  } else if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op)) {
    if (!isKnown(reduce.getBody(), true) && isElementwiseBody(reduce.getBody()) && areUniform(op))
      values = expandReduce(b, reduce);
  } else if (auto map = dyn_cast<stablehlo::MapOp>(op)) {
    if (isElementwiseBody(map.getComputation()))
      values = onWholeTensors(b, op->getLoc(), map.getComputation(), shapeOf(map.getResult()),
                              op->getOperands());
  }
  if (values.empty())
    return made;
  for (Operation *each = before ? before->getNextNode() : &op->getBlock()->front(); each != op;
       each = each->getNextNode())
    made.ops.push_back(each);
  op->replaceAllUsesWith(values);
  return made;
}

} // namespace spmd
