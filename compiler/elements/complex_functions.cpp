// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials, logarithms, powers and hyperbolic functions of complex numbers as emitted
// arithmetic. Sine and tangent are computed from the hyperbolic functions of i x. Results overflow
// only where they are too large, not where a factor is. Special values are those of annex G of C99.
// Singles are computed in doubles, except for exp, log and log1p: several functions in sequence
// would be wrong by more than three units in the last place.
#include "compiler/elements/complex_numbers.h"

namespace spmd::complex {
namespace {

/// cos y + i sin y.
Complex unit(Real y) { return {cos(y), sin(y)}; }

/// e^x u 2^exponent for u of at most unit size. Where e^x alone may overflow, `shift` is subtracted
/// from x, which is exact, and e^shift is multiplied in again as two factors. Of the multiples of
/// 2^-13, e^shift is nearest to a number of the type for this one: within 5e-6 of a unit in the
/// last place (search with 300 bits over [106, 120] and [750, 780]).
Complex expTimes(Real x, Complex u, int exponent) {
  // 709 and 88 are the largest whole numbers x with a finite e^x in f64 and f32.
  bool isDouble = x.isDouble();
  double bound = isDouble ? 709 : 88, shift = isDouble ? 752.2801513671875 : 108.33203125;
  // first * second = e^shift; both are normal numbers of the type.
  double first = isDouble ? 0x1.3d8d0347d5bd7p+542 : 0x1.3903a2p+77,
         second = std::ldexp(1.0, (isDouble ? 543 : 79) + exponent);
  Value isLarge = isLess(bound, x);
  Real power = exp((x - shift).select(isLarge, x));
  Complex far = u * first * power * second, near = u * (power * std::ldexp(1.0, exponent));
  return select(isLarge, far, near);
}

/// log(1 + excess) / 2 if 1 + excess, a squared modulus, is between 1/16 and 16; else `far`.
Real halfLog1p(Real excess, Real far) {
  // log1p(excess) / 2 is accurate near 1, where log of the modulus would lose digits.
  Value isNear = excess.both(isLess(-0.9375, excess), isLess(excess, 15));
  return (log1p(as(far, excess)) * 0.5).select(isNear, far);
}

/// log |x|. Near |x| = 1 it uses |x|^2 - 1, which keeps its digits there.
Real logOfModulus(Complex x) {
  // |x| = big sqrt(1 + (small / big)^2), so log |x| = log(big) + log1p(ratio^2) / 2.
  Real a = abs(x.re), b = abs(x.im), zero = a.constant(0);
  Value isInfinite = a.either(a.isInfinite(), b.isInfinite());
  Real big = a.constant(INFINITY).select(isInfinite, max(a, b)), small = min(a, b);
  Real ratio = zero.select(a.either(isInfinite, big.isZero()), small / big);
  return halfLog1p(sumWithSquares(a.constant(-1), big, small),
                   log(big) + log1p(ratio * ratio) * 0.5);
}

/// Replaces the values at infinite real parts beside angles that are not finite. The real part
/// becomes `limit` on the left and infinity on the right. Results of real numbers stay real.
Complex withLimits(Complex value, Complex x, double limit) {
  // Open: the angle is infinite or NaN, so cos and sin give NaN, although the modulus is known.
  Value isLeft = isLess(x.re, 0),
        isOpen = x.re.both(x.re.isInfinite(), x.re.negated(x.im.isFinite()));
  Real ofLimit = x.re.constant(limit).select(isLeft, x.re.constant(INFINITY));
  Real im = x.re.constant(0).select(x.re.both(isOpen, isLeft), value.im);
  return {ofLimit.select(isOpen, value.re), x.im.select(x.im.isZero(), im)};
}

/// e^(x + iy) - 1 = expm1(x) cos(y) - 2 sin^2(y / 2) + i e^x sin(y), which does not cancel near 0.
Complex expm1InDoubles(Complex x) {
  // 1 - cos(y) = 2 sin^2(y / 2).
  Real half = sin(x.im * 0.5);
  Complex power = expTimes(x.re, unit(x.im), 0);
  Real near = differenceOfProducts(expm1(x.re), cos(x.im), half * 2, half);
  return withLimits({power.re.select(isLess(700, x.re), near), power.im}, x, -1);
}

/// The terms of sinh and cosh: hyperbolic functions of the real part, cosine and sine of the
/// imaginary part. From abs(x) = 700 on, where sinh and cosh are e^abs(x) / 2, expTimes replaces
/// them.
struct Hyperbolic {
  Complex u, power; // cos y + i sin y, and e^abs(x) / 2 times that
  Real s, c, sign;
  Value isLarge;
  explicit Hyperbolic(Complex x)
      : u(unit(x.im)), power(expTimes(abs(x.re), u, -1)), s(sinh(x.re)), c(cosh(x.re)),
        sign(withSign(x.re.constant(1), x.re)), isLarge(isLess(700, abs(x.re))) {}
};
/// sinh(x + iy) = sinh(x) cos(y) + i cosh(x) sin(y).
Complex sinhInDoubles(Complex x) {
  // Far out, power = e^|x| / 2 (cos y + i sin y); sinh takes the sign of x in its real part.
  Hyperbolic h(x);
  Complex value =
      select(h.isLarge, {h.power.re * h.sign, h.power.im}, {h.s * h.u.re, h.c * h.u.im});
  Value isOpen = x.re.negated(x.im.isFinite());
  Real re = x.re.select(x.re.both(isOpen, x.re.either(x.re.isZero(), x.re.isInfinite())), value.re);
  return {re, x.im.select(x.im.isZero(), value.im)};
}
/// cosh(x + iy) = cosh(x) cos(y) + i sinh(x) sin(y).
Complex coshInDoubles(Complex x) {
  // Far out, cosh takes the sign of x in its imaginary part.
  Hyperbolic h(x);
  Complex value =
      select(h.isLarge, {h.power.re, h.power.im * h.sign}, {h.c * h.u.re, h.s * h.u.im});
  Value isOpen = x.re.both(x.re.isInfinite(), x.re.negated(x.im.isFinite()));
  Value isReal = x.re.either(x.re.isZero(), x.im.isZero());
  Real zero = withSign(x.re.constant(0), x.im) * h.sign;
  return {abs(x.re).select(isOpen, value.re), zero.select(isReal, value.im)};
}

/// (sinh(2x) / 2 + i sin(y) cos(y)) / (sinh^2(x) + cos^2(y)). Beyond abs(x) = 20, where 1 is lost
/// beside e^(2 abs(x)), the limit and its first term.
Complex tanhInDoubles(Complex x) {
  // tanh(x + iy) = (sinh(2x) + i sin(2y)) / (cosh(2x) + cos(2y)), and that divisor is 2 (sinh^2(x)
  // + cos^2(y)).
  Real s = sinh(x.re), sine = sin(x.im), cosine = cos(x.im);
  // The form with cos^2 = 1 - sin^2 is more accurate where cos^2 is near 1.
  Real besideOne = differenceOfProducts(s, s, sine, sine) + 1,
       besideZero = differenceOfProducts(s, s, -cosine, cosine);
  Real divisor = besideOne.select(isLess(abs(sine), 0.7), besideZero);
  // An angle that is not finite has a limit only beside an infinite real part.
  Value isOpen = x.re.negated(x.im.isFinite()), isInfinite = x.re.isInfinite();
  Value isFar = x.re.either(isInfinite, x.re.both(isLess(20, abs(x.re)), x.im.isFinite()));
  Real tail = sine * cosine * exp(abs(x.re) * -2) * 4;
  Complex far{withSign(x.re.constant(1), x.re),
              withSign(x.re.constant(0), x.im).select(x.re.both(isOpen, isInfinite), tail)};
  Complex value = select(isFar, far, {sinh(x.re * 2) * 0.5 / divisor, sine * cosine / divisor});
  return {x.re.select(x.re.both(isOpen, x.re.isZero()), value.re),
          x.im.select(x.im.isZero(), value.im)};
}

template <Complex (*f)(Complex)> Complex rotated(Complex x) { return overI(f(timesI(x))); }
/// cosh(i z) = cos z.
Complex cosInDoubles(Complex x) { return coshInDoubles(timesI(x)); }

/// x^y = exp(y log x). For real y, the modulus to the power y at y times the angle.
Complex powerInDoubles(Complex x, Complex y) {
  Real modulus = abs(x);
  // unit(y arg x) is the direction of x^y for real y.
  Complex ofReal = unit(y.re * atan2(x.im, x.re)) * pow(modulus, y.re);
  Complex general = select(y.im.isZero(), ofReal, exp(y * log(x)));
  Complex zero = constant(x, 0),
          ofZero = select(isLess(0, y.re), zero, {x.re.constant(NAN), x.re.constant(NAN)});
  Value isOne = x.re.both(y.re.isZero(), y.im.isZero());
  return select(isOne, constant(x, 1), select(modulus.isZero(), ofZero, general));
}

/// 1 / (1 + e^-x). Near the poles, with u + iv = -x, the divisor 1 + e^u cos(v) is computed as 2
/// e^u cos^2(v / 2) - expm1(u), in which the ones do not cancel.
Complex logisticInDoubles(Complex x) {
  Complex power = exp(-x);
  Real half = cos(x.im * 0.5);
  Real near = differenceOfProducts(exp(-x.re) * 2 * half, half, expm1(-x.re), x.re.constant(1));
  Complex value =
      constant(x, 1) / Complex{near.select(isLess(abs(x.re), 40), power.re + 1), power.im};
  return select(isLess(x.re, -700), exp(x), value); // e^-x may overflow where e^x is not yet 0
}

} // namespace

// For doubles, the errors of both sums and both squares are collected and added at the end.
Real sumWithSquares(Real z, Real p, Real q) {
  if (!z.isDouble()) { // all squares are exact
    return inDouble(z) + inDouble(p) * inDouble(p) + inDouble(q) * inDouble(q);
  }
  Real lost = z.constant(0);
  auto add = [&](Real a, Real b) { // Knuth's sum of two
    Real sum = a + b, ofB = sum - a;
    lost = lost + ((a - (sum - ofB)) + (b - ofB));
    return sum;
  };
  auto square = [&](Real a) {
    // a^2 - rounded, exactly.
    Real rounded = a * a;
    lost = lost + differenceOfProducts(a, a, rounded, a.constant(1));
    return rounded;
  };
  Real sum = add(z, square(p));
  return add(sum, square(q)) + lost;
}

Complex exp(Complex x) { return withLimits(expTimes(x.re, unit(x.im), 0), x, 0); }
Complex log(Complex x) { return {logOfModulus(x), atan2(x.im, x.re)}; }
Complex expm1(Complex x) { return inDoubles<expm1InDoubles>(x); }
Complex sin(Complex x) { return inDoubles<rotated<sinhInDoubles>>(x); }
Complex cos(Complex x) { return inDoubles<cosInDoubles>(x); }
Complex tan(Complex x) { return inDoubles<rotated<tanhInDoubles>>(x); }
Complex sinh(Complex x) { return inDoubles<sinhInDoubles>(x); }
Complex cosh(Complex x) { return inDoubles<coshInDoubles>(x); }
Complex tanh(Complex x) { return inDoubles<tanhInDoubles>(x); }
Complex logistic(Complex x) { return inDoubles<logisticInDoubles>(x); }
Complex pow(Complex x, Complex y) { return inDoubles<powerInDoubles>(x, y); }

/// log(1 + x), with |1 + x|^2 - 1 = 2 re + im^2 + re^2.
Complex log1p(Complex x) {
  Real excess = sumWithSquares(x.re * 2, x.im, x.re);
  Complex shifted = plusReal(x, 1);
  Value isZero = x.re.both(x.re.isZero(), x.im.isZero());
  return {x.re.select(isZero, halfLog1p(excess, logOfModulus(shifted))), atan2(x.im, shifted.re)};
}

} // namespace spmd::complex
