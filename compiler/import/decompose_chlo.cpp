// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces functions of chlo by a few StableHLO ops, for tools that know only StableHLO. Our own
// pipeline keeps the chlo ops, because one op with one sharding rule is easier to place, and fuses
// them as they are. Functions that need long series are not replaced.
#include "compiler/elements/erf_inverse.h"
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/chlo/chlo.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_DECOMPOSECHLO
#include "compiler/passes.h.inc"
namespace {

/// Builds ops on values of one shape. Scalars become splat constants of that shape.
struct Writer {
  OpBuilder b;
  Location loc;
  explicit Writer(Operation *op) : b(op), loc(op->getLoc()) {}

  /// A splat constant with the type of `like`; complex types get a zero imaginary part.
  Value constant(Value like, double number) {
    auto type = cast<RankedTensorType>(like.getType());
    bool isComplex = isa<ComplexType>(type.getElementType());
    Type element = isComplex ? cast<ComplexType>(type.getElementType()).getElementType()
                             : type.getElementType();
    auto parts = [&](double value) {
      APFloat real(value);
      bool losesInfo;
      real.convert(cast<FloatType>(element).getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
      return real;
    };
    DenseElementsAttr attr =
        isComplex ? DenseElementsAttr::get(type, std::complex<APFloat>(parts(number), parts(0)))
                  : DenseElementsAttr::get(type, parts(number));
    return stablehlo::ConstantOp::create(b, loc, attr);
  }
  template <class Op> Value make(Value x) {
    return Op::create(b, loc, TypeRange(x.getType()), ValueRange(x));
  }
  template <class Op> Value make(Value x, Value y) {
    return Op::create(b, loc, TypeRange(x.getType()), ValueRange{x, y});
  }
  Value add(Value x, Value y) { return make<stablehlo::AddOp>(x, y); }
  Value add(Value x, double y) { return add(x, constant(x, y)); }
  Value mul(Value x, Value y) { return make<stablehlo::MulOp>(x, y); }
  Value mul(Value x, double y) { return mul(x, constant(x, y)); }
  Value sub(Value x, Value y) { return make<stablehlo::SubtractOp>(x, y); }
  Value neg(Value x) { return make<stablehlo::NegOp>(x); }
  Value sqrt(Value x) { return make<stablehlo::SqrtOp>(x); }
  Value log(Value x) { return make<stablehlo::LogOp>(x); }
  Value abs(Value x) { return make<stablehlo::AbsOp>(x); }
  Value log1p(Value x) { return make<stablehlo::Log1pOp>(x); }
  /// sqrt(1 - x x) as sqrt((1 - x) (1 + x)), which does not cancel near 1.
  Value cathetus(Value x) { return sqrt(mul(add(neg(x), 1), add(x, 1))); }
  Value compare(Value x, Value y, stablehlo::ComparisonDirection direction) {
    return stablehlo::CompareOp::create(b, loc, x, y, direction);
  }
  Value isBelow(Value x, Value y) { return compare(x, y, stablehlo::ComparisonDirection::LT); }
  Value isEqual(Value x, Value y) { return compare(x, y, stablehlo::ComparisonDirection::EQ); }
  Value select(Value which, Value x, Value y) {
    return stablehlo::SelectOp::create(b, loc, which, x, y);
  }
};

/// The op's value as StableHLO ops, or null if the op stays. Only unary ops are replaced; all but
/// square and tan need a static float type.
Value decompose(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getOperand(0).getType()))
    return {};
  Value x = op->getOperand(0);
  Type element = cast<RankedTensorType>(x.getType()).getElementType();
  bool isStatic = cast<RankedTensorType>(x.getType()).hasStaticShape();
  Writer w(op);
  if (isa<chlo::SquareOp>(op))
    return w.mul(x, x);
  if (isa<chlo::TanOp>(op))
    return w.make<stablehlo::TanOp>(x);
  if (!isa<FloatType>(element) || !isStatic)
    return {};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (isa<chlo::SinhOp>(op)) { // (e + e / (e + 1)) / 2 with e = e^x - 1, which is exact near 0
    Value e = w.make<stablehlo::Expm1Op>(x);
    return w.mul(w.add(e, w.make<stablehlo::DivOp>(e, w.add(e, 1))), 0.5);
  }
  if (isa<chlo::CoshOp>(op))
    return w.mul(w.add(w.make<stablehlo::ExpOp>(x), w.make<stablehlo::ExpOp>(w.neg(x))), 0.5);
  if (isa<chlo::AsinOp>(op))
    // asin x = 2 atan2(x, 1 + sqrt(1 - x x)).
    return w.mul(w.make<stablehlo::Atan2Op>(x, w.add(w.cathetus(x), 1)), 2);
  if (isa<chlo::AcosOp>(op))
    return w.make<stablehlo::Atan2Op>(w.cathetus(x), x);
  if (isa<chlo::AtanOp>(op))
    return w.make<stablehlo::Atan2Op>(x, w.constant(x, 1));
  if (isa<chlo::AsinhOp>(op)) {
    // sign(x) log1p(|x| + x x / (1 + sqrt(1 + x x))), which neither cancels near 0 nor for negative
    // x.
    Value a = w.abs(x), square = w.mul(x, x);
    Value rest = w.make<stablehlo::DivOp>(square, w.add(w.sqrt(w.add(square, 1)), 1));
    return w.mul(w.make<stablehlo::SignOp>(x), w.log1p(w.add(a, rest)));
  }
  if (isa<chlo::AcoshOp>(op))
    return w.log(w.add(x, w.mul(w.sqrt(w.add(x, -1)), w.sqrt(w.add(x, 1)))));
  if (isa<chlo::AtanhOp>(op))
    return w.mul(w.sub(w.log1p(x), w.log1p(w.neg(x))), 0.5);
  if (isa<chlo::IsInfOp>(op))
    return w.isEqual(w.abs(x), w.constant(x, kInfinity));
  if (isa<chlo::IsPosInfOp>(op))
    return w.isEqual(x, w.constant(x, kInfinity));
  if (isa<chlo::IsNegInfOp>(op))
    return w.isEqual(x, w.constant(x, -kInfinity));
  if (isa<chlo::ErfInvOp>(op) && element.isF32())
    return ops::writeErfInverse(w, x, /*isDouble=*/false);
  return {};
}

struct DecomposeChlo : impl::DecomposeChloBase<DecomposeChlo> {
  /// Replaces all ops that decompose() knows.
  void runOnOperation() override {
    for (Operation *op : opsWhere(getOperation(), [&](Operation *op) {
           return isa_and_nonnull<chlo::ChloDialect>(op->getDialect());
         })) {
      Value result = decompose(op);
      if (!result)
        continue;
      // The result keeps attributes such as the sharding. A sharding rule names the operands of the
      // old op, so it is dropped.
      for (NamedAttribute attr : op->getDiscardableAttrs())
        if (attr.getName() != sdy::kShardingRuleAttr)
          result.getDefiningOp()->setAttr(attr.getName(), attr.getValue());
      IRRewriter(op).replaceOp(op, result);
    }
  }
};

} // namespace
} // namespace spmd
