// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What trees need beside the walk over their types: leaves, structures and their differences.
//
// The functions see a tree through TreeRef, so they are compiled once and not for each type of
// model. The walk itself is a template of tree.h.
#include "compiler/frontend/include/spmd/tree.h"
#include "compiler/frontend/array/layout.h"
#include "compiler/frontend/include/spmd/named.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include "compiler/frontend/trace/value.h"
#include <set>

namespace spmd {
inline namespace frontend {

/// Names that are empty do not show: the root of a tree has none.
std::string text(const Path &path) {
  std::string before = path.parent ? text(*path.parent) : "";
  std::string own = path.index ? std::to_string(*path.index) : std::string(path.name);
  return before + (before.empty() || own.empty() ? "" : "/") + own;
}

/// In the order of declaration; leaves without a value are among them.
Leaves flatten(TreeRef tree, const Path &path) {
  struct LeafCollector : TreeVisitor {
    Leaves leaves;
    void leaf(const Path &path, Tensor &tensor) override { leaves.push_back({text(path), tensor}); }
  } visit;
  tree.walk(path, visit);
  return std::move(visit.leaves);
}

/// Keys of maps may hold any text, and paths join them by '/'. Files and optimizers know a leaf by
/// its path alone.
void checkPaths(const Leaves &leaves, const std::string &what) {
  std::set<std::string_view> seen;
  for (const Leaf &leaf : leaves)
    if (!seen.insert(leaf.path).second)
      throw Error(what + ": two leaves have the path '" + leaf.path + "'; a key may hold no '/'");
}

/// Statics and sizes of containers stand among the leaves, in the order of the walk.
Structure structure(TreeRef tree, const Path &path) {
  struct StructureCollector : TreeVisitor {
    Structure entries;
    void leaf(const Path &path, Tensor &tensor) override {
      std::string type = tensor.hasValue() ? text(tensor.type()) : "none";
      for (const std::string &name : tensor.hasValue() ? axesOf(tensor) : AxisNames())
        type += " " + (name.empty() ? "_" : name);
      const Layout *layout = tensor.hasValue() ? tensor.value->layout : nullptr;
      entries.push_back({text(path), std::move(type), true,
                         layout && layout->mesh ? " as " + text(layout->spec) : ""});
    }
    void fixed(const Path &path, const std::string &value) override {
      entries.push_back({text(path), value, false});
    }
  } visit;
  tree.walk(path, visit);
  return std::move(visit.entries);
}

/// The tree is changed: callers pass a copy.
void replaceLeaves(TreeRef tree, const std::function<Tensor(const Tensor &)> &f) {
  struct LeafReplacer : TreeVisitor {
    const std::function<Tensor(const Tensor &)> *f;
    void leaf(const Path &, Tensor &tensor) override { tensor = (*f)(tensor); }
    void named(const Path &path, NamedTensor &x) override { leaf(path, x.tensor); }
  } visit;
  visit.f = &f;
  tree.walk({}, visit);
}

/// Paths are compared before values, so that a missing layer is not told as a value that changed.
std::string difference(const Structure &was, const Structure &is, Differing what) {
  auto textOf = [&](const TreeEntry &entry) {
    return what == Differing::Layouts ? entry.text + entry.layout : entry.text;
  };
  for (size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
    if (i >= was.size() || i >= is.size() || was[i].path != is[i].path)
      return "'" + (i < is.size() ? is[i] : was[i]).path + "': another structure";
    if (textOf(was[i]) != textOf(is[i]) && (what != Differing::Statics || !is[i].isLeaf))
      return (is[i].path.empty() ? "" : is[i].path + ": ") + textOf(was[i]) + " -> " +
             textOf(is[i]);
  }
  return "";
}

/// Statics and sizes of containers count, types of leaves do not.
Leaves leavesLike(TreeRef like, TreeRef tree) {
  if (std::string found = difference(structure(like), structure(tree), Differing::Statics);
      !found.empty())
    throw Error("mapLeaves of trees that differ: " + found);
  return flatten(tree);
}

} // namespace frontend
} // namespace spmd
