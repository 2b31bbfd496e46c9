// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/order.h and spmd/convolution.h (frontend_cases.h).
#include "frontend_cases.h"

namespace {

void addSorts() {
  const std::vector<ElementType> types{f32, bf16, i32, u8};
  UNARY(sort, {f32, bf16, f64, i32, u8, boolean});
  unary("sortFirst", [](Tensor x) { return sort(x, 0, descending); }, types);
  unary("sortNan", [](Tensor x) { return sort(sqrt(x)); }, {f32, bf16});
  UNARY(argsort, types);
  unary("argsortDown", [](Tensor x) { return argsort(round(x), 0, descending); }, {f32, bf16});
  unary("argsortNan", [](Tensor x) { return argsort(sqrt(x) * 0, 0); }, {f32});
  for (size_t i : {0, 1, 2})
    shaped("sortBy" + std::to_string(i),
           [i](const Operands &in) { return sortBy({in[0], in[1], in[2]}, 0, 2)[i]; },
           {{{9}, {9}, {9}}, {{7, 2}, {7, 2}, {7, 2}}, {{20, 1, 3}, {20, 1, 3}, {20, 1, 3}}},
           {boolean, i32, f32});
  unary("topKValues", [](Tensor x) { return topK(x, 2).values; }, types);
  unary("topKPositions", [](Tensor x) { return topK(x, 2).positions; }, {f32, i32});
  unary("topKFirst", [](Tensor x) { return topK(x, 2, 0).values; }, {f32});
  shaped("searchSorted", [](const Operands &in) { return searchSorted(sort(in[0]), in[1]); },
         {{{9}, {4}}, {{1}, {2, 3}}, {{30}, {}}}, {i32, i32});
  shaped("searchSortedRight",
         [](const Operands &in) { return searchSorted(sort(in[0]), in[1], Side::Right); },
         {{{9}, {4}}, {{1}, {2, 3}}, {{30}, {}}}, {i32, f32});
}

void addScans() {
  unary("cumsum", [](Tensor x) { return cumsum(x); }, {f32, bf16, f64, i32, u8, boolean});
  unary("cumsumLast", [](Tensor x) { return cumsum(x, -1, Scan::Reverse); }, {f32, i32});
  unary("cumprod", [](Tensor x) { return cumprod(x, -1); }, {f32, bf16, i32});
  unary("cummax", [](Tensor x) { return cummax(x, -1); }, {f32, bf16, i32, u8});
  unary("cummin", [](Tensor x) { return cummin(x, 0, Scan::Reverse); }, {f32, i32});
  shaped("cumsumLong", [](const Operands &in) { return cumsum(in[0], 0); },
         {{{1000}}, {{70, 3}}, {{2, 3, 4}}});
}

void addConvolutions() {
  auto conv = [](const ConvOptions &options) {
    return [options](const Operands &in) { return convGeneral(in[0], in[1], options); };
  };
  shaped(
      "convGeneral1", conv({}),
      {{{2, 3, 7}, {4, 3, 3}}, {{1, 2, 5, 6}, {3, 2, 2, 3}}, {{1, 2, 4, 3, 5}, {2, 2, 2, 1, 3}}});
  const ConvDims channelsLast{"NHWC", "HWIO", "NHWC"};
  const std::vector<std::vector<Shape>> images{
      {{2, 7, 8, 3}, {3, 3, 3, 4}}, {{1, 5, 5, 2}, {2, 1, 2, 2}}, {{1, 9, 4, 1}, {4, 3, 1, 2}}};
  shaped("convGeneral2", conv({.strides = {2, 1}, .padding = "SAME", .dims = channelsLast}),
         images);
  shaped("convGeneral2", conv({.strides = {2, 1}, .padding = "SAME", .dims = channelsLast}), images,
         {bf16, bf16});
  shaped("convGeneral3",
         conv({.padding = {{{1, 2}, {0, 3}}},
               .dilation = {2, 1},
               .kernelDilation = {1, 2},
               .dims = channelsLast}),
         images);
  shaped(
      "convGeneral4", conv({.padding = "SAME_LOWER", .dims = {"NWHC", "OHWI", "CNHW"}}),
      {{{2, 7, 8, 3}, {4, 3, 2, 3}}, {{1, 5, 5, 2}, {3, 2, 1, 2}}, {{1, 9, 4, 1}, {2, 4, 3, 1}}});
  shaped("convGroups", conv({.padding = "SAME", .groups = 2}),
         {{{2, 4, 7}, {6, 2, 3}}, {{1, 2, 5, 6}, {4, 1, 2, 3}}, {{1, 6, 3}, {2, 3, 3}}});
  shaped("convBatchGroups", conv({.batchGroups = 2}),
         {{{2, 4, 7}, {6, 4, 3}}, {{4, 2, 5, 6}, {4, 2, 2, 3}}, {{6, 1, 3}, {2, 1, 3}}});
  auto transposed = [](const ConvOptions &options) {
    return [options](const Operands &in) { return convTranspose(in[0], in[1], options); };
  };
  shaped("convTranspose1", transposed({.strides = {2, 3}, .padding = "SAME", .dims = channelsLast}),
         images);
  shaped("convTranspose2", transposed({.strides = {3, 2}, .dims = channelsLast}), images);
  shaped("convTranspose3",
         transposed({.strides = {2, 2},
                     .padding = {{{1, 2}, {3, 1}}},
                     .kernelDilation = {2, 1},
                     .dims = channelsLast}),
         images);
}

void addPoolings() {
  const std::vector<std::vector<Shape>> images{{{2, 7, 8, 3}}, {{5, 5, 2}}, {{1, 2, 9, 4, 1}}};
  const WindowOptions strided{.strides = {2, 1}, .padding = "SAME"};
  for (ElementType type : {f32, bf16, i32}) {
    shaped("maxPool", [=](const Operands &in) { return maxPool(in[0], {3, 2}, strided); }, images,
           {type});
    if (type == i32)
      continue;
    shaped("avgPool", [=](const Operands &in) { return avgPool(in[0], {3, 2}, strided); }, images,
           {type});
  }
  shaped("minPool", [](const Operands &in) { return minPool(in[0], {2, 2}); }, images);
  shaped(
      "avgPoolInside",
      [=](const Operands &in) { return avgPool(in[0], {3, 2}, strided, Padded::CountsNot); },
      images);
  using Kind = std::pair<const char *, Combine>;
  for (auto [name, kind] :
       {Kind{"windowSum", Combine::Sum}, Kind{"windowProduct", Combine::Product},
        Kind{"windowMax", Combine::Max}, Kind{"windowMin", Combine::Min}})
    shaped(name,
           [kind](const Operands &in) {
             return reduceWindow(in[0], kind, {2, 3},
                                 {.strides = {1, 2},
                                  .padding = {{{1, 0}, {2, 1}}},
                                  .dilation = {2, 1},
                                  .windowDilation = {1, 2}});
           },
           {{{5, 6}}, {{2, 9}}, {{3, 4}}});
}

} // namespace

int main() {
  addSorts();
  addScans();
  addConvolutions();
  addPoolings();
  runAll();
}
