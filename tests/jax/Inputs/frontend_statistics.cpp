// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/statistics.h (frontend_cases.h).
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
  shaped("cov", [](const Operands &in) { return cov(in[0]); }, {{{3, 8}}, {{2, 5}}, {{4, 4}}});
  shaped("corrcoef", [](const Operands &in) { return corrcoef(in[0]); },
         {{{3, 8}}, {{2, 5}}, {{4, 4}}});
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

} // namespace

int main() {
  addStatistics();
  addNans();
  addSamples();
  runAll();
}
