// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of chlo on single elements. Ops on whole tensors are in chlo_tensors.cpp.
#include "dialects/chlo/chlo.h"
#include "compiler/elements/complex_reference.h"
#include "compiler/elements/erf_inverse.h"
#include "compiler/elements/special_code.h"
#include "compiler/elements/special_functions.h"
#include "compiler/ops/elements.h"
#include "compiler/ops/gradient/gradients.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace mlir;

namespace spmd::ops {
namespace {

// Derivatives near 1: (1 - x)(1 + x) keeps the digits that 1 - x^2 loses.
/// arccos(x), the principal value in [0, pi] for real x.
using Acos =
    Function<chlo::AcosOp, math::AcosOp, [](auto z) { return std::acos(z); }, complex::acos,
             [](Backward &g) { return -(g.ct() * rsqrt((1 - g.in()) * (g.in() + 1))); }>;
/// arcosh(x), NaN for real x < 1.
using Acosh =
    Function<chlo::AcoshOp, math::AcoshOp, [](auto z) { return std::acosh(z); }, complex::acosh,
             [](Backward &g) { return g.ct() * rsqrt((g.in() + -1) * (g.in() + 1)); }>;
/// arcsin(x), the principal value in [-pi/2, pi/2] for real x.
using Asin =
    Function<chlo::AsinOp, math::AsinOp, [](auto z) { return std::asin(z); }, complex::asin,
             [](Backward &g) { return g.ct() * rsqrt((1 - g.in()) * (g.in() + 1)); }>;
/// arsinh(x).
using Asinh =
    Function<chlo::AsinhOp, math::AsinhOp, [](auto z) { return std::asinh(z); }, complex::asinh,
             [](Backward &g) { return g.ct() * rsqrt(square(g.in()) + 1); }>;
/// arctan(x), the principal value in (-pi/2, pi/2) for real x.
using Atan = Function<chlo::AtanOp, math::AtanOp, [](auto z) { return std::atan(z); },
                      complex::atan, [](Backward &g) { return g.ct() / (square(g.in()) + 1); }>;
/// artanh(x), infinite at 1 and -1.
using Atanh =
    Function<chlo::AtanhOp, math::AtanhOp, [](auto z) { return std::atanh(z); }, complex::atanh,
             [](Backward &g) { return (1 / (g.in() + 1)) * (g.ct() / (1 - g.in())); }>;
using Cosh =
    Function<chlo::CoshOp, math::CoshOp, [](auto z) { return std::cosh(z); }, complex::cosh,
             [](Backward &g) { return g.ct() * apply("chlo.sinh", g.in()); }>;
using Sinh =
    Function<chlo::SinhOp, math::SinhOp, [](auto z) { return std::sinh(z); }, complex::sinh,
             [](Backward &g) { return g.ct() * apply("chlo.cosh", g.in()); }>;
using Tan = Function<chlo::TanOp, math::TanOp, [](auto z) { return std::tan(z); }, complex::tan,
                     [](Backward &g) { return g.ct() * (square(g.out()) + 1); }>;

/// The complex conjugate; real numbers are their own.
struct Conj : Unary<chlo::ConjOp, Conj> {
  static double eval(double x) { return x; }
  static Complex eval(Complex z) { return std::conj(z); }
  static Value emit(ScalarBuilder &, Value x) { return x; }
  static PartValues parts(chlo::ConjOp op, OpBuilder &b, ArrayRef<PartValues> x) {
    Value im = x[0][1];
    return {x[0][0], stablehlo::NegOp::create(b, op.getLoc(), im.getType(), im)};
  }
  /// The transpose of a conjugation is one.
  static Expr vjp(Backward &g) { return conj(g.ct()); }
  using Facets = Has<Space, Rule, Emit, Linear, Parts, Vjp, Eval>;
};

// Complex squares avoid the cancellation of re^2 - im^2.
struct Square : Unary<chlo::SquareOp, Square> {
  static double eval(double x) { return x * x; }
  /// z^2 = (re^2 - im^2) + 2 re im i, without cancellation of the squares.
  static Complex eval(Complex z) {
    double product = z.real() * z.imag();
    bool isEqual = std::fabs(z.real()) == std::fabs(z.imag()) && std::isfinite(z.real());
    double difference = differenceOfProducts(z.real(), z.real(), z.imag(), z.imag());
    // (re - im)(re + im) overflows only if the result does.
    if (!std::isfinite(difference)) // the squares overflow, or a part is infinite
      difference = (z.real() - z.imag()) * (z.real() + z.imag());
    return {isEqual ? 0 : difference, product + product};
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<arith::MulFOp>(x, x); }
  static complex::Complex emitComplex(complex::Complex x) { return complex::square(x); }
  /// 2 x.
  static Expr vjp(Backward &g) { return g.ct() * (2 * g.in()); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// The error function; erfc, below, is 1 - erf(x) without cancellation for large x.
using Erf = RealFunction<chlo::ErfOp, [](double x) { return std::erf(x); }, oneOp<math::ErfOp>,
                         [](Backward &g) { return M_2_SQRTPI * g.ct() * exp(-square(g.in())); }>;
using Erfc = RealFunction<chlo::ErfcOp, [](double x) { return std::erfc(x); }, oneOp<math::ErfcOp>,
                          [](Backward &g) { return -M_2_SQRTPI * g.ct() * exp(-square(g.in())); }>;

/// Writes arithmetic of one element.
struct ElementWriter {
  ScalarBuilder &b;
  Value constant(Value like, double number) { return floatLike(b, like, number); }
  Value add(Value x, Value y) { return b.make<arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return b.make<arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return b.make<arith::MulFOp>(x, y); }
  Value neg(Value x) { return b.make<arith::NegFOp>(x); }
  Value log(Value x) { return b.make<math::LogOp>(x); }
  Value sqrt(Value x) { return b.make<math::SqrtOp>(x); }
  Value abs(Value x) { return b.make<math::AbsFOp>(x); }
  Value isBelow(Value x, Value y) { return compareFloats(b, arith::CmpFPredicate::OLT, x, y); }
  Value isEqual(Value x, Value y) { return compareFloats(b, arith::CmpFPredicate::OEQ, x, y); }
  Value select(Value which, Value x, Value y) { return choose(b, which, x, y); }
};

/// The inverse of erf. The reference and emitted code share one text (writeErfInverse).
struct ErfInv : Unary<chlo::ErfInvOp, ErfInv> {
  static double eval(double x) { return erfInverse(x); }
  static Value emit(ScalarBuilder &b, Value x) {
    ElementWriter w{b};
    return writeErfInverse(w, x, registerBits(x) == 64);
  }
  /// sqrt(pi) / 2 e^(y^2).
  static Expr vjp(Backward &g) { return (1 / M_2_SQRTPI) * g.ct() * exp(square(g.out())); }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

/// log |gamma(x)|. The reference uses the reentrant function of libm.
struct Lgamma : Unary<chlo::LgammaOp, Lgamma> {
  static double eval(double x) {
    int sign;
    return ::lgamma_r(x, &sign);
  }
  static Value emit(ScalarBuilder &b, Value x) { return emitLgamma(b, x); }
  /// digamma(x).
  static Expr vjp(Backward &g) { return g.ct() * apply("chlo.digamma", g.in()); }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};
using Digamma = RealFunction<chlo::DigammaOp, digamma, emitDigamma, [](Backward &g) {
  return g.ct() * apply("chlo.polygamma", g.number(1, g.in().type()), g.in());
}>;

/// The modified Bessel function of order 1, divided by e^|x|.
struct BesselI1e : Unary<chlo::BesselI1eOp, BesselI1e> {
  static double eval(double x) { return besselI1e(x); }
  static Value emit(ScalarBuilder &b, Value x) { return emitBesselI1e(b, x); }
  /// By the function of order 0, which has no op.
  static Expr vjp(Backward &g) { return besselI1eGradient(g); }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

/// sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)) for z = x + iy and a = (hypot(x + 1, y) + hypot(x -
/// 1, y)) / 2. These are Re sqrt(1 - z^2) and |Im asin z|, which lose no digits. Beyond 2^60 the
/// real part is |y|.
struct AsinAcosKernel : Unary<chlo::AsinAcosKernelOp, AsinAcosKernel> {
  static Complex eval(Complex z) {
    LongComplex x(z), root = std::sqrt(1.0L - x) * std::sqrt(1.0L + x);
    return {std::abs(x) > 0x1p60L ? std::fabs(z.imag()) : double(root.real()),
            double(std::fabs(std::asin(x).imag()))};
  }
  static complex::Complex emitComplex(complex::Complex x) { return complex::asinAcosKernel(x); }
  using Facets = Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Parts,
                     NoVjp<"a part of asin and acos, which have gradients of their own">, Eval>;
};

Value isInfinite(ScalarBuilder &b, Value x, double infinity) {
  return compareFloats(b, arith::CmpFPredicate::OEQ, x, floatLike(b, x, infinity));
}
/// The three tests for infinities compare with constants.
struct IsInf : Unary<chlo::IsInfOp, IsInf> {
  static bool eval(double x) { return std::isinf(x); }
  static Value emit(ScalarBuilder &b, Value x) {
    return isInfinite(b, b.make<math::AbsFOp>(x), INFINITY);
  }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

/// Whether x is +infinity.
struct IsPosInf : Unary<chlo::IsPosInfOp, IsPosInf> {
  static bool eval(double x) { return x == INFINITY; }
  static Value emit(ScalarBuilder &b, Value x) { return isInfinite(b, x, INFINITY); }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

/// Whether x is -infinity.
struct IsNegInf : Unary<chlo::IsNegInfOp, IsNegInf> {
  static bool eval(double x) { return x == -INFINITY; }
  static Value emit(ScalarBuilder &b, Value x) { return isInfinite(b, x, -INFINITY); }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

/// The next number of the element type from x towards y.
struct NextAfter : Binary<chlo::NextAfterOp, NextAfter> {
  // Equal operands return y, so that next_after(-0, +0) is +0.
  static double eval(chlo::NextAfterOp op, double x, double y) {
    if (std::isnan(x) || std::isnan(y))
      return NAN;
    // Also for two zeros of different sign.
    if (x == y)
      return y;
    bool lost;
    APFloat value(x);
    value.convert(cast<FloatType>(getElementTypeOrSelf(op.getType())).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &lost);
    value.next(/*nextDown=*/y < x);
    return asDouble(value);
  }
  /// Steps on the bits in the element type, because magnitudes of floats are ordered like integers.
  /// The step grows the magnitude if y has the same sign and a larger magnitude.
  static Value emit(chlo::NextAfterOp op, ScalarBuilder &b, Value x, Value y) {
    auto element = cast<FloatType>(getElementTypeOrSelf(op.getType()));
    unsigned width = element.getWidth();
    // The bits of a register in the element type, which may be narrower than the register.
    auto bitsOf = [&](Value v) {
      Value narrow = width < 32 ? b.make<arith::TruncFOp>(typeLike(v, element), v) : v;
      return b.make<arith::BitcastOp>(typeLike(v, b.builder.getIntegerType(width)), narrow);
    };
    Value from = bitsOf(x), to = bitsOf(y);
    Value signBit = intLike(b, from, int64_t(uint64_t(1) << (width - 1)));
    Value magnitude =
        b.make<arith::AndIOp>(from, intLike(b, from, int64_t((uint64_t(1) << (width - 1)) - 1)));
    Value toMagnitude =
        b.make<arith::AndIOp>(to, intLike(b, from, int64_t((uint64_t(1) << (width - 1)) - 1)));
    // The signs are equal where the sign bit of from ^ to is clear.
    Value sameSign = compareInts(b, arith::CmpIPredicate::sge, b.make<arith::XOrIOp>(from, to),
                                 intLike(b, from, 0));
    Value grows = b.make<arith::AndIOp>(
        sameSign, compareInts(b, arith::CmpIPredicate::ult, magnitude, toMagnitude));
    Value one = intLike(b, from, 1);
    Value next =
        choose(b, grows, b.make<arith::AddIOp>(from, one), b.make<arith::SubIOp>(from, one));
    // From zero, the step leads to the smallest number with the sign of y.
    Value fromZero = b.make<arith::OrIOp>(b.make<arith::AndIOp>(to, signBit), one);
    next = choose(b, compareInts(b, arith::CmpIPredicate::eq, magnitude, intLike(b, from, 0)),
                  fromZero, next);
    Value value = b.make<arith::BitcastOp>(typeLike(x, element), next);
    if (width < 32)
      value = b.make<arith::ExtFOp>(x.getType(), value);
    value = choose(b, compareFloats(b, arith::CmpFPredicate::OEQ, x, y), y, value);
    Value nan = b.make<arith::AddFOp>(x, y);
    return choose(b, compareFloats(b, arith::CmpFPredicate::UNO, x, y), nan, value);
  }
  using Facets = Has<Space, Rule, Emit, NoVjp<"JAX has no gradient of it either">, Eval>;
};

/// The derivative of order n of digamma.
struct Polygamma : Binary<chlo::PolygammaOp, Polygamma> {
  static double eval(double n, double x) { return polygamma(n, x); }
  static Value emit(ScalarBuilder &b, Value n, Value x) { return emitPolygamma(b, n, x); }
  /// In x; JAX has no gradient in the order either.
  static LogicalResult vjp(Backward &g) {
    if (g.wants(0u))
      return g.op->emitOpError("has no gradient in its order, operand 0");
    g.give(1, g.ct() * apply("chlo.polygamma", g.in(0) + 1, g.in(1)));
    return success();
  }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

/// Hurwitz' zeta: the sum over k of 1 / (k + q)^x.
struct Zeta : Binary<chlo::ZetaOp, Zeta> {
  static double eval(double x, double q) { return hurwitzZeta(x, q); }
  static Value emit(ScalarBuilder &b, Value x, Value q) { return emitZeta(b, x, q); }
  /// d/dq of zeta(x, q) is -x zeta(x + 1, q); JAX has no gradient in x either.
  static LogicalResult vjp(Backward &g) {
    if (g.wants(0u))
      return g.op->emitOpError("has no gradient in its exponent, operand 0");
    g.give(1, g.ct() * (-g.in(0) * apply("chlo.zeta", g.in(0) + 1, g.in(1))));
    return success();
  }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

/// The upper half of the bits of the product, computed in integers of twice the width.
struct Mulhi : Binary<chlo::MulhiOp, Mulhi> {
  template <class T>
    requires IsInteger<T>
  static T eval(chlo::MulhiOp op, T x, T y) {
    using Wide = std::conditional_t<std::same_as<T, int64_t>, __int128, unsigned __int128>;
    return T((Wide(x) * Wide(y)) >> elementBits(getElementTypeOrSelf(op.getType())));
  }

  /// Multiplies in registers of twice the width and keeps the upper half.
  static Value emit(chlo::MulhiOp op, ScalarBuilder &b, Value x, Value y) {
    // i32: mulhi(2^31 - 1, 4) -> 1.
    Type wide = typeLike(x, b.builder.getIntegerType(2 * registerBits(x)));
    auto widen = [&](Value v) -> Value {
      return isUnsignedOperand(op) ? b.make<arith::ExtUIOp>(wide, v)
                                   : b.make<arith::ExtSIOp>(wide, v);
    };
    Value product = b.make<arith::MulIOp>(widen(x), widen(y));
    return b.make<arith::TruncIOp>(
        x.getType(), b.make<arith::ShRUIOp>(product, intLike(b, product, registerBits(x))));
  }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

} // namespace

void addChloFunctions(RuleTable &table) {
  table.add<Acos, Acosh, Asin, Asinh, Atan, Atanh, Cosh, Sinh, Tan, Conj, Square, Erf, Erfc, ErfInv,
            Lgamma, Digamma, BesselI1e, AsinAcosKernel, IsInf, IsPosInf, IsNegInf, NextAfter,
            Polygamma, Zeta, Mulhi>();
}

} // namespace spmd::ops
