// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits exponentials and logarithms of f64. The ways are those of f32 (vector_math.cpp), with
// longer polynomials. Coefficients are minimax fits, computed with 400 bits.
#include "compiler/codegen/vector_doubles.h"
#include <limits>
#include <numbers>

using llvm::Value;

namespace spmd {

/// x = n ln 2 + r with r up to ln 2 / 2 on either side, and e^r - 1 as r + r^2 p(r).
Doubles::Reduced Doubles::reduceExp(Value *x, int bias, Value *low) {
  // The sum rounds x log2(e) to an integer, whose bits are then the low ones of t.
  Value *magic = real(0x1.8p52 + bias), *t = fma(x, real(std::numbers::log2e), magic);
  Value *n = b.CreateFSub(t, magic);
  Value *first = fma(n, real(-kLn2), x), *r = fma(n, real(-kRestOfLn2), first);
  Value *p = polynomial(r, {0.5, 0.16666666666666677, 0.0416666666666667, 0.008333333333321776,
                            0.0013888888888869313, 0.00019841269885780436, 2.4801587355922293e-05,
                            2.7557244534888975e-06, 2.755724648338794e-07, 2.5108931078525306e-08,
                            2.0923361403479697e-09});
  Value *square = b.CreateFMul(r, r);
  if (!low)
    return {n, fma(square, p, r), bits(t)};
  // What r lost comes back with `low`, times the derivative 1 + (e^r - 1).
  low = b.CreateFAdd(fma(n, real(-kRestOfLn2), b.CreateFSub(first, r)), low);
  Value *tail = fma(low, fma(square, p, r), fma(square, p, low));
  return {n, b.CreateFAdd(r, tail), bits(t)};
}

/// Two factors of 2^n, as for f32: 2^n itself may overflow or be subnormal where the result is not.
Value *Doubles::exp(Value *x, Value *low, int scale) {
  Value *clamped = select(greater(x, 712), real(712), x);
  clamped = select(less(clamped, -746), real(-746), clamped);
  if (low)
    low = select(b.CreateFCmpOEQ(clamped, x), low, real(0));
  Reduced e = reduceExp(clamped, 2046 + scale, low);
  Value *half = b.CreateLShr(e.biased, 1), *factor = twoTo(half);
  return b.CreateFMul(fma(factor, e.small, factor), twoTo(b.CreateSub(e.biased, half)));
}

/// 2^n (e^r - 1) + (2^n - 1), halved, since n reaches 1024. All parts but e^r - 1 are exact.
Value *Doubles::expm1(Value *x) {
  Value *clamped = select(greater(x, 710), real(710), x);
  clamped = select(less(clamped, -40), real(-40), clamped); // there it rounds to -1
  Reduced e = reduceExp(clamped, 1022, real(0));
  Value *half = twoTo(e.biased);
  Value *y = b.CreateFMul(fma(half, e.small, b.CreateFSub(half, real(0.5))), real(2));
  y = select(b.CreateFCmpOEQ(e.n, real(0)), e.small, y);
  return select(b.CreateFCmpOEQ(x, real(0)), x, y);
}

/// t / (t + 2) with t = e^(2|x|) - 1, as for f32: what the sum loses is restored to first order.
/// Beyond 22 tanh rounds to 1.
Value *Doubles::tanh(Value *x) {
  Value *a = abs(x), *bound = select(greater(a, 22), real(22), a);
  Reduced e = reduceExp(b.CreateFAdd(bound, bound), 1023, real(0));
  Value *power = twoTo(e.biased), *t = fma(power, e.small, b.CreateFSub(power, real(1)));
  Value *s = b.CreateFAdd(t, real(2)), *isLarge = greater(t, 2);
  Value *larger = select(isLarge, t, real(2)), *smaller = select(isLarge, real(2), t);
  Value *lost = b.CreateFSub(smaller, b.CreateFSub(s, larger));
  Value *y = b.CreateFDiv(t, s);
  Value *slope = b.CreateFMul(b.CreateFMul(y, real(-0.5)), b.CreateFSub(real(1), y));
  return withSign(fma(slope, lost, y), x);
}

/// e^x / (1 + e^x) for x < 0, where e^-x may overflow. What the sum s loses is restored to first
/// order: 1 / s is y or 1 - y.
Value *Doubles::logistic(Value *x) {
  Value *power = exp(b.CreateFNeg(abs(x)), real(0)), *isNegative = less(x, 0);
  Value *s = b.CreateFAdd(real(1), power), *lost = b.CreateFSub(power, b.CreateFSub(s, real(1)));
  Value *y = b.CreateFDiv(select(isNegative, power, real(1)), s);
  Value *inverse = select(isNegative, b.CreateFSub(real(1), y), y);
  return fma(b.CreateFMul(y, inverse), b.CreateFNeg(lost), y);
}

/// h + 1 / 4h with h = e^|x| / 2, which overflows where the result does.
Value *Doubles::cosh(Value *x) {
  Value *half = exp(abs(x), real(0), /*scale=*/-1);
  return b.CreateFAdd(half, b.CreateFDiv(real(0.25), half));
}

/// (t + t / (t + 1)) / 2 with t = e^|x| - 1, from 22 on e^|x| / 2.
Value *Doubles::sinh(Value *x) {
  Value *a = abs(x), *t = expm1(a), *half = exp(a, real(0), /*scale=*/-1);
  Value *near = b.CreateFMul(b.CreateFAdd(t, b.CreateFDiv(t, b.CreateFAdd(t, real(1)))), real(0.5));
  return withSign(select(greater(a, 22), half, near), x);
}

/// x = 2^n m and n = 3 q + r with r from -1 to 1: a polynomial for the root of m, to 2^-16, times
/// 2^(r/3), one step of Halley's and one of Newton's with the exact cube, and the factor 2^q.
Value *Doubles::cbrt(Value *x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Value *a = abs(x), *isSubnormal = less(a, std::numeric_limits<double>::min());
  auto [n, m] = splitNormal(select(isSubnormal, b.CreateFMul(a, real(0x1p54)), a));
  Value *magic = real(0x1.8p52), *t = fma(n, real(1.0 / 3), magic), *q = b.CreateFSub(t, magic);
  Value *r = fma(q, real(-3), n), *isAbove = greater(r, 0.5), *isBelow = less(r, -0.5);
  Value *y = polynomial(m, {0.4516507897317902, 0.9048810008581238, -0.5357172068185778,
                            0.21698902516051807, -0.03779931752939748});
  auto pick = [&](double above, double below) {
    return select(isAbove, real(above), select(isBelow, real(below), real(1)));
  };
  y = b.CreateFMul(y, pick(std::numbers::sqrt2 / 1.122462048309373, 1 / 1.2599210498948732));
  m = b.CreateFMul(m, pick(2, 0.5));
  Value *cube = b.CreateFMul(b.CreateFMul(y, y), y);
  Value *step = b.CreateFDiv(b.CreateFSub(cube, m), fma(cube, real(2), m));
  y = fma(b.CreateFNeg(y), step, y);
  Value *square = b.CreateFMul(y, y), *lost = fma(y, y, b.CreateFNeg(square));
  Value *excess = fma(lost, y, fma(square, y, b.CreateFNeg(m)));
  y = b.CreateFSub(y, b.CreateFDiv(excess, b.CreateFMul(square, real(3))));
  // The scale of subnormal numbers was 2^18 cubed.
  Value *power = b.CreateShl(bits(t), 52);
  y = fromBits(b.CreateAdd(bits(y), power));
  y = select(isSubnormal, b.CreateFMul(y, real(0x1p-18)), y);
  Value *isFinite = b.CreateAnd(greater(a, 0), less(a, kInfinity));
  return select(isFinite, withSign(y, x), x);
}

/// Subtracting the bits of sqrt(1/2) moves the border between exponents there. The exponent becomes
/// a double by its bits: 2^52 + n.
Doubles::Split Doubles::splitNormal(Value *x) {
  constexpr int64_t kOne = 0x3ff0000000000000, kRoot = 0x3fe6a09e667f3bcd;
  Value *shifted = b.CreateAdd(bits(x), integer(kOne - kRoot));
  Value *exponent = b.CreateOr(b.CreateLShr(shifted, 52), integer(0x4330000000000000));
  Value *fraction = b.CreateAnd(shifted, integer((int64_t(1) << 52) - 1));
  return {b.CreateFSub(fromBits(exponent), real(0x1p52 + 1023)),
          fromBits(b.CreateAdd(fraction, integer(kRoot)))};
}

/// log(1 + f) = f - (f^2 / 2 - s (f^2 / 2 + R)) with s = f / (2 + f), where R is the series of
/// atanh behind its first term: near 1 nothing is lost.
Value *Doubles::logOfNormal(Value *x, Value *more, Value *correction) {
  auto [n, m] = splitNormal(x);
  if (more)
    n = b.CreateFAdd(n, more);
  Value *f = b.CreateFSub(m, real(1));
  Value *s = b.CreateFDiv(f, b.CreateFAdd(f, real(2))), *z = b.CreateFMul(s, s);
  Value *p = polynomial(z, {0.6666666666666733, 0.39999999999424385, 0.28571428740490346,
                            0.22222198744778823, 0.18183556460962957, 0.1531422780487881,
                            0.14794392411725477});
  Value *square = b.CreateFMul(b.CreateFMul(f, real(0.5)), f);
  Value *tail = b.CreateFMul(n, real(kRestOfLn2));
  if (correction)
    tail = b.CreateFAdd(tail, correction);
  tail = fma(s, fma(z, p, square), tail);
  return fma(n, real(kLn2), b.CreateFSub(f, b.CreateFSub(square, tail)));
}

/// Subnormal numbers are scaled by 2^54 first.
Value *Doubles::log(Value *x, Value *correction) {
  Value *isSubnormal = less(x, std::numeric_limits<double>::min());
  Value *scaled = select(isSubnormal, b.CreateFMul(x, real(0x1p54)), x);
  Value *out = logOfNormal(scaled, select(isSubnormal, real(-54), real(0)), correction);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  out = select(b.CreateFCmpOEQ(x, real(kInfinity)), x, out);
  out = select(b.CreateFCmpOEQ(x, real(0)), real(-kInfinity), out);
  // The unordered comparison is true for NaN as well.
  return select(b.CreateFCmpULT(x, real(0)), real(std::numeric_limits<double>::quiet_NaN()), out);
}

/// log(u) + (x - (u - 1)) / u with u = 1 + x, as for f32.
Value *Doubles::log1p(Value *x) {
  Value *u = b.CreateFAdd(real(1), x);
  Value *lost = b.CreateFDiv(b.CreateFSub(x, b.CreateFSub(u, real(1))), u);
  // Drops the NaN and infinite corrections of u = 0 and of infinite x.
  lost = select(less(abs(lost), 1), lost, real(0));
  return select(less(abs(x), 0x1p-54), x, log(u, lost));
}

Value *Doubles::sineSeries(Value *z) {
  return polynomial(z, {-0.16666666666666632, 0.008333333333322581, -0.00019841269829923674,
                        2.755731372702719e-06, -2.505076296071067e-08, 1.5897044816020275e-10});
}
Value *Doubles::cosineSeries(Value *z) {
  return polynomial(z, {0.0416666666666666, -0.0013888888888874205, 2.4801587289528195e-05,
                        -2.755731436418755e-07, 2.087572469457937e-09, -1.135971212292026e-11});
}

/// Exponentials, logarithms and roots are in this file, all others in files of their own. Null for
/// functions that are in none of them: the caller asks libm then.
Value *emitDoubleFunction(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::ArrayRef<Value *> x) {
  Doubles f(b, x[0]);
  if (name == "exp")
    return f.exp(x[0]);
  if (name == "expm1")
    return f.expm1(x[0]);
  if (name == "log")
    return f.log(x[0]);
  if (name == "log1p")
    return f.log1p(x[0]);
  if (name == "tanh")
    return f.tanh(x[0]);
  if (name == "logistic")
    return f.logistic(x[0]);
  if (name == "pow")
    return emitDoublePower(b, x[0], x[1]);
  if (name == "sinh")
    return f.sinh(x[0]);
  if (name == "cosh")
    return f.cosh(x[0]);
  if (name == "cbrt")
    return f.cbrt(x[0]);
  if (Value *made = emitDoubleErf(b, name, x[0]))
    return made;
  if (Value *made = emitDoubleInverse(b, name, x))
    return made;
  return emitDoubleAngle(b, name, x[0]);
}

} // namespace spmd
