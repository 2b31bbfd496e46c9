// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the special functions of special_functions.h by series, recurrences and asymptotic
// expansions.
#include "compiler/elements/special_functions.h"
#include "compiler/elements/erf_inverse.h"
#include <cmath>
#include <limits>
#include <numbers>

namespace spmd {

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double kPi = std::numbers::pi;

/// Sums are kept in it, so that their rounding is not seen: 80 bits on x86-64.
using Wide = long double;
static constexpr Wide kWidePi = std::numbers::pi_v<Wide>;

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

llvm::ArrayRef<ops::ErfInversePiece> ops::erfInversePieces(bool isDouble) {
  static constexpr double single[] = {2.81022636e-8,  3.43273939e-7, -3.5233877e-6,
                                      -4.39150654e-6, 2.1858087e-4,  -1.25372503e-3,
                                      -4.17768164e-3, 0.246640727,   1.50140941},
                          singleTail[] = {-2.00214257e-4, 1.00950558e-4, 1.34934322e-3,
                                          -3.67342844e-3, 5.73950773e-3, -7.6224613e-3,
                                          9.43887047e-3,  1.00167406,    2.83297682};
  static constexpr double
      centre[] = {-3.6444120640178196996e-21, -1.685059138182016589e-19,
                  1.2858480715256400167e-18,  1.115787767802518096e-17,
                  -1.333171662854620906e-16,  2.0972767875968561637e-17,
                  6.6376381343583238325e-15,  -4.0545662729752068639e-14,
                  -8.1519341976054721522e-14, 2.6335093153082322977e-12,
                  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
                  1.051212273321532285e-09,   -4.1126339803469836976e-09,
                  -2.9070369957882005086e-08, 4.2347877827932403518e-07,
                  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
                  0.0001867342080340571352,   -0.00074070253416626697512,
                  -0.0060336708714301490533,  0.24015818242558961693,
                  1.6536545626831027356},
      middle[] = {2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
                  1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
                  2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
                  6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
                  0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
                  -0.0037512085075692412107, 0.005370914553590063617,   1.0052589676941592334,
                  3.0838856104922207635},
      tail[] = {-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
                -3.7894654401267369937e-09, 7.6157012080783393804e-09,  -1.4960026627149240478e-08,
                2.9147953450901080826e-08,  -6.7711997758452339498e-08, 2.2900482228026654717e-07,
                -9.9298272942317002539e-07, 4.5260625972231537039e-06,  -1.9681778105531670567e-05,
                7.5995277030017761139e-05,  -0.00021503011930044477347, -0.00013871931833623122026,
                1.0103004648645343977,      4.8499064014085844221};
  // The centres and the ends are Giles's, too.
  static const ErfInversePiece inSingle[] = {{false, 2.5, 5, single},
                                             {true, 3, kInfinity, singleTail}},
                               inDouble[] = {{false, 3.125, 6.25, centre},
                                             {true, 3.25, 16, middle},
                                             {true, 5, kInfinity, tail}};
  return isDouble ? llvm::ArrayRef(inDouble) : llvm::ArrayRef(inSingle);
}

/// Recurrence up to x = 12, then the asymptotic series with the terms B2k / 2k (Abramowitz and
/// Stegun 6.3.18).
static Wide wideDigamma(Wide x) {
  if (x < 0.5L) { // psi(1 - x) - psi(x) = pi cot(pi x), with the fractional part of x only
    Wide r = x - std::floor(x + 0.5L);
    return wideDigamma(1 - x) - kWidePi / std::tan(kWidePi * r);
  }
  // psi(x) = psi(x + 1) - 1 / x.
  Wide sum = 0;
  for (; x < 12; ++x)
    sum -= 1 / x;
  static constexpr Wide terms[] = {1.0L / 12,  -1.0L / 120,     1.0L / 252, -1.0L / 240,
                                   1.0L / 132, -691.0L / 32760, 1.0L / 12,  -3617.0L / 8160};
  Wide inverse = 1 / (x * x), series = 0;
  for (int k = 7; k >= 0; --k)
    series = (series + terms[k]) * inverse;
  return sum + std::log(x) - 0.5L / x - series;
}

/// digamma has poles at 0, -1, -2, .., where it is NaN, as at -infinity.
double digamma(double x) {
  if (x == kInfinity)
    return kInfinity;
  if (std::isnan(x) || x == -kInfinity || (x <= 0 && x == std::floor(x)))
    return kNaN;
  return double(wideDigamma(x));
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
  Wide sum = 0, order = x;
  // The first ten terms directly, then the tail from q + 10 by Euler-Maclaurin.
  for (int k = 0; k < 10; ++k)
    sum += std::pow(Wide(q) + k, -order);
  Wide a = Wide(q) + 10, power = std::pow(a, -order);
  if (power == 0 || std::fabs(power) < std::fabs(sum) * 1e-20L)
    return double(sum);
  sum += power * a / (order - 1) + 0.5L * power;
  static constexpr Wide denominators[] = {12,
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
  Wide factor = order, step = power / a;
  for (int k = 0; k < 12; ++k) {
    Wide term = factor * step / denominators[k];
    sum += term;
    if (std::fabs(term) < std::fabs(sum) * 1e-20L)
      break;
    // Rising factorial of x.
    factor *= (order + 2 * k + 1) * (order + 2 * k + 2);
    step /= a * a;
  }
  return double(sum);
}

/// The n-th derivative of digamma: (-1)^(n+1) n! zeta(n + 1, x).
double polygamma(double n, double x) {
  if (!std::isfinite(n) || n < 0 || n != std::floor(n))
    return kNaN;
  if (n == 0)
    return digamma(x);
  double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::tgamma(n + 1) * hurwitzZeta(n + 1, x);
}

/// Up to 20 the power series, whose terms have one sign, and above it the asymptotic series
/// (Abramowitz and Stegun 9.6.10 and 9.7.1).
double besselI1e(double x) {
  if (std::isnan(x))
    return x;
  Wide a = std::fabs(x), value;
  if (a <= 20) {
    Wide term = a / 2, sum = term, quarter = a * a / 4;
    for (int k = 1; term > sum * 1e-20L; ++k) {
      term *= quarter / (Wide(k) * (k + 1));
      sum += term;
    }
    value = std::exp(-a) * sum;
  } else if (std::isinf(a)) {
    value = 0;
  } else {
    Wide term = 1, sum = 1;
    for (int k = 1; k < 30 && std::fabs(term) > 1e-20L; ++k) {
      Wide odd = 2 * k - 1;
      term *= -(4 - odd * odd) / (8 * a * k);
      sum += term;
    }
    value = sum / std::sqrt(2 * kWidePi * a);
  }
  return std::copysign(double(value), x);
}

} // namespace spmd
