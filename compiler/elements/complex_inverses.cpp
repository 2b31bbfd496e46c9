// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverse trigonometric and hyperbolic functions of complex numbers as emitted arithmetic, by Kahan
// (Branch cuts for complex elementary functions, 1987). Singles are computed in doubles:
// consecutive roots, logarithms and angles in single precision would be wrong by more than one unit
// in the last place.
#include "compiler/elements/complex_numbers.h"
#include <numbers>

namespace spmd::complex {
namespace {

/// Beyond |x| = 2^31, x^2 swamps 1: acosh(x) is log(2x), and the products of roots below may
/// overflow. The logarithm is infinite only if x is.
struct Far {
  Real logOfTwice; // log |2x|
  Value holds;
  explicit Far(Complex x) : Far(abs(x * 0.5)) {}
  explicit Far(Real half)
      : logOfTwice(log(half) + 2 * std::numbers::ln2), holds(isLess(0x1p30, half)) {}
};

/// Re sqrt(1 - x^2) + i |Im asin(x)|, the shared part of asin and acos in chlo.
Complex asinAcosKernelInDoubles(Complex x) {
  // l = sqrt(1 - x), r = sqrt(1 + x); l r is sqrt(1 - x^2) without cancellation near 1.
  Complex l = sqrt(plusReal(-x, 1)), r = sqrt(plusReal(x, 1));
  Far far(x);
  return select(far.holds, {abs(x.im), far.logOfTwice}, {(l * r).re, abs(asinh((conj(l) * r).im))});
}
/// The parts of asin have the signs of the parts of x.
Complex arcSin(Complex x) {
  Complex kernel = asinAcosKernelInDoubles(x);
  Real angle = withSign(atan2(x.re, kernel.re), x.re);
  return {x.re.select(x.re.isZero(), angle), withSign(kernel.im, x.im)};
}
/// acosh by the roots of x - 1 and x + 1, which do not cancel near 1.
Complex areaCosh(Complex x) {
  Complex l = sqrt(plusReal(x, -1)), r = sqrt(plusReal(x, 1));
  Far far(x);
  Complex value = select(far.holds, {far.logOfTwice, atan2(x.im, x.re)},
                         {asinh((conj(l) * r).re), atan2(l.im, r.re) * 2});
  Value isOnAxis = x.re.both(x.re.isZero(), x.im.isNaN()); // 0 + NaN i
  return {value.re, x.re.constant(std::numbers::pi / 2).select(isOnAxis, value.im)};
}
/// acos(x) = i acosh(x) above the real axis and -i acosh(x) below.
Complex arcCos(Complex x) {
  Complex area = areaCosh(x);
  return {abs(area.im), withSign(area.re, -x.im)};
}

/// log1p(4x / ((1 - x)^2 + y^2)) / 4 + i atan2(2y, 1 - x^2 - y^2) / 2 for x >= 0. Beyond 2^60 the
/// real part is that of 1/x and the imaginary part a right angle.
Complex areaTanh(Complex x) {
  // The formula holds for x >= 0; the signs of the parts are restored at the end.
  Real a = abs(x.re), rest = a.constant(1) - a;
  Real re = log1p(a * 4 / differenceOfProducts(rest, rest, -x.im, x.im)) * 0.25;
  // Next to a pole the divisor is y^2, which may underflow. The logarithm is that of 4 / y^2.
  Value isPole = a.both(rest.isZero(), isLess(abs(x.im), 0x1p-60));
  re = ((a.constant(std::numbers::ln2) - log(abs(x.im))) * 0.5).select(isPole, re);
  Real im = atan2(x.im * 2, a.constant(0) - sumWithSquares(a.constant(-1), max(a, abs(x.im)),
                                                           min(a, abs(x.im)))) *
            0.5;
  // Beyond 2^60, x^2 + y^2 swamps 1, and squares may overflow.
  Value isFar =
      a.either(isLess(0x1p60, max(a, abs(x.im))), a.either(a.isInfinite(), x.im.isInfinite()));
  Value isNaN = x.im.isNaN();
  Complex far{(constant(x, 1) / x).re, x.im.select(isNaN, a.constant(std::numbers::pi / 2))};
  Complex value = select(isFar, far, {re, im});
  return {x.re.select(x.re.isZero(), withSign(value.re, x.re)), withSign(value.im, x.im)};
}
// asinh(x) = -i asin(i x) and atan(x) = -i atanh(i x).
template <Complex (*f)(Complex)> Complex rotated(Complex x) { return overI(f(timesI(x))); }

} // namespace

Complex asin(Complex x) { return inDoubles<arcSin>(x); }
Complex acos(Complex x) { return inDoubles<arcCos>(x); }
Complex atan(Complex x) { return inDoubles<rotated<areaTanh>>(x); }
Complex asinh(Complex x) { return inDoubles<rotated<arcSin>>(x); }
Complex acosh(Complex x) { return inDoubles<areaCosh>(x); }
Complex atanh(Complex x) { return inDoubles<areaTanh>(x); }
Complex asinAcosKernel(Complex x) { return inDoubles<asinAcosKernelInDoubles>(x); }

} // namespace spmd::complex
