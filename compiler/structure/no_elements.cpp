// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites reductions of tensors without elements, whose kernels would have empty loops
// (no_elements.h).
#include "compiler/structure/no_elements.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

bool isEmpty(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 0;
}

// The results are broadcasts of the initial values.
LogicalResult reductionOfNothing(stablehlo::ReduceOp op, PatternRewriter &rewriter) {
  if (op.getInputs().empty() || !isEmpty(op.getInputs()[0].getType()) ||
      isEmpty(op->getResult(0).getType()))
    return rewriter.notifyMatchFailure(op, "reduces something");
  SmallVector<Value> results;
  // reduce(tensor<0x4xf32>, init) over dim 0 -> broadcast(init) to tensor<4xf32>.
  for (auto [init, result] : llvm::zip_equal(op.getInitValues(), op->getResults()))
    results.push_back(stablehlo::BroadcastInDimOp::create(rewriter, op.getLoc(), result.getType(),
                                                          init, rewriter.getDenseI64ArrayAttr({})));
  rewriter.replaceOp(op, results);
  return success();
}

// Pads the operands with the initial values instead of the windows.
LogicalResult windowsOverNothing(stablehlo::ReduceWindowOp op, PatternRewriter &rewriter) {
  if (op.getInputs().empty() || !isEmpty(op.getInputs()[0].getType()) ||
      isEmpty(op->getResult(0).getType()))
    return rewriter.notifyMatchFailure(op, "reduces something");
  SmallVector<int64_t> low, high; // has elements, as there are results
  for (auto [i, padding] : llvm::enumerate(op.getPaddingAttr().getValues<int64_t>()))
    (i % 2 ? high : low).push_back(padding);
  SmallVector<int64_t> none(low.size(), 0);
  for (unsigned i = 0; i < op.getInputs().size(); ++i) {
    // Only padding has elements.
    Value padding = stablehlo::PadOp::create(rewriter, op.getLoc(), op.getInputs()[i],
                                             op.getInitValues()[i], low, high, none);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(i, padding); });
  }
  rewriter.modifyOpInPlace(op, [&] { op.removePaddingAttr(); });
  return success();
}

} // namespace

// Ops that neither split nor have elements as arithmetic, such as terminators and control flow, are
// left alone.
bool makesNoElements(Operation *op) {
  const auto &rules = Rules::of(op);
  return op->getNumResults() && (rules.rule || rules.emit) && !isa<stablehlo::ConstantOp>(op) &&
         llvm::all_of(op->getResultTypes(), isEmpty);
}

Value createEmptyConstant(OpBuilder &b, Location loc, Type type) {
  return stablehlo::ConstantOp::create(
      b, loc, DenseElementsAttr::get(cast<RankedTensorType>(type), ArrayRef<Attribute>()));
}

void addReductionsOfNothing(RewritePatternSet &patterns) {
  patterns.add(reductionOfNothing);
  patterns.add(windowsOverNothing);
}

} // namespace spmd
