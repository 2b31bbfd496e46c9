// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The incomplete gamma functions and their derivatives in the parameter.
//
// P(a, x), the lower function, comes from its power series where x is small, and Q = 1 - P from a
// continued fraction elsewhere (Abramowitz and Stegun, 6.5.29 and 6.5.31; the recurrences are those
// of the Cephes library). Derivatives in a are carried along with both. All elements iterate until
// the last one has converged; those that have keep their values.
#include "compiler/frontend/include/spmd/control_flow.h"
#include "compiler/frontend/include/spmd/special.h"
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/trace/elementwise.h"
#include <limits>

namespace spmd {
inline namespace frontend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What is computed: the function, its derivative in a, or the derivative in a of the x at which
/// the function has a given value.
enum class Wanted { Value, Derivative, SampleDerivative };

/// Where iterations end: when a step changes less than the last place.
double epsilonOf(ElementType type) { return type == f64 ? 0x1p-52 : 0x1p-23; }

/// Both operands, which elements are computed at all, and x^a e^-x / gamma(a).
struct Problem {
  Tensor a, x, isOpen, weight;
  Wanted wanted;
};

/// sum over n of x^n / ((a + 1) .. (a + n)), and its derivative in a.
struct Series {
  Tensor isOpen, n, term, sum, termSlope, sumSlope;
  SPMD_FIELDS(isOpen, n, term, sum, termSlope, sumSlope)
};

/// One more term where a series is open.
Series nextTerm(const Series &s, const Problem &p) {
  const double epsilon = epsilonOf(p.a.elementType());
  Series next = s;
  auto keep = [&](Tensor value, const Tensor &was) { return where(s.isOpen, value, was); };
  const Tensor n = s.n + 1, ratio = p.x / n, term = s.term * ratio;
  next.n = keep(n, s.n), next.term = keep(term, s.term), next.sum = keep(s.sum + term, s.sum);
  if (p.wanted == Wanted::Value) {
    next.isOpen = s.isOpen & (next.term / next.sum > epsilon);
    return next;
  }
  const Tensor slope = s.termSlope * ratio - s.term * p.x / (n * n), total = s.sumSlope + slope;
  next.termSlope = keep(slope, s.termSlope), next.sumSlope = keep(total, s.sumSlope);
  next.isOpen = s.isOpen & (abs(slope / total) > epsilon);
  return next;
}

/// P or its derivatives, by the series.
Tensor bySeries(const Problem &p) {
  const Tensor one = onesLike(p.a), zero = zerosLike(p.a);
  const Series s = whileLoop([](const Series &one) { return any(one.isOpen); },
                             [p](const Series &one) -> Series { return nextTerm(one, p); },
                             Series{p.isOpen, p.a, one, one, zero, zero});
  if (p.wanted == Wanted::Value)
    return s.sum * p.weight / p.a;
  const Tensor logSlope = log(p.x) - digamma(p.a + 1); // of the weight times a
  const Tensor slope = s.sum * logSlope + s.sumSlope;
  return p.wanted == Wanted::Derivative ? p.weight * slope / p.a : -slope * p.x / p.a;
}

/// The last two convergents of the fraction, above and below the line, with derivatives in a.
struct Convergents {
  Tensor above, below, aboveSlope, belowSlope;
  SPMD_FIELDS(above, below, aboveSlope, belowSlope)

