// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products, quotients, moduli and roots of complex numbers as emitted arithmetic. Numbers far from
// 1 are scaled by powers of two, so that no square overflows or underflows unless the result does.
// Special values are those of annex G of C99, except that products do not repair infinities.
#include "compiler/elements/complex_numbers.h"

namespace spmd::complex {
namespace {

// f64 numbers between 2^-kPlain and 2^kPlain have normal squares and normal products of squares.
// Other numbers are brought there by a factor of 2^-kScale or 2^kScale. kScale is a multiple of 2
// and 3, so square and cube roots of the factor are powers of two as well.
constexpr int kPlain = 230, kScale = 660;

/// The larger magnitude of the two parts; NaN if a part is NaN.
Real size(Complex x) { return max(abs(x.re), abs(x.im)); }

/// 2^power for sizes above 2^kPlain, 2^-power for sizes below 2^-kPlain, else 1.
Real powerOfTwo(Real size, int power) {
  Real one = size.constant(1), large = size.constant(std::ldexp(1.0, power)),
       small = size.constant(std::ldexp(1.0, -power));
  return large.select(isLess(std::ldexp(1.0, kPlain), size),
                      small.select(isLess(size, std::ldexp(1.0, -kPlain)), one));
}

/// |x|^2.
Real sumOfSquares(Complex x) { return differenceOfProducts(x.re, x.re, -x.im, x.im); }

/// The modulus of f64 numbers that need no scaling.
Real plainModulus(Complex x) { return sqrt(sumOfSquares(x)); }

/// |x|. Infinite if a part is infinite, also beside NaN.
Real modulusInDoubles(Complex x) {
  Real s = size(x);
  Complex scaled = x * powerOfTwo(s, -kScale);
  Value isInfinite = s.either(x.re.isInfinite(), x.im.isInfinite());
  return s.constant(INFINITY).select(isInfinite, plainModulus(scaled) * powerOfTwo(s, kScale));
}

/// The quotient x / y, given the value `plain` of the formula. Where both parts of `plain` are NaN,
/// a zero divisor and infinite operands give the values of the example code in annex G.
Complex repaired(Complex plain, Complex x, Complex y) {
  // The example's copysign(isinf(part) ? 1 : 0, part): an infinite part becomes +-1, a finite one
  // +-0.
  Real one = x.re.constant(1), zero = x.re.constant(0);
  auto ofInfinity = [&](Real part) { return withSign(one.select(part.isInfinite(), zero), part); };
  auto times = [&](Complex l, Complex r, double factor) {
    return Complex{(l.re * r.re + l.im * r.im) * factor, (l.im * r.re - l.re * r.im) * factor};
  };
  auto isInfinite = [](Complex z) { return z.re.either(z.re.isInfinite(), z.im.isInfinite()); };
  auto isFinite = [](Complex z) { return z.re.both(z.re.isFinite(), z.im.isFinite()); };
  // A divisor of zero gives infinity with the sign of its real part.
  Real infinity = withSign(x.re.constant(INFINITY), y.re);
  Complex unitX{ofInfinity(x.re), ofInfinity(x.im)}, unitY{ofInfinity(y.re), ofInfinity(y.im)};
  Complex out = select(x.re.both(isInfinite(y), isFinite(x)), times(x, unitY, 0), plain);
  out = select(x.re.both(isInfinite(x), isFinite(y)), times(unitX, y, INFINITY), out);
  Value isNumber = x.re.negated(x.re.both(x.re.isNaN(), x.im.isNaN()));
  out = select(x.re.both(x.re.both(y.re.isZero(), y.im.isZero()), isNumber), x * infinity, out);
  return select(x.re.both(plain.re.isNaN(), plain.im.isNaN()), out, plain);
}

/// x conj(y) / |y|^2, with one division and with products and squares that are within one and a
/// half units in the last place.
Complex quotientInDoubles(Complex x, Complex y) {
  // Both numbers are scaled to plain size. `factor` squared undoes both scales.
  Real sizeX = size(x), sizeY = size(y);
  Complex divisor = y * powerOfTwo(sizeY, -kScale),
          product = x * powerOfTwo(sizeX, -kScale) * conj(divisor);
  Real square = sumOfSquares(divisor);
  // Applies half of the exponent at a time, because the whole factor may be out of range.
  Real factor = powerOfTwo(sizeX, kScale / 2) * powerOfTwo(sizeY, -kScale / 2);
  Complex plain{product.re / square * factor * factor, product.im / square * factor * factor};
  return repaired(plain, x, y);
}

/// The quotient of singles that were made doubles. Their products are exact, and so is the sum of
/// two of them but for one rounding, even where they cancel. Squares lie between 2^-298 and 2^257,
/// so nothing is scaled.
///
/// One reciprocal takes the place of two divisions. A product with it is wrong by two units of a
/// double, which a single does not show. Where the divisor is zero or infinite, the reciprocal is
/// infinite or zero, and the product is what the quotient would be: infinite, zero or NaN.
Complex quotientOfSingles(Complex x, Complex y) {
  Real factor = 1.0 / (y.re * y.re + y.im * y.im);
  // A sum of products that cancel is a positive zero, as differenceOfProducts gives it.
  Complex product{x.re * y.re + x.im * y.im + 0.0, x.im * y.re - x.re * y.im + 0.0};
  return repaired(product * factor, x, y);
}

/// The modulus of singles that were made doubles: no square overflows, and none vanishes.
Real modulusOfSingles(Complex x) {
  Value isInfinite = x.re.either(x.re.isInfinite(), x.im.isInfinite());
  return x.re.constant(INFINITY).select(isInfinite, sqrt(x.re * x.re + x.im * x.im));
}

/// The square root by Kahan's formulas, for x that needs no scaling.
Complex plainRoot(Complex x) {
  // The larger part of the root is sqrt((|x| + |re x|) / 2), the other one is im x / (2 * larger
  // part).
  Real size = plainModulus(x);
  // For re x < 0 the larger part is the imaginary one, with the sign of im x.
  Real root = sqrt((size + abs(x.re)) * 0.5), other = x.im / (root * 2);
  Value isRight = x.re.compare(Predicate::OGE, x.re.constant(0));
  Complex value{root.select(isRight, abs(other)), other.select(isRight, withSign(root, x.im))};
  return select(size.isZero(), {size, x.im}, value);
}

/// The square root, with scaling and the special values of infinities.
Complex rootInDoubles(Complex x) {
  Real s = size(x), infinity = s.constant(INFINITY), zero = s.constant(0);
  Complex value = plainRoot(x * powerOfTwo(s, -kScale)) * powerOfTwo(s, kScale / 2);
  // Infinite real parts beside a number or NaN.
  Value isRight = isLess(zero, x.re);
  Complex ofInfinite{infinity.select(isRight, abs(x.im * 0)),
                     withSign(x.im * 0, x.im).select(isRight, withSign(infinity, x.im))};
  value = select(x.re.isInfinite(), ofInfinite, value);
  return select(x.im.isInfinite(), {infinity, x.im}, value);
}

/// 1 / sqrt(x) as conj(sqrt(x)) / |x|, improved by one step of Newton's method. 1 / sqrt(0) has an
/// infinite real part, 1 / sqrt(infinity) is zero.
Complex reciprocalRootInDoubles(Complex x) {
  Real s = size(x);
  // The scaled number lies in the plain range, where the formulas below are accurate.
  Complex scaled = x * powerOfTwo(s, -kScale), root = plainRoot(scaled);
  Real modulus = plainModulus(scaled), factor = powerOfTwo(s, -kScale / 2),
       infinity = s.constant(INFINITY);
  Complex guess{root.re / modulus, -(root.im / modulus)};
  // The factor of one half below also halves the rounding errors of this residual.
  Complex residual = plusReal(-(scaled * (guess * guess)), 1);
  Complex value = (guess + guess * residual * 0.5) * factor;
  Real zero = s.constant(0);
  value = select(modulus.isZero(), {infinity, s.constant(NAN)}, value);
  Value isInfinite = s.either(x.re.isInfinite(), x.im.isInfinite());
  return select(isInfinite, {withSign(zero, x.re), withSign(zero, -x.im)}, value);
}

/// x / |x|, and x itself for zero.
Complex signInDoubles(Complex x) {
  Real s = size(x);
  // Scaling does not change the direction of x.
  Complex scaled = x * powerOfTwo(s, -kScale);
  Real modulus = plainModulus(scaled);
  Value isZero = x.re.both(x.re.isZero(), x.im.isZero());
  return select(isZero, x, {scaled.re / modulus, scaled.im / modulus});
}

/// The cube root of the modulus at a third of the angle. One step of Newton's method corrects the
/// rounding of the angle.
Complex cubeRootInDoubles(Complex x) {
  Real s = size(x), angle = atan2(x.im, x.re) * (1.0 / 3);
  // The root of the scale, 2^(kScale / 3), is applied at the end.
  Complex scaled = x * powerOfTwo(s, -kScale);
  Complex guess = Complex{cos(angle), sin(angle)} * cbrt(plainModulus(scaled)),
          square = guess * guess;
  // Newton's step for z^3 = x: z + (x - z^3) / (3 z^2), with 1 / z^2 = conj(z^2) / |z^2|^2.
  Complex step = (scaled - guess * square) * conj(square) * (1.0 / (sumOfSquares(square) * 3));
  Value isPlain = s.both(s.isFinite(), s.negated(s.isZero()));
  Complex value = select(isPlain, guess + step, guess) * powerOfTwo(s, kScale / 3);
  Real infinity = s.constant(INFINITY);
  return select(s.either(x.re.isInfinite(), x.im.isInfinite()),
                Complex{cos(angle), sin(angle)} * infinity, value);
}

} // namespace

/// x^2. The real part is (re - im)(re + im) where the squares overflow, and zero if both parts have
/// the same finite magnitude.
Complex square(Complex x) {
  Value isEqual = x.re.both(abs(x.re).compare(Predicate::OEQ, abs(x.im)), x.re.isFinite());
  // Where the difference of the squares is not finite, (re - im)(re + im) may still be.
  Real product = x.re * x.im, difference = differenceOfProducts(x.re, x.re, x.im, x.im);
  Real re = difference.select(difference.isFinite(), (x.re - x.im) * (x.re + x.im));
  return {x.re.constant(0).select(isEqual, re), product + product};
}

/// Products of singles are exact in doubles. For doubles, a fused multiply-add yields the rounding
/// error of c d.
Real differenceOfProducts(Real a, Real b, Real c, Real d) {
  if (!a.isDouble())
    return as(a, inDouble(a) * inDouble(b) - inDouble(c) * inDouble(d));
  auto fma = [&](Real x, Real y, Real z) {
    return a.with(a.b->make<mlir::math::FmaOp>(x.v, y.v, z.v));
  };
  // fma(-c, d, c d rounded) is the rounding error of c d, exactly.
  Real product = c * d, out = fma(a, b, -product) + fma(-c, d, product);
  return (a * b - product).select(out.isNaN(), out);
}

Real abs(Complex x) {
  Complex wide{inDouble(x.re), inDouble(x.im)};
  return as(x.re, x.re.isDouble() ? modulusInDoubles(wide) : modulusOfSingles(wide));
}
Complex operator/(Complex x, Complex y) {
  return x.re.isDouble() ? quotientInDoubles(x, y) : inDoubles<quotientOfSingles>(x, y);
}
Complex sqrt(Complex x) { return inDoubles<rootInDoubles>(x); }
Complex rsqrt(Complex x) { return inDoubles<reciprocalRootInDoubles>(x); }
Complex cbrt(Complex x) { return inDoubles<cubeRootInDoubles>(x); }
Complex sign(Complex x) { return inDoubles<signInDoubles>(x); }

} // namespace spmd::complex
