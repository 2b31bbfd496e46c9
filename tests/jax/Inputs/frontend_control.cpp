// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/control_flow.h, spmd/associative_scan.h and spmd/stacked.h (frontend_cases.h).
#include "layer_cases.h"

namespace {

using Pair = std::pair<Tensor, Tensor>;

Tensor joinedPair(const Pair &pair) { return joined({pair.first, pair.second}); }

// A carry, elements and a parameter.
const ShapeLists kLoops{{{3}, {5, 3}, {3}}, {{2, 4}, {3, 2, 4}, {2, 4}},
                        {{}, {6}, {}},      {{1}, {1, 1}, {1}},
                        {{5}, {2, 5}, {5}}, {{2, 1, 3}, {4, 2, 1, 3}, {2, 1, 3}},
                        {{7}, {13, 7}, {7}}};
const Types kTypes{f32, bf16, f64};

void addScan(const std::string &name, const ScanOptions &options) {
  exactly(
      name,
      [=](const Operands &in) {
        const Tensor w = in[2];
        auto step = [=](Tensor c, Tensor x) { return Pair(tanh(c * w + x), c * x); };
        return joinedPair(scan(step, in[0], in[1], options));
      },
      kLoops);
}

struct Layer {
  Tensor weight, bias;
  SPMD_FIELDS(weight, bias)
};

void addScans() {
  addScan("scan", {});
  addScan("scanReverse", {.reverse = true});
  addScan("scanUnroll", {.unroll = 2});
  addScan("scanReverseUnroll", {.reverse = true, .unroll = 3});
  exactly(
      "scanCarry",
      [](const Operands &in) {
        const Tensor w = in[2];
        return scan([=](Tensor c, Tensor x) { return sin(c * x) + w; }, in[0], in[1]);
      },
      kLoops);
  shaped("scanLength",
         [](const Operands &in) {
           const Tensor w = in[1];
           auto step = [=](Tensor c, std::vector<Tensor>) { return Pair(sin(c + w), c * 0.5); };
           return joinedPair(scan(step, in[0], std::vector<Tensor>(), {.length = 4}));
         },
         {{{3}, {3}}, {{2, 4}, {2, 4}}, {{}, {}}, {{1}, {1}}, {{0, 2}, {0, 2}}, {{2, 1, 3}, {3}}});
  exactly("scanIntegers",
          [](const Operands &in) {
            const Tensor w = in[2];
            auto step = [=](Tensor c, Tensor x) { return Pair(c * 3 + x, c ^ w); };
            return joinedPair(scan(step, in[0], in[1]));
          },
          kLoops, {i32, i32, i32});
  exactly("scanNested",
          [](const Operands &in) {
            auto inner = [](Tensor c, Tensor x) { return Pair(c * cos(x), sum(c) * 1.0); };
            auto outer = [=](Tensor c, Tensor xs) {
              auto [last, ys] = scan(inner, c, xs);
              return Pair(tanh(last) + mean(ys), ys);
            };
            return joinedPair(scan(outer, in[0], in[1]));
          },
          {{{3}, {4, 5, 3}},
           {{2, 2}, {3, 2, 2, 2}},
           {{}, {2, 3}},
           {{1}, {1, 1, 1}},
           {{5}, {2, 1, 5}},
           {{4}, {3, 7, 4}}});
  const ShapeLists layers{{{3}, {4, 3, 3}, {4, 3}},    {{2, 5}, {2, 5, 5}, {2, 5}},
                          {{1}, {1, 1, 1}, {1, 1}},    {{2}, {7, 2, 2}, {7, 2}},
                          {{3, 4}, {3, 4, 4}, {3, 4}}, {{6}, {2, 6, 6}, {2, 6}}};
  auto apply = [](Tensor h, const Layer &layer) {
    return tanh(matmul(h, layer.weight) + layer.bias);
  };
  exactly(
      "Stacked",
      [=](const Operands &in) { return scan(apply, in[0], Stacked<Layer>::of({in[1], in[2]})); },
      layers);
  exactly(
      "StackedLayers",
      [=](const Operands &in) {
        const Layer first{in[1][0], in[2][0]}, last{in[1][-1], in[2][-1]};
        const Stacked<Layer> both({first, last});
        const Layer again = both.at(-1);
        return scan(apply, in[0], both) + apply(in[0], again) * double(both.size());
      },
      layers);
}

const ShapeLists kPairs{{{3}, {3}},       {{2, 4}, {2, 4}},       {{}, {}},
                        {{1, 1}, {1, 1}}, {{2, 1, 3}, {2, 1, 3}}, {{13}, {13}}};

void addLoops() {
  shaped(
      "foriLoop",
      [](const Operands &in) {
        const Tensor w = in[1];
        auto step = [=](Tensor i, Tensor c) { return sin(c * w) + astype(i, c.elementType()); };
        return foriLoop(2, 6, step, in[0]);
      },
      kPairs);
  shaped("foriLoopTraced",
         [](const Operands &in) {
           auto step = [](Tensor i, Tensor c) { return c * 0.5 + astype(i, c.elementType()); };
           return foriLoop(in[1] - in[1], abs(in[1]) % 4, step, in[0]);
         },
         {{{3}, {}}, {{2, 4}, {}}, {{}, {}}, {{1, 1}, {}}, {{0, 3}, {}}, {{2, 1, 3}, {}}},
         {f32, i32});
  shaped(
      "whileLoop",
      [](const Operands &in) {
        const Tensor w = in[1];
        auto holds = [](Pair s) { return (sum(abs(s.first)) < 40) & (s.second < 7); };
        auto next = [=](Pair s) { return Pair(s.first * 1.5 + w, s.second + 1); };
        const Pair last = whileLoop(holds, next, Pair(in[0], full({}, 0, i32)));
        return joined({last.first, astype(last.second, last.first.elementType())});
      },
      kPairs);
}

void addBranches() {
  shaped(
      "cond",
      [](const Operands &in) {
        return cond(
            sum(in[0]) > 0, [](Tensor x, Tensor y) { return sin(x) * y; },
            [](Tensor x, Tensor y) { return x * x + y; }, in[0], in[1]);
      },
      kPairs);
  shaped(
      "condCaptured",
      [](const Operands &in) {
        const Tensor x = in[0], y = in[1];
        return cond(all(x > y), [=] { return exp(x) - y; }, [=] { return x * cos(y); });
      },
      kPairs);
  shaped("switchCase",
         [](const Operands &in) {
           const std::vector<Tensor (*)(Tensor, Tensor)> branches{
               [](Tensor x, Tensor y) { return x * y; },
               [](Tensor x, Tensor y) { return exp(x) + y; },
               [](Tensor x, Tensor y) { return cumsum(reshape(x, {-1}))[-1] * y; }};
           return switchCase(in[2], branches, in[0], in[1]);
         },
         {{{3}, {3}, {}},
          {{2, 4}, {2, 4}, {}},
          {{}, {}, {}},
          {{1, 1}, {1, 1}, {}},
          {{2, 1, 3}, {2, 1, 3}, {}},
          {{13}, {13}, {}}},
         {f32, f32, i32});
}

void addAssociativeScans() {
  const std::vector<Shape> shapes{{5}, {1}, {4, 3}, {13, 2}, {2, 3, 4}, {8, 1}, {3, 3}};
  auto one = [&](const std::string &name, const std::function<Tensor(Tensor)> &op,
                 const Types &types) {
    for (ElementType type : types)
      for (const Shape &shape : shapes)
        shaped(name, [=](const Operands &in) { return op(in[0]); }, {{shape}}, {type});
  };
  auto product = [](Tensor a, Tensor b) { return a * b; };
  one("associativeScan", [=](Tensor x) { return associativeScan(product, x); }, {f32, i32});
  one("associativeScanReverse",
      [=](Tensor x) { return associativeScan(product, x, {.dim = -1, .reverse = true}); }, {f32});
  one("associativeScanMaximum",
      [](Tensor x) { return associativeScan([](Tensor a, Tensor b) { return maximum(a, b); }, x); },
      {f32, i32});
  // y = a y + b.
  auto affine = [](Pair f, Pair g) {
    return Pair(f.first * g.first, g.first * f.second + g.second);
  };
  for (bool reverse : {false, true})
    shaped(reverse ? "associativeScanAffineReverse" : "associativeScanAffine",
           [=](const Operands &in) {
             return joinedPair(associativeScan(affine, Pair(in[0], in[1]), {.reverse = reverse}));
           },
           {{{5}, {5}},
            {{1}, {1}},
            {{4, 3}, {4, 3}},
            {{13, 2}, {13, 2}},
            {{2, 3, 4}, {2, 3, 4}},
            {{8}, {8}}});
  shaped("associativeScanMatrices",
         [](const Operands &in) {
           return associativeScan([](Tensor a, Tensor b) { return matmul(a, b); }, in[0] * 0.5);
         },
         {{{5, 2, 2}}, {{1, 3, 3}}, {{4, 1, 1}}, {{7, 2, 2}}, {{3, 4, 4}}, {{2, 2, 3, 3}}});
}

} // namespace

int main() {
  addScans();
  addLoops();
  addBranches();
  addAssociativeScans();
  runAll();
}
