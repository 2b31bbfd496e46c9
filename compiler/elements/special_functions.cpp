// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the special functions of special_functions.h by series, recurrences and asymptotic
// expansions.
#include "compiler/elements/special_functions.h"
#include <cmath>
#include <limits>
#include <numbers>

namespace spmd {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double kPi = std::numbers::pi;

/// Starts from Winitzki's closed form in w = -log(1 - x^2), the variable of Giles 2011. Four Newton
/// steps with Halley's correction follow. For abs(x) >= 1/2 they use erfc, which keeps the digits
/// of 1 - abs(x).
double erfInverse(double x) {
  if (std::isnan(x) || std::fabs(x) > 1)
    return kNaN;
  if (std::fabs(x) == 1)
    return std::copysign(kInfinity, x);
  double a = std::fabs(x);
  double w = -std::log1p(-a * a);
  // Winitzki's closed form is within 1 % everywhere.
  // y solves erf(y) = a approximately.
  double c = 2 / (kPi * 0.147) - w / 2;
  double y = std::sqrt(std::sqrt(c * c + w / 0.147) - c);
  for (int step = 0; step < 4; ++step) {
    double error = a < 0.5 ? std::erf(y) - a : (1 - a) - std::erfc(y);
    double slope = 2 / std::sqrt(kPi) * std::exp(-y * y);
    double newton = error / slope;
    y -= newton / (1 + y * newton); // Halley: the second derivative of erf is -2y times the first
  }
  return std::copysign(a == 0 ? 0 : y, x);
}

/// Recurrence up to x = 12, then the asymptotic series with the terms B2k / 2k (Abramowitz and
/// Stegun 6.3.18).
double digamma(double x) {
  if (x == kInfinity)
    return kInfinity;
  if (std::isnan(x) || x == -kInfinity || (x <= 0 && x == std::floor(x)))
    return kNaN;
  if (x < 0.5) { // psi(1 - x) - psi(x) = pi cot(pi x), with the fractional part of x only
    double r = x - std::floor(x + 0.5);
    return digamma(1 - x) - kPi / std::tan(kPi * r);
  }
  // psi(x) = psi(x + 1) - 1 / x.
  double sum = 0;
  for (; x < 12; ++x)
    sum -= 1 / x;
  static constexpr double terms[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                     1.0 / 132, -691.0 / 32760, 1.0 / 12,  -3617.0 / 8160};
  double inverse = 1 / (x * x), series = 0;
  for (int k = 7; k >= 0; --k)
    series = (series + terms[k]) * inverse;
  return sum + std::log(x) - 0.5 / x - series;
}

/// Euler-Maclaurin summation: ten terms, the integral of the rest, and up to twelve corrections
/// with the denominators (2k)! / B2k (Johansson 2015, formula 5).
double hurwitzZeta(double x, double q) {
  if (std::isnan(x) || std::isnan(q) || x < 1)
    return kNaN;
  if (x == 1)
    return kInfinity;
  // At the poles q = 0, -1, ..: even orders are infinite on both sides, odd orders have no limit.
  if (q <= 0) {
    if (q == std::floor(q))
      return x == std::floor(x) && std::fmod(x, 2) == 0 ? kInfinity : kNaN;
    if (x != std::floor(x))
      return kNaN;
  }
  double sum = 0;
  // The first ten terms directly, then the tail from q + 10 by Euler-Maclaurin.
  for (int k = 0; k < 10; ++k)
    sum += std::pow(q + k, -x);
  double a = q + 10, power = std::pow(a, -x);
  if (power == 0 || std::fabs(power) < std::fabs(sum) * 1e-18)
    return sum;
  sum += power * a / (x - 1) + 0.5 * power;
  static constexpr double denominators[] = {12,
                                            -720,
                                            30240,
                                            -1209600,
                                            47900160,
                                            -1.8924375803183791606e9,
                                            7.47242496e10,
                                            -2.950130727918164224e12,
                                            1.1646782814350067249e14,
                                            -4.5979787224074726105e15,
                                            1.8152105401943546773e17,
                                            -7.1661652561756670113e18};
  double factor = x, step = power / a;
  for (int k = 0; k < 12; ++k) {
    double term = factor * step / denominators[k];
    sum += term;
    if (std::fabs(term) < std::fabs(sum) * 1e-18)
      break;
    // Rising factorial of x.
    factor *= (x + 2 * k + 1) * (x + 2 * k + 2);
    step /= a * a;
  }
  return sum;
}

/// The n-th derivative of digamma: (-1)^(n+1) n! zeta(n + 1, x).
double polygamma(double n, double x) {
  if (std::isnan(n) || n < 0 || n != std::floor(n))
    return kNaN;
  if (n == 0)
    return digamma(x);
  double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::exp(std::lgamma(n + 1)) * hurwitzZeta(n + 1, x);
}

/// Up to 20 the power series, whose terms have one sign, and above it the asymptotic series
/// (Abramowitz and Stegun 9.6.10 and 9.7.1).
double besselI1e(double x) {
  if (std::isnan(x))
    return x;
  double a = std::fabs(x), value;
  if (a <= 20) {
    double term = a / 2, sum = term, quarter = a * a / 4;
    for (int k = 1; term > sum * 1e-18; ++k) {
      term *= quarter / (double(k) * (k + 1));
      sum += term;
    }
    value = std::exp(-a) * sum;
  } else if (std::isinf(a)) {
    value = 0;
  } else {
    double term = 1, sum = 1;
    for (int k = 1; k < 30 && std::fabs(term) > 1e-17; ++k) {
      double odd = 2 * k - 1;
      term *= -(4 - odd * odd) / (8 * a * k);
      sum += term;
    }
    value = sum / std::sqrt(2 * kPi * a);
  }
  return std::copysign(value, x);
}

} // namespace spmd
