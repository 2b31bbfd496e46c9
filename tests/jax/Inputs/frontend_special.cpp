// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of the later functions of spmd/special.h (frontend_cases.h): incomplete gamma and beta
// functions, Bessel functions of order 0, quantiles of the normal distribution, gamma functions.
#include "frontend_cases.h"

namespace {

using Types = std::vector<std::pair<ElementType, ElementType>>;
const std::vector<ElementType> bothFloats{f32, bf16};
const Types bothPairs{{f32, f32}, {bf16, bf16}, {i32, f32}};

/// Operands of which some are 0, negative, infinite or NaN, in f32.
Tensor edges(const Tensor &x) {
  return where(x > 1.7, 1. / 0., where(x < -1.8, sqrt(x), where(abs(x) < 0.2, 0, abs(x) * 3)));
}

void addIncomplete() {
  binary(
      "igamma", [](Tensor a, Tensor x) { return igamma(abs(a) * 2 + 0.1, abs(x) * 2 + 0.01); },
      bothPairs);
  binary(
      "igammac", [](Tensor a, Tensor x) { return igammac(abs(a) * 2 + 0.1, abs(x) * 2 + 0.01); },
      bothPairs);
  // In f32 the weight, exp(a log(x) - x - lgamma(a)), loses digits in JAX and here.
  binary("igammaLarge", [](Tensor a, Tensor x) { return igamma(abs(a) * 40 + 1, abs(x) * 40 + 1); },
         {{f64, f64}});
  binary("igammaEdges", [](Tensor a, Tensor x) { return igamma(stopGradient(edges(a)), edges(x)); },
         {{f32, f32}});
  binary("igammacEdges",
         [](Tensor a, Tensor x) { return igammac(stopGradient(edges(a)), edges(x)); },
         {{f32, f32}});
  const Types floats{{f32, f32}, {f64, f64}};
  binary(
      "igammaGradA",
      [](Tensor a, Tensor x) {
        return igammaGradA(stopGradient(abs(a) * 2 + 0.1), stopGradient(abs(x) * 2 + 0.01));
      },
      floats);
  binary(
      "randomGammaGrad",
      [](Tensor a, Tensor x) {
        return randomGammaGrad(stopGradient(abs(a) * 2 + 0.1), stopGradient(abs(x) * 2 + 0.01));
      },
      floats);
  binary("betaincOfX",
         [](Tensor a, Tensor x) {
           return betainc(stopGradient(abs(a) + 0.2), 1.3, abs(x) / 2.5 + 0.05);
         },
         {{f32, f32}, {f64, f64}, {bf16, bf16}});
  binary("betaincLarge",
         [](Tensor a, Tensor x) {
           return betainc(stopGradient(abs(a) * 30 + 2), 25., abs(x) / 2.5 + 0.05);
         },
         {{f64, f64}});
  binary("betaincEdges",
         [](Tensor a, Tensor x) {
           return betainc(stopGradient(edges(a)), stopGradient(edges(x)),
                          stopGradient(where(x > 1, 1, where(x < -1, 0, fullLike(x, 0.3)))));
         },
         {{f32, f32}});
  // JAX has no gradient in a and b: those here are compared with differences.
  binary("betaincOfParameters",
         [](Tensor a, Tensor b) { return betainc(abs(a) * 2 + 0.3, abs(b) * 2 + 0.3, 0.35); },
         {{f64, f64}});
}

void addOthers() {
  unary("besselI0e", [](Tensor x) { return besselI0e(x * 9); }, bothFloats);
  unary("besselI0", [](Tensor x) { return besselI0(x * 5); }, bothFloats);
  unary("ndtri", [](Tensor x) { return ndtri(x / 4.1 + 0.5); }, {f32, f64});
  unary("ndtriTail", [](Tensor x) { return ndtri(exp(-abs(x) * 30 - 1)); }, {f32, f64});
  unary("ndtriEdges", [](Tensor x) { return ndtri(stopGradient(round(x) / 2)); }, {f32});
  unary("logNdtr", [](Tensor x) { return logNdtr(x * 9); }, {f32, f64});
  unary("gamma", [](Tensor x) { return gamma(abs(x) * 2 + 0.2); }, bothFloats);
  unary("gammaNegative", [](Tensor x) { return gamma(x * 0.9 - 3.05); }, {f64});
  unary("gammaSign", [](Tensor x) { return gammaSign(round(x * 2) / 2); }, {f32, i32});
  binary("beta", [](Tensor a, Tensor b) { return beta(abs(a) + 0.5, abs(b) + 0.5); }, bothPairs);
  unary("multigammaln", [](Tensor x) { return multigammaln(abs(x) + 2.5, 3); }, bothFloats);
  binary("poch", [](Tensor z, Tensor m) { return poch(abs(z) + 0.5, abs(m)); },
         {{f32, f32}, {f64, f64}});
  binary("comb", [](Tensor n, Tensor k) { return comb(round(abs(n) * 4), round(k * 3)); },
         {{f32, f32}, {i32, i32}});
  binary("boxcox", [](Tensor x, Tensor l) { return boxcox(abs(x) + 0.3, l); }, bothPairs);
  binary("boxcoxZero",
         [](Tensor x, Tensor l) { return boxcox(abs(x) + 0.3, stopGradient(round(l))); },
         {{f32, f32}});
  binary("boxcox1p", [](Tensor x, Tensor l) { return boxcox1p(abs(x), l); }, bothPairs);
}

} // namespace

int main() {
  addIncomplete();
  addOthers();
  runAll();
}
