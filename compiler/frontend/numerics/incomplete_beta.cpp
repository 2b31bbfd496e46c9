// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The regularized incomplete beta function, by its continued fraction (DLMF 8.17.22), which the
// modified method of Lentz sums up (Thompson and Barnett 1986).
//
// The fraction converges fast for x < (a + 1) / (a + b + 2); beyond, I_x(a, b) is 1 less that of b,
// a and 1 - x. The function stops when all elements have converged. Its gradient in a and b goes
// through a fixed number of steps instead, since a loop without a known number of trips has none.
#include "compiler/frontend/include/spmd/control_flow.h"
#include "compiler/frontend/include/spmd/special.h"
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/trace/elementwise.h"
#include <limits>

namespace spmd {
inline namespace frontend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The ratios of the last numerators and denominators, and their product so far.
struct Lentz {
  Tensor step, c, d, value, isOpen; // the step from 0 on, in the type of the others
  SPMD_FIELDS(step, c, d, value, isOpen)
};

/// Operands for which the fraction converges fast, and where they were exchanged.
struct Beta {
  Tensor a, b, x, isExchanged;
};
/// By the symmetry I_x(a, b) = 1 - I_(1-x)(b, a) (DLMF 8.17.4).
Beta exchanged(const Tensor &a, const Tensor &b, const Tensor &x) {
  const Tensor isFast = x < (a + 1) / (a + b + 2);
  return {where(isFast, a, b), where(isFast, b, a), where(isFast, x, 1 - x), ~isFast};
}

/// What stands for 0, and where steps end.
double halfEpsilonOf(ElementType type) { return type == f64 ? 0x1p-53 : 0x1p-24; }

/// Partial numerator 1 + step: d_2m and d_2m+1 of DLMF 8.17.23 in turn, behind a first one of 1.
Tensor numerator(const Beta &p, const Tensor &step) {
  const Tensor m = floor(step / 2), twice = p.a + 2 * m;
  const Tensor odd = -(p.a + m) * (p.a + p.b + m) * p.x / (twice * (twice + 1));
  // For m = 0 the factors a cancel, and a may be 0.
  const Tensor first = -(p.a + p.b) * p.x / (p.a + 1);
  const Tensor even = m * (p.b - m) * p.x / (where(m > 0, twice - 1, 1) * where(m > 0, twice, 1));
  const Tensor isOdd = equal(step - 2 * floor(step / 2), 1);
  return where(equal(step, 0), 1, where(isOdd, where(equal(m, 0), first, odd), even));
}

/// One step; zeros on the way become a small number.
Lentz next(const Beta &p, const Lentz &last) {
  const double small = halfEpsilonOf(p.a.elementType());
  auto nonzero = [&](Tensor x) { return where(abs(x) < small, small, x); };
  const Tensor top = numerator(p, last.step);
  const Tensor c = nonzero(1 + top / last.c), d = 1 / nonzero(1 + top * last.d), delta = c * d;
  return {last.step + 1, c, d, last.value * delta, any(abs(delta - 1) >= small)};
}
/// The first numerator is 1 over a denominator of 0.
Lentz start(const Beta &p) {
  const Tensor small = zerosLike(p.a) + halfEpsilonOf(p.a.elementType());
  return {zeros({}, p.a.elementType()), small, zerosLike(p.a), small, full({}, true, boolean)};
}

/// The function from the value of its fraction.
Tensor fromFraction(const Beta &p, const Tensor &fraction) {
  const double tiny = p.a.elementType() == f64 ? 0x1p-1021 : 0x1p-125;
  const Tensor isTiny = p.a < tiny, a = where(isTiny, 1, p.a); // a gamma(a) is 1 near 0
  const Tensor rest = lgamma(p.b) - lgamma(a + p.b), tail = log1p(-p.x) * p.b;
  const Tensor factor = where(isTiny, exp(tail - (lgamma(p.b) - lgamma(p.a + p.b))),
                              exp(log(p.x) * a + tail - lgamma(a) - rest) / a);
  const Tensor value = fraction * factor;
  return where(p.isExchanged, 1 - value, value);
}

/// The number of steps that suffice.
/// The fraction ends earlier but for parameters of some thousands.
int64_t mostSteps(ElementType type) { return type == f64 ? 600 : 200; }

/// I_x(a, b) with its limits at the borders.
Tensor valueOf(const Tensor &a, const Tensor &b, const Tensor &x) {
  const Beta p = exchanged(a, b, x);
  const int64_t most = mostSteps(a.elementType());
  const Lentz last = whileLoop([=](const Lentz &one) { return (one.step < most) & one.isOpen; },
                               [p](const Lentz &one) -> Lentz { return next(p, one); }, start(p));
  const Tensor isLeft = equal(a, 0) | equal(b, kInfinity),
               isRight = equal(b, 0) | equal(a, kInfinity);
  const Tensor isNone =
      (a < 0) | (b < 0) | (x < 0) | (x > 1) | (isLeft & isRight) | isNan(a) | isNan(b) | isNan(x);
  Tensor value = fromFraction(p, last.value);
  value = where((isRight & notEqual(x, 1)) | (isLeft & equal(x, 0)), 0, value);
  value = where((isLeft & notEqual(x, 0)) | (isRight & equal(x, 1)), 1, value);
  return where(isNone, kNan, value);
}

/// The same by a counted loop. Steps behind the last one that changes anything multiply by 1.
Tensor valueBySteps(const Tensor &a, const Tensor &b, const Tensor &x) {
  const Beta p = exchanged(a, b, x);
  const Lentz last = foriLoop(
      0, mostSteps(a.elementType()) / 2,
      [p](Tensor, const Lentz &one) -> Lentz { return next(p, one); }, start(p));
  return fromFraction(p, last.value);
}

/// The gradient in x is the density.
Tensor withSlopes(const Tensor &a, const Tensor &b, const Tensor &x) {
  using Three = std::tuple<Tensor, Tensor, Tensor>;
  auto value = [](Tensor a, Tensor b, Tensor x) -> Tensor { return valueOf(a, b, x); };
  auto forward = [](Tensor a, Tensor b, Tensor x) -> std::pair<Tensor, Three> {
    return {valueOf(a, b, x), {a, b, x}};
  };
  auto backward = [](Three kept, Tensor ct) -> Three {
    auto [a, b, x] = kept;
    auto ofParameters = [x](Tensor a, Tensor b) -> Tensor { return valueBySteps(a, b, x); };
    auto [da, db] = vjp(ofParameters, a, b).second(ct);
    const Tensor density = exp((b - 1) * log1p(-x) + (a - 1) * log(x) - betaln(a, b));
    return {da, db, ct * density};
  };
  return customVjp(value, forward, backward)(a, b, x);
}

} // namespace

/// Narrow types are computed in f32.
Tensor betainc(const Operand &a, const Operand &b, const Operand &x) {
  return formula("betainc", {&a, &b, &x}, Takes::Floats, OpKey(), [](llvm::ArrayRef<Tensor> in) {
    const ElementType type = in[0].elementType(), wide = type == f64 ? f64 : f32;
    return astype(withSlopes(astype(in[0], wide), astype(in[1], wide), astype(in[2], wide)), type);
  });
}

} // namespace frontend
} // namespace spmd
