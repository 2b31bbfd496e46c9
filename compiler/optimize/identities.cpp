// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns of identities.h. They look for constants behind broadcasts, because programs write
// scalars in that way.
#include "compiler/optimize/identities.h"
#include "compiler/ops/annotation.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

// The operand of a broadcast, any other value itself.
Value behindBroadcast(Value value) {
  auto broadcast = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
  return broadcast ? broadcast.getOperand() : value;
}

/// The number that all elements of a float value equal, if it is a splat constant or a broadcast of
/// one.
std::optional<double> number(Value value) {
  DenseElementsAttr attr;
  if (!matchPattern(behindBroadcast(value), m_Constant(&attr)) || !attr.isSplat() ||
      !isa<FloatType>(attr.getElementType()))
    return std::nullopt;
  return attr.getSplatValue<APFloat>().convertToDouble();
}

/// The operand beside a constant: the other operand of a binary op if one of its operands is
/// `wanted` everywhere.
Value besideNumber(Operation *op, double wanted) {
  for (unsigned i : {0u, 1u})
    if (number(op->getOperand(i)) == wanted)
      return op->getOperand(1 - i);
  return {};
}

/// Whether the number is normal in the element type of `like`, neither infinite nor denormal.
bool isNormal(double value, Value like) {
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(cast<FloatType>(getElementTypeOrSelf(like)).getFloatSemantics(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.isNormal();
}

/// For x * x * x: x, and the value x * x.
std::pair<Value, Value> cubed(Value value) {
  auto product = value.getDefiningOp<stablehlo::MulOp>();
  for (unsigned i : {0u, 1u}) {
    // Both orders of multiplication occur.
    auto square = product ? product->getOperand(i).getDefiningOp<stablehlo::MulOp>() : nullptr;
    if (square && square.getLhs() == square.getRhs() &&
        square.getLhs() == product->getOperand(1 - i))
      return {square.getLhs(), square};
  }
  return {};
}

/// Builds 2 a (x + b x^3) as x (2 a + 2 a b x^2), which saves one op; null for other sums. Infinite
/// x gives the same result if b is positive and 2 a b is a normal number. The rounding is as good
/// as that of the original, if the type has at least 32 bits.
Value twiceCubic(Value twiceA, double a, Value sum, PatternRewriter &rewriter) {
  auto add = sum.getDefiningOp<stablehlo::AddOp>();
  for (unsigned i : {0u, 1u}) {
    // The sum may have x on either side, and so may the products.
    auto term =
        add && add->hasOneUse() ? add->getOperand(i).getDefiningOp<stablehlo::MulOp>() : nullptr;
    for (unsigned j : {0u, 1u}) {
      auto [x, square] = term ? cubed(term->getOperand(1 - j)) : std::pair<Value, Value>();
      std::optional<double> b = term ? number(term->getOperand(j)) : std::nullopt;
      if (!x || x != add->getOperand(1 - i) || !b || *b <= 0 || !isNormal(2 * a * *b, x) ||
          getElementTypeOrSelf(x).getIntOrFloatBitWidth() < 32)
        continue;
      auto times = [&](Value v, Value w) -> Value {
        return stablehlo::MulOp::create(rewriter, sum.getLoc(), v, w);
      };
      // (2 a b) x^2 + 2 a, times x.
      Value cubic = times(times(twiceA, term->getOperand(j)), square);
      return times(x, stablehlo::AddOp::create(rewriter, sum.getLoc(), twiceA, cubic));
    }
  }
  return {};
}

/// 0.5 * (1 + tanh(u)) -> logistic(2 u), as in gelu. It takes fewer ops, and nothing cancels where
/// tanh(u) is near -1.
struct HalfOfOnePlusTanh : OpRewritePattern<stablehlo::MulOp> {
  HalfOfOnePlusTanh(MLIRContext *context, bool exact) : OpRewritePattern(context), exact(exact) {}
  LogicalResult matchAndRewrite(stablehlo::MulOp op, PatternRewriter &rewriter) const override;
  bool exact;
};
// Doubles u without a new op where u is a product with a constant: 2 (a x) = (2 a) x.
LogicalResult HalfOfOnePlusTanh::matchAndRewrite(stablehlo::MulOp op,
                                                 PatternRewriter &rewriter) const {
  Type element = getElementTypeOrSelf(op.getType());
  if (!isa<FloatType>(element) ||
      (element.getIntOrFloatBitWidth() < 32 && (exact || !element.isBF16())))
    return rewriter.notifyMatchFailure(op, "each of the ops rounds its result");
  Value sum = besideNumber(op, 0.5);
  // 0.5 * sum, where the sum is 1 + tanh(u).
  auto add = sum ? sum.getDefiningOp<stablehlo::AddOp>() : nullptr;
  Value other = add && add->hasOneUse() ? besideNumber(add, 1) : Value();
  auto tanh = other ? other.getDefiningOp<stablehlo::TanhOp>() : nullptr;
  if (!tanh || !tanh->hasOneUse())
    return rewriter.notifyMatchFailure(op,
                                       "is not half of one plus a tanh that nothing else reads");
  auto twice = [&](Value v) -> Value {
    return stablehlo::AddOp::create(rewriter, op.getLoc(), v, v);
  };
  Value u = tanh.getOperand(), doubled;
  auto product = u.getDefiningOp<stablehlo::MulOp>();
  for (unsigned i : {0u, 1u}) {
    std::optional<double> a = product && !doubled ? number(product->getOperand(i)) : std::nullopt;
    if (!a || !isNormal(2 * *a, u))
      continue;
    // Doubling the factor is exact and costs nothing.
    Value twiceA = twice(product->getOperand(i)), rest = product->getOperand(1 - i);
    doubled = twiceCubic(twiceA, *a, rest, rewriter);
    if (!doubled)
      doubled = stablehlo::MulOp::create(rewriter, op.getLoc(), twiceA, rest);
  }
  rewriter.replaceOpWithNewOp<stablehlo::LogisticOp>(op, doubled ? doubled : twice(u));
  return success();
}

/// A broadcast of a scalar to a scalar, which JAX writes for initial values, is its operand.
LogicalResult broadcastOfSameShape(stablehlo::BroadcastInDimOp op, PatternRewriter &rewriter) {
  if (op.getType() != op.getOperand().getType() || !llvm::is_sorted(op.getBroadcastDimensions()))
    return rewriter.notifyMatchFailure(op, "changes its operand");
  rewriter.replaceOp(op, op.getOperand());
  return success();
}

/// A choice between a value and itself, as batches of branches make it where nobody asks for
/// gradients (compiler/batch/branches.cpp).
LogicalResult choiceOfOne(stablehlo::SelectOp op, PatternRewriter &rewriter) {
  if (op.getOnTrue() != op.getOnFalse())
    return rewriter.notifyMatchFailure(op, "chooses between two values");
  rewriter.replaceOp(op, op.getOnTrue());
  return success();
}

/// What annotations say of shardings, partition has read. All memories are one, and the compiler
/// chooses layouts.
LogicalResult annotation(stablehlo::CustomCallOp op, PatternRewriter &rewriter) {
  if (!ops::isAnnotation(op))
    return rewriter.notifyMatchFailure(op, "computes something");
  rewriter.replaceOp(op, op->getOperands());
  return success();
}

} // namespace

void addIdentities(RewritePatternSet &patterns, bool exact) {
  patterns.add<HalfOfOnePlusTanh>(patterns.getContext(), exact);
  patterns.add(broadcastOfSameShape);
  patterns.add(choiceOfOne);
  patterns.add(annotation);
}

} // namespace spmd
