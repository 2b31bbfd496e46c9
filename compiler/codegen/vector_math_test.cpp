// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors of the vector functions in ulp of f32, against double precision, over many bit patterns; special values.
#include "compiler/compiled_fusion.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace spmd;

namespace {

constexpr size_t kCount = 1 << 20;

std::vector<float> computed(const std::string &op, const std::vector<float> &x) {
  std::string type = "tensor<" + std::to_string(x.size()) + "xf32>";
  auto f = CompiledFusion::create("func.func @f(%x: " + type + ") -> " + type + " {\n %0 = " + op + " %x : " + type +
                                  "\n return %0 : " + type + "\n}");
  if (!f) {
    ADD_FAILURE() << llvm::toString(f.takeError());
    return std::vector<float>(x.size());
  }
  std::vector<float> out(x.size());
  (*f)->run({const_cast<float *>(x.data()), out.data()});
  return out;
}

double ulps(float got, double want) {
  if (std::isnan(want))
    return std::isnan(got) ? 0 : 1e9;
  float nearest = float(want);
  if (std::isinf(nearest))
    return got == nearest || (std::fabs(got) > 3.4e38 && std::signbit(got) == std::signbit(want)) ? 0 : 1e9;
  int exponent;
  std::frexp(want, &exponent);
  double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
  return std::fabs(got - want) / unit;
}

double worst(const std::string &op, double (*reference)(double), float low, float high) {
  std::vector<float> x;
  // All magnitudes alike, not only the large ones.
  uint32_t state = 12345;
  while (x.size() < kCount) {
    state = state * 1664525u + 1013904223u;
    float v;
    if (x.size() % 2) {
      v = low + (high - low) * float(state >> 8) / float(1 << 24);
    } else {
      std::memcpy(&v, &state, 4);
      if (!(v >= low && v <= high))
        continue;
    }
    x.push_back(v);
  }
  std::vector<float> y = computed(op, x);
  double most = 0;
  float where = 0;
  for (size_t i = 0; i < x.size(); ++i)
    if (double e = ulps(y[i], reference(x[i])); e > most)
      most = e, where = x[i];
  printf("%-36s %.2f ulp at %.9g\n", op.c_str(), most, where);
  return most;
}

TEST(VectorMath, StaysWithinTwoUlp) {
  EXPECT_LE(worst("stablehlo.exponential", std::exp, -110, 95), 2);
  EXPECT_LE(worst("stablehlo.exponential_minus_one", std::expm1, -30, 95), 2);
  EXPECT_LE(worst("stablehlo.log", std::log, 0, 3e38f), 2);
  EXPECT_LE(worst("stablehlo.log_plus_one", std::log1p, -0.999999f, 1e30f), 2);
  EXPECT_LE(worst("stablehlo.tanh", std::tanh, -20, 20), 2.5); // 2.15: one quotient instead of two branches, gelu 1.3x as fast
  EXPECT_LE(worst("stablehlo.sine", std::sin, -1e5f, 1e5f), 2);
  EXPECT_LE(worst("stablehlo.cosine", std::cos, -1e5f, 1e5f), 2);
  EXPECT_LE(worst("stablehlo.sqrt", std::sqrt, 0, 3e38f), 1);
}

TEST(VectorMath, SpecialValues) {
  float inf = INFINITY, nan = NAN;
  std::vector<float> x = {0.0f, -0.0f, inf, -inf, nan, 1.0f, -1.0f, 200.0f, -200.0f, 1e-40f};
  struct Case {
    const char *op;
    double (*reference)(double);
  };
  for (Case c : {Case{"stablehlo.exponential", std::exp}, {"stablehlo.exponential_minus_one", std::expm1}, {"stablehlo.log", std::log},
                 {"stablehlo.log_plus_one", std::log1p}, {"stablehlo.tanh", std::tanh}, {"stablehlo.sine", std::sin},
                 {"stablehlo.cosine", std::cos}}) {
    std::vector<float> y = computed(c.op, x);
    for (size_t i = 0; i < x.size(); ++i) {
      double want = c.reference(x[i]);
      EXPECT_LE(ulps(y[i], want), 3) << c.op << "(" << x[i] << ") = " << y[i];
      if (want == 0)
        EXPECT_EQ(std::signbit(y[i]), std::signbit(want)) << c.op << "(" << x[i] << ")";
    }
  }
}

} // namespace
