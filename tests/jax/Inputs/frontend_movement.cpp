// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/movement.h (frontend_cases.h).
#include "frontend_cases.h"

namespace {

const std::vector<std::vector<Shape>> matrices{{{4, 4}}, {{2, 5}}, {{6, 3}}};
const std::vector<std::vector<Shape>> boxes{{{2, 3, 4}}, {{4, 1, 3}}, {{3, 5, 2}}};

void addPads() {
  const std::vector<Padding> around{{1, 2}, {0, 3}};
  auto padded = [&](const std::string &name, PadMode mode, ElementType type = f32) {
    shaped(name, [=](const Operands &in) { return pad(in[0], around, mode); },
           {{{4, 4}}, {{2, 5}}, {{3, 2}}}, {type});
  };
  shaped("pad", [=](const Operands &in) { return pad(in[0], around, 1.5); }, matrices);
  shaped("padCut", [](const Operands &in) { return pad(in[0], {{-1, 2, 1}, {1, -1, 0}}, in[1]); },
         {{{4, 4}, {}}, {{2, 5}, {}}, {{6, 3}, {}}}, {bf16, bf16});
  shaped("padAll", [](const Operands &in) { return pad(in[0], {{1, 1}}, true); }, matrices,
         {boolean});
  padded("padEdge", PadMode::Edge);
  padded("padReflect", PadMode::Reflect);
  padded("padSymmetric", PadMode::Symmetric, i32);
  padded("padWrap", PadMode::Wrap);
  padded("padMaximum", PadMode::Maximum);
  padded("padMinimum", PadMode::Minimum, i32);
  padded("padMean", PadMode::Mean);
  padded("padMean", PadMode::Mean, i32);
}

void addRepeats() {
  unary("roll", [](Tensor x) { return roll(x, 2); }, {f32, i32});
  unary("rollLast", [](Tensor x) { return roll(x, -7, -1); }, {f32, bf16});
  unary("tile", [](Tensor x) { return tile(x, {2, 3}); }, {f32, boolean});
  unary("repeat", [](Tensor x) { return repeat(x, 3); }, {f32, i32});
  unary("repeatFirst", [](Tensor x) { return repeat(x, 2, 0); }, {f32});
  shaped("repeatEach", [](const Operands &in) { return repeat(in[0], {2, 0, 3}, 1); },
         {{{2, 3}}, {{4, 3, 2}}, {{1, 3}}, {{13, 3}}, {{1, 3, 29}}, {{0, 3}}, {{2, 3, 1, 2}}});
  unary("takeFixed", [](Tensor x) { return takeFixed(x, {1, 0, 0, 0, -1}); }, {f32, bf16});
}

void addSplits() {
  unary("split", [](Tensor x) { return split(x, x.size(-1), -1).back(); }, {f32, i32});
  shaped("splitTwo", [](const Operands &in) { return split(in[0], 2, 0).at(1); },
         {{{4, 3}}, {{2}}, {{6, 1, 2}}});
  unary("splitAt", [](Tensor x) { return concatenate({splitAt(x, {1, 1}, -1)[2], x}, -1); },
        {f32, i32});
  unary("unstack", [](Tensor x) { return unstack(x).at(1); }, {f32, bf16});
  BINARY("broadcastTogether", broadcastTogether({a, b})[0], {{f32, i32}});
  shaped("broadcastInDim",
         [](const Operands &in) {
           auto stretched = [&](int64_t dim) { return in[0].size(dim) == 1 ? 4 : in[0].size(dim); };
           return broadcastInDim(in[0], {stretched(0), 3, stretched(1)}, {0, 2});
         },
         {{{2, 4}}, {{1, 4}}, {{2, 1}}});
}

void addDims() {
  shaped("swapAxes", [](const Operands &in) { return swapAxes(in[0], 0, -1); }, boxes);
  shaped("moveAxis", [](const Operands &in) { return moveAxis(in[0], 0, 2); }, boxes);
  shaped("moveAxisBack", [](const Operands &in) { return moveAxis(in[0], -1, 0); }, boxes);
  UNARY(ravel, {f32, boolean});
  shaped("collapse", [](const Operands &in) { return collapse(in[0], 1, 2); }, boxes);
  for (int64_t count : {-1, 0, 1, 2})
    shaped(
        "rot90_" + std::to_string(count + 1),
        [count](const Operands &in) { return rot90(in[0], count); }, matrices);
  for (auto [name, op] : {std::pair{"vstack", &vstack}, {"hstack", &hstack}, {"dstack", &dstack}})
    shaped(name, [op = op](const Operands &in) { return op({in[0], in[1]}); },
           {{{3}, {3}}, {{}, {}}, {{2, 3}, {2, 3}}, {{2, 3, 2}, {2, 3, 2}}});
}

void addDiagonals() {
  for (int64_t k : {0, -1, 2}) {
    const std::string at = std::to_string(k + 1);
    shaped("tril" + at, [k](const Operands &in) { return tril(in[0], k); }, matrices);
    shaped("triu" + at, [k](const Operands &in) { return triu(in[0], k); }, boxes);
    shaped("diag" + at, [k](const Operands &in) { return diag(in[0], k); },
           {{{4}}, {{2, 5}}, {{6, 3}}, {{1}}}, {k ? f32 : boolean});
    shaped("trace" + at, [k](const Operands &in) { return trace(in[0], k, 1, 0); }, boxes);
    shaped("diagonal" + at, [k](const Operands &in) { return diagonal(in[0], k, 0, -1); }, boxes);
    constant("tri" + at, [k] { return tri(4, 3, k); });
  }
}

void addGrids() {
  const std::vector<std::pair<ElementType, ElementType>> floats{{f32, f32}, {i32, f32}};
  BINARY("linspace", linspace(a, b, 7), floats);
  BINARY("linspaceOpen", linspace(a, b, 4, false), floats);
  BINARY("linspaceOne", linspace(a, b, 1), floats);
  BINARY("logspace", logspace(a, b, 3, true, 2), floats);
  BINARY("geomspace", geomspace(abs(a) + 1, abs(b) + 2, 5), floats);
  constant("arange", [] { return arange(2, 11, 3); });
  constant("arangeDown", [] { return arange(2, -3, -2, f32); });
  for (int64_t i : {0, 1, 2})
    shaped("meshgrid" + std::to_string(i),
           [i](const Operands &in) { return meshgrid({in[0], in[1], in[2]})[size_t(i)]; },
           {{{2}, {3}, {4}}, {{1}, {5}, {1}}, {{3}, {1}, {2}}});
  shaped("meshgridPlain", [](const Operands &in) { return meshgrid({in[0], in[1]}, Grid::Ij)[1]; },
         {{{2}, {3}}, {{1}, {5}}, {{3}, {1}}});
  unary("fullLike", [](Tensor x) { return fullLike(x, 2); }, {f32, i32, bf16});
}

} // namespace

int main() {
  addPads();
  addRepeats();
  addSplits();
  addDims();
  addDiagonals();
  addGrids();
  runAll();
}
