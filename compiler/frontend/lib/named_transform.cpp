// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes of whole trees: taken off the named tensors that have them, and named again on results.
//
// The entries of an axis are a list of tensors of their own, which vmap and scan take apart. The
// trees of the user's function then hold one entry each, under names without the axis.
#include "compiler/frontend/lib/named_common.h"
#include <spmd/named_transform.h>
#include <spmd/ops.h>

namespace spmd {
inline namespace frontend {
namespace {

/// Runs f on the named tensors of trees, with their numbers and paths. It does not walk to their
/// leaves, so plain tensors of the trees are not seen at all.
struct NamedWalk : TreeVisitor {
  std::function<void(size_t, const Path &, NamedTensor &)> f;
  size_t count = 0;
  void leaf(const Path &, Tensor &) override {}
  void named(const Path &path, NamedTensor &x) override { f(count++, path, x); }
};
void forEachNamed(std::span<const TreeRef> trees,
                  std::function<void(size_t, const Path &, NamedTensor &)> f) {
  NamedWalk walk;
  walk.f = std::move(f);
  for (const TreeRef &tree : trees)
    tree.walk({}, walk);
}

/// The tensor with a dim in front. A parameter stays one, with its names in the new order.
Tensor withFirst(const NamedTensor &x, size_t dim) {
  if (dim == 0)
    return x.tensor;
  Names names = without(x.names, {x.names[dim]});
  names.insert(names.begin(), x.names[dim]);
  const Tensor moved = ordered(x, names).tensor;
  return isParameter(x) ? withAxes(moved, names) : moved;
}

} // namespace

/// The trees keep tensors with the axis until putEntries gives them entries; only their names have
/// changed. A message tells the path of a tensor that does not fit.
AxisEntries takeAxis(const std::string &what, const Axis &axis, std::span<const TreeRef> trees,
                     Where where) {
  const CallerLine line(where);
  const std::string call = what + " over axis " + text(axis);
  AxisEntries entries;
  forEachNamed(trees, [&](size_t i, const Path &path, NamedTensor &x) {
    const std::optional<size_t> dim = find(x.names, axis.name);
    if (!dim || !x.hasValue())
      return;
    const std::string own = text(path);
    checkNamed(call + (own.empty() ? "" : ": '" + own + "'"), x);
    if (const int64_t size = x.tensor.shape()[*dim]; size != axis.size)
      refuse(call + ": " + (own.empty() ? "" : "'" + own + "' is ") + text(x) + ", where it has " +
             std::to_string(size) + " entries");
    entries.tensors.push_back(withFirst(x, *dim));
    entries.positions.push_back(i);
    x.names.erase(x.names.begin() + int64_t(*dim));
  });
  if (entries.tensors.empty())
    refuse(call + ": no named tensor has this axis");
  return entries;
}

/// In the order in which they were taken. Each step of a scan calls this: the tensors of the
/// entries stand for another row then.
void putEntries(const AxisEntries &entries, std::span<const TreeRef> trees) {
  size_t next = 0;
  forEachNamed(trees, [&](size_t i, const Path &, NamedTensor &x) {
    if (next < entries.positions.size() && entries.positions[next] == i)
      x.tensor = entries.tensors[next++];
  });
}

/// A parameter stays one under its new names, and is placed by the rule of the new axis as well:
/// layers that are split over the stages of a pipeline get their place here.
void nameLeadingAxis(const Axis &axis, TreeRef tree, Where where) {
  const CallerLine line(where);
  forEachNamed({&tree, 1}, [&](size_t, const Path &path, NamedTensor &x) {
    if (!x.hasValue())
      return;
    const std::string own = text(path);
    const std::string what =
        "axis " + text(axis) + " in front of " + (own.empty() ? "" : "'" + own + "', ") + text(x);
    const std::vector<int64_t> &shape = x.tensor.shape();
    if (shape.size() != x.names.size() + 1 || shape[0] != axis.size)
      refuse(what + ": a leading dim of this size, beside those that have names, is wanted");
    const bool wasParameter = isParameter(x);
    x.names.insert(x.names.begin(), axis.name);
    checkUnique(what, x.names);
    // Names of the tensor itself, if it had any, lacked this dim until now.
    x = wasParameter ? parameterOf(x.tensor, x.names) : valueOf(x.tensor, x.names);
  });
}

/// The one argument of the recorded function are the entries; all else is captured.
void traceNamedBatch(const TracedCall &call, const Axis &axis) {
  AxisEntries entries = takeAxis("vmap", axis, call.arguments, call.where);
  const std::array<TreeRef, 1> arguments{TreeRef(entries.tensors)};
  std::optional<TreeRef> result;
  const auto run = [&]() -> TreeRef {
    putEntries(entries, call.arguments);
    return result.emplace(call.run());
  };
  traceBatch({call.name, arguments, run, call.where}, {}, 1);
  nameLeadingAxis(axis, *result, call.where);
}

} // namespace frontend
} // namespace spmd
