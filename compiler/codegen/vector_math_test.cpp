// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures the errors of the vector functions in ulp of f32 against double precision, over
// many bit patterns, and checks special values.
#include "compiler/compiled_fusion.h"
#include "compiler/elements/special_functions.h"
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <map>

using namespace spmd;

namespace {

constexpr size_t kCount = 1 << 20;

/// Computes `OP` on all x. A name like `OP(x (a + b x^2))` measures the code for cubic
/// arguments. As they stand, a is ln 2, and b is too small to matter.
std::vector<float> computed(const std::string &name, const std::vector<float> &x,
                            const std::string &a = "0.6931471805599453",
                            const std::string &b = "1.0e-37") {
  std::string type = "tensor<" + std::to_string(x.size()) + "xf32>";
  std::string op = name.substr(0, name.find('('));
  std::string types = op.starts_with("chlo") ? type + " -> " + type : type, operand = "%x", product;
  if (op != name) {
    operand = "%cubic";
    auto line = [&](const std::string &text) { product += text + " : " + type + "\n"; };
    line("%a = stablehlo.constant dense<" + a + ">");
    line("%b = stablehlo.constant dense<" + b + ">");
    line("%square = stablehlo.multiply %x, %x");
    line("%term = stablehlo.multiply %b, %square");
    line("%sum = stablehlo.add %a, %term");
    line("%cubic = stablehlo.multiply %x, %sum");
  }
  // Kernels are kept, because a run over all inputs makes thousands of calls.
  static std::map<std::string, std::unique_ptr<CompiledFusion>> compiled;
  std::unique_ptr<CompiledFusion> &kernel = compiled[name + types + a + b];
  if (!kernel) {
    auto f = CompiledFusion::create("func.func @f(%x: " + type + ") -> " + type + " {\n" + product +
                                    "%0 = " + op + " " + operand + " : " + types +
                                    "\n return %0 : " + type + "\n}");
    if (!f) {
      ADD_FAILURE() << llvm::toString(f.takeError());
      return std::vector<float>(x.size());
    }
    kernel = std::move(*f);
  }
  std::vector<float> out(x.size());
  kernel->run({const_cast<float *>(x.data()), out.data()});
  return out;
}

/// The error in units in the last place; 0 for two NaNs, and for overflow on both sides.
double ulps(float got, double want) {
  if (std::isnan(want))
    return std::isnan(got) ? 0 : 1e9;
  float nearest = float(want);
  // A result that overflows may also be the largest number of the same sign.
  if (std::isinf(nearest))
    return got == nearest || (std::fabs(got) > 3.4e38 && std::signbit(got) == std::signbit(want))
               ? 0
               : 1e9;
  int exponent;
  std::frexp(want, &exponent);
  double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
  return std::fabs(got - want) / unit;
}

/// The position of a number among all of its type, from zero; and the number at a position.
int64_t positionOf(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  return bits >> 31 ? -int64_t(bits & 0x7fffffffu) : int64_t(bits);
}
float numberAt(int64_t position) {
  return std::bit_cast<float>(position < 0 ? 0x80000000u | uint32_t(-position)
                                           : uint32_t(position));
}

/// Returns the largest error on inputs in [low, high]: half of the inputs are spread evenly over
/// the numbers of the type, the others over the interval. SPMD_ALL_INPUTS=1 tries every
/// f32 of the interval; SPMD_ALL_INPUTS=stablehlo.tanh,chlo.erf does so for these functions
/// and skips the others.
double worst(const std::string &op, double (*reference)(double), float low, float high) {
  double most = 0;
  float where = 0;
  auto check = [&](const std::vector<float> &x) {
    std::vector<float> y = computed(op, x);
    for (size_t i = 0; i < x.size(); ++i)
      if (double e = ulps(y[i], reference(x[i])); e > most)
        most = e, where = x[i];
  };
  // All inputs are up to 2^32 per function, too many for the normal tests.
  const char *all = getenv("SPMD_ALL_INPUTS");
  bool isListed = all && (std::string(",") + all + ",").find("," + op + ",") != std::string::npos;
  if (all && all[0] != '1' && !isListed)
    return 0;
  std::vector<float> x;
  if (all) {
    for (uint64_t bits = 0; bits < uint64_t(1) << 32; ++bits) {
      float v = std::bit_cast<float>(uint32_t(bits));
      if (v >= low && v <= high)
        x.push_back(v);
      // Batches of kCount inputs use one compiled kernel.
      if (x.size() == kCount) {
        check(x);
        x.clear();
      }
    }
    x.resize(kCount, low);
  }
  // A linear congruential generator, so that failures reproduce.
  const int64_t first = positionOf(low), count = positionOf(high) - first + 1;
  for (uint32_t state = 12345; x.size() < kCount;) {
    state = state * 1664525u + 1013904223u;
    float v = x.size() % 2 ? float(low + (double(high) - low) * (state >> 8) / (1 << 24))
                           : numberAt(first + int64_t(uint64_t(state) * uint64_t(count) >> 32));
    if (v >= low && v <= high)
      x.push_back(v);
  }
  check(x);
  // A row of a table for documentation: function, interval, largest error and where it
  // occurs.
  printf("| %s | %g .. %g | %.2f | %.9g |\n", op.c_str(), low, high, most, where);
  return most;
}

/// The factor log2(e) moves into the constants of a cubic u = x (a + b x^2), which has five
/// roundings then. A rounding of u, 2^-24 of it, changes the result by up to |u| units beside the
/// two of the function itself. Where a and b have different signs u is computed as it stands.
TEST(VectorMath, CubicArgumentsOfLogisticAreAsExactAsTheirRoundings) {
  std::vector<float> x;
  for (int i = -4000; i <= 4000; ++i)
    x.push_back(float(i) * 0.001f);
  for (auto [a, b] :
       {std::pair(1.59576917f, 0.0713548139f), {0.3f, 1.7f}, {-2.5f, -0.125f}, {3.0f, -0.25f}}) {
    std::vector<float> y =
        computed("stablehlo.logistic(x (a + b x^2))", x, std::to_string(a), std::to_string(b));
    double first = std::stof(std::to_string(a)), second = std::stof(std::to_string(b));
    for (size_t i = 0; i < x.size(); ++i) {
      double square = double(x[i]) * x[i], u = x[i] * (first + second * square),
             most = std::fabs(x[i]) * (std::fabs(first) + std::fabs(second) * square);
      if (u >= -87) // results below are not normal
        EXPECT_LE(ulps(y[i], 1 / (1 + std::exp(-u))), 2 + 5 * most) << a << " " << b << " " << x[i];
    }
  }
}

/// Two ulp are the limit of most functions. What is computed in doubles is rounded once; the error
/// of erfc is that of a chain of five roundings.
TEST(VectorMath, StaysWithinItsLimits) {
  constexpr float most = 3.4e38f;
  auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  auto rsqrt = [](double x) { return 1 / std::sqrt(x); };
  EXPECT_LE(worst("stablehlo.exponential", std::exp, -110, 95), 2);
  EXPECT_LE(worst("stablehlo.exponential_minus_one", std::expm1, -110, 95), 2);
  EXPECT_LE(worst("stablehlo.log", std::log, 0, most), 2);
  EXPECT_LE(worst("stablehlo.log_plus_one", std::log1p, -0.999999f, most), 2);
  EXPECT_LE(worst("stablehlo.tanh", std::tanh, -most, most), 2);
  EXPECT_LE(worst("stablehlo.logistic", logistic, -87, most), 2);
  EXPECT_LE(worst(
                "stablehlo.logistic(x (a + b x^2))",
                [](double x) { return 1 / (1 + std::exp2(-x)); }, -125.99f, most),
            2);
  EXPECT_LE(worst("stablehlo.sine", std::sin, -1e5f, 1e5f), 2);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, -1e5f, 1e5f), 2);
  EXPECT_LE(worst("stablehlo.tan", std::tan, -1e5f, 1e5f), 2);
  EXPECT_LE(worst("stablehlo.sine", std::sin, -most, most), 2);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, -most, most), 2);
  EXPECT_LE(worst("stablehlo.tan", std::tan, -most, most), 2);
  EXPECT_LE(worst("stablehlo.sqrt", std::sqrt, 0, most), 1);
  EXPECT_LE(worst("stablehlo.rsqrt", rsqrt, 1e-45f, most), 2);
  EXPECT_LE(worst("stablehlo.cbrt", std::cbrt, -most, most), 0.51);
  EXPECT_LE(worst("chlo.erf", std::erf, -most, most), 2);
  EXPECT_LE(worst("chlo.erfc", std::erfc, -most, most), 3);
  EXPECT_LE(worst("chlo.erfc", std::erfc, -4, 11), 3);
  auto lgamma = [](double x) {
    int sign;
    return lgamma_r(x, &sign);
  };
  EXPECT_LE(worst("chlo.lgamma", lgamma, -most, most), 0.51);
  EXPECT_LE(worst("chlo.lgamma", lgamma, -9, 9), 0.51);
  EXPECT_LE(worst("chlo.lgamma", lgamma, 0.999f, 1.001f), 0.51);
  EXPECT_LE(worst("chlo.lgamma", lgamma, 1.999f, 2.001f), 0.51);
  EXPECT_LE(worst("chlo.digamma", digamma, -most, most), 0.51);
  EXPECT_LE(worst("chlo.digamma", digamma, -9, 9), 0.51);
  EXPECT_LE(worst("chlo.digamma", digamma, 1.461f, 1.462f), 0.51);
  EXPECT_LE(worst("chlo.digamma", digamma, -0.505f, -0.503f), 0.51);
  EXPECT_LE(worst("chlo.asin", std::asin, -1, 1), 0.51);
  EXPECT_LE(worst("chlo.acos", std::acos, -1, 1), 0.51);
  EXPECT_LE(worst("chlo.asinh", std::asinh, -most, most), 0.51);
  EXPECT_LE(worst("chlo.acosh", std::acosh, 1, most), 0.51);
  EXPECT_LE(worst("chlo.acosh", std::acosh, 1, 3), 0.51);
  EXPECT_LE(worst("chlo.atanh", std::atanh, -1, 1), 0.51);
  EXPECT_LE(worst("chlo.sinh", std::sinh, -90, 90), 0.51);
  EXPECT_LE(worst("chlo.cosh", std::cosh, -90, 90), 0.51);
  EXPECT_LE(worst("chlo.cosh", std::cosh, 88.7f, 89.42f), 0.51);
}

