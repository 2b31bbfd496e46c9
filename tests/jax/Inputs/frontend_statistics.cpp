// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/statistics.h and spmd/linalg.h (frontend_cases.h).
#include "frontend_cases.h"

namespace {

const std::vector<ElementType> floats{f32, bf16, i32};

void addStatistics() {
  UNARY(stddev, floats);
  unary("stddevLast", [](Tensor x) { return stddev(x, -1, keepDims, 1); }, {f32});
  BINARY("average", average(a, abs(b) + 1), {{f32, f32}, {i32, f32}});
  UNARY(peakToPeak, floats);
  UNARY(countNonzero, {f32, i32, boolean});
  unary("countNonzeroFirst", [](Tensor x) { return countNonzero(x, 0, keepDims); }, {i32});
  UNARY(median, floats);
  unary("medianLast", [](Tensor x) { return median(x, -1, keepDims); }, {f32});
  unary("medianNan", [](Tensor x) { return median(sqrt(x), 0); }, {f32});
  unary("quantile", [](Tensor x) { return quantile(x, 0.3, 0, keepDims); }, {f32, i32});
  shaped("quantileTwo", [](const Operands &in) { return quantile(in[0], 0.9, {0, -1}, keepDims); },
         {{{2, 3}}, {{4, 2, 3}}, {{2, 2, 2, 3}}});
  unary("percentile", [](Tensor x) { return percentile(x, 12.5, -1); }, {f32});
}

/// The same operands with NaNs where they are negative, and one row of nothing else.
void addNans() {
  using Statistic = Tensor (*)(const Operand &, const Dims &, Keep);
  using Named = std::pair<const char *, Statistic>;
  for (auto [name, op] :
       {Named{"nanSum", nanSum}, Named{"nanProd", nanProd}, Named{"nanMean", nanMean},
        Named{"nanVar", nanVar}, Named{"nanStddev", nanStddev}, Named{"nanMax", nanMax},
        Named{"nanMin", nanMin}}) {
    // Inside of jit roots of bf16 are not rounded, which a variance of close numbers shows.
    const bool isVariance = op == nanVar || op == nanStddev;
    unary(
        name, [op = op](Tensor x) { return op(sqrt(x), Dims::all(), Keep::No); },
        isVariance ? std::vector{f32, f64} : std::vector{f32, bf16});
    unary(std::string(name) + "Last", [op = op](Tensor x) { return op(sqrt(x), -1, keepDims); },
          {f32});
  }
  unary("nanSumWhole", [](Tensor x) { return nanSum(x, 0); }, {i32});
}

void addSamples() {
  shaped("cov", [](const Operands &in) { return cov(in[0]); },
         {{{3, 8}}, {{2, 5}}, {{4, 4}}, {{5}}, {{1, 7}}});
  shaped("corrcoef", [](const Operands &in) { return corrcoef(in[0]); },
         {{{3, 8}}, {{2, 5}}, {{4, 4}}, {{5}}, {{1, 7}}});
  unary("histogramCounts", [](Tensor x) { return histogram(x, 4, -1, 1.5).first; }, {f32, i32});
  unary("histogramEdges", [](Tensor x) { return histogram(x, 4, -1, 1.5).second; }, {f32});
  unary("diff", [](Tensor x) { return diff(x); }, {f32, i32});
  unary("diffTwice", [](Tensor x) { return diff(x, 2, 0); }, {f32});
  unary("trapezoid", [](Tensor x) { return trapezoid(x, 0.5); }, {f32, i32});
  shaped("interp", [](const Operands &in) { return interp(in[0], sort(in[1]), in[2]); },
         {{{5}, {4}, {4}}, {{2, 3}, {9}, {9}}, {{}, {2}, {2}}});
  shaped("polyval", [](const Operands &in) { return polyval(in[0], in[1]); },
         {{{4}, {3}}, {{1}, {2, 3}}, {{3}, {}}});
}

void addProducts() {
  auto two = [](const std::string &name, Tensor (*op)(const Operand &, const Operand &),
                const std::vector<std::vector<Shape>> &shapes) {
    shaped(name, [op](const Operands &in) { return op(in[0], in[1]); }, shapes);
  };
  two("outer", outer, {{{3}, {4}}, {{2, 2}, {3}}, {{}, {5}}});
  two("inner", inner, {{{3}, {3}}, {{2, 4}, {3, 4}}, {{}, {5}}});
  two("dot", dot, {{{3}, {3}}, {{2, 4}, {4, 3}}, {{2, 3}, {4, 3, 2}}, {{2, 3}, {3}}});
  two("vdot", vdot, {{{3}, {3}}, {{2, 4}, {4, 2}}, {{1}, {1}}});
  BINARY("vecdot", vecdot(a, b), {{f32, f32}, {i32, i32}});
  shaped("tensordot", [](const Operands &in) { return tensordot(in[0], in[1]); },
         {{{2, 3, 4}, {3, 4, 5}}, {{2, 3}, {2, 3}}, {{1, 2, 2}, {2, 2, 1}}});
  shaped("tensordotNone", [](const Operands &in) { return tensordot(in[0], in[1], 0); },
         {{{2}, {3}}, {{2, 3}, {}}, {{1}, {4}}});
  shaped("tensordotDims",
         [](const Operands &in) { return tensordot(in[0], in[1], {0, -1}, {1, 0}); },
         {{{2, 3, 4}, {4, 2}}, {{2, 3}, {3, 2, 5}}, {{1, 4}, {4, 1}}});
  two("kron", kron, {{{3}, {4}}, {{2, 2}, {3, 1}}, {{2}, {2, 3}}});
  two("cross", [](const Operand &a, const Operand &b) { return cross(a, b); },
      {{{3}, {3}},
       {{2, 3}, {3}},
       {{4, 1, 3}, {2, 3}},
       {{1, 3}, {1, 3}},
       {{17, 3}, {17, 3}},
       {{0, 3}, {3}}});
  shaped("crossFirst", [](const Operands &in) { return cross(in[0], in[1], 0); },
         {{{3}, {3}},
          {{3, 2}, {3, 2}},
          {{3, 1}, {3, 4}},
          {{3, 1, 1}, {3, 1, 1}},
          {{3, 2, 5}, {3, 2, 1}},
          {{3, 0}, {3, 0}}});
}

void addMatrices() {
  UNARY(norm, {f32, bf16});
  for (double order : {0., 1., 3.})
    unary("norm" + std::to_string(int(order)),
          [order](Tensor x) { return norm(x, -1, keepDims, order); }, {f32, i32});
  unary("normMax", [](Tensor x) { return norm(x, -1, Keep::No, 1. / 0.); }, {f32});
  unary("normMin", [](Tensor x) { return norm(x, 0, Keep::No, -1. / 0.); }, {f32});
  const std::vector<std::vector<Shape>> squares{{{3, 3}}, {{2, 4, 4}}, {{1, 1}}};
  shaped("matrixTranspose", [](const Operands &in) { return matrixTranspose(in[0]); }, squares);
  for (int64_t n : {0, 1, 5})
    shaped(
        "matrixPower" + std::to_string(n),
        [n](const Operands &in) { return matrixPower(in[0], n); }, squares);
  auto positive = [](const Tensor &x) {
    return matmul(x, matrixTranspose(x)) + eye(x.size(-1)) * 2;
  };
  shaped("cholesky", [=](const Operands &in) { return cholesky(positive(in[0])); }, squares);
  shaped("choleskySolve",
         [=](const Operands &in) { return choleskySolve(cholesky(positive(in[0])), in[1]); },
         {{{3, 3}, {3, 2}}, {{4, 4}, {4, 1}}, {{1, 1}, {1, 3}}});
  shaped("triangularSolve",
         [=](const Operands &in) { return triangularSolve(positive(in[0]), in[1]); },
         {{{3, 3}, {3, 2}}, {{2, 4, 4}, {2, 4, 1}}, {{1, 1}, {1, 3}}});
  shaped("triangularSolveRight",
         [=](const Operands &in) {
           return triangularSolve(positive(in[0]), in[1], {false, true, true, true});
         },
         {{{3, 3}, {2, 3}}, {{2, 4, 4}, {2, 1, 4}}, {{1, 1}, {3, 1}}});
}

} // namespace

int main() {
  addStatistics();
  addNans();
  addSamples();
  addProducts();
  addMatrices();
  runAll();
}
