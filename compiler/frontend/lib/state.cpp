// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves of trees by path: lists, tables, replacement.
#include "compiler/frontend/lib/library_error.h"
#include <spmd/sharding.h>
#include <spmd/state.h>

namespace spmd {
inline namespace frontend {
namespace {

/// 1 for a scalar, 0 where a size is 0.
int64_t elementsOf(const Type &type) {
  int64_t count = 1;
  for (int64_t size : type.dims)
    count *= size;
  return count;
}

/// Bytes per element; a boolean has one.
int64_t widthOf(ElementType type) {
  switch (type) {
  case boolean:
  case i8:
  case u8:
    return 1;
  case i16:
  case u16:
  case bf16:
  case f16:
    return 2;
  case i32:
  case u32:
  case f32:
    return 4;
  case i64:
  case u64:
  case f64:
  case c64:
    return 8;
  case c128:
    return 16;
  }
  return 0;
}

/// 1234567 -> "1,234,567".
std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  for (int64_t at = int64_t(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(size_t(at), ",");
  return digits;
}

/// Rows of cells as lines; the last column stands on the right, the others on the left.
std::string aligned(const std::vector<std::array<std::string, 4>> &rows) {
  std::array<size_t, 4> widths{};
  for (const auto &row : rows)
    for (size_t column = 0; column < row.size(); ++column)
      widths[column] = std::max(widths[column], row[column].size());
  std::string out;
  for (const auto &row : rows) {
    for (size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - row[column].size(), ' ');
      const bool isLast = column + 1 == row.size();
      out += isLast ? padding + row[column] : row[column] + padding + "  ";
    }
    out += '\n';
  }
  return out;
}

} // namespace

/// Names of axes are those that withAxes gave, whatever mesh is in use.
std::vector<LeafType> state(TreeRef tree) {
  std::vector<LeafType> entries;
  for (const Leaf &leaf : flatten(tree))
    if (leaf.tensor.hasValue())
      entries.push_back({leaf.path, leaf.tensor.type(), axesOf(leaf.tensor)});
  return entries;
}

/// Integers, such as counts of steps, are no parameters.
int64_t parameterCount(TreeRef tree) {
  int64_t count = 0;
  for (const LeafType &entry : state(tree))
    if (isFloat(entry.type.element))
      count += elementsOf(entry.type);
  return count;
}

/// As the elements lie in memory of one device that holds all of the tree.
int64_t byteCount(TreeRef tree) {
  int64_t bytes = 0;
  for (const LeafType &entry : state(tree))
    bytes += elementsOf(entry.type) * widthOf(entry.type.element);
  return bytes;
}

/// Dims without a name show as "_".
std::string table(TreeRef tree) {
  std::vector<std::array<std::string, 4>> rows{{"path", "type", "axes", "elements"}};
  int64_t elements = 0;
  for (const LeafType &entry : state(tree)) {
    std::string axes;
    for (const std::string &name : entry.axes)
      axes += (axes.empty() ? "" : " ") + (name.empty() ? "_" : name);
    rows.push_back({entry.path, text(entry.type), axes, grouped(elementsOf(entry.type))});
    elements += elementsOf(entry.type);
  }
  rows.push_back({"all", grouped(byteCount(tree)) + " bytes", "", grouped(elements)});
  return aligned(rows);
}

/// Each path is looked up once; the tree is changed after all of them were checked.
void mergeInPlace(TreeRef tree, const Leaves &leaves, Where where) {
  const CallerLine line(where);
  std::map<std::string, Tensor> wanted;
  const Leaves own = flatten(tree);
  // A leaf without a value takes any type: that is how an optional part of a model is filled.
  for (const Leaf &leaf : leaves) {
    auto at = std::find_if(own.begin(), own.end(),
                           [&](const Leaf &other) { return other.path == leaf.path; });
    if (at == own.end())
      refuse("merge: the tree has no '" + leaf.path + "'");
    if (at->tensor.hasValue() && leaf.tensor.type() != at->tensor.type())
      refuse("merge: '" + leaf.path + "' is " + text(leaf.tensor.type()) + ", the tree has " +
             text(at->tensor.type()));
    wanted[leaf.path] = leaf.tensor;
  }
  auto next = own.begin();
  replaceLeaves(tree, [&](const Tensor &was) {
    auto found = wanted.find((next++)->path);
    return found == wanted.end() ? was : constrainLike(found->second, was);
  });
}

} // namespace frontend
} // namespace spmd