/// Zeros keep their signs; infinities, NaN and subnormal numbers behave as in C.
TEST(VectorMath, SpecialValues) {
  float inf = INFINITY, nan = NAN;
  std::vector<float> x = {0.0f,  -0.0f,  inf,     -inf,   nan,     1.0f, -1.0f,   2.0f,
                          -2.0f, 200.0f, -200.0f, 1e-40f, -1e-40f, 5.0f, -20.25f, -1e9f};
  struct Case {
    const char *op;
    double (*reference)(double);
  };
  for (Case c : {Case{"stablehlo.exponential", std::exp},
                 {"stablehlo.exponential_minus_one", std::expm1},
                 {"stablehlo.log", std::log},
                 {"stablehlo.log_plus_one", std::log1p},
                 {"stablehlo.tanh", std::tanh},
                 {"chlo.erfc", std::erfc},
                 {"chlo.lgamma", std::lgamma},
                 {"chlo.asin", std::asin},
                 {"chlo.acos", std::acos},
                 {"chlo.asinh", std::asinh},
                 {"chlo.acosh", std::acosh},
                 {"chlo.atanh", std::atanh},
                 {"chlo.sinh", std::sinh},
                 {"chlo.cosh", std::cosh},
                 {"stablehlo.cbrt", std::cbrt},
                 {"chlo.digamma", digamma},
                 {"stablehlo.sine", std::sin},
                 {"stablehlo.cosine", std::cos},
                 {"stablehlo.logistic", [](double v) { return 1 / (1 + std::exp(-v)); }}}) {
    std::vector<float> y = computed(c.op, x);
    for (size_t i = 0; i < x.size(); ++i) {
      double want = c.reference(x[i]);
      EXPECT_LE(ulps(y[i], want), 3) << c.op << "(" << x[i] << ") = " << y[i];
      if (want == 0)
        EXPECT_EQ(std::signbit(y[i]), std::signbit(want)) << c.op << "(" << x[i] << ")";
    }
  }
}

