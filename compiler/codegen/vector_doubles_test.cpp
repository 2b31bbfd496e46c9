// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures the errors of the vector functions of f64 in units in the last place, against long
// doubles, and compares special values with libm's.
#include "compiler/compiled_fusion.h"
#include "compiler/elements/special_functions.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <random>

using namespace spmd;

namespace {

using Wide = long double;
constexpr double kInf = INFINITY, kNan = NAN;

/// `op` of one or two operands on all elements.
std::vector<double> computed(const std::string &op, const std::vector<double> &x,
                             const std::vector<double> *y = nullptr) {
  std::string type = "tensor<" + std::to_string(x.size()) + "xf64>";
  std::string types = op.starts_with("chlo") ? type + " -> " + type : type;
  auto kernel = CompiledFusion::create(
      "func.func @f(%x: " + type + (y ? ", %y: " + type : "") + ") -> " + type + " {\n%0 = " + op +
      " %x" + (y ? ", %y" : "") + " : " + types + "\n return %0 : " + type + "\n}");
  std::vector<double> out(x.size());
  if (!kernel) {
    ADD_FAILURE() << llvm::toString(kernel.takeError());
    return out;
  }
  std::vector<void *> buffers = {const_cast<double *>(x.data())};
  if (y)
    buffers.push_back(const_cast<double *>(y->data()));
  buffers.push_back(out.data());
  (*kernel)->run(buffers);
  return out;
}

/// The error in units in the last place; none for two NaNs, and for overflow on both sides.
double ulps(double got, Wide want) {
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) && std::isnan(got) ? 0 : 1e9;
  constexpr Wide most = std::numeric_limits<double>::max();
  if (std::isinf(double(want)) || std::isinf(got))
    return std::signbit(got) == std::signbit(want) && std::fabs(got) >= most * 0.999999L &&
                   std::fabs(want) >= most * 0.999999L
               ? 0
               : 1e9;
  int unit = want == 0 ? -1074 : std::max(std::ilogb(want) - 52, -1074);
  return double(std::fabs(got - want) / std::ldexp(Wide(1), unit));
}

/// Positions of numbers among all of their type, in order.
int64_t positionOf(double value) {
  auto bits = std::bit_cast<int64_t>(value);
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}
double numberAt(int64_t position) {
  return std::bit_cast<double>(position < 0 ? uint64_t(-position) | uint64_t(1) << 63
                                            : uint64_t(position));
}

/// The largest error on 2^18 numbers of [low, high]: half of them are spread evenly over the
/// numbers of the type, the others over the interval.
double worst(const std::string &op, Wide (*reference)(Wide), double low, double high) {
  std::mt19937_64 random(20261128);
  std::uniform_int_distribution<int64_t> position(positionOf(low), positionOf(high));
  std::uniform_real_distribution<double> part(0, 1);
  std::vector<double> x(1 << 18);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = i % 2 ? numberAt(position(random)) : low + (high - low) * part(random);
  std::vector<double> y = computed(op, x);
  double most = 0, where = 0;
  for (size_t i = 0; i < x.size(); ++i)
    if (double error = ulps(y[i], reference(x[i])); error > most)
      most = error, where = x[i];
  printf("| %s f64 | %g .. %g | %.2f | %.17g |\n", op.c_str(), low, high, most, where);
  return most;
}

Wide logistic(Wide x) { return 1 / (1 + std::exp(-x)); }

