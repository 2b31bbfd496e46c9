// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits log |gamma| of f32 and digamma of f32 and f64. Both compute in doubles, where sums that
// nearly cancel beside the zeros of these functions keep the digits of f32.
#include "compiler/codegen/vector_doubles.h"
#include <limits>
#include <numbers>

using llvm::Value;

namespace spmd {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Both functions have one form below kLarge and another one above it, with one division. Where x
/// is negative they reflect to 1 - x, behind a branch.
struct GammaFunctions : Doubles {
  using Doubles::Doubles;
  explicit GammaFunctions(Doubles doubles) : Doubles(doubles) {}
  /// Fits hold on both sides of it.
  static constexpr double kLarge = 5;

  struct Reflection {
    Value *sine, *cosine, *whole; // of the distance of pi x to the nearest multiple of pi
  };
  Reflection reflect(Value *x);
  Value *reflected(Value *isNegative, Value *x) {
    return select(isNegative, b.CreateFSub(real(1), x), x);
  }
  /// (numerator / denominator) for small x, else 1 / x.
  Value *quotient(Value *isLarge, Value *numerator, Value *denominator, Value *x) {
    return b.CreateFDiv(select(isLarge, real(1), numerator), select(isLarge, x, denominator));
  }
  Value *logGamma(Value *x);
  Value *digamma(Value *x);
};

/// The rest r = x - round(x) is exact. Beyond 1/4 sine and cosine of pi (1/2 - |r|) swap places.
/// The sine has the sign of r.
GammaFunctions::Reflection GammaFunctions::reflect(Value *x) {
  Value *r = b.CreateFSub(x, unary(llvm::Intrinsic::roundeven, x)), *size = abs(r);
  Value *isFar = greater(size, 0.25);
  Value *angle =
      b.CreateFMul(select(isFar, b.CreateFSub(real(0.5), size), size), real(std::numbers::pi));
  Value *z = b.CreateFMul(angle, angle);
  Value *sine = fma(b.CreateFMul(z, angle), sineSeries(z), angle);
  Value *cosine = fma(b.CreateFMul(z, z), cosineSeries(z), fma(z, real(-0.5), real(1)));
  return {withSign(select(isFar, cosine, sine), r), select(isFar, sine, cosine),
          b.CreateFCmpOEQ(x, unary(llvm::Intrinsic::floor, x))};
}

/// Below 5: lgamma(x + 1) - log x, where lgamma(x + 1) = x (x - 1) P(x) / Q(x). From 5 on
/// Stirling's formula (x - 1/2) log x - x + log(2 pi) / 2 + T(1 / x^2) / x. Both need one
/// logarithm.
Value *GammaFunctions::logGamma(Value *x) {
  Value *isNegative = less(x, 0), *y = reflected(isNegative, x);
  Value *isLarge = b.CreateFCmpUGE(y, real(kLarge));
  Value *p = polynomial(y, {0.5772156649015328, 1.6477549961060096, 1.808701806664438,
                            0.9645694896649609, 0.2608539831950631, 0.034193699547517324,
                            0.0018935857694219163, 3.1757499136810837e-05, 3.254231309369169e-08});
  Value *q = polynomial(y, {1.0, 3.279547801169755, 4.257648010286261, 2.7964520485505733,
                            0.9880065620424177, 0.18521425069383612, 0.01709070630178071,
                            0.0006579487608036424, 7.111406893420382e-06});
  Value *ratio = quotient(isLarge, p, q, y), *w = b.CreateFMul(ratio, ratio);
  Value *t = polynomial(w, {0.08333333333333323, -0.002777777777657086, 0.0007936507502963208,
                            -0.0005952310445579453, 0.000841135272263968, -0.0018863618260095108,
                            0.0054699207958854865, -0.012709106511584913});
  Value *large = fma(t, ratio, b.CreateFSub(real(0.9189385332046728), y));
  Value *small = b.CreateFMul(b.CreateFMul(y, b.CreateFSub(y, real(1))), ratio);
  Value *factor = select(isLarge, b.CreateFSub(y, real(0.5)), real(-1));
  Value *out = fma(factor, logOfNormal(y), select(isLarge, large, small));
  Value *isInfinite = b.CreateOr(b.CreateFCmpOEQ(x, real(0)), b.CreateFCmpOEQ(x, real(kInfinity)));
  out = select(isInfinite, real(kInfinity), out);
  out = select(b.CreateFCmpOEQ(x, real(2)), real(0), out); // the sum leaves a rest there
  return unlessFar(out, isNegative, [&] {
    Reflection at = reflect(x);
    Value *log = logOfNormal(b.CreateFDiv(real(std::numbers::pi), abs(at.sine)));
    return select(at.whole, real(kInfinity), b.CreateFSub(log, out));
  });
}

/// Below 5: (x - z) P(x) / (x + x^2 Q(x)) with the positive zero z. From 5 on the asymptotic series
/// log x - 1 / 2x - w U(w) with w = 1 / x^2. NaN at the poles 0, -1, -2, ..
Value *GammaFunctions::digamma(Value *x) {
  Value *isNegative = less(x, 0), *y = reflected(isNegative, x);
  Value *isLarge = b.CreateFCmpUGE(y, real(kLarge));
  // The zero in two parts, so that results near it keep their digits.
  Value *distance =
      b.CreateFSub(b.CreateFSub(y, real(1.4616321449683622)), real(9.549995429965697e-17));
  Value *p = polynomial(y, {0.6841666717870696, 2.438590663931539, 2.775507302445309,
                            1.4228974561007424, 0.36516734529370787, 0.047294105417204156,
                            0.0028819244658927897, 6.867312520312715e-05, 3.93615373766742e-07});
  Value *q = polynomial(y, {2.302940166133477, 1.9338209555419539, 0.7741414397587855,
                            0.15906238659124786, 0.016592628496102036, 0.0008055948667480769,
                            1.4755802529805882e-05, 5.8218790136951595e-08});
  Value *ratio = quotient(isLarge, b.CreateFMul(distance, p), fma(b.CreateFMul(y, y), q, y), y);
  Value *w = b.CreateFMul(ratio, ratio);
  Value *u = polynomial(w, {0.08333333333332882, -0.008333333329558221, 0.003968252885076724,
                            -0.004166515320121118, 0.007563904104733718, -0.020538060255114003,
                            0.06746188764161766, -0.16543979367345094});
  Value *large = b.CreateFSub(logOfNormal(y), fma(u, w, b.CreateFMul(ratio, real(0.5))));
  large = select(b.CreateFCmpOEQ(y, real(kInfinity)), y, large);
  Value *out = select(isLarge, large, ratio);
  out = select(b.CreateFCmpOEQ(x, real(0)), real(std::numeric_limits<double>::quiet_NaN()), out);
  return unlessFar(out, isNegative, [&] {
    Reflection at = reflect(x);
    Value *cotangent = b.CreateFMul(b.CreateFDiv(at.cosine, at.sine), real(std::numbers::pi));
    return select(at.whole, real(std::numeric_limits<double>::quiet_NaN()),
                  b.CreateFSub(out, cotangent));
  });
}

} // namespace

Value *emitLogGamma(llvm::IRBuilder<> &b, Value *x) {
  GammaFunctions f(Doubles::besides(b, x));
  return b.CreateFPTrunc(f.logGamma(b.CreateFPExt(x, f.type)), x->getType());
}

Value *emitDigamma(llvm::IRBuilder<> &b, Value *x) {
  GammaFunctions f(Doubles::besides(b, x));
  if (x->getType() == f.type)
    return f.digamma(x);
  return b.CreateFPTrunc(f.digamma(b.CreateFPExt(x, f.type)), x->getType());
}

} // namespace spmd
