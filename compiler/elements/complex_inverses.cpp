// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverse trigonometric and hyperbolic functions of complex numbers as emitted arithmetic, by Kahan
// (Branch cuts for complex elementary functions, 1987). Singles are computed in doubles:
// consecutive roots, logarithms and angles in single precision would be wrong by more than one unit
// in the last place.
#include "compiler/elements/complex_numbers.h"
#include <numbers>

namespace spmd::complex {
namespace {

Value isInfinite(Complex x) { return x.re.either(x.re.isInfinite(), x.im.isInfinite()); }

/// asin by the roots of 1 - x and 1 + x. The parts of the result have the signs of the parts of x.
Complex arcSin(Complex x) {
  // l = sqrt(1 - x), r = sqrt(1 + x); l r is sqrt(1 - x^2) without cancellation near 1.
  Complex l = sqrt(plusReal(-x, 1)), r = sqrt(plusReal(x, 1));
  Complex value{atan2(x.re, (l * r).re), asinh((conj(l) * r).im)};
  // asin of an infinite number: an angle and an infinite imaginary part.
  value = select(isInfinite(x), {atan2(x.re, abs(x.im)), x.re.constant(INFINITY)}, value);
  return {x.re.select(x.re.isZero(), withSign(value.re, x.re)), withSign(value.im, x.im)};
}
/// acos by the same roots. A real part of zero gives exactly pi / 2.
Complex arcCos(Complex x) {
  Complex l = sqrt(plusReal(-x, 1)), r = sqrt(plusReal(x, 1));
  Complex value{atan2(l.re, r.re) * 2, asinh((conj(r) * l).im)};
  // acos of an infinite number is its angle, with an infinite imaginary part.
  value = select(isInfinite(x), {atan2(abs(x.im), x.re), x.re.constant(INFINITY)}, value);
  Real right = x.re.constant(std::numbers::pi / 2);
  return {right.select(x.re.isZero(), value.re), withSign(value.im, -x.im)};
}
/// acosh by the roots of x - 1 and x + 1, which do not cancel near 1.
Complex areaCosh(Complex x) {
  Complex l = sqrt(plusReal(x, -1)), r = sqrt(plusReal(x, 1));
  Complex value{asinh((conj(l) * r).re), atan2(l.im, r.re) * 2};
  Value isOnAxis = x.re.both(x.re.isZero(), x.im.isNaN()); // 0 + NaN i
  value = select(isOnAxis, {value.re, x.re.constant(std::numbers::pi / 2)}, value);
  return select(isInfinite(x), {x.re.constant(INFINITY), atan2(x.im, x.re)}, value);
}

/// log1p(4x / ((1 - x)^2 + y^2)) / 4 + i atan2(2y, 1 - x^2 - y^2) / 2 for x >= 0. Beyond 2^60 the
/// real part is that of 1/x and the imaginary part a right angle.
Complex areaTanh(Complex x) {
  // The formula holds for x >= 0; the signs of the parts are restored at the end.
  Real a = abs(x.re), rest = a.constant(1) - a;
  Real re = log1p(a * 4 / differenceOfProducts(rest, rest, -x.im, x.im)) * 0.25;
  Real im = atan2(x.im * 2, a.constant(0) - sumWithSquares(a.constant(-1), max(a, abs(x.im)),
                                                           min(a, abs(x.im)))) *
            0.5;
  // Beyond 2^60, x^2 + y^2 swamps 1, and squares may overflow.
  Value isFar = a.either(isLess(0x1p60, max(a, abs(x.im))), isInfinite(x));
  Value isNaN = x.im.isNaN();
  Complex far{(constant(x, 1) / x).re, x.im.select(isNaN, a.constant(std::numbers::pi / 2))};
  Complex value = select(isFar, far, {re, im});
  return {x.re.select(x.re.isZero(), withSign(value.re, x.re)), withSign(value.im, x.im)};
}
// asinh(x) = -i asin(i x) and atan(x) = -i atanh(i x).
template <Complex (*f)(Complex)> Complex rotated(Complex x) { return overI(f(timesI(x))); }

/// The shared part of asin and acos in chlo: sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)) with a =
/// (hypot(x + 1, y) + hypot(x - 1, y)) / 2.
Complex asinAcosKernelInDoubles(Complex z) {
  Real x = abs(z.re), y = abs(z.im);
  Real a = (abs(Complex{x + 1, y}) + abs(Complex{x - 1, y})) * 0.5;
  return {sqrt((a - x) * (a + x)), acosh(max(a, a.constant(1)))};
}

} // namespace

Complex asin(Complex x) { return inDoubles<arcSin>(x); }
Complex acos(Complex x) { return inDoubles<arcCos>(x); }
Complex atan(Complex x) { return inDoubles<rotated<areaTanh>>(x); }
Complex asinh(Complex x) { return inDoubles<rotated<arcSin>>(x); }
Complex acosh(Complex x) { return inDoubles<areaCosh>(x); }
Complex atanh(Complex x) { return inDoubles<areaTanh>(x); }
Complex asinAcosKernel(Complex x) { return inDoubles<asinAcosKernelInDoubles>(x); }

} // namespace spmd::complex