TEST(Doubles, StayWithinTheirLimits) {
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_LE(worst("stablehlo.exponential", std::exp, -750, 710), 1);
  EXPECT_LE(worst("stablehlo.exponential", std::exp, -2, 2), 1);
  EXPECT_LE(worst("stablehlo.exponential_minus_one", std::expm1, -750, 710), 2);
  EXPECT_LE(worst("stablehlo.exponential_minus_one", std::expm1, -2, 2), 2);
  EXPECT_LE(worst("stablehlo.log", std::log, 0, most), 1);
  EXPECT_LE(worst("stablehlo.log", std::log, 0.5, 2), 1);
  EXPECT_LE(worst("stablehlo.log_plus_one", std::log1p, -0.9999999999, most), 1);
  EXPECT_LE(worst("stablehlo.log_plus_one", std::log1p, -0.75, 2), 1);
  EXPECT_LE(worst("stablehlo.tanh", std::tanh, -most, most), 2);
  EXPECT_LE(worst("stablehlo.tanh", std::tanh, -3, 3), 2);
  EXPECT_LE(worst("stablehlo.logistic", logistic, -708, most), 2);
  EXPECT_LE(worst("stablehlo.logistic", logistic, -5, 5), 2);
  EXPECT_LE(worst("chlo.sinh", std::sinh, -711, 711), 2.5);
  EXPECT_LE(worst("chlo.sinh", std::sinh, -3, 3), 2.5);
  EXPECT_LE(worst("chlo.cosh", std::cosh, -711, 711), 2);
  EXPECT_LE(worst("chlo.cosh", std::cosh, -3, 3), 2);
  EXPECT_LE(worst("stablehlo.cbrt", std::cbrt, -most, most), 1);
  EXPECT_LE(worst("stablehlo.cbrt", std::cbrt, -10, 10), 1);
  EXPECT_LE(worst("chlo.asin", std::asin, -1, 1), 2.5);
  EXPECT_LE(worst("chlo.asin", std::asin, 0.83, 0.842), 2.5); // the largest: just above 2
  EXPECT_LE(worst("chlo.acos", std::acos, -1, 1), 1.5);
  EXPECT_LE(worst("chlo.atan", std::atan, -most, most), 1.5);
  EXPECT_LE(worst("chlo.atan", std::atan, -5, 5), 1.5);
  EXPECT_LE(worst("chlo.asinh", std::asinh, -most, most), 3);
  EXPECT_LE(worst("chlo.asinh", std::asinh, -3, 3), 3);
  EXPECT_LE(worst("chlo.acosh", std::acosh, 1, most), 3);
  EXPECT_LE(worst("chlo.acosh", std::acosh, 1, 3), 3);
  EXPECT_LE(worst("chlo.atanh", std::atanh, -1, 1), 3);
  EXPECT_LE(worst("chlo.erf", std::erf, -most, most), 1.3);
  EXPECT_LE(worst("chlo.erf", std::erf, -6, 6), 1.3);
  EXPECT_LE(worst("chlo.erfc", std::erfc, -most, 26.5), 2);
  EXPECT_LE(worst("chlo.erfc", std::erfc, -2, 28), 2);
  EXPECT_LE(worst("stablehlo.sine", std::sin, -10, 10), 1);
  EXPECT_LE(worst("stablehlo.sine", std::sin, -3e8, 3e8), 1);
  EXPECT_LE(worst("stablehlo.sine", std::sin, -most, most), 1);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, -10, 10), 1);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, -3e8, 3e8), 1);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, -most, most), 1);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, 0.7, 0.7854), 0.8); // the largest
  EXPECT_LE(worst("stablehlo.tan", std::tan, -10, 10), 2);
  // The largest: 0.8 units of the sine and 0.6 of the cosine, both near 0.7, count 2 near 1; the
  // quotient adds half a unit.
  EXPECT_LE(worst("stablehlo.tan", std::tan, 0.77, 0.7854), 2.5);
  EXPECT_LE(worst("stablehlo.tan", std::tan, -most, most), 2);
}

/// The doubles that are nearest to multiples of pi/2: their sines and cosines are small.
TEST(Doubles, AnglesNearMultiplesOfHalfPi) {
  std::vector<double> x;
  for (int64_t n = 1; n < int64_t(1) << 28; n += 1 + n / 64) {
    auto near = double(n * (std::numbers::pi_v<Wide> / 2));
    x.insert(x.end(), {near, std::nextafter(near, 0), -near});
  }
  // The nearest ones below 2^28, by continued fractions of pi/2.
  for (double near : {0x1.6c6cbc45dc8dep+5, 0x1.6c6cbc45dc8dep+6, 0x1.b951f1572eba5p+23})
    x.push_back(near);
  for (auto [op, reference] : {std::pair<const char *, Wide (*)(Wide)>("stablehlo.sine", std::sin),
                               {"stablehlo.cosine", std::cos}}) {
    std::vector<double> y = computed(op, x);
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_LE(ulps(y[i], reference(x[i])), 1) << op << " " << x[i];
  }
}

/// The reference is one of 80 bits. Poles are not drawn, and beside the negative zeros only the
/// absolute error is small.
TEST(Doubles, Digamma) {
  auto reference = [](Wide x) { return Wide(digamma(double(x))); };
  // The first terms of the series at the zero, which is the sum of two doubles.
  auto nearZero = [](Wide x) {
    Wide d = (x - 1.4616321449683622) - 9.549995429965697e-17;
    return d * (0.9676722454476211704274L - d * 0.4427631689835921L);
  };
  EXPECT_LE(worst("chlo.digamma", reference, 0, 1.4), 4);
  EXPECT_LE(worst("chlo.digamma", nearZero, 1.46163214, 1.46163215), 5);
  EXPECT_LE(worst("chlo.digamma", reference, 1.5, 20), 4);
  EXPECT_LE(worst("chlo.digamma", reference, 20, std::numeric_limits<double>::max()), 3);
  std::vector<double> x = {0.0, -0.0, kInf, -kInf, kNan, -1, -20, -1e300, 5e-324, -5e-324};
  for (int i = 0; i < 100000; ++i)
    x.push_back(-0.0001 * i - 1e-5);
  std::vector<double> y = computed("chlo.digamma", x);
  for (size_t i = 0; i < x.size(); ++i) {
    double want = digamma(x[i]), limit = 1e-15 * (5 + want * want); // the slope is about want^2
    EXPECT_TRUE(std::isfinite(want) ? std::fabs(y[i] - want) <= limit
                : std::isnan(want)  ? std::isnan(y[i])
                                    : y[i] == want)
        << x[i] << " " << y[i] << " " << want;
  }
}

