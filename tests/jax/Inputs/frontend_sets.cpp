// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/sets.h, spmd/selection.h and spmd/grids.h (frontend_cases.h).
#include "frontend_cases.h"

namespace {

using Shapes = std::vector<std::vector<Shape>>;
const Shapes kMatrices{{{3, 5}}, {{1, 1}}, {{2, 4}}, {{6, 2}}, {{7, 3}}, {{4, 9}}};

void matrices(const std::string &name, std::function<Tensor(Tensor)> op,
              const std::vector<ElementType> &types) {
  for (ElementType type : types)
    shaped(name, [op](const Operands &in) { return op(in[0]); }, kMatrices, {type});
}
void two(const std::string &name, std::function<Tensor(Tensor, Tensor)> op, const Shapes &shapes,
         const std::vector<ElementType> &types = {f32, i32}) {
  for (ElementType type : types)
    shaped(name, [op](const Operands &in) { return op(in[0], in[1]); }, shapes, {type, type});
}
/// Positions and counts have no gradient, and sets none that JAX agrees on at ties.
Tensor rounded(const Tensor &x) { return round(stopGradient(x)); }

void addPositions() {
  for (size_t i : {0, 1})
    matrices("nonzero" + std::to_string(i),
             [i](Tensor x) { return nonzero(stopGradient(x) > 0, 7, -1)[i]; }, {f32, i32});
  unary("flatNonzero", [](Tensor x) { return flatNonzero(stopGradient(x) > 0, 5); }, {f32, i32});
  unary("argwhere", [](Tensor x) { return argwhere(stopGradient(x) > 0, 4, 9); }, {f32, i32});
  unary("extract", [](Tensor x) { return extract(x > 0.3, x, 5, -3); }, {f32, bf16, i32});
  matrices("compress", [](Tensor x) { return compress(x[{_, 0}] > 0, x, 2); }, {f32, i32});
  matrices("compressLast", [](Tensor x) { return compress(x[0] > 0, x, 3, 1, 1); }, {f32, i32});
}

void addSets() {
  const std::vector<ElementType> types{f32, i32};
  unary("uniqueValues", [](Tensor x) { return unique(rounded(x), 6).values; }, types);
  unary("uniqueFilled", [](Tensor x) { return unique(rounded(x), 9, -7.).values; }, types);
  unary("uniqueFirst", [](Tensor x) { return unique(rounded(x), 6).first; }, types);
  unary("uniqueInverse", [](Tensor x) { return unique(rounded(x), 6).inverse; }, types);
  unary("uniqueCounts", [](Tensor x) { return unique(rounded(x), 6).counts; }, types);
  unary("uniqueNan", [](Tensor x) { return unique(sqrt(rounded(x)), 5, -1.).values; }, {f32});
  const Shapes pairs{{{5}, {7}},    {{2, 3}, {4}}, {{1}, {1}},
                     {{9}, {2, 2}}, {{12}, {12}},  {{3, 1}, {8}}};
  two("isin", [](Tensor a, Tensor b) { return isin(rounded(a), rounded(b)); }, pairs);
  const Shapes flats{{{5}, {7}}, {{6}, {4}}, {{1}, {1}}, {{9}, {4}}, {{12}, {12}}, {{3}, {8}}};
  two("union1d", [](Tensor a, Tensor b) { return union1d(rounded(a), rounded(b), 8); }, flats);
  two("union1dFilled", [](Tensor a, Tensor b) { return union1d(a, b, 6, int64_t(-9)); }, flats,
      {i32});
  two("intersect1d", [](Tensor a, Tensor b) { return intersect1d(a, b, 6, int64_t(-9)); }, flats,
      {i32, u8});
  two("setdiff1d", [](Tensor a, Tensor b) { return setdiff1d(a, b, 6, int64_t(-9)); }, flats,
      {i32});
  two("setxor1d", [](Tensor a, Tensor b) { return setxor1d(a, b, 6, int64_t(-9)); }, flats, {i32});
}

void addChoices() {
  const Shapes edges{{{5}, {4}}, {{2, 3}, {1}}, {{}, {6}}, {{7}, {2}}, {{1, 4}, {3}}, {{9}, {9}}};
  two(
      "digitize",
      [](Tensor x, Tensor e) { return digitize(stopGradient(x), sort(stopGradient(e))); }, edges);
  two("digitizeRight",
      [](Tensor x, Tensor e) { return digitize(rounded(x), rounded(sort(e)), Side::Right); }, edges,
      {f32});
  shaped("choose", [](const Operands &in) { return choose(in[0], {in[1], in[2], in[3]}); },
         {{{5}, {5}, {5}, {5}},
          {{2, 3}, {3}, {}, {2, 1}},
          {{}, {4}, {4}, {4}},
          {{7}, {7}, {1}, {7}},
          {{1, 4}, {1, 4}, {4}, {1}},
          {{9}, {}, {}, {}}},
         {i32, f32, f32, f32});
  unary("piecewise",
        [](Tensor x) {
          return piecewise(x, {x < 0, x > 1},
                           {[](Tensor v) { return -v; }, [](Tensor v) { return v * v; }});
        },
        {f32, bf16});
  unary("piecewiseRest",
        [](Tensor x) {
          return piecewise(x, {x<0, x> - 1},
                           {[](Tensor v) { return -v; }, [](Tensor v) { return v * v; },
                            [](Tensor v) { return v + 100; }});
        },
        {f32, i32});
  const Shapes equal{{{5}, {5}}, {{2, 3}, {2, 3}}, {{1}, {1}},
                     {{9}, {9}}, {{3, 8}, {3, 8}}, {{2, 1, 6}, {2, 1, 6}}};
  two("lexsort", [](Tensor a, Tensor b) { return lexsort({stopGradient(a), rounded(b)}); }, equal);
  const Shapes points{{{5}, {5}}, {{40}, {40}},   {{1}, {1}},
                      {{9}, {9}}, {{100}, {100}}, {{17}, {17}}};
  two(
      "histogram2d",
      [](Tensor x, Tensor y) {
        return histogram2d(stopGradient(x), stopGradient(y), 4, -1.5, 1.5);
      },
      points);
  unary("applyAlongDim",
        [](Tensor x) { return applyAlongDim([](Tensor v) -> Tensor { return cumsum(v); }, x, 0); },
        {f32, i32});
  shaped("applyAlongDimWide",
         [](const Operands &in) {
           return applyAlongDim([](Tensor v) -> Tensor { return outer(v, v[slice(0, 2)]); }, in[0],
                                1);
         },
         {{{3, 5}}, {{2, 4, 3}}, {{1, 2}}, {{6, 2, 1, 2}}, {{7, 3}}, {{4, 9}}});
  unary("applyAlongDimSum",
        [](Tensor x) { return applyAlongDim([](Tensor v) -> Tensor { return sum(v); }, x); },
        {f32, i32});
}

void addNans() {
  using Statistic = std::function<Tensor(const Operand &, const Dims &)>;
  using Named = std::pair<const char *, Statistic>;
  for (auto [name, op] :
       {Named{"nanQuantile",
              [](const Operand &x, const Dims &d) { return nanQuantile(x, 0.3, d); }},
        Named{"nanPercentile",
              [](const Operand &x, const Dims &d) { return nanPercentile(x, 62.5, d); }},
        Named{"nanMedian", [](const Operand &x, const Dims &d) { return nanMedian(x, d); }}}) {
    unary(name + std::string("0"),
          [op = op](Tensor x) { return op(sqrt(stopGradient(x)), Dims::all()); }, {f32, f64});
    unary(name + std::string("1"), [op = op](Tensor x) { return op(sqrt(stopGradient(x)), -1); },
          {f32, i32});
  }
  unary("nanMedianKept", [](Tensor x) { return nanMedian(sqrt(stopGradient(x)), 0, keepDims); },
        {f32});
  unary("nanArgmax", [](Tensor x) { return nanArgmax(sqrt(stopGradient(x)), -1); }, {f32, bf16});
  unary("nanArgmin", [](Tensor x) { return nanArgmin(sqrt(stopGradient(x)), 0, keepDims); }, {f32});
  unary("nanCumsum", [](Tensor x) { return nanCumsum(sqrt(stopGradient(x))); }, {f32, bf16});
  unary("nanCumprod", [](Tensor x) { return nanCumprod(sqrt(stopGradient(x)), -1); }, {f32});
  unary("cumlogsumexp", [](Tensor x) { return cumlogsumexp(x); }, {f32, f64, i32});
  unary("cumlogsumexpLast", [](Tensor x) { return cumlogsumexp(x * 30, -1, Scan::Reverse); },
        {f32});
}

void addGrids() {
  const Shapes equal{{{3, 5}, {3, 5}}, {{1, 1}, {1, 1}}, {{2, 4, 3}, {2, 4, 3}},
                     {{6, 2}, {6, 2}}, {{7, 3}, {7, 3}}, {{2, 9}, {2, 9}}};
  two("block", [](Tensor a, Tensor b) { return block({{a, b}, {b, a}}); }, equal);
  two("blockRow", [](Tensor a, Tensor b) { return block({{a, b}}); }, equal);
  two("columnStack", [](Tensor a, Tensor b) { return columnStack({a, b}); },
      {{{3}, {3}}, {{3, 2}, {3}}, {{4, 1}, {4, 5}}, {{1}, {1, 2}}, {{6}, {6}}, {{2, 2}, {2, 2}}});
  for (size_t i : {0, 1, 2})
    shaped("ix" + std::to_string(i),
           [i](const Operands &in) { return ix({in[0], in[1], in[2]})[i]; },
           {{{3}, {4}, {5}},
            {{1}, {2}, {3}},
            {{7}, {1}, {1}},
            {{2}, {2}, {2}},
            {{6}, {3}, {1}},
            {{4}, {9}, {2}}},
           {i32, i32, i32});
  for (size_t i : {0, 1, 2})
    unary("unravelIndex" + std::to_string(i),
          [i](Tensor x) { return unravelIndex(abs(x) * 3, {3, 4, 5})[i]; }, {i32});
  two("ravelMultiIndex",
      [](Tensor a, Tensor b) { return ravelMultiIndex({abs(a), abs(b)}, {5, 6}); }, equal, {i32});
  for (int64_t k : {-1, 0, 2}) {
    const std::string number = std::to_string(k + 2);
    constant("trilIndices0" + number, [k] { return trilIndices(4, k, 5).first; });
    constant("trilIndices1" + number, [k] { return trilIndices(4, k, 5).second; });
    constant("triuIndices0" + number, [k] { return triuIndices(4, k, 5).first; });
    constant("triuIndices1" + number, [k] { return triuIndices(4, k, 5).second; });
  }
  constant("diagIndices", [] { return diagIndices(4).second; });
  matrices("fillDiagonal", [](Tensor x) { return fillDiagonal(x, 7); }, {f32, bf16, i32});
  two("fillDiagonalLine", [](Tensor x, Tensor v) { return fillDiagonal(x, v); },
      {{{3, 5}, {3}}, {{5, 3}, {3}}, {{1, 1}, {1}}, {{4, 4}, {4}}, {{2, 6}, {2}}, {{7, 2}, {2}}});
  unary("resize", [](Tensor x) { return resize(x, {3, 5}); }, {f32, i32});
  unary("resizeSmall", [](Tensor x) { return resize(x, {2, 1, 2}); }, {f32, i32});
}

} // namespace

int main() {
  addPositions();
  addSets();
  addChoices();
  addNans();
  addGrids();
  runAll();
}
