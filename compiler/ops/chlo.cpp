// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Meaning of chlo's functions. They are decomposed before code is generated; those with a math op, and a few of one or two
// operations, are also emitted as they are.
#include "compiler/ops/arith.h"
#include "compiler/ops/elements.h"
#include "compiler/ops/special_functions.h"
#include "dialects/chlo/chlo.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace mlir;

namespace spmd::ops {
namespace {

//===-- functions of one argument --------------------------------------------------------------------------------===//

struct Acos : Unary<chlo::AcosOp, Acos> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::acos(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::AcosOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Acosh : Unary<chlo::AcoshOp, Acosh> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::acosh(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::AcoshOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Asin : Unary<chlo::AsinOp, Asin> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::asin(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::AsinOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Asinh : Unary<chlo::AsinhOp, Asinh> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::asinh(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::AsinhOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Atan : Unary<chlo::AtanOp, Atan> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::atan(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::AtanOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Atanh : Unary<chlo::AtanhOp, Atanh> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::atanh(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::AtanhOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Cosh : Unary<chlo::CoshOp, Cosh> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::cosh(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::CoshOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Sinh : Unary<chlo::SinhOp, Sinh> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::sinh(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::SinhOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Tan : Unary<chlo::TanOp, Tan> {
  template <class T> requires IsFloating<T> static T eval(T x) { return std::tan(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::TanOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};

struct Conj : Unary<chlo::ConjOp, Conj> {
  static double eval(double x) { return x; }
  static Complex eval(Complex z) { return std::conj(z); }
  static Value emit(ScalarBuilder &, Value x) { return x; }
  using Facets = Has<Space, Rule, Emit, Linear, Eval>;
};

struct Square : Unary<chlo::SquareOp, Square> {
  static double eval(double x) { return x * x; }
  static Complex eval(Complex z) {
    double product = z.real() * z.imag();
    return {(z.real() - z.imag()) * (z.real() + z.imag()), product + product};
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<arith::MulFOp>(x, x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};

struct Erf : Unary<chlo::ErfOp, Erf> {
  static double eval(double x) { return std::erf(x); }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::ErfOp>(x); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct Erfc : Unary<chlo::ErfcOp, Erfc> {
  static double eval(double x) { return std::erfc(x); }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};

/// Giles, Approximating the erfinv function (GPU Computing Gems, 2011), single precision.
struct ErfInv : Unary<chlo::ErfInvOp, ErfInv> {
  static double eval(double x) { return erfInverse(x); }
  static Value emit(ScalarBuilder &b, Value x) {
    static constexpr double centre[] = {2.81022636e-8,  3.43273939e-7,  -3.5233877e-6,  -4.39150654e-6, 2.1858087e-4,
                                        -1.25372503e-3, -4.17768164e-3, 0.246640727,    1.50140941};
    static constexpr double tail[] = {-2.00214257e-4, 1.00950558e-4, 1.34934322e-3, -3.67342844e-3, 5.73950773e-3,
                                      -7.6224613e-3,  9.43887047e-3, 1.00167406,    2.83297682};
    Value one = floatLike(b, x, 1);
    Value w = b.make<arith::NegFOp>(b.make<math::Log1pOp>(b.make<arith::NegFOp>(b.make<arith::MulFOp>(x, x))));
    Value isCentre = compareFloats(b, arith::CmpFPredicate::OLT, w, floatLike(b, x, 5));
    Value at = choose(b, isCentre, b.make<arith::SubFOp>(w, floatLike(b, x, 2.5)),
                      b.make<arith::SubFOp>(b.make<math::SqrtOp>(w), floatLike(b, x, 3)));
    Value p = choose(b, isCentre, floatLike(b, x, centre[0]), floatLike(b, x, tail[0]));
    for (int k = 1; k < 9; ++k) {
      Value c = choose(b, isCentre, floatLike(b, x, centre[k]), floatLike(b, x, tail[k]));
      p = b.make<arith::AddFOp>(b.make<arith::MulFOp>(p, at), c);
    }
    Value isBorder = compareFloats(b, arith::CmpFPredicate::OEQ, b.make<math::AbsFOp>(x), one);
    return choose(b, isBorder, b.make<arith::MulFOp>(x, floatLike(b, x, INFINITY)), b.make<arith::MulFOp>(p, x));
  }
  using Facets = Has<Space, Rule, Emit, Eval>;
};

struct Lgamma : Unary<chlo::LgammaOp, Lgamma> {
  static double eval(double x) {
    int sign;
    return ::lgamma_r(x, &sign);
  }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};
struct Digamma : Unary<chlo::DigammaOp, Digamma> {
  static double eval(double x) { return digamma(x); }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};
struct BesselI1e : Unary<chlo::BesselI1eOp, BesselI1e> {
  static double eval(double x) { return besselI1e(x); }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};

/// sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)), a = (hypot(x + 1, y) + hypot(x - 1, y)) / 2, z = x + iy.
struct AsinAcosKernel : Unary<chlo::AsinAcosKernelOp, AsinAcosKernel> {
  static Complex eval(Complex z) {
    double x = std::fabs(z.real()), y = std::fabs(z.imag());
    double a = (std::hypot(x + 1, y) + std::hypot(x - 1, y)) / 2;
    return {std::sqrt((a - x) * (a + x)), std::acosh(std::max(a, 1.0))};
  }
  using Facets = Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Eval>;
};

Value isInfinite(ScalarBuilder &b, Value x, double infinity) {
  return compareFloats(b, arith::CmpFPredicate::OEQ, x, floatLike(b, x, infinity));
}
struct IsInf : Unary<chlo::IsInfOp, IsInf> {
  static bool eval(double x) { return std::isinf(x); }
  static Value emit(ScalarBuilder &b, Value x) { return isInfinite(b, b.make<math::AbsFOp>(x), INFINITY); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct IsPosInf : Unary<chlo::IsPosInfOp, IsPosInf> {
  static bool eval(double x) { return x == INFINITY; }
  static Value emit(ScalarBuilder &b, Value x) { return isInfinite(b, x, INFINITY); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};
struct IsNegInf : Unary<chlo::IsNegInfOp, IsNegInf> {
  static bool eval(double x) { return x == -INFINITY; }
  static Value emit(ScalarBuilder &b, Value x) { return isInfinite(b, x, -INFINITY); }
  using Facets = Has<Space, Rule, Emit, Eval>;
};

//===-- functions of two arguments -------------------------------------------------------------------------------===//

/// The next value of the element's type from x towards y.
struct NextAfter : Binary<chlo::NextAfterOp, NextAfter> {
  static double eval(chlo::NextAfterOp op, double x, double y) {
    if (std::isnan(x) || std::isnan(y))
      return NAN;
    if (x == y)
      return y;
    bool lost;
    APFloat value(x);
    value.convert(cast<FloatType>(getElementTypeOrSelf(op.getType())).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &lost);
    value.next(/*nextDown=*/y < x);
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &lost);
    return value.convertToDouble();
  }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};
struct Polygamma : Binary<chlo::PolygammaOp, Polygamma> {
  static double eval(double n, double x) { return polygamma(n, x); }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};
struct Zeta : Binary<chlo::ZetaOp, Zeta> {
  static double eval(double x, double q) { return hurwitzZeta(x, q); }
  using Facets = Has<Space, Rule, NoEmit<"decomposed first">, Eval>;
};

/// The upper half of the product's bits.
struct Mulhi : Binary<chlo::MulhiOp, Mulhi> {
  template <class T> requires IsInteger<T> static T eval(chlo::MulhiOp op, T x, T y) {
    using Wide = std::conditional_t<std::same_as<T, int64_t>, __int128, unsigned __int128>;
    return T((Wide(x) * Wide(y)) >> elementBits(getElementTypeOrSelf(op.getType())));
  }
  static Value emit(chlo::MulhiOp op, ScalarBuilder &b, Value x, Value y) {
    if (isUnsignedOperand(op))
      return arith::MulUIExtendedOp::create(b.builder, b.loc, x, y).getHigh();
    return arith::MulSIExtendedOp::create(b.builder, b.loc, x, y).getHigh();
  }
  using Facets = Has<Space, Rule, Emit, Eval>;
};

} // namespace

void addChloFunctions(RuleTable &table) {
  table.add<Acos, Acosh, Asin, Asinh, Atan, Atanh, Cosh, Sinh, Tan, Conj, Square, Erf, Erfc, ErfInv, Lgamma, Digamma,
            BesselI1e, AsinAcosKernel, IsInf, IsPosInf, IsNegInf, NextAfter, Polygamma, Zeta, Mulhi>();
}

} // namespace spmd::ops
