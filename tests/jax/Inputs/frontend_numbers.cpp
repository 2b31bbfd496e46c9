// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/numbers.h and spmd/polynomials.h (frontend_cases.h), of reductions by functions
// of the user, and of options that ops.h and movement.h have got later.
#include "frontend_cases.h"

namespace {

using Types = std::vector<std::pair<ElementType, ElementType>>;
const std::vector<ElementType> floats{f32, f64, bf16};

/// A case of sequences at six pairs of sizes.
void sequences(const std::string &name, std::function<Tensor(Tensor, Tensor)> op,
               const Types &types = {{f32, f32}, {i32, i32}}) {
  for (auto [left, right] : types)
    shaped(name, [op](const Operands &in) { return op(in[0], in[1]); },
           {{{5}, {5}}, {{9}, {3}}, {{1}, {1}}, {{2}, {7}}, {{3}, {8}}, {{16}, {6}}},
           {left, right});
}

Tensor edges(const Tensor &x) {
  return where(x > 1.7, 1. / 0., where(x < -1.8, sqrt(x), where(abs(x) < 0.2, 0, abs(x) * 3)));
}

void addParts() {
  const Types integers{{i32, i32}, {u8, u8}, {i64, i32}};
  binary("gcd", [](Tensor a, Tensor b) { return gcd(a, b); }, integers);
  binary("lcm", [](Tensor a, Tensor b) { return lcm(a, b); }, integers);
  const Types both{{f32, f32}, {i32, i32}};
  binary("divmodQuotient", [](Tensor a, Tensor b) { return divmod(a, b + 9).first; }, both);
  binary("divmodRemainder", [](Tensor a, Tensor b) { return divmod(a, b + 9).second; }, both);
  binary("fmaxNan",
         [](Tensor a, Tensor b) { return fmax(stopGradient(sqrt(a)), stopGradient(sqrt(b))); },
         {{bf16, bf16}});
  binary("fminNan",
         [](Tensor a, Tensor b) { return fmin(stopGradient(sqrt(a)), stopGradient(sqrt(b))); },
         {{bf16, bf16}});
  binary("fmaxWhole", [](Tensor a, Tensor b) { return fmax(a, b); }, both);
  unary("modfFraction", [](Tensor x) { return modf(x * 3).first; }, floats);
  unary("modfWhole", [](Tensor x) { return modf(x * 3).second; }, floats);
  unary("frexpMantissa", [](Tensor x) { return frexp(stopGradient(x * x * x)).first; }, {f32, f64});
  unary("frexpExponent", [](Tensor x) { return frexp(stopGradient(x * x * x)).second; },
        {f32, f64});
  unary("frexpEdges", [](Tensor x) { return frexp(stopGradient(edges(x))).first; }, {f32});
  binary("ldexp", [](Tensor a, Tensor b) { return ldexp(a, b); }, {{f32, i32}, {f64, i32}});
  binary("arrayEqual", [](Tensor a, Tensor b) { return arrayEqual(a + 0 * b, a); }, both);
  binary("arrayEqualNot", [](Tensor a, Tensor b) { return arrayEqual(a, b + 1); }, both);
}

void addBits() {
  unary("packBits", [](Tensor x) { return packBits(x > 0); }, {f32, i32});
  unary("packBitsFirst", [](Tensor x) { return packBits(x > 0, 0); }, {i32});
  unary("unpackBits", [](Tensor x) { return unpackBits(x); }, {u8});
  unary("unpackBitsFirst", [](Tensor x) { return unpackBits(x, 0); }, {u8});
  unary("unwrap", [](Tensor x) { return unwrap(x * 5); }, {f32, f64});
  unary("unwrapFirst", [](Tensor x) { return unwrap(x * 3, 2.5, 0); }, {f32, f64});
}

void addPolynomials() {
  sequences("polyadd", [](Tensor a, Tensor b) { return polyadd(a, b); });
  sequences("polysub", [](Tensor a, Tensor b) { return polysub(a, b); });
  sequences("polymul", [](Tensor a, Tensor b) { return polymul(a, b); });
  const Types floating{{f32, f32}};
  sequences(
      "polydivQuotient", [](Tensor a, Tensor b) { return polydiv(a, b + 3).first; }, floating);
  sequences("polydivRest", [](Tensor a, Tensor b) { return polydiv(a, b + 3).second; }, floating);
  const std::vector<std::vector<Shape>> sizes{{{2}}, {{3}}, {{4}}, {{6}}, {{7}}, {{11}}};
  for (ElementType type : {f32, i32}) {
    auto each = [&](const std::string &name, std::function<Tensor(Tensor)> op) {
      shaped(name, [op](const Operands &in) { return op(in[0]); }, sizes, {type});
    };
    each("polyder", [](Tensor x) { return polyder(x); });
    each("polyderTwice", [](Tensor x) { return polyder(x, 2); });
    each("polyint", [](Tensor x) { return polyint(x); });
    each("polyintTwice", [](Tensor x) { return polyint(x, 2); });
    each("poly", [](Tensor x) { return poly(x); });
    each("vander", [](Tensor x) { return vander(x); });
    each("vanderAscending", [](Tensor x) { return vander(x, 5, Powers::Ascending); });
  }
  using Named = std::pair<const char *, Overlap>;
  for (auto [name, overlap] : {Named{"Full", Overlap::Full}, Named{"Same", Overlap::Same},
                               Named{"Valid", Overlap::Valid}}) {
    sequences(std::string("convolve") + name,
              [overlap](Tensor a, Tensor b) { return convolve(a, b, overlap); });
    sequences(std::string("correlate") + name,
              [overlap](Tensor a, Tensor b) { return correlate(a, b, overlap); });
  }
  for (int64_t n : {0, 1, 2, 5, 8, 13}) {
    constant("bartlett" + std::to_string(n), [n] { return bartlett(n); });
    constant("blackman" + std::to_string(n), [n] { return blackman(n); });
    constant("hamming" + std::to_string(n), [n] { return hamming(n); });
    constant("hanning" + std::to_string(n), [n] { return hanning(n); });
    constant("kaiser" + std::to_string(n), [n] { return kaiser(n, 8.6); });
  }
}

void addOptions() {
  unary("varDdof", [](Tensor x) { return var(x, -1, keepDims, 1); }, {f32, i32});
  unary("varDdofAll", [](Tensor x) { return var(x, Dims::all(), Keep::No, 2); }, {f32, f64});
  const std::vector<std::vector<Shape>> matrices{{{3, 5}}, {{1, 1}}, {{2, 4}},
                                                 {{6, 2}}, {{7, 3}}, {{4, 9}}};
  for (ElementType type : {f32, i32}) {
    shaped(
        "padRamp",
        [](const Operands &in) { return pad(in[0], {{1, 2, 0}, {0, 3, 0}}, PadMode::LinearRamp); },
        matrices, {type});
    shaped("padMedian",
           [](const Operands &in) { return pad(in[0], {{1, 2, 0}, {0, 3, 0}}, PadMode::Median); },
           matrices, {type});
  }
  int number = 0;
  const std::vector<std::vector<Shape>> squares{{{3, 3}}, {{1, 1}}, {{5, 5}},
                                                {{2, 2}}, {{4, 4}}, {{7, 7}}};
  auto diagonal = [&](const char *equation, std::vector<std::vector<Shape>> shapes) {
    shaped(
        "diagonal" + std::to_string(number++),
        [equation](const Operands &in) {
          return einsum(equation, std::vector<Operand>(in.begin(), in.end()));
        },
        shapes);
  };
  diagonal("ii->i", squares);
  diagonal("ii", squares);
  diagonal("iji->j",
           {{{3, 2, 3}}, {{1, 4, 1}}, {{2, 5, 2}}, {{4, 1, 4}}, {{5, 3, 5}}, {{2, 2, 2}}});
  diagonal("iij,j->ij", {{{3, 3, 2}, {2}},
                         {{1, 1, 4}, {4}},
                         {{2, 2, 5}, {5}},
                         {{4, 4, 1}, {1}},
                         {{5, 5, 3}, {3}},
                         {{2, 2, 2}, {2}}});
  diagonal("...ii->...i",
           {{{3, 3}}, {{2, 4, 4}}, {{5, 1, 2, 2}}, {{1, 6, 6}}, {{7, 1, 1}}, {{2, 2, 3, 3}}});
}

Tensor larger(Tensor a, Tensor b) { return where(abs(a) >= abs(b), a, b); }

void addReductions() {
  unary("reduceLargest", [](Tensor x) { return reduce(stopGradient(x), 0, larger, -1); },
        {f32, i32});
  unary("reduceAll",
        [](Tensor x) {
          return reduce(stopGradient(x), 1, [](Tensor a, Tensor b) { return a * b; }, Dims::all());
        },
        {f32, i32});
  shaped("windowLargest",
         [](const Operands &in) {
           return reduceWindow(stopGradient(in[0]), 0, larger, {2, 2},
                               {.strides = {1, 2}, .padding = {{{1, 0}, {0, 1}}}});
         },
         {{{5, 6}}, {{2, 9}}, {{3, 4}}, {{1, 7}}, {{8, 2}}, {{4, 4}}});
  for (ElementType type : {f32, bf16})
    shaped("raggedDot", [](const Operands &in) { return raggedDot(in[0], in[1], abs(in[2]) % 4); },
           {{{6, 3}, {2, 3, 4}, {2}},
            {{9, 2}, {3, 2, 1}, {3}},
            {{4, 1}, {1, 1, 5}, {1}},
            {{12, 5}, {4, 5, 2}, {4}},
            {{1, 4}, {2, 4, 3}, {2}},
            {{20, 3}, {5, 3, 3}, {5}}},
           {type, type, i32});
}

} // namespace

int main() {
  addParts();
  addBits();
  addPolynomials();
  addOptions();
  addReductions();
  runAll();
}
