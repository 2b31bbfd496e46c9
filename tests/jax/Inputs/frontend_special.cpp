// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of the later functions of spmd/special.h (frontend_numeric_cases.h): incomplete gamma and
// beta
// functions, Bessel functions of order 0, quantiles of the normal distribution, gamma functions.
#include "frontend_numeric_cases.h"

namespace {

using Types = std::vector<std::pair<ElementType, ElementType>>;

/// A case of one operand at six shapes, the last three of them in the first type.
void one(const std::string &name, std::function<Tensor(Tensor)> op,
         const std::vector<ElementType> &types = {f32, bf16}) {
  unary(name, op, types);
  shaped(name, [op](const Operands &in) { return op(in[0]); }, {{{}}, {{2, 0, 3}}, {{1, 3, 1, 2}}},
         {types[0]});
}

/// A case of two operands at six pairs of shapes, the last two of them in the first types.
void two(const std::string &name, std::function<Tensor(Tensor, Tensor)> op,
         const Types &types = {{f32, f32}, {bf16, bf16}, {i32, f32}}) {
  binary(name, op, types);
  shaped(name, [op](const Operands &in) { return op(in[0], in[1]); },
         {{{2, 1, 3}, {4, 1}}, {{0}, {1}}}, {types[0].first, types[0].second});
}

/// Operands of which some are 0, negative, infinite or NaN, in f32.
Tensor edges(const Tensor &x) {
  return where(x > 1.7, 1. / 0., where(x < -1.8, sqrt(x), where(abs(x) < 0.2, 0, abs(x) * 3)));
}

void addIncomplete() {
  two("igamma", [](Tensor a, Tensor x) { return igamma(abs(a) * 2 + 0.1, abs(x) * 2 + 0.01); });
  two("igammac", [](Tensor a, Tensor x) { return igammac(abs(a) * 2 + 0.1, abs(x) * 2 + 0.01); });
  // In f32 the weight, exp(a log(x) - x - lgamma(a)), loses digits in JAX and here.
  two("igammaLarge", [](Tensor a, Tensor x) { return igamma(abs(a) * 40 + 1, abs(x) * 40 + 1); },
      {{f64, f64}});
  two("igammaEdges", [](Tensor a, Tensor x) { return igamma(stopGradient(edges(a)), edges(x)); },
      {{f32, f32}});
  two("igammacEdges", [](Tensor a, Tensor x) { return igammac(stopGradient(edges(a)), edges(x)); },
      {{f32, f32}});
  const Types floats{{f32, f32}, {f64, f64}};
  two(
      "igammaGradA",
      [](Tensor a, Tensor x) {
        return igammaGradA(stopGradient(abs(a) * 2 + 0.1), stopGradient(abs(x) * 2 + 0.01));
      },
      floats);
  two(
      "randomGammaGrad",
      [](Tensor a, Tensor x) {
        return randomGammaGrad(stopGradient(abs(a) * 2 + 0.1), stopGradient(abs(x) * 2 + 0.01));
      },
      floats);
  two("betaincOfX",
      [](Tensor a, Tensor x) {
        return betainc(stopGradient(abs(a) + 0.2), 1.3, abs(x) / 2.5 + 0.05);
      },
      {{f32, f32}, {f64, f64}, {bf16, bf16}});
  two("betaincLarge",
      [](Tensor a, Tensor x) {
        return betainc(stopGradient(abs(a) * 30 + 2), 25., abs(x) / 2.5 + 0.05);
      },
      {{f64, f64}});
  two("betaincEdges",
      [](Tensor a, Tensor x) {
        return betainc(stopGradient(edges(a)), stopGradient(edges(x)),
                       stopGradient(where(x > 1, 1, where(x < -1, 0, 0.3))));
      },
      {{f32, f32}});
  // JAX has no gradient in a and b; scipy's values give differences.
  two("betaincOfParameters",
      [](Tensor a, Tensor b) { return betainc(abs(a) * 2 + 0.3, abs(b) * 2 + 0.3, 0.35); },
      {{f64, f64}});
}

void addOthers() {
  one("besselI0e", [](Tensor x) { return besselI0e(x * 9); });
  one("besselI0", [](Tensor x) { return besselI0(x * 5); });
  one("ndtri", [](Tensor x) { return ndtri(x / 4.1 + 0.5); }, {f32, f64});
  one("ndtriTail", [](Tensor x) { return ndtri(exp(-abs(x) * 30 - 1)); }, {f32, f64});
  one("ndtriEdges", [](Tensor x) { return ndtri(stopGradient(round(x) / 2)); }, {f32});
  one("logNdtr", [](Tensor x) { return logNdtr(x * 9); }, {f32, f64});
  one("gamma", [](Tensor x) { return gamma(abs(x) * 2 + 0.2); });
  one("gammaNegative", [](Tensor x) { return gamma(stopGradient(x) * 0.9 - 3.05); }, {f64});
  one("gammaSign", [](Tensor x) { return gammaSign(round(x * 2) / 2); }, {f32, i32});
  two("beta", [](Tensor a, Tensor b) { return beta(abs(a) + 0.5, abs(b) + 0.5); });
  one("multigammaln", [](Tensor x) { return multigammaln(abs(x) + 2.5, 3); });
  two("poch", [](Tensor z, Tensor m) { return poch(abs(z) + 0.5, abs(m)); },
      {{f32, f32}, {f64, f64}});
  two("comb", [](Tensor n, Tensor k) { return comb(round(abs(n) * 4), round(k * 3)); },
      {{f32, f32}, {i32, i32}});
  two("boxcox", [](Tensor x, Tensor l) { return boxcox(abs(x) + 0.3, l); });
  two("boxcoxZero", [](Tensor x, Tensor l) { return boxcox(abs(x) + 0.3, stopGradient(round(l))); },
      {{f32, f32}});
  two("boxcox1p", [](Tensor x, Tensor l) { return boxcox1p(abs(x), l); });
}

} // namespace

int main() {
  addIncomplete();
  addOthers();
  runAll();
}
