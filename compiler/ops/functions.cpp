// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of floats: exponentials, logarithms, roots, trigonometry, rounding. The reference
// evaluates complex arguments in long double and rounds once (complex_reference.h); generated code
// uses the math dialect. At the end: ops that make complex numbers and take them apart.
#include "compiler/ops/elements.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// e^x, for complex x with the angle im(x): exp(i pi) -> -1.
using Exponential = Function<ExpOp, math::ExpOp, [](auto z) { return std::exp(z); }, complex::exp,
                             [](Backward &g) { return g.ct() * g.out(); }>;

/// e^x - 1 without cancellation near 0: expm1(1e-20) -> 1e-20.
struct ExponentialMinusOne : Unary<Expm1Op, ExponentialMinusOne> {
  static double eval(double x) { return std::expm1(x); }
  /// expm1(x) cos(y) - 2 sin^2(y/2) + i e^x sin(y) is e^(x+iy) - 1 without cancellation near 0.
  static Complex eval(Complex z) {
    if (!std::isfinite(z.real()) || !std::isfinite(z.imag())) { // exp(z) - 1, with exp's infinities
      // exp(z) already has the right infinities and NaN, and 1 does not change them.
      Complex power = Exponential::eval(z);
      return {power.real() - 1, power.imag()};
    }
    return inHighPrecision(z, [](LongComplex x) -> LongComplex {
      // sin(y / 2) is exact enough near y = 0, where cos(y) - 1 would cancel.
      long double half = std::sin(x.imag() / 2),
                  im = x.imag() == 0 ? x.imag() : std::exp(x.real()) * std::sin(x.imag());
      return {std::expm1(x.real()) * std::cos(x.imag()) - 2 * half * half, im};
    });
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::ExpM1Op>(x); }
  static complex::Complex emitComplex(complex::Complex x) { return complex::expm1(x); }
  /// e^x is the result plus one.
  static Expr vjp(Backward &g) { return g.ct() * (g.out() + 1); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// The natural logarithm. Of negative real numbers it is NaN, of complex ones the principal value.
using Log = Function<LogOp, math::LogOp, [](auto z) { return std::log(z); }, complex::log,
                     [](Backward &g) { return g.ct() / g.in(); }>;

/// log(1 + x) without cancellation near 0: log1p(1e-20) -> 1e-20.
struct LogPlusOne : Unary<Log1pOp, LogPlusOne> {
  static double eval(double x) { return std::log1p(x); }
  /// log(1 + z) in long double.
  static Complex eval(Complex z) {
    return inHighPrecision(z, [](LongComplex x) -> LongComplex {
      long double re = x.real(), im = x.imag();
      if (re == 0 && im == 0)
        return x;
      // |1 + z|^2 - 1 keeps its digits for small z, where |1 + z| would lose them.
      // beyond = |1 + z|^2 - 1 = 2 re + re^2 + im^2, with re^2 added by one fused multiply-add.
      long double beyond = std::fma(re, re, 2 * re + im * im);
      // Near |1 + z| = 1, log |1 + z| is log1p(beyond) / 2.
      long double magnitude =
          std::fabs(beyond) < 0.5 ? 0.5 * std::log1p(beyond) : std::log(std::hypot(re + 1, im));
      return {magnitude, std::atan2(im, re + 1)};
    });
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::Log1pOp>(x); }
  static complex::Complex emitComplex(complex::Complex x) { return complex::log1p(x); }
  /// 1 / (1 + x).
  static Expr vjp(Backward &g) { return g.ct() / (g.in() + 1); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// 1 / (1 + e^-x). Generated code calls a function of that name, because the math dialect has no
/// op.
struct Logistic : Unary<LogisticOp, Logistic> {
  static double eval(double x) { // e^x / (1 + e^x) for x < 0, because e^-x may overflow
    double power = std::exp(-std::fabs(x));
    return std::isnan(x) ? x : (x < 0 ? power : 1) / (1 + power);
  }
  static Complex eval(Complex x) {
    return inHighPrecision(
        x, [](LongComplex z) { return LongComplex(1) / (LongComplex(1) + std::exp(-z)); });
  }
  static Value emit(ScalarBuilder &b, Value x) {
    return func::CallOp::create(b.builder, b.loc, "logistic", x.getType(), x).getResult(0);
  }
  static complex::Complex emitComplex(complex::Complex x) { return complex::logistic(x); }
  /// y (1 - y): the operand need not be kept.
  static Expr vjp(Backward &g) { return g.ct() * (g.out() * (1 - g.out())); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// The principal square root: sqrt(-4) -> NaN, sqrt(-4 + 0i) -> 2i.
using SquareRoot = Function<SqrtOp, math::SqrtOp, [](auto z) { return std::sqrt(z); },
                            complex::sqrt, [](Backward &g) { return g.ct() * (0.5 / g.out()); }>;

/// 1 / sqrt(x) as one root and one division, which is accurate and fast enough on all targets.
struct ReciprocalRoot : Unary<RsqrtOp, ReciprocalRoot> {
  static double eval(double x) { return 1 / std::sqrt(x); }
  /// 1 / sqrt(0) has an infinite real part, 1 / sqrt(infinity) is zero.
  static Complex eval(Complex z) {
    // The direction of 1 / sqrt(0) is unknown, so its imaginary part is NaN.
    if (z == Complex(0))
      return {INFINITY, NAN};
    if (std::isinf(z.real()) || std::isinf(z.imag()))
      return {std::copysign(0.0, z.real()), -std::copysign(0.0, z.imag())};
    return inHighPrecision(z, [](LongComplex x) { return LongComplex(1) / std::sqrt(x); });
  }
  static Value emit(ScalarBuilder &b, Value x) {
    return b.make<arith::DivFOp>(floatLike(b, x, 1), b.make<math::SqrtOp>(x));
  }
  static complex::Complex emitComplex(complex::Complex x) { return complex::rsqrt(x); }
  /// -x^(-3/2) / 2 is -y / (2 x).
  static Expr vjp(Backward &g) { return g.ct() * (-0.5 * (g.out() / g.in())); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// The cube root. Real cbrt(-8) -> -2, while the principal complex root is 1 + 1.732i.
struct CubeRoot : Unary<CbrtOp, CubeRoot> {
  static double eval(double x) { return std::cbrt(x); }
  static Complex eval(Complex z) {
    return inHighPrecision(z, [](LongComplex x) -> LongComplex {
      long double root = std::cbrt(std::abs(x)), angle = std::arg(x) / 3;
      return {root * std::cos(angle), root * std::sin(angle)};
    });
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::CbrtOp>(x); }
  static complex::Complex emitComplex(complex::Complex x) { return complex::cbrt(x); }
  /// 1 / (3 y^2).
  static Expr vjp(Backward &g) { return g.ct() / (3 * square(g.out())); }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// sin(x), for angles in radians.
using Sine = Function<SineOp, math::SinOp, [](auto z) { return std::sin(z); }, complex::sin,
                      [](Backward &g) { return g.ct() * apply("stablehlo.cosine", g.in()); }>;

/// cos(x).
using Cosine = Function<CosineOp, math::CosOp, [](auto z) { return std::cos(z); }, complex::cos,
                        [](Backward &g) { return -(g.ct() * apply("stablehlo.sine", g.in())); }>;

/// tan(x).
using Tangent = Function<TanOp, math::TanOp, [](auto z) { return std::tan(z); }, complex::tan,
                         [](Backward &g) { return g.ct() * (square(g.out()) + 1); }>;

/// tanh(x), the saturating function of neural networks: tanh(20) -> 1.
using HyperbolicTangent =
    Function<TanhOp, math::TanhOp, [](auto z) { return std::tanh(z); }, complex::tanh,
             [](Backward &g) { return (g.ct() + g.ct() * g.out()) * (1 - g.out()); }>;

/// The angle of the point (x, y) in the plane.
struct Atan2 : Binary<Atan2Op, Atan2> {
  static double eval(double y, double x) { return std::atan2(y, x); }
  static Complex eval(Complex y, Complex x) {
    Complex i(0, 1);
    // By the definition of the complex arctangent: -i log((x + iy) / sqrt(x^2 + y^2)).
    return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
  }
  static Value emit(ScalarBuilder &b, Value y, Value x) { return b.make<math::Atan2Op>(y, x); }
  static SmallVector<Expr> vjp(Backward &g) {
    // The gradient of an angle is orthogonal to the point, divided by its distance.
    Expr y = g.in(0), x = g.in(1), length = square(y) + square(x);
    return {g.ct() * (x / length), g.ct() * (-y / length)};
  }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

/// Rounds up: ceil(-1.5) -> -1.
using Ceil =
    RealFunction<CeilOp, [](double x) { return std::ceil(x); }, oneOp<math::CeilOp>, noSlope>;

/// Rounds down: floor(-1.5) -> -2.
using Floor =
    RealFunction<FloorOp, [](double x) { return std::floor(x); }, oneOp<math::FloorOp>, noSlope>;

/// Rounds ties away from zero: 2.5 -> 3, -2.5 -> -3.
using RoundAwayFromZero =
    RealFunction<RoundOp, [](double x) { return std::round(x); }, oneOp<math::RoundOp>, noSlope>;

/// Rounds ties to even: 2.5 -> 2, 3.5 -> 4. nearbyint uses the current mode, which is the default.
using RoundToEven = RealFunction<RoundNearestEvenOp, [](double x) { return std::nearbyint(x); },
                                 oneOp<math::RoundEvenOp>, noSlope>;

struct Real : Unary<stablehlo::RealOp, Real> {
  static double eval(double x) { return x; }
  static double eval(Complex z) { return z.real(); }
  static PartValues parts(Op, OpBuilder &, ArrayRef<PartValues> x) { return {x[0][0]}; }
  /// The imaginary part has no say in the result.
  static Expr vjp(Backward &g) {
    return isa<ComplexType>(g.in().element()) ? complexOf(g.ct(), {}) : g.ct();
  }
  using Facets =
      Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Linear, Parts, Vjp, Eval>;
};

struct Imag : Unary<stablehlo::ImagOp, Imag> {
  static double eval(double) { return 0; }
  static double eval(Complex z) { return z.imag(); }
  static PartValues parts(Op, OpBuilder &b, ArrayRef<PartValues> x) {
    return {x[0].size() > 1 ? x[0][1] : zerosLike(b, x[0][0])};
  }
  /// Cotangents are not conjugated, as in JAX: the transpose of im(z) is -i ct.
  static Expr vjp(Backward &g) {
    return isa<ComplexType>(g.in().element()) ? complexOf({}, -g.ct()) : Expr();
  }
  using Facets =
      Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Linear, Parts, Vjp, Eval>;
};

struct MakeComplex : Binary<stablehlo::ComplexOp, MakeComplex> {
  static Complex eval(double re, double im) { return {re, im}; }
  static PartValues parts(Op, OpBuilder &, ArrayRef<PartValues> x) { return {x[0][0], x[1][0]}; }
  /// The transpose of re + i im, without conjugation: (re ct, -im ct).
  static SmallVector<Expr> vjp(Backward &g) { return {realPart(g.ct()), -imagPart(g.ct())}; }
  using Facets =
      Has<Space, Rule, NoEmit<"complex numbers are not emitted">, Linear, Parts, Vjp, Eval>;
};

/// spmd.complex_part "F"(re, im, ..): one part of F on complex numbers, given by their parts.
///   "stablehlo.multiply"(a, b, c, d) -> a c - b d, with imaginary: a d + b c
struct ComplexPart : Pointwise<ir::ComplexPartOp> {
  // Emits both parts, and erases what the wanted part does not need.
  static SmallVector<Value> emit(Op op, ScalarBuilder &b, ValueRange x) {
    Operation *before = b.builder.getBlock()->empty() ? nullptr : &b.builder.getBlock()->back();
    Value part = Rules::of(op.getFunction()).emitComplex(b, x)[op.getImaginary()];
    // Erases ops that only the other part needs. Later passes cannot: they do not know that calls
    // of libm have no side effects.
    for (Operation *made = &b.builder.getBlock()->back(); made && made != before;) {
      Operation *previous = made->getPrevNode();
      if (made != part.getDefiningOp() && isOpTriviallyDead(made))
        made->erase();
      made = previous;
    }
    return {part};
  }
  using Facets = Has<Space, Rule, Emit, NoEval<"made when nothing is evaluated any more">,
                     NoVjp<"made when nothing is differentiated any more">>;
};

} // namespace

void addFunctionRules(RuleTable &table) {
  table.add<Exponential, ExponentialMinusOne, Log, LogPlusOne, Logistic, SquareRoot, ReciprocalRoot,
            CubeRoot, Sine, Cosine, Tangent, HyperbolicTangent, Atan2, Ceil, Floor,
            RoundAwayFromZero, RoundToEven, Real, Imag, MakeComplex, ComplexPart>();
}

} // namespace spmd::ops