TEST(Doubles, AnglesOfPoints) {
  std::vector<double> x, y;
  for (double a : {0.0, -0.0, kInf, -kInf, kNan, 1.0, -1.0, 5e-324, -5e-324, 1e300, -1e300})
    for (double b : {0.0, -0.0, kInf, -kInf, kNan, 1.0, -1.0, 5e-324, -5e-324, 1e300, -1e300})
      x.push_back(a), y.push_back(b);
  std::mt19937_64 random(20261128);
  std::uniform_real_distribution<double> part(-1, 1);
  while (x.size() < 1 << 16)
    x.push_back(part(random)), y.push_back(part(random) * std::exp2(20 * part(random)));
  std::vector<double> out = computed("stablehlo.atan2", y, &x);
  for (size_t i = 0; i < x.size(); ++i) {
    Wide want = std::atan2(Wide(y[i]), Wide(x[i]));
    EXPECT_LE(ulps(out[i], want), 2) << y[i] << " " << x[i];
    EXPECT_TRUE(std::isnan(want) || std::signbit(out[i]) == std::signbit(want))
        << y[i] << " " << x[i];
  }
}

/// Powers that overflow, are subnormal or near 1, and all special values by each other.
TEST(Doubles, Powers) {
  const double special[] = {0.0,         -0.0,   1.0,    -1.0,    2.0,
                            -2.0,        3.0,    -3.0,   0.5,     -0.5,
                            1.5,         -1.5,   1e-310, -1e-310, 9007199254740993.0,
                            1e300,       kInf,   -kInf,  kNan,    1e-3,
                            -7.0,        1e20,   -1e20,  0x1p70,  1 + 0x1p-52,
                            1 - 0x1p-53, 5e-324, 1e-300};
  std::vector<double> x, y;
  for (double base : special)
    for (double exponent : special)
      x.push_back(base), y.push_back(exponent);
  std::mt19937_64 random(20261128);
  std::uniform_real_distribution<double> part(-1, 1);
  while (x.size() < 1 << 18) {
    double base = std::bit_cast<double>(random() & INT64_MAX);
    x.push_back(x.size() % 2 ? base : 1 + 0.5 * part(random));
    y.push_back(1080 * part(random) / std::max(1e-300, std::fabs(std::log2(x.back()))));
  }
  std::vector<double> out = computed("stablehlo.power", x, &y);
  double most = 0;
  size_t where = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    Wide want = std::pow(Wide(x[i]), Wide(y[i]));
    double error = ulps(out[i], want);
    if (error > most)
      most = error, where = i;
    if (double(want) == 0)
      EXPECT_EQ(std::signbit(out[i]), std::signbit(want)) << x[i] << " ^ " << y[i];
  }
  EXPECT_LE(most, 1) << x[where] << " ^ " << y[where] << " = " << out[where];
  printf("| stablehlo.power f64 | %.2f |\n", most);
}

/// Zeros keep their signs; infinities, NaN and subnormal numbers behave as in C.
TEST(Doubles, SpecialValues) {
  std::vector<double> x = {0.0,    -0.0,    kInf,    -kInf,  kNan,    1.0,   -1.0,   2.0,
                           -2.0,   1e-310,  -1e-310, 5e-324, -5e-324, 1e300, -1e300, 800.0,
                           -800.0, -745.13, -708.5,  709.78, 709.79,  22.5,  -22.5,  1e-20};
  struct Case {
    const char *op;
    Wide (*reference)(Wide);
  };
  for (Case c : {Case{"stablehlo.exponential", std::exp},
                 {"stablehlo.exponential_minus_one", std::expm1},
                 {"stablehlo.log", std::log},
                 {"stablehlo.log_plus_one", std::log1p},
                 {"stablehlo.tanh", std::tanh},
                 {"chlo.sinh", std::sinh},
                 {"chlo.cosh", std::cosh},
                 {"stablehlo.cbrt", std::cbrt},
                 {"chlo.asin", std::asin},
                 {"chlo.acos", std::acos},
                 {"chlo.atan", std::atan},
                 {"chlo.asinh", std::asinh},
                 {"chlo.acosh", std::acosh},
                 {"chlo.atanh", std::atanh},
                 {"chlo.erf", std::erf},
                 {"chlo.erfc", std::erfc},
                 {"stablehlo.sine", std::sin},
                 {"stablehlo.cosine", std::cos},
                 {"stablehlo.tan", std::tan},
                 {"stablehlo.logistic", logistic}}) {
    std::vector<double> y = computed(c.op, x);
    for (size_t i = 0; i < x.size(); ++i) {
      double want = double(c.reference(x[i]));
      EXPECT_LE(ulps(y[i], want), 2) << c.op << "(" << x[i] << ") = " << y[i];
      if (want == 0)
        EXPECT_EQ(std::signbit(y[i]), std::signbit(want)) << c.op << "(" << x[i] << ")";
    }
  }
}

} // namespace
