// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits x^y of f64 as e^(y log x). The exponent reaches 709, so the logarithm has 64 good bits: it
// is the sum of two doubles, and so are its product with y and the argument of the exponential.
#include "compiler/codegen/vector_doubles.h"
#include <limits>

using llvm::Value;

namespace spmd {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Power : Doubles {
  using Doubles::Doubles;
  struct Pair {
    Value *high, *low; // their sum; low is below a unit of high
  };
  Pair logOfMantissa(Value *m);
  Pair log(Value *x);
  Value *power(Value *x, Value *y);
};

/// log m = 2 s + s (2/3 s^2 + s^4 q(s^2)) with s = (m - 1) / (m + 1). All but q have
/// two parts: s^4 q is below 2^-12 of the result.
Power::Pair Power::logOfMantissa(Value *m) {
  Value *f = b.CreateFSub(m, real(1)), *d = b.CreateFAdd(m, real(1));
  Value *lostOfD = b.CreateFSub(m, b.CreateFSub(d, real(1)));
  Value *inverse = b.CreateFDiv(real(1), d), *s = b.CreateFMul(f, inverse);
  Value *minus = b.CreateFNeg(s);
  Value *sLow = b.CreateFMul(fma(minus, lostOfD, fma(minus, d, f)), inverse);
  Value *z = b.CreateFMul(s, s);
  Value *zLow = fma(b.CreateFAdd(s, s), sLow, fma(s, s, b.CreateFNeg(z)));
  Value *q = polynomial(z, {0.40000000000002245, 0.2857142857010218, 0.22222222519698787,
                            0.18181784373033888, 0.1538675755215981, 0.13256802631764975,
                            0.1319655295533742});
  constexpr double kThird = 0x1.5555555555555p-1, kRestOfThird = 0x1.5555555555555p-55;
  Value *term = b.CreateFMul(z, real(kThird));
  Value *termLow = fma(z, real(kThird), b.CreateFNeg(term));
  termLow = fma(zLow, real(kThird), fma(z, real(kRestOfThird), termLow));
  Value *fourth = b.CreateFMul(z, z), *rest = b.CreateFMul(fourth, q);
  Value *lost = fma(b.CreateFAdd(z, z), zLow, fma(z, z, b.CreateFNeg(fourth)));
  Value *restLow = fma(lost, q, fma(fourth, q, b.CreateFNeg(rest)));
  Value *w = b.CreateFAdd(term, rest);
  termLow = b.CreateFAdd(termLow, restLow);
  Value *wLow = b.CreateFAdd(b.CreateFAdd(b.CreateFSub(term, w), rest), termLow);
  Value *a = b.CreateFMul(s, w), *aLow = fma(s, w, b.CreateFNeg(a));
  aLow = fma(s, wLow, fma(sLow, w, fma(sLow, real(2), aLow)));
  Value *twice = b.CreateFAdd(s, s), *high = b.CreateFAdd(twice, a);
  return {high, b.CreateFAdd(b.CreateFAdd(b.CreateFSub(twice, high), a), aLow)};
}

/// log x of positive x: n ln 2, whose first part is exact and larger than log m, plus log m.
Power::Pair Power::log(Value *x) {
  Value *isSubnormal = less(x, std::numeric_limits<double>::min());
  Split split = splitNormal(select(isSubnormal, b.CreateFMul(x, real(0x1p54)), x));
  Value *n = b.CreateFAdd(split.exponent, select(isSubnormal, real(-54), real(0)));
  auto [high, low] = logOfMantissa(split.mantissa);
  Value *first = b.CreateFMul(n, real(kLn2)), *sum = b.CreateFAdd(first, high);
  Value *lost = b.CreateFAdd(b.CreateFSub(first, sum), high);
  low = fma(n, real(kRestOfLn2), b.CreateFAdd(lost, low));
  high = b.CreateFAdd(sum, low);
  return {high, b.CreateFAdd(b.CreateFSub(sum, high), low)};
}

/// As C's pow. From 2^66 on an exponent acts as an infinite one: the base next to 1 overflows or
/// underflows by then.
Value *Power::power(Value *x, Value *y) {
  Value *size = abs(x), *isInfinite = b.CreateFCmpOEQ(size, real(kInfinity)),
        *isZero = b.CreateFCmpOEQ(x, real(0));
  auto [high, low] = log(size);
  high = select(isZero, real(-kInfinity), select(isInfinite, real(kInfinity), high));
  Value *bound = select(greater(y, 0x1p66), real(0x1p66), y);
  bound = select(less(bound, -0x1p66), real(-0x1p66), bound);
  Value *product = b.CreateFMul(bound, high);
  Value *rest = fma(bound, low, fma(bound, high, b.CreateFNeg(product)));
  Value *out = exp(product, rest);
  // Odd integers keep the sign of x; other exponents of negative numbers give NaN.
  Value *half = b.CreateFMul(y, real(0.5));
  Value *isWhole = b.CreateFCmpOEQ(unary(llvm::Intrinsic::floor, y), y);
  Value *isOdd = b.CreateAnd(isWhole, b.CreateFCmpONE(unary(llvm::Intrinsic::floor, half), half));
  out = select(isOdd, withSign(out, x), out);
  Value *isNegative = b.CreateAnd(less(x, 0), b.CreateNot(isInfinite));
  Value *isNan = b.CreateOr(b.CreateFCmpUNO(x, y), b.CreateAnd(isNegative, b.CreateNot(isWhole)));
  out = select(isNan, real(std::numeric_limits<double>::quiet_NaN()), out);
  Value *always = b.CreateOr(b.CreateFCmpOEQ(x, real(1)), b.CreateFCmpOEQ(y, real(0)));
  return select(always, real(1), out);
}

} // namespace

Value *emitDoublePower(llvm::IRBuilder<> &b, Value *x, Value *y) { return Power(b, x).power(x, y); }

} // namespace spmd
