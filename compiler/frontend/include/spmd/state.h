// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tree holds: paths, types and names of its leaves, as data and as a table; changing leaves
// by path; the types of a function's result without running it.
#pragma once
#include <spmd/jit.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// What is known of a leaf without its elements.
struct LeafType {
  std::string path; // "blocks/0/qkv/weight"
  Type type;
  std::vector<std::string> axes; // logical names of the dims; empty where there are none
  bool operator==(const LeafType &) const = default;
};
/// The leaves that have a value, in the order of declaration.
std::vector<LeafType> state(TreeRef tree);
/// The number of elements of all leaves of floats: the size of a model.
int64_t parameterCount(TreeRef tree);
/// The bytes of all leaves.
int64_t byteCount(TreeRef tree);
/// A table of the leaves, one a line, with paths, types, names of dims, numbers of elements, and a
/// line for the sum.
std::string table(TreeRef tree);

/// merge() in place.
void mergeInPlace(TreeRef tree, const Leaves &leaves, Where where);
/// The tree with other tensors at some paths. They get the names and the placement of the leaves
/// they replace. Throws for a path that the tree does not have, and where types differ.
template <class T> T merge(const T &tree, const Leaves &leaves, Where where = Where::current()) {
  T result = tree;
  mergeInPlace(result, leaves, where);
  return result;
}

/// The result of a function as a tree whose leaves have types and names, but no elements: the model
/// that evalShape([&] { return Gpt(config, key); }) gives takes no memory. The function is traced,
/// and nothing is compiled. Throws what the function throws.
template <class F, class... A> auto evalShape(F f, const A &...arguments) {
  return jit(std::move(f)).shapeOf(arguments...);
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
