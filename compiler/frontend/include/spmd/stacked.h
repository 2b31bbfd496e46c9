// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Equal modules as one, whose leaves have a leading dim: the layers over which scan runs.
#pragma once
#include <span>
#include <spmd/ops.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The leaf stack({first, others...}) of each leaf. Throws where the trees differ in structure or
/// types, or where there are none.
void stackLeaves(TreeRef first, std::span<const TreeRef> others, Where where);
/// Leaf [i] of each leaf.
void indexLeaves(TreeRef tree, int64_t i, Where where);
/// The leading size of all leaves. Throws where they differ, and where there is no leaf.
int64_t leadingSize(std::string_view name, TreeRef tree, Where where);

/// A vector of trees of one structure, stored as one tree. Paths do not show it:
/// "blocks/norm/scale" is a leaf of shape [layers, ...].
template <class T> struct Stacked {
  T layers;

  /// Marks a tree.
  using SpmdFields = void;
  auto spmdFields() const { return std::tie(layers); }
  static constexpr const char *spmdNames() { return ""; }
  static constexpr size_t spmdSize() { return sizeof(T); }

  explicit Stacked(const std::vector<T> &trees, Where where = Where::current())
      : layers(firstOf(trees, where)) {
    std::vector<TreeRef> others(trees.begin() + 1, trees.end());
    stackLeaves(layers, others, where);
  }

  /// Layers that are stacked already, as vmap of a constructor makes them.
  static Stacked of(T layers) { return Stacked(Whole(), std::move(layers)); }

  /// How many layers there are.
  int64_t size(Where where = Where::current()) const {
    return leadingSize("Stacked", layers, where);
  }
  /// One layer. Throws where there is none at this position; negative ones count from the end.
  T at(int64_t i, Where where = Where::current()) const {
    T layer = layers;
    indexLeaves(layer, i, where);
    return layer;
  }

private:
  struct Whole {};
  Stacked(Whole, T layers) : layers(std::move(layers)) {}
  static const T &firstOf(const std::vector<T> &trees, Where where) {
    if (trees.empty())
      throw Error(text(where) + ": Stacked of no trees; at least one is wanted");
    return trees[0];
  }
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
