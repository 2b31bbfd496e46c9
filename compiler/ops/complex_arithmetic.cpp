// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex products, quotients, moduli and roots. Numbers far from 1 are scaled by powers of two, so
// that no square overflows or vanishes where the result does not; special values are those of C99's
// annex G, but for products, which repair no infinities.
#include "compiler/ops/complex_numbers.h"

namespace spmd::complex {
namespace {

// f64 numbers of sizes from 2^-kPlain to 2^kPlain have squares, and products of squares, that are
// normal. Others come there by a factor of 2^-kScale or 2^kScale, which is the square of a square.
constexpr int kPlain = 230, kScale = 660;

/// The larger part's magnitude; NaN where a part is NaN.
Real size(Complex x) { return max(abs(x.re), abs(x.im)); }

/// 2^(sign power), sign being 1 for large, -1 for small and 0 for other numbers of that size.
Real powerOfTwo(Real size, int power) {
  Real one = size.constant(1), large = size.constant(std::ldexp(1.0, power)),
       small = size.constant(std::ldexp(1.0, -power));
  return large.select(isLess(std::ldexp(1.0, kPlain), size),
                      small.select(isLess(size, std::ldexp(1.0, -kPlain)), one));
}

Real sumOfSquares(Complex x) { return differenceOfProducts(x.re, x.re, -x.im, x.im); }

/// The modulus of f64 numbers of plain size.
Real plainModulus(Complex x) { return sqrt(sumOfSquares(x)); }

Real modulusInDoubles(Complex x) {
  Real s = size(x);
  Complex scaled = x * powerOfTwo(s, -kScale);
  Value isInfinite = s.either(x.re.isInfinite(), x.im.isInfinite());
  return s.constant(INFINITY).select(isInfinite, plainModulus(scaled) * powerOfTwo(s, kScale));
}

/// Annex G's example: a divisor of zero and infinite numbers, where the formula
/// leaves nothing but NaN.
Complex repaired(Complex plain, Complex x, Complex y) {
  Real one = x.re.constant(1), zero = x.re.constant(0);
  auto ofInfinity = [&](Real part) { return withSign(one.select(part.isInfinite(), zero), part); };
  auto times = [&](Complex l, Complex r, double factor) {
    return Complex{(l.re * r.re + l.im * r.im) * factor, (l.im * r.re - l.re * r.im) * factor};
  };
  auto isInfinite = [](Complex z) { return z.re.either(z.re.isInfinite(), z.im.isInfinite()); };
  auto isFinite = [](Complex z) { return z.re.both(z.re.isFinite(), z.im.isFinite()); };
  Real infinity = withSign(x.re.constant(INFINITY), y.re);
  Complex unitX{ofInfinity(x.re), ofInfinity(x.im)}, unitY{ofInfinity(y.re), ofInfinity(y.im)};
  Complex out = select(x.re.both(isInfinite(y), isFinite(x)), times(x, unitY, 0), plain);
  out = select(x.re.both(isInfinite(x), isFinite(y)), times(unitX, y, INFINITY), out);
  Value isNumber = x.re.negated(x.re.both(x.re.isNaN(), x.im.isNaN()));
  out = select(x.re.both(x.re.both(y.re.isZero(), y.im.isZero()), isNumber), x * infinity, out);
  return select(x.re.both(plain.re.isNaN(), plain.im.isNaN()), out, plain);
}

/// x conj(y) / |y|^2: products and squares to one and a half units in the last
/// place, and one division.
Complex quotientInDoubles(Complex x, Complex y) {
  Real sizeX = size(x), sizeY = size(y);
  Complex divisor = y * powerOfTwo(sizeY, -kScale),
          product = x * powerOfTwo(sizeX, -kScale) * conj(divisor);
  Real square = sumOfSquares(divisor);
  // Half of the exponent at a time: the whole factor may be out of range.
  Real factor = powerOfTwo(sizeX, kScale / 2) * powerOfTwo(sizeY, -kScale / 2);
  Complex plain{product.re / square * factor * factor, product.im / square * factor * factor};
  return repaired(plain, x, y);
}

/// Kahan; `x` of plain size.
Complex plainRoot(Complex x) {
  Real size = plainModulus(x);
  Real root = sqrt((size + abs(x.re)) * 0.5), other = x.im / (root * 2);
  Value isRight = x.re.compare(Predicate::OGE, x.re.constant(0));
  Complex value{root.select(isRight, abs(other)), other.select(isRight, withSign(root, x.im))};
  return select(size.isZero(), {size, x.im}, value);
}

Complex rootInDoubles(Complex x) {
  Real s = size(x), infinity = s.constant(INFINITY), zero = s.constant(0);
  Complex value = plainRoot(x * powerOfTwo(s, -kScale)) * powerOfTwo(s, kScale / 2);
  // Infinite real parts beside a number, or NaN.
  Value isRight = isLess(zero, x.re);
  Complex ofInfinite{infinity.select(isRight, abs(x.im * 0)),
                     withSign(x.im * 0, x.im).select(isRight, withSign(infinity, x.im))};
  value = select(x.re.isInfinite(), ofInfinite, value);
  return select(x.im.isInfinite(), {infinity, x.im}, value);
}

/// conj(sqrt(x)) / |x|, improved; 1/0 is infinite in its real part, and 1/infinity zero.
Complex reciprocalRootInDoubles(Complex x) {
  Real s = size(x);
  Complex scaled = x * powerOfTwo(s, -kScale), root = plainRoot(scaled);
  Real modulus = plainModulus(scaled), factor = powerOfTwo(s, -kScale / 2),
       infinity = s.constant(INFINITY);
  Complex guess{root.re / modulus, -(root.im / modulus)};
  // A step of Newton's method, whose errors count half.
  Complex residual = plusReal(-(scaled * (guess * guess)), 1);
  Complex value = (guess + guess * residual * 0.5) * factor;
  Real zero = s.constant(0);
  value = select(modulus.isZero(), {infinity, s.constant(NAN)}, value);
  Value isInfinite = s.either(x.re.isInfinite(), x.im.isInfinite());
  return select(isInfinite, {withSign(zero, x.re), withSign(zero, -x.im)}, value);
}

Complex signInDoubles(Complex x) {
  Real s = size(x);
  Complex scaled = x * powerOfTwo(s, -kScale);
  Real modulus = plainModulus(scaled);
  Value isZero = x.re.both(x.re.isZero(), x.im.isZero());
  return select(isZero, x, {scaled.re / modulus, scaled.im / modulus});
}

/// (re - im)(re + im) where the squares overflow. Parts of one magnitude leave no real part,
/// however large they are.
Complex square(Complex x) {
  Value isEqual = x.re.both(abs(x.re).compare(Predicate::OEQ, abs(x.im)), x.re.isFinite());
  Real product = x.re * x.im, difference = differenceOfProducts(x.re, x.re, x.im, x.im);
  Real re = difference.select(difference.isFinite(), (x.re - x.im) * (x.re + x.im));
  return {x.re.constant(0).select(isEqual, re), product + product};
}

/// The cube root of the modulus at a third of the angle, whose rounding a step of Newton's method
/// makes up for.
Complex cubeRootInDoubles(Complex x) {
  Real s = size(x), angle = atan2(x.im, x.re) * (1.0 / 3);
  Complex scaled = x * powerOfTwo(s, -kScale);
  Complex guess = Complex{cos(angle), sin(angle)} * cbrt(plainModulus(scaled)),
          square = guess * guess;
  Complex step = (scaled - guess * square) * conj(square) * (1.0 / (sumOfSquares(square) * 3));
  Value isPlain = s.both(s.isFinite(), s.negated(s.isZero()));
  Complex value = select(isPlain, guess + step, guess) * powerOfTwo(s, kScale / 3);
  Real infinity = s.constant(INFINITY);
  return select(s.either(x.re.isInfinite(), x.im.isInfinite()),
                Complex{cos(angle), sin(angle)} * infinity, value);
}

} // namespace

/// Products of singles are exact in doubles. Of doubles a fused multiply-add says what the rounding
/// of c d lost.
Real differenceOfProducts(Real a, Real b, Real c, Real d) {
  if (!a.isDouble())
    return as(a, inDouble(a) * inDouble(b) - inDouble(c) * inDouble(d));
  auto fma = [&](Real x, Real y, Real z) {
    return a.with(a.b->make<mlir::math::FmaOp>(x.v, y.v, z.v));
  };
  Real product = c * d, out = fma(a, b, -product) + fma(-c, d, product);
  return (a * b - product).select(out.isNaN(), out);
}

Real abs(Complex x) { return as(x.re, modulusInDoubles({inDouble(x.re), inDouble(x.im)})); }
Complex operator/(Complex x, Complex y) { return inDoubles<quotientInDoubles>(x, y); }
Complex sqrt(Complex x) { return inDoubles<rootInDoubles>(x); }

const llvm::StringMap<Function> &arithmeticFunctions() {
  static const llvm::StringMap<Function> all = {
      {"stablehlo.sqrt", sqrt},
      {"stablehlo.rsqrt", inDoubles<reciprocalRootInDoubles>},
      {"stablehlo.cbrt", inDoubles<cubeRootInDoubles>},
      {"stablehlo.sign", inDoubles<signInDoubles>},
      {"stablehlo.abs", [](Complex x) { return Complex{abs(x), x.im}; }},
      {"chlo.square", square},
  };
  return all;
}

const llvm::StringMap<Operator> &arithmeticOperators() {
  static const llvm::StringMap<Operator> all = {
      {"stablehlo.multiply", [](Complex x, Complex y) { return x * y; }},
      {"stablehlo.divide", [](Complex x, Complex y) { return x / y; }},
      {"stablehlo.power", power},
  };
  return all;
}

} // namespace spmd::complex
