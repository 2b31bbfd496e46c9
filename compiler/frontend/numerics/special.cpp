// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions that are rational approximations, series, or combinations of lgamma.
//
// Functions whose slope has a closed form take it from there: the derivative of an approximation is
// less precise than the approximation.
#include "compiler/frontend/include/spmd/special.h"
#include "compiler/elements/bessel_series.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/numerics/floats.h"
#include "compiler/frontend/trace/elementwise.h"
#include <limits>
#include <numbers>

namespace spmd {
inline namespace frontend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
/// log(2 pi) / 2.
const double kLogRoot = std::log(2 * std::numbers::pi) / 2;

/// A function of one operand that works in f32 or f64.
/// bf16 and f16 have too few digits for the series, so that they are computed in f32 and rounded
/// once.
template <class F> Tensor inWide(const char *name, const Operand &x, F f) {
  return formula(name, x, Takes::Floats, [&](Tensor v) {
    const ElementType type = v.elementType();
    return astype(f(astype(v, type == f64 ? f64 : f32)), type);
  });
}

/// f(x) with the derivative slope(x, f(x)).
template <class F, class G> Tensor withSlope(F f, G slope, const Tensor &x) {
  using Both = std::pair<Tensor, Tensor>;
  auto value = [f](Tensor x) -> Tensor { return f(x); };
  auto forward = [f](Tensor x) -> std::pair<Tensor, Both> {
    const Tensor y = f(x);
    return {y, {x, y}};
  };
  auto backward = [slope](Both kept, Tensor ct) -> Tensor {
    return ct * slope(kept.first, kept.second);
  };
  return customVjp(value, forward, backward)(x);
}

/// The Chebyshev series at t in [-1, 1], by Clenshaw's recurrence.
Tensor chebyshev(const Tensor &t, llvm::ArrayRef<double> coefficients) {
  Tensor later = zerosLike(t), latest = later;
  for (double coefficient : llvm::reverse(coefficients.drop_front())) {
    Tensor next = 2 * t * latest - later + coefficient;
    later = std::exchange(latest, next);
  }
  return t * latest - later + coefficients.front();
}

/// Each series reads an argument of its own interval, so that none is infinite.
/// exp(-|x|) I0(x) from two series of Chebyshev.
Tensor scaledI0(const Tensor &x) {
  const Tensor size = abs(x), isNear = size <= 8;
  const Tensor near = where(isNear, size, 8), far = where(isNear, 8, size);
  return where(isNear, chebyshev(near / 4 - 1, ops::kBesselI0Near),
               chebyshev(16 / far - 1, ops::kBesselI0Far) * rsqrt(far));
}

/// A polynomial, the constant coefficient first.
Tensor polynomial(const Tensor &x, llvm::ArrayRef<double> coefficients) {
  Tensor sum = zerosLike(x) + coefficients.back();
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = sum * x + coefficient;
  return sum;
}

/// The quantiles of the normal distribution by Wichura's algorithm AS 241 (1988), whose rational
/// functions are precise to 1e-16: one around 1/2 and two in the tails.
/// Each branch reads an argument of its own region, so that no NaN reaches gradients.
Tensor normalQuantile(const Tensor &p) {
  constexpr double a[] = {3.3871328727963666080,   1.3314166789178437745e2, 1.9715909503065514427e3,
                          1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
                          3.3430575583588128105e4, 2.5090809287301226727e3};
  constexpr double b[] = {1,
                          4.2313330701600911252e1,
                          6.8718700749205790830e2,
                          5.3941960214247511077e3,
                          2.1213794301586595867e4,
                          3.9307895800092710610e4,
                          2.8729085735721942674e4,
                          5.2264952788528545610e3};
  constexpr double c[] = {1.42343711074968357734,    4.63033784615654529590,
                          5.76949722146069140550,    3.64784832476320460504,
                          1.27045825245236838258,    2.41780725177450611770e-1,
                          2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double d[] = {1,
                          2.05319162663775882187,
                          1.67638483018380384940,
                          6.89767334985100004550e-1,
                          1.48103976427480074590e-1,
                          1.51986665636164571966e-2,
                          5.47593808499534494600e-4,
                          1.05075007164441684324e-9};
  constexpr double e[] = {6.65790464350110377720,    5.46378491116411436990,
                          1.78482653991729133580,    2.96560571828504891230e-1,
                          2.65321895265761230930e-2, 1.24266094738807843860e-3,
                          2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double f[] = {1,
                          5.99832206555887937690e-1,
                          1.36929880922735805310e-1,
                          1.48753612908506148525e-2,
                          7.86869131145613259100e-4,
                          1.84631831751005468180e-5,
                          1.42151175831644588870e-7,
                          2.04426310338993978564e-15};
  const Tensor q = p - 0.5, isCentral = abs(q) <= 0.425, isInside = (p > 0) & (p < 1);
  const Tensor r = 0.180625 - where(isCentral, q * q, 0);
  const Tensor central = q * polynomial(r, a) / polynomial(r, b);
  const Tensor share = where(isInside, minimum(p, 1 - p), 0.25), s = sqrt(-log(share));
  const Tensor isNear = s <= 5, near = where(isNear, s, 5) - 1.6, far = where(isNear, 5, s) - 5;
  const Tensor tail = where(isNear, polynomial(near, c) / polynomial(near, d),
                            polynomial(far, e) / polynomial(far, f));
  const Tensor inside = where(isCentral, central, where(q < 0, -tail, tail));
  return where(isInside, inside,
               where(equal(p, 0), -kInfinity, where(equal(p, 1), kInfinity, kNan)));
}

/// log(ndtr(x)): by ndtr in the middle, by the tail above it, and by the asymptotic series of
/// erfc (Abramowitz and Stegun, 26.2.12) far below.
Tensor logNormalShare(const Tensor &x) {
  const bool isDouble = x.elementType() == f64;
  const double lower = isDouble ? -20 : -10, upper = isDouble ? 8 : 5;
  const Tensor low = minimum(x, lower), squared = low * low;
  const Tensor series =
      1 - 1 / squared + 3 / (squared * squared) - 15 / (squared * squared * squared);
  const Tensor below = -squared / 2 - log(-low) - kLogRoot + log(series);
  const Tensor middle = log(ndtr(clip(x, lower, upper)));
  return where(x > upper, -ndtr(-x), where(x > lower, middle, below));
}

} // namespace

Tensor besselI0e(const Operand &x) {
  return inWide("besselI0e", x, [](Tensor v) {
    return withSlope(scaledI0, [](Tensor x, Tensor y) { return besselI1e(x) - sign(x) * y; }, v);
  });
}
/// Overflows where the function does, beyond 91 in f32.
Tensor besselI0(const Operand &x) {
  return formula("besselI0", x, Takes::Floats, [](Tensor v) { return exp(abs(v)) * besselI0e(v); });
}

/// The slope is the reciprocal of the density.
Tensor ndtri(const Operand &p) {
  return inWide("ndtri", p, [](Tensor v) {
    return withSlope(normalQuantile, [](Tensor, Tensor y) { return exp(y * y / 2 + kLogRoot); }, v);
  });
}
/// The slope is the density over the share, as a difference of logarithms.
Tensor logNdtr(const Operand &x) {
  return inWide("logNdtr", x, [](Tensor v) {
    return withSlope(
        logNormalShare, [](Tensor x, Tensor y) { return exp(-x * x / 2 - kLogRoot - y); }, v);
  });
}

/// Below 0 the sign changes at each integer.
Tensor gammaSign(const Operand &x) {
  return formula("gammaSign", x, Takes::Floats, [](Tensor v) {
    const Tensor whole = floor(v), isOdd = notEqual(whole - 2 * floor(whole / 2), 0);
    const Tensor sign = where((v > 0) | equal(v, -kInfinity), 1, where(isOdd, -1, 1));
    const Tensor atZero = where(signBit(v), -1, 1);
    return astype(where(equal(v, 0), atZero,
                        where((v < 0) & equal(whole, v) & notEqual(v, -kInfinity), kNan, sign)),
                  v.elementType());
  });
}
/// By its logarithm, whose error grows with it.
Tensor gamma(const Operand &x) {
  return formula("gamma", x, Takes::Floats, [](Tensor v) { return gammaSign(v) * exp(lgamma(v)); });
}
/// The signs come from the gamma functions, the magnitude from betaln.
Tensor beta(const Operand &a, const Operand &b) {
  return formula("beta", a, b, Takes::Floats, [](Tensor u, Tensor v) {
    return gammaSign(u) * gammaSign(v) * gammaSign(u + v) * exp(betaln(u, v));
  });
}
/// d (d - 1) / 4 log(pi) and the logarithms of d gamma functions.
Tensor multigammaln(const Operand &a, int64_t dims) {
  return compose("multigammaln", {&a}, OpKey(dims), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (dims < 1)
      e.refuse("multigammaln of " + text(in[0].type()) + " in " + std::to_string(dims) +
               " dims; it has one or more");
    const Tensor x = asInexact(in[0]);
    Tensor sum = lgamma(x);
    for (int64_t i = 1; i < dims; ++i)
      sum = sum + lgamma(x - 0.5 * double(i));
    return sum + double(dims * (dims - 1)) / 4 * std::log(std::numbers::pi);
  });
}
/// A ratio of gamma functions by the difference of their logarithms; exactly 1 for m = 0.
Tensor poch(const Operand &z, const Operand &m) {
  return formula("poch", z, m, Takes::Floats, [](Tensor u, Tensor v) {
    return where(equal(v, 0), 1, exp(lgamma(u + v) - lgamma(u)));
  });
}
/// From logarithms of gamma functions at numbers that are never negative.
Tensor comb(const Operand &n, const Operand &k) {
  return formula("comb", n, k, Takes::Floats, [](Tensor u, Tensor v) {
    const Tensor isNone = (v < 0) | (v > u) | (u < 0);
    const Tensor total = where(isNone, 1, u), part = where(isNone, 0, v);
    return where(isNone, 0, exp(lgamma(total + 1) - lgamma(part + 1) - lgamma(total - part + 1)));
  });
}

/// By expm1, which is precise for small powers.
Tensor boxcox(const Operand &x, const Operand &lambda) {
  return formula("boxcox", x, lambda, Takes::Floats, [](Tensor v, Tensor l) {
    const Tensor isZero = equal(l, 0), logX = log(v), safe = where(isZero, 1, l);
    return where(isZero, logX, expm1(safe * logX) / safe);
  });
}
/// The same by log1p, which is precise for small x.
Tensor boxcox1p(const Operand &x, const Operand &lambda) {
  return formula("boxcox1p", x, lambda, Takes::Floats, [](Tensor v, Tensor l) {
    const Tensor isZero = equal(l, 0), logX = log1p(v), safe = where(isZero, 1, l);
    return where(isZero, logX, expm1(safe * logX) / safe);
  });
}

} // namespace frontend
} // namespace spmd
