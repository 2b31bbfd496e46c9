// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees with a leading dim on each leaf. The leaves are stacked and indexed by the ops of ops.h, so
// this works inside and outside of a trace. The leading dim has no axis name.
#include "compiler/frontend/include/spmd/stacked.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/axis_names.h"

namespace spmd {
inline namespace frontend {

/// All trees have the structure of the first one, types of leaves included.
void stackLeaves(TreeRef first, std::span<const TreeRef> others, Where where) {
  std::vector<Leaves> all;
  const Structure wanted = structure(first);
  for (const TreeRef &other : others) {
    if (std::string found = difference(wanted, structure(other)); !found.empty())
      fail(where, "Stacked of trees that differ: " + found);
    all.push_back(flatten(other));
  }
  size_t i = 0;
  replaceLeaves(first, [&](const Tensor &leaf) {
    std::vector<Operand> rows{Operand(leaf, where)};
    for (const Leaves &leaves : all)
      rows.push_back(Operand(leaves[i].tensor, where));
    ++i;
    return leaf.hasValue() ? withNamesOfRow(stack(rows, 0), leaf) : Tensor();
  });
}

/// Positions are checked by the index op.
void indexLeaves(TreeRef tree, int64_t i, Where where) {
  replaceLeaves(tree, [&](const Tensor &leaf) {
    return leaf.hasValue() ? withNamesOfStack(leaf[Index(i, where)], leaf) : Tensor();
  });
}

/// The error names the leaf that differs, and the caller by `name`.
int64_t leadingSize(std::string_view name, TreeRef tree, Where where) {
  std::optional<int64_t> size;
  for (const Leaf &leaf : flatten(tree)) {
    if (!leaf.tensor.hasValue())
      continue;
    const std::string path = leaf.path.empty() ? "the input" : "'" + leaf.path + "'";
    if (leaf.tensor.rank() == 0)
      fail(where, std::string(name) + ": " + path + " is " + text(leaf.tensor.type()) +
                      "; it needs a leading dim");
    const int64_t own = leaf.tensor.shape()[0];
    if (size && *size != own)
      fail(where, std::string(name) + ": the leading sizes differ: " + path + " has " +
                      std::to_string(own) + ", a leaf before it " + std::to_string(*size));
    size = own;
  }
  if (!size)
    fail(where, std::string(name) + " of a tree without leaves");
  return *size;
}

} // namespace frontend
} // namespace spmd
