// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the cases of layers and of other functions with structs share: parameters that are operands.
#pragma once
#include "frontend_cases.h"

namespace {

/// The tree with these operands in place of its leaves, in the order of its fields.
template <class T> T with(const T &tree, const Operands &in, size_t first = 1) {
  T made = tree;
  replaceLeaves(made, [&](const Tensor &) { return in[first++]; });
  return made;
}

/// The dims [begin, end) of a parameter as those of a layer.
[[maybe_unused]] nn::DimList dimsOf(const Tensor &x, size_t begin, size_t end) {
  nn::DimList list(1);
  list.dims.clear();
  for (size_t i = begin; i < end; ++i)
    list.dims.push_back(nn::Dim(x.shape()[i]));
  return list;
}

using ShapeLists = std::vector<std::vector<Shape>>;
using Types = std::vector<ElementType>;

/// The shapes with one more for a parameter of the last dim of operand `of`.
[[maybe_unused]] ShapeLists withVectors(ShapeLists shapes, size_t of, int count = 1) {
  for (std::vector<Shape> &each : shapes)
    for (int i = 0; i < count; ++i)
      each.push_back({each[of].back()});
  return shapes;
}

/// Results as one: flat, one behind the other.
[[maybe_unused]] Tensor joined(const std::vector<Tensor> &results) {
  std::vector<Operand> flat;
  for (const Tensor &x : results)
    flat.push_back(reshape(x, {-1}));
  return concatenate(flat);
}

/// As `shaped`, of these shapes alone.
[[maybe_unused]] void exactly(const std::string &name, std::function<Tensor(const Operands &)> op,
                              const ShapeLists &shapes, const Types &types = {}) {
  const size_t before = cases.size();
  shaped(name, std::move(op), shapes, types);
  for (size_t i = before; i < cases.size(); ++i)
    cases[i].hasAllShapes = true;
}

} // namespace