/// Powers are those of doubles, rounded once: zeros, infinities, NaN and negative numbers by all
/// exponents, and random numbers whose powers overflow, are subnormal or near 1.
TEST(VectorMath, PowersAreRoundedOnce) {
  float inf = INFINITY, nan = NAN;
  const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 2.0f,     -2.0f,   3.0f,        -3.0f,
                           0.5f, -0.5f, 1.5f, -1.5f, 1e-40f,   -1e-40f, 16777217.0f, 3e38f,
                           inf,  -inf,  nan,  1e-3f, 0.99999f, 1.0001f, -7.0f,       1e9f};
  std::vector<float> x, y;
  for (float base : special)
    for (float exponent : special)
      x.push_back(base), y.push_back(exponent);
  uint32_t state = 99;
  auto draw = [&] { return state = state * 1664525u + 1013904223u; };
  while (x.size() < 20000) {
    x.push_back(std::bit_cast<float>(draw() & 0x7fffffffu));
    double limit = 160 / std::max(1e-30, std::fabs(std::log2(double(x.back()))));
    y.push_back(float(limit * (double(draw()) / 0x80000000u - 1)));
  }
  std::string type = "tensor<" + std::to_string(x.size()) + "xf32>";
  auto kernel = CompiledFusion::create("func.func @f(%x: " + type + ", %y: " + type + ") -> " +
                                       type + " {\n%0 = stablehlo.power %x, %y : " + type +
                                       "\n return %0 : " + type + "\n}");
  ASSERT_TRUE(bool(kernel));
  std::vector<float> out(x.size());
  (*kernel)->run({x.data(), y.data(), out.data()});
  for (size_t i = 0; i < x.size(); ++i) {
    double want = std::pow(double(x[i]), double(y[i]));
    EXPECT_LE(ulps(out[i], want), 0.51) << x[i] << " ^ " << y[i] << " = " << out[i];
    if (want == 0)
      EXPECT_EQ(std::signbit(out[i]), std::signbit(want)) << x[i] << " ^ " << y[i];
  }
}

} // namespace
