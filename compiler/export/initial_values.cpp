// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the initial values of shared sums. The specification lets an implementation fold the
// initial value in as often as it likes, so only programs whose initial value is no identity can
// tell. They are rare, and get the number that a single device computes.
#include "compiler/export/initial_values.h"
#include "compiler/export/partial_values.h"
#include "compiler/ops/region.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether the value is a constant zero, of either sign.
bool isZero(Value value) {
  Operation *op = value.getDefiningOp();
  auto elements = op ? op->getAttrOfType<DenseElementsAttr>("value") : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return false;
  if (isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().isZero();
  return isa<IntegerType>(elements.getElementType()) && elements.getSplatValue<APInt>().isZero();
}

} // namespace

/// Results that stay unreduced keep their initial value: a later reduction is to add it, which may
/// be of any kind.
bool countInitsOnce(Operation *op) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  if (!reduce)
    return false;
  bool changed = false;
  OpBuilder b(op);
  for (OpResult result : op->getResults()) {
    unsigned operand = reduce.getInputs().size() + result.getResultNumber();
    Value init = op->getOperand(operand);
    auto type = cast<RankedTensorType>(result.getType());
    sdy::TensorShardingAttr sharding = sdy::getSharding(result);
    DenseElementsAttr zero = identityOf(ir::CombineKind::Sum, type.getElementType());
    if (combinerOfPair(reduce.getBody(), result.getResultNumber()) != ir::CombineKind::Sum ||
        type.getElementType().isInteger(1) || !zero || isZero(init) ||
        !unreducedAxes(sharding).empty())
      continue;
    changed = true;
    // The add stands behind the op; the all_reduce that follows later goes between the two.
    b.setInsertionPoint(op);
    op->setOperand(operand, stablehlo::ConstantOp::create(b, op->getLoc(), zero));
    b.setInsertionPointAfter(op);
    Value start = stablehlo::BroadcastInDimOp::create(b, op->getLoc(), type, init,
                                                      b.getDenseI64ArrayAttr({}));
    Value sum = stablehlo::AddOp::create(b, op->getLoc(), result, start);
    result.replaceAllUsesExcept(sum, sum.getDefiningOp());
    for (Value value : {start, sum})
      if (sharding)
        sdy::setSharding(value, sharding);
  }
  return changed;
}

} // namespace spmd