  template <class F> Convergents map(const Convergents &other, F f) const {
    return {f(above, other.above), f(below, other.below), f(aboveSlope, other.aboveSlope),
            f(belowSlope, other.belowSlope)};
  }
};
struct Fraction {
  Tensor isOpen, value, slope, count, y, z;
  Convergents last, before;
  SPMD_FIELDS(isOpen, value, slope, count, y, z, last, before)
};

/// One more step where a fraction is open. Convergents that grow large are scaled down together.
Fraction nextConvergent(const Fraction &f, Wanted wanted) {
  const double epsilon = epsilonOf(f.value.elementType());
  const Tensor count = f.count + 1, y = f.y + 1, z = f.z + 2, yc = y * count;
  const Convergents &l = f.last, &b = f.before;
  Convergents now{l.above * z - b.above * yc, l.below * z - b.below * yc, {}, {}};
  now.aboveSlope = l.aboveSlope * z - l.above - b.aboveSlope * yc + b.above * count;
  now.belowSlope = l.belowSlope * z - l.below - b.belowSlope * yc + b.below * count;
  const Tensor isSound = notEqual(now.below, 0), ratio = now.above / now.below;
  const Tensor change = where(isSound, abs((f.value - ratio) / ratio), 1);
  const Tensor value = where(isSound, ratio, f.value);
  const Tensor slope =
      where(isSound, (now.aboveSlope - value * now.belowSlope) / now.below, f.slope);
  const Tensor slopeChange = where(isSound, abs(slope - f.slope), 1);
  const Tensor isLarge = abs(now.above) > 1 / epsilon;
  auto scaled = [&](const Tensor &x, const Tensor &) { return where(isLarge, x * epsilon, x); };
  auto keep = [&](const Tensor &value, const Tensor &was) { return where(f.isOpen, value, was); };
  return {f.isOpen & ((wanted == Wanted::Value ? change : slopeChange) > epsilon),
          keep(value, f.value),
          keep(slope, f.slope),
          count,
          keep(y, f.y),
          keep(z, f.z),
          now.map(now, scaled).map(l, keep),
          l.map(l, scaled).map(b, keep)};
}

/// Q or its derivatives, by the continued fraction, which ends after 2000 steps at the latest.
Tensor byFraction(const Problem &p) {
  const Tensor zero = zerosLike(p.x), one = onesLike(p.x), y = 1 - p.a, z = p.x + y + 1;
  const Convergents last{p.x + 1, z * p.x, zero, -p.x}, before{one, p.x, zero, zero};
  const Tensor value = last.above / last.below;
  const Fraction start{
      p.isOpen, value, -value * last.belowSlope / last.below, zeros({}, p.x.elementType()), y, z,
      last,     before};
  const Fraction f = whileLoop(
      [](const Fraction &one) { return (one.count < 2000) & any(one.isOpen); },
      [p](const Fraction &one) -> Fraction { return nextConvergent(one, p.wanted); }, start);
  if (p.wanted == Wanted::Value)
    return f.value * p.weight;
  const Tensor slope = f.slope + f.value * (log(p.x) - digamma(p.a));
  return p.wanted == Wanted::Derivative ? p.weight * slope : -slope * p.x;
}

/// What decides which elements are computed, and what the others are.
struct Cases {
  Tensor isOpen, isNone, weight;
};
/// Weights that underflow leave nothing to compute: the function is 0 or 1 there.
Cases casesOf(const Tensor &a, const Tensor &x, const Tensor &isNone) {
  const double most = a.elementType() == f64 ? std::numeric_limits<double>::max()
                                             : double(std::numeric_limits<float>::max());
  const Tensor logWeight = a * log(x) - x - lgamma(a);
  const Tensor isLost = logWeight < -std::log(most);
  return {~(isNone | isLost), isNone, exp(logWeight)};
}

/// Operands for which the functions are NaN.
Tensor isOutside(const Tensor &a, const Tensor &x) {
  return (x < 0) | (a < 0) | (equal(a, 0) & equal(x, 0)) | isNan(a) | isNan(x);
}
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// P(a, x).
Tensor lowerValue(const Tensor &a, const Tensor &x) {
  const Tensor none = isOutside(a, x), isEnd = equal(x, kInfinity), isFar = (x >= 1) & (x > a);
  const Cases cases = casesOf(a, x, none | isEnd | equal(x, 0));
  const Tensor far = byFraction({a, x, cases.isOpen & isFar, cases.weight, Wanted::Value});
  const Tensor near = bySeries({a, x, cases.isOpen & ~isFar, cases.weight, Wanted::Value});
  const Tensor value = where(isEnd, 1, where(equal(x, 0), 0, where(isFar, 1 - far, near)));
  return where(none, kNan, value);
}
/// Q(a, x).
Tensor upperValue(const Tensor &a, const Tensor &x) {
  const Tensor none = isOutside(a, x), isEnd = equal(x, kInfinity) | equal(a, 0);
  const Tensor isNear = (x < 1) | (x < a);
  const Cases cases = casesOf(a, x, none | isEnd);
  const Tensor near = bySeries({a, x, cases.isOpen & isNear, cases.weight, Wanted::Value});
  const Tensor far = byFraction({a, x, cases.isOpen & ~isNear, cases.weight, Wanted::Value});
  return where(none, kNan, where(isEnd, 0, where(isNear, 1 - near, far)));
}
/// The derivative of P in a, or that of a sample.
Tensor slopeOf(const Tensor &a, const Tensor &x, Wanted wanted) {
  const Tensor none = (x < 0) | (a <= 0) | isNan(a) | isNan(x), isFar = (x > 1) & (x > a);
  const Cases cases = casesOf(a, x, none | equal(x, 0));
  const Tensor far = byFraction({a, x, cases.isOpen & isFar, cases.weight, wanted});
  const Tensor near = bySeries({a, x, cases.isOpen & ~isFar, cases.weight, wanted});
  return where(none, kNan, where(equal(x, 0), 0, where(isFar, -far, near)));
}

/// The functions work in f32 or f64; the operands have met.
template <class F> Tensor inWide(const char *name, const Operand &a, const Operand &x, F f) {
  return formula(name, a, x, Takes::Floats, [&](Tensor u, Tensor v) {
    const ElementType type = u.elementType(), wide = type == f64 ? f64 : f32;
    return astype(f(astype(u, wide), astype(v, wide)), type);
  });
}

/// f(a, x) with a sign, whose derivative in a is that of P times this sign.
template <class F> Tensor withSlopes(F f, const Tensor &a, const Tensor &x, double sign) {
  using Both = std::tuple<Tensor, Tensor>;
  auto value = [f](Tensor a, Tensor x) -> Tensor { return f(a, x); };
  auto forward = [f](Tensor a, Tensor x) -> std::pair<Tensor, Both> { return {f(a, x), {a, x}}; };
  auto backward = [sign](Both kept, Tensor ct) -> Both {
    auto [a, x] = kept;
    const Tensor density = exp(-x + (a - 1) * log(x) - lgamma(a));
    return {ct * igammaGradA(a, x) * sign, ct * density * sign};
  };
  return customVjp(value, forward, backward)(a, x);
}

} // namespace

/// The lower function, with the density as its slope in x.
Tensor igamma(const Operand &a, const Operand &x) {
  return inWide("igamma", a, x, [](Tensor a, Tensor x) { return withSlopes(lowerValue, a, x, 1); });
}
/// The upper one, of which both slopes have the other sign.
Tensor igammac(const Operand &a, const Operand &x) {
  return inWide("igammac", a, x,
                [](Tensor a, Tensor x) { return withSlopes(upperValue, a, x, -1); });
}
/// The slope in a by the same iterations, which carry derivatives along.
Tensor igammaGradA(const Operand &a, const Operand &x) {
  return inWide("igammaGradA", a, x,
                [](Tensor a, Tensor x) { return slopeOf(a, x, Wanted::Derivative); });
}
/// The slope of a sample: that of the share in a over the density, without the division.
Tensor randomGammaGrad(const Operand &a, const Operand &x) {
  return inWide("randomGammaGrad", a, x,
                [](Tensor a, Tensor x) { return slopeOf(a, x, Wanted::SampleDerivative); });
}

} // namespace frontend
} // namespace spmd
