// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/indexing.h (frontend_cases.h).
#include "frontend_cases.h"

namespace {

using Update = Tensor (*)(const Operand &, const Index &, const Operand &);
const std::vector<std::vector<Shape>> shapes{{{5, 4, 3}}, {{6, 4, 2, 2}}, {{7, 5, 4}}};

/// Positions in [0, size).
Tensor positions(const Tensor &x, int64_t size) { return abs(x) % size; }

void addSlices() {
  shaped(
      "dynamicSlice",
      [&](const Operands &in) { return dynamicSlice(in[0], {in[1][0], in[1][1], 1}, {2, 1, 3}); },
      {{{4, 5, 6}, {2}}, {{2, 1, 4}, {2}}, {{9, 2, 5}, {2}}}, {f32, i32});
  shaped("dynamicSliceInDim",
         [&](const Operands &in) { return dynamicSliceInDim(in[0], in[1], 2, 1); },
         {{{4, 5}, {}}, {{2, 2, 3}, {}}, {{1, 7}, {}}}, {bf16, i32});
  shaped("dynamicIndexInDim",
         [&](const Operands &in) { return dynamicIndexInDim(in[0], in[1], -1, keepDims); },
         {{{4, 5}, {}}, {{2, 2, 3}, {}}, {{7}, {}}}, {i32, u8});
  shaped("dynamicUpdateSlice",
         [&](const Operands &in) { return dynamicUpdateSlice(in[0], in[1], {in[2][0], 1}); },
         {{{4, 5}, {2, 3}, {1}}, {{2, 2}, {1, 2}, {1}}, {{7, 3}, {7, 1}, {1}}}, {f32, f32, i64});
  shaped("dynamicUpdateSliceInDim",
         [&](const Operands &in) { return dynamicUpdateSliceInDim(in[0], in[1], in[2], 1); },
         {{{4, 5}, {4, 2}, {}}, {{2, 6}, {2, 6}, {}}, {{3, 3, 2}, {3, 1, 2}, {}}},
         {bf16, f32, i32});
}

/// Updates by an index, with the value's shape as that of x[index], or such that it broadcasts.
void addUpdates() {
  auto at = [&](const std::string &name, Update update, const Index &index, Shape value,
                ElementType type = f32) {
    for (const std::vector<Shape> &each : shapes)
      cases.push_back({name, {random(each[0], type), random(value, type)}, [=](const Operands &in) {
                         return update(in[0], index, in[1]);
                       }});
  };
  at("setAt1", setAt, {1, _, 2 - 1}, {1});
  at("setAt2", setAt, {slice(1, 3), 2}, {});
  at("setAt3", setAt, {slice({}, {}, 2), slice(3, 0, -2)}, {1, 1});
  at("setAt4", setAt, {_, tensor({2, -1, 0}), 1}, {1});
  at("setAt5", setAt, {0, newAxis, ellipsis, tensor({1, 0, 99})}, {3});
  at("setAt6", setAt, slice(2, 2), {1}, i32);
  at("setAt7", setAt, {ellipsis}, {1}, boolean);
  at("addAt1", addAt, {-1, slice(1, {})}, {1, 1}, bf16);
  at("addAt2", addAt, {tensor({0, 3, 0, -1})}, {1, 1}, i32);
  at("addAt3", addAt, {tensor({0, 3, 0, -1}), tensor({1, 2, 1, 3})}, {1});
  at("addAt4", addAt, {_, slice(0, {}, 3)}, {});
  at("addAt5", addAt, {slice(4, 1, -1), tensor(std::vector<int64_t>{1, 2, 1, 1}, {2, 2})}, {});
  at("multiplyAt", multiplyAt, {tensor({2, 2, 4})}, {});
  at("minAt", minAt, {_, tensor({1, 1, -1})}, {});
  at("maxAt", maxAt, {slice(0, 3), 0}, {}, i32);
  auto index = [&](const std::string &name, Index index) {
    shaped(name, [index](const Operands &in) { return in[0][index]; }, shapes);
  };
  index("twoTensors", {tensor({1, 0, 4}), tensor({-1, 2, 0})});
  index("twoTensorsWide",
        {slice(0, 4, 2), tensor(std::vector<int64_t>{1, 0}, {2, 1}), tensor({-1, 0, 1})});
}

void addAlong() {
  shaped("takeAlongDim",
         [](const Operands &in) { return takeAlongDim(in[0], positions(in[1], 4), 1); },
         {{{3, 4, 2}, {3, 5, 2}},
          {{2, 4}, {2, 1}},
          {{5, 4, 2, 2}, {1, 3, 2, 1}},
          {{3, 0}, {3, 2}},
          {{0, 4}, {0, 3}},
          {{2, 0}, {2, 0}},
          {{3, 4, 0}, {3, 5, 0}}},
         {f32, i32});
  shaped("takeAlongDimSorted",
         [](const Operands &in) { return takeAlongDim(in[0], argsort(in[0], 0), 0); },
         {{{6}}, {{4, 3}}, {{2, 3, 4}}, {{0}}, {{0, 3}}, {{3, 0}}}, {bf16});
  shaped("putAlongDim",
         [](const Operands &in) {
           return putAlongDim(in[0], argsort(in[1], 1)[{_, slice(0, 2)}], in[2], 1);
         },
         {{{3, 4}, {3, 4}, {3, 2}},
          {{2, 5}, {2, 5}, {1, 1}},
          {{4, 2}, {4, 2}, {4, 1}},
          {{0, 3}, {0, 3}, {0, 2}},
          {{3, 0}, {3, 4}, {3, 2}}},
         {i32, f32, i32});
}

/// Dims without elements have no positions, and nothing in them changes.
void addNothing() {
  const std::vector<std::vector<Shape>> none{{{3, 0, 2}, {0}}, {{2, 4}, {0}},    {{0, 3}, {2, 0}},
                                             {{3, 0}, {0}},    {{1, 5, 2}, {0}}, {{0, 0}, {0, 2}}};
  shaped("takeNone", [](const Operands &in) { return take(in[0], in[1], 1); }, none, {f32, i32});
  shaped("indexNone", [](const Operands &in) { return in[0][{_, in[1]}]; }, none, {f32, i32});
  shaped("setAtNone", [](const Operands &in) { return setAt(in[0], {_, in[1]}, 7); },
         {{{3, 0, 2}, {2}}, {{3, 0}, {0}}, {{0, 3}, {2}}, {{0, 0}, {1, 2}}, {{3, 4, 0}, {1}}},
         {f32, i32});
}

void addSegments() {
  using Segment = Tensor (*)(const Operand &, const Operand &, int64_t);
  auto segment = [&](const std::string &name, Segment op, ElementType type) {
    shaped(name, [op](const Operands &in) { return op(in[0], in[1], 5); },
           {{{9}, {9}}, {{7, 2}, {7}}, {{12, 2, 3}, {12}}}, {type, i32});
  };
  segment("segmentSum", segmentSum, f32);
  segment("segmentSum", segmentSum, i32);
  segment("segmentProd", segmentProd, f32);
  segment("segmentMax", segmentMax, bf16);
  segment("segmentMax", segmentMax, i32);
  segment("segmentMin", segmentMin, f32);
  unary("bincount", [](Tensor x) { return bincount(x, 7); }, {i32, u8});
}

void addWindows() {
  const GatherDims rows{.offset = {1, 2}, .collapsed = {1}, .map = {1, 0}};
  shaped("gather",
         [rows](const Operands &in) { return gather(in[0], positions(in[1], 3), rows, {2, 1, 2}); },
         {{{4, 5, 2}, {6, 2}}, {{2, 3, 3}, {1, 2}}, {{6, 6, 4}, {3, 2}}}, {f32, i32});
  using Kind = std::pair<const char *, Scatter>;
  for (auto [name, kind] : {Kind{"scatterAdd", Scatter::Add}, Kind{"scatterMul", Scatter::Multiply},
                            Kind{"scatterMin", Scatter::Min}, Kind{"scatterMax", Scatter::Max}})
    shaped(name,
           [rows, kind](const Operands &in) {
             // Windows lie within x: JAX skips those that do not, and this op their elements.
             const int64_t inside = std::min(in[0].size(0) - in[2].size(1) + 1, in[0].size(1));
             return scatter(in[0], positions(in[1], std::max<int64_t>(inside, 1)), in[2], rows,
                            kind);
           },
           {{{4, 5, 2}, {6, 2}, {6, 2, 2}},
            {{3, 3, 3}, {1, 2}, {1, 1, 3}},
            {{6, 6, 4}, {3, 2}, {3, 2, 1}},
            {{3, 7, 1}, {2, 2}, {2, 3, 1}},
            {{11, 3, 2}, {0, 2}, {0, 2, 2}}},
           {f32, i32, f32});
  shaped("scatter",
         [](const Operands &in) {
           return scatter(in[0], tensor(std::vector<int64_t>{2, 0, 9}, {3, 1}), in[1],
                          {.offset = {1}, .collapsed = {0}, .map = {0}});
         },
         {{{4, 5}, {3, 5}},
          {{3, 2}, {3, 1}},
          {{5, 1}, {3, 1}},
          {{13, 3}, {3, 2}},
          {{1, 4}, {3, 4}},
          {{3, 29}, {3, 29}},
          {{3, 2}, {3, 0}}});
}

} // namespace

int main() {
  addSlices();
  addUpdates();
  addAlong();
  addNothing();
  addSegments();
  addWindows();
  runAll();
}
