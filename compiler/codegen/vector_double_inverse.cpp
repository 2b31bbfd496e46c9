// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits the inverses of trigonometric and hyperbolic functions of f64, with the special values of
// C. Those of angles are odd polynomials near zero, others go there; those of hyperbolic functions
// are logarithms whose argument is 1 + u with a small u where the result is small.
#include "compiler/codegen/vector_doubles.h"
#include <limits>
#include <numbers>

using llvm::Value;

namespace spmd {
namespace {

// pi/2 as the sum of two doubles.
constexpr double kHalfPi = 0x1.921fb54442d18p+0, kRestOfHalfPi = 0x1.1a62633145c07p-54;

struct Inverses : Doubles {
  using Doubles::Doubles;
  Value *atan(Value *x);
  Value *atan2(Value *y, Value *x);
  Value *asin(Value *x);
  Value *acos(Value *x);
  Value *asinh(Value *x);
  Value *acosh(Value *x);
  Value *atanh(Value *x);

private:
  struct Arc {
    Value *isNear, *root, *rest; // |x| up to 1/2; asin(root) = root + rest
  };
  Arc arcOf(Value *x);
  Value *logOfLarge(Value *isLarge, Value *x, Value *u);
};

/// atan(a) = atan(c) + atan(t) with t = (a - c) / (1 + a c) and c one of 0, 1/2, 1, 3/2 and
/// infinity, so that |t| is up to 7/16. Of atan(c) both parts count.
Value *Inverses::atan(Value *x) {
  struct Centre {
    double from, numerator, slope, constant, angle,
        rest; // t = (n a - slope) / (constant + slope a)
  };
  constexpr Centre centres[] = {{7.0 / 16, 2, 1, 2, 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                {11.0 / 16, 1, 1, 1, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
                                {19.0 / 16, 1, 1.5, 1, 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56},
                                {39.0 / 16, 0, 1, 0, kHalfPi, kRestOfHalfPi}};
  Value *a = abs(x);
  Value *numerator = real(1), *minus = real(0), *slope = real(0), *constant = real(1),
        *angle = real(0), *rest = real(0);
  for (const Centre &c : centres) {
    Value *isBeyond = greater(a, c.from);
    numerator = select(isBeyond, real(c.numerator), numerator);
    minus = select(isBeyond, real(-c.slope), minus);
    slope = select(isBeyond, real(c.slope), slope);
    constant = select(isBeyond, real(c.constant), constant);
    angle = select(isBeyond, real(c.angle), angle);
    rest = select(isBeyond, real(c.rest), rest);
  }
  // Beyond 39/16 t is -1 / a: an infinite a must not meet the factor 0.
  Value *isFar = greater(a, 39.0 / 16), *bound = select(isFar, real(1), a);
  Value *top = fma(numerator, bound, minus);
  Value *under = select(isFar, a, fma(slope, a, constant));
  Value *t = b.CreateFDiv(top, under), *z = b.CreateFMul(t, t);
  Value *p = polynomial(z, {-0.33333333333333315, 0.1999999999999315, -0.14285714284850745,
                            0.11111111056487655, -0.09090907062974539, 0.07692259626046777,
                            -0.06665903530365308, 0.05874025258973965, -0.05200129905923561,
                            0.044330946036727284, -0.03191790204537974, 0.013693598547514726});
  Value *tail = fma(b.CreateFMul(z, t), p, rest);
  return withSign(b.CreateFAdd(angle, b.CreateFAdd(t, tail)), x);
}

/// The angle from the quotient of the smaller by the larger magnitude, reflected into its octant,
/// as for f32.
Value *Inverses::atan2(Value *y, Value *x) {
  Value *ax = abs(x), *ay = abs(y), *isSteep = b.CreateFCmpOGT(ay, ax);
  Value *big = select(isSteep, ay, ax), *little = select(isSteep, ax, ay);
  Value *ratio = b.CreateFDiv(little, big);
  // 0 / 0 gives the angle of 0, inf / inf the angle of 1, as in C.
  ratio = select(b.CreateFCmpOEQ(big, real(0)), real(0), ratio);
  ratio = select(b.CreateFCmpOEQ(little, real(std::numeric_limits<double>::infinity())), real(1),
                 ratio);
  auto reflected = [&](Value *which, double turns, Value *angle) {
    Value *rest = b.CreateFSub(real(turns * kRestOfHalfPi), angle);
    return select(which, b.CreateFAdd(real(turns * kHalfPi), rest), angle);
  };
  Value *angle = reflected(isSteep, 1, atan(ratio));
  // Negative x, -0 included, lies in the left half plane.
  angle = reflected(b.CreateICmpSLT(bits(x), integer(0)), 2, angle);
  return select(b.CreateFCmpUNO(x, y), b.CreateFAdd(x, y), withSign(angle, y));
}

/// Up to 1/2 the root is |x|. Beyond, asin(a) = pi/2 - 2 asin(root) with root = sqrt((1 - a) / 2).
Inverses::Arc Inverses::arcOf(Value *x) {
  Value *a = abs(x), *isNear = b.CreateFCmpOLE(a, real(0.5));
  Value *half = fma(a, real(-0.5), real(0.5)); // exact where it is used
  Value *z = select(isNear, b.CreateFMul(a, a), half);
  Value *root = select(isNear, a, sqrt(half));
  Value *p = polynomial(z, {0.1666666666666676, 0.07499999999971055, 0.044642857174459524,
                            0.030381942712197567, 0.022372214919893153, 0.01735161250171301,
                            0.013980821124312858, 0.01139886798070817, 0.010780670371219212,
                            0.0037043330846839315, 0.021713454080544155, -0.02100864590655848,
                            0.03263516512731311});
  return {isNear, root, b.CreateFMul(b.CreateFMul(root, z), p)};
}

/// Near zero root + rest; beyond, pi/2 minus twice that, with the smaller parts added first.
/// Where |x| is above 1 the root is NaN.
Value *Inverses::asin(Value *x) {
  auto [isNear, root, rest] = arcOf(x);
  Value *tail = fma(rest, real(-2), real(kRestOfHalfPi));
  Value *far = b.CreateFAdd(fma(root, real(-2), real(kHalfPi)), tail);
  return withSign(select(isNear, b.CreateFAdd(root, rest), far), x);
}

/// pi/2 - asin(x) near zero; beyond 2 asin(root), or pi minus it for negative x.
Value *Inverses::acos(Value *x) {
  auto [isNear, root, rest] = arcOf(x);
  Value *isNegative = less(x, 0);
  Value *signedRest = withSign(rest, x);
  Value *near =
      b.CreateFSub(real(kHalfPi), b.CreateFSub(x, b.CreateFSub(real(kRestOfHalfPi), signedRest)));
  Value *twice = b.CreateFMul(b.CreateFAdd(root, rest), real(2));
  Value *left = b.CreateFAdd(real(2 * kHalfPi), b.CreateFSub(real(2 * kRestOfHalfPi), twice));
  return select(isNear, near, select(isNegative, left, twice));
}

/// log(1 + u), but log(2 x) where x is large: there u may overflow.
Value *Inverses::logOfLarge(Value *isLarge, Value *x, Value *u) {
  Value *out = log1p(select(isLarge, x, u));
  return select(isLarge, b.CreateFAdd(out, real(std::numbers::ln2)), out);
}

/// u = a + a^2 / (1 + sqrt(1 + a^2)), in which nothing cancels. asinh is odd, and its zeros keep
/// their signs.
Value *Inverses::asinh(Value *x) {
  Value *a = abs(x), *square = b.CreateFMul(a, a);
  Value *root = b.CreateFAdd(real(1), sqrt(b.CreateFAdd(real(1), square)));
  Value *u = b.CreateFAdd(a, b.CreateFDiv(square, root));
  return withSign(logOfLarge(greater(a, 0x1p54), a, u), x);
}

/// u = t + sqrt(t (t + 2)) with t = x - 1, which is exact near 1. Below 1 there is no result; far
/// below, the sum may round to -1, so the comparison makes the NaN.
Value *Inverses::acosh(Value *x) {
  Value *t = b.CreateFSub(x, real(1));
  Value *u = b.CreateFAdd(t, sqrt(b.CreateFMul(t, b.CreateFAdd(t, real(2)))));
  Value *out = logOfLarge(greater(x, 0x1p54), x, u);
  return select(less(x, 1), real(std::numeric_limits<double>::quiet_NaN()), out);
}

/// Half of log((1 + a) / (1 - a)): u = 2 a / (1 - a). It is infinite at 1 and below -2 beyond, of
/// which log1p makes infinity and NaN.
Value *Inverses::atanh(Value *x) {
  Value *a = abs(x), *u = b.CreateFDiv(b.CreateFAdd(a, a), b.CreateFSub(real(1), a));
  return withSign(b.CreateFMul(log1p(u), real(0.5)), x);
}

} // namespace

Value *emitDoubleInverse(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::ArrayRef<Value *> x) {
  Inverses f(b, x[0]);
  if (name == "atan")
    return f.atan(x[0]);
  if (name == "atan2")
    return f.atan2(x[0], x[1]);
  if (name == "asin")
    return f.asin(x[0]);
  if (name == "acos")
    return f.acos(x[0]);
  if (name == "asinh")
    return f.asinh(x[0]);
  if (name == "acosh")
    return f.acosh(x[0]);
  return name == "atanh" ? f.atanh(x[0]) : nullptr;
}

} // namespace spmd
