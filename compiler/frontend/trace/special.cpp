// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The special functions of special.h: ops of chlo, whose approximations are in compiler/ops, and
// formulas of them.
//
// Sources: the documentation of scipy.special. Where a formula has a case of its own at 0, the
// logarithm is taken of a number that is not 0, so that no NaN reaches gradients.
#include "compiler/frontend/include/spmd/special.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/trace/elementwise.h"
#include <limits>
#include <numbers>

namespace spmd {
inline namespace frontend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// x f(y), and 0 where x is 0.
Tensor productWith(llvm::StringRef name, const Operand &x, const Operand &y,
                   Tensor (*f)(const Operand &)) {
  return formula(name, x, y, Takes::Floats, [&](Tensor u, Tensor v) {
    Tensor isZero = equal(u, 0);
    return where(isZero, 0, where(isZero, 0, u) * f(where(isZero, 1, v)));
  });
}

} // namespace

/// Ops of chlo. Orders and arguments may both be tensors.
Tensor lgamma(const Operand &x) { return unary<chlo::LgammaOp>("lgamma", x, Takes::Floats); }
Tensor digamma(const Operand &x) { return unary<chlo::DigammaOp>("digamma", x, Takes::Floats); }
Tensor polygamma(const Operand &n, const Operand &x) {
  return binary<chlo::PolygammaOp>("polygamma", n, x, Takes::Floats);
}
Tensor zeta(const Operand &x, const Operand &q) {
  return binary<chlo::ZetaOp>("zeta", x, q, Takes::Floats);
}
Tensor besselI1e(const Operand &x) {
  return unary<chlo::BesselI1eOp>("besselI1e", x, Takes::Floats);
}
/// Overflows where the function does, beyond 89 in f32.
Tensor besselI1(const Operand &x) {
  return formula("besselI1", x, Takes::Floats, [](Tensor v) { return exp(abs(v)) * besselI1e(v); });
}

Tensor xlogy(const Operand &x, const Operand &y) { return productWith("xlogy", x, y, log); }
Tensor xlog1py(const Operand &x, const Operand &y) { return productWith("xlog1py", x, y, log1p); }

/// -inf below 0, where the logarithm would give NaN.
Tensor entr(const Operand &x) {
  return formula("entr", x, Takes::Floats,
                 [](Tensor v) { return where(v < 0, -kInfinity, -xlogy(v, where(v < 0, 1, v))); });
}
/// The quotient is formed where both operands are positive only.
Tensor relEntr(const Operand &x, const Operand &y) {
  return formula("relEntr", x, y, Takes::Floats, [](Tensor u, Tensor v) {
    Tensor areBoth = (u > 0) & (v > 0);
    Tensor p = where(areBoth, u, 1), q = where(areBoth, v, 1);
    return where(areBoth, p * log(p / q), where(equal(u, 0) & (v >= 0), 0, kInfinity));
  });
}
/// Differs from relEntr by a term whose sum is 0 for distributions.
Tensor klDiv(const Operand &x, const Operand &y) {
  return formula("klDiv", x, y, Takes::Floats,
                 [](Tensor u, Tensor v) { return relEntr(u, v) - u + v; });
}

/// Infinite at 0 and 1.
Tensor logit(const Operand &x) {
  return formula("logit", x, Takes::Floats, [](Tensor v) { return log(v / (1 - v)); });
}
/// Small probabilities come from erfc, which is precise there.
Tensor ndtr(const Operand &x) {
  return formula("ndtr", x, Takes::Floats, [](Tensor v) {
    Tensor w = v * (1 / std::numbers::sqrt2), z = abs(w);
    Tensor tail = erfc(z);
    return 0.5 * where(z < 1 / std::numbers::sqrt2, 1 + erf(w), where(w > 0, 2 - tail, tail));
  });
}
/// From three logarithms, which cancel where one operand is much larger than the other.
Tensor betaln(const Operand &a, const Operand &b) {
  return formula("betaln", a, b, Takes::Floats,
                 [](Tensor u, Tensor v) { return lgamma(u) + lgamma(v) - lgamma(u + v); });
}
/// By the gamma function, so that fractions have a value, too.
Tensor factorial(const Operand &n) {
  return formula("factorial", n, Takes::Floats,
                 [](Tensor v) { return where(v < 0, 0, exp(lgamma(maximum(v, 0) + 1))); });
}

} // namespace frontend
} // namespace spmd
