// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The special functions beside Boost.Math, which computes them in other ways.
#include "compiler/elements/special_functions.h"
#include <boost/assert/source_location.hpp>
#include <boost/math/policies/policy.hpp>
#include <boost/math/special_functions/bessel.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/polygamma.hpp>
#include <boost/math/special_functions/zeta.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <gtest/gtest.h>
#include <random>

// Boost leaves to programs without exceptions what happens in place of one. The policies below
// allow none, but at -O1 the calls are not folded away.
namespace boost {
void throw_exception(const std::exception &error) {
  ADD_FAILURE() << error.what();
  std::abort();
}
void throw_exception(const std::exception &error, const source_location &) {
  throw_exception(error);
}
} // namespace boost

using namespace spmd;

namespace {

namespace policies = boost::math::policies;

/// Poles and overflow are numbers, not errors: this is compiled without exceptions. Boost computes
/// in 80 bits.
using Oracle = policies::policy<policies::domain_error<policies::ignore_error>,
                                policies::pole_error<policies::ignore_error>,
                                policies::overflow_error<policies::ignore_error>,
                                policies::evaluation_error<policies::ignore_error>>;
using Wide = long double;

double ulps(double got, Wide want) {
  if (double(want) == got || (std::isnan(got) && std::isnan(want)))
    return 0;
  int exponent;
  std::frexp(double(want), &exponent);
  return double(std::fabs(Wide(got) - want) / std::ldexp(Wide(1), std::max(exponent - 53, -1074)));
}

/// Compares on 20,000 numbers of [low, high], half of them spread by their logarithm from the end
/// that is nearer to zero.
void compare(const char *name, std::function<double(double)> ours, std::function<Wide(Wide)> oracle,
             double low, double high, double allowed) {
  std::mt19937_64 random(20261124);
  double most = 0, where = low;
  for (int i = 0; i < 20000; ++i) {
    double part = double(random() >> 11) * 0x1p-53;
    double x = low + (high - low) * (i % 2 ? part : std::pow(part, 8));
    if (double error = ulps(ours(x), oracle(x)); !(error <= most))
      most = error, where = x;
  }
  EXPECT_LE(most, allowed) << name << "(" << where << ")";
  printf("| %s | %g .. %g | %.2f | %.17g |\n", name, low, high, most, where);
}

TEST(SpecialFunctions, ErfInverse) {
  auto oracle = [](Wide x) { return boost::math::erf_inv(x, Oracle()); };
  compare("erfInverse", erfInverse, oracle, 1e-300, 0.9999999999, 2);
  compare("erfInverse", erfInverse, oracle, -0.9999999999, -1e-300, 2);
  EXPECT_EQ(erfInverse(1), INFINITY);
  EXPECT_TRUE(std::isnan(erfInverse(1.5)));
}

TEST(SpecialFunctions, Digamma) {
  auto oracle = [](Wide x) { return boost::math::digamma(x, Oracle()); };
  compare("digamma", digamma, oracle, 1e-10, 1, 1);
  compare("digamma", digamma, oracle, 1.6, 1e6, 1);
}

TEST(SpecialFunctions, Polygamma) {
  for (int n = 1; n <= 6; ++n)
    compare(("polygamma " + std::to_string(n)).c_str(), [n](double x) { return polygamma(n, x); },
            [n](Wide x) { return boost::math::polygamma(n, x, Oracle()); }, 1e-3, 1e3, 2);
}

/// zeta(n + 1, q) = (-1)^(n + 1) polygamma(n, q) / n!
TEST(SpecialFunctions, HurwitzZeta) {
  for (int n = 1; n <= 6; ++n)
    compare(("hurwitzZeta " + std::to_string(n + 1)).c_str(),
            [n](double q) { return hurwitzZeta(n + 1, q); },
            [n](Wide q) {
              return (n % 2 ? 1 : -1) * boost::math::polygamma(n, q, Oracle()) / tgammal(n + 1);
            },
            1e-3, 1e3, 2);
  compare(
      "hurwitzZeta s, 1", [](double s) { return hurwitzZeta(s, 1); },
      [](Wide s) { return boost::math::zeta(s, Oracle()); }, 1.01, 60, 1);
}

TEST(SpecialFunctions, BesselI1e) {
  auto oracle = [](Wide x) {
    return boost::math::cyl_bessel_i(1, x, Oracle()) * std::exp(-std::fabs(x));
  };
  compare("besselI1e", besselI1e, oracle, 1e-300, 8, 1);
  compare("besselI1e", besselI1e, oracle, 8, 700, 1);
}

} // namespace
