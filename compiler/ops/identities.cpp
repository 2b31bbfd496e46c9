// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants are looked for behind the broadcasts that programs put around them.
#include "compiler/ops/identities.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

Value behindBroadcast(Value value) {
  auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
  return broadcast ? broadcast.getOperand() : value;
}
bool isConstant(Value value) { return matchPattern(behindBroadcast(value), m_Constant()); }

/// The other operand of an op of two, one of which is the number `wanted` everywhere.
Value besideNumber(Operation *op, double wanted) {
  for (unsigned i : {0u, 1u}) {
    DenseElementsAttr attr;
    if (matchPattern(behindBroadcast(op->getOperand(i)), m_Constant(&attr)) && attr.isSplat() &&
        isa<FloatType>(attr.getElementType()) && attr.getSplatValue<APFloat>().convertToDouble() == wanted)
      return op->getOperand(1 - i);
  }
  return {};
}

/// As in gelu: fewer operations, and nothing cancels where tanh(u) is near -1.
LogicalResult halfOfOnePlusTanh(stablehlo::MulOp op, PatternRewriter &rewriter) {
  Value sum = besideNumber(op, 0.5);
  auto add = sum ? sum.getDefiningOp<stablehlo::AddOp>() : nullptr;
  Value other = add && add->hasOneUse() ? besideNumber(add, 1) : Value();
  auto tanh = other ? other.getDefiningOp<stablehlo::TanhOp>() : nullptr;
  if (!tanh || !tanh->hasOneUse())
    return rewriter.notifyMatchFailure(op, "is not half of one plus a tanh that nothing else reads");
  auto twice = [&](Value v) -> Value { return stablehlo::AddOp::create(rewriter, op.getLoc(), v, v); };
  Value u = tanh.getOperand(), doubled;
  auto product = u.getDefiningOp<stablehlo::MulOp>();
  for (unsigned i : {0u, 1u})
    if (product && !doubled && isConstant(product->getOperand(i))) // twice the factor is exact, too, and costs nothing
      doubled = stablehlo::MulOp::create(rewriter, op.getLoc(), twice(product->getOperand(i)), product->getOperand(1 - i));
  rewriter.replaceOpWithNewOp<stablehlo::LogisticOp>(op, doubled ? doubled : twice(u));
  return success();
}

} // namespace

void addIdentities(RewritePatternSet &patterns) { patterns.add(halfOfOnePlusTanh); }

} // namespace spmd
