// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes sdy collectives along free axes. A value is brought to a sharding, and each
// further op states the sharding after it. None of these ops changes the value.
#include "tools/spmd_random_writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace spmd::random {
namespace {

using Axes = std::vector<size_t>;

/// The free axes on each dim of a value, whole and major first, and the axes along which the
/// value is still to be summed.
struct FreePlacement {
  std::vector<Axes> dims;
  AxisSet unreduced = 0;

  /// Is the axis on some dim, or unreduced?
  bool uses(size_t axis) const {
    return unreduced >> axis & 1 ||
           llvm::any_of(dims, [&](const Axes &dim) { return llvm::is_contained(dim, axis); });
  }
};

/// The text of axes: {0, 2} -> `"a", "c"`.
std::string listOf(const Axes &axes) {
  return llvm::join(
      llvm::map_range(axes,
                      [](size_t axis) { return std::string("\"") + char('a' + axis) + "\""; }),
      ", ");
}
/// The axes of a set in the order of the mesh.
Axes sorted(AxisSet set) {
  Axes axes;
  for (size_t i = 0; i < 32; ++i)
    if (set >> i & 1)
      axes.push_back(i);
  return axes;
}
std::string listsOf(const std::vector<Axes> &dims) {
  return "[" +
         llvm::join(llvm::map_range(dims, [](const Axes &dim) { return "{" + listOf(dim) + "}"; }),
                    ", ") +
         "]";
}
///   {dims: [{a}, {}], unreduced: {b}}  ->  <@mesh, [{"a"}, {}], unreduced={"b"}>
std::string text(const Mesh &mesh, const FreePlacement &placement) {
  return "<@" + mesh.name + ", " + listsOf(placement.dims) +
         (placement.unreduced ? ", unreduced={" + listOf(sorted(placement.unreduced)) + "}" : "") +
         ">";
}

/// Writes moves from the sharding `at`, which each move updates. A move that does not apply
/// writes nothing or a collective without axes.
struct Moves {
  Writer &w;
  Scope &scope;
  Value x;
  FreePlacement at;

  /// The size of a dim on one device.
  int64_t localSize(size_t dim) const {
    int64_t size = x.shape[dim];
    for (size_t axis : at.dims[dim])
      size = (size + w.mesh.sizes[axis] - 1) / w.mesh.sizes[axis];
    return size;
  }
  /// May the axis split the dim behind those that do?
  bool fits(size_t dim, size_t axis) const {
    return w.isUneven || localSize(dim) % w.mesh.sizes[axis] == 0;
  }
  /// Writes a collective whose result has the sharding `at`:
  ///   %8 = sdy.all_gather [{"b"}, {}] %7 out_sharding=<@mesh, [{"a"}, {}]> : tensor<8x4xf32>
  void write(const std::string &op) {
    x = w.define(scope, x,
                 "sdy." + op + " " + x.name + " out_sharding=" + text(w.mesh, at) + " : " +
                     x.type());
  }
  /// Lists without axes, one per dim.
  std::vector<Axes> nothing() const { return std::vector<Axes>(at.dims.size()); }

  /// Removes the last axis of a random dim; false where the dim has none.
  bool takeLast(size_t &dim, size_t &axis) {
    dim = w.below(at.dims.size());
    if (at.dims[dim].empty())
      return false;
    axis = at.dims[dim].back();
    at.dims[dim].pop_back();
    return true;
  }
  /// Draws an axis and a dim. Returns true where the axis is free and unused, and divides
  /// the dim's local size.
  bool findUnused(size_t &dim, size_t &axis) {
    axis = w.below(w.mesh.sizes.size());
    dim = w.below(at.dims.size());
    return !(scope.manual >> axis & 1) && !at.uses(axis) && fits(dim, axis);
  }

  /// Gathers along up to three axes, the minor ones of each dim first.
  void allGather() {
    size_t dim, axis;
    std::vector<Axes> lists = nothing();
    for (int i = 0; i < 3; ++i)
      if (takeLast(dim, axis))
        lists[dim].insert(lists[dim].begin(), axis);
    write("all_gather " + listsOf(lists));
  }
  /// The inverse of a gather: splits dims along up to three unused axes.
  void allSlice() {
    size_t dim, axis;
    std::vector<Axes> lists = nothing();
    for (int i = 0; i < 3; ++i)
      if (findUnused(dim, axis)) {
        at.dims[dim].push_back(axis);
        lists[dim].push_back(axis);
      }
    write("all_slice " + listsOf(lists));
  }
  /// Moves the minor axis of one dim to another dim.
  void allToAll() {
    size_t from, axis, to = w.below(at.dims.size());
    if (!takeLast(from, axis))
      return;
    // The other dim does not divide: the axis goes back.
    if (from == to || !fits(to, axis)) {
      at.dims[from].push_back(axis);
      return;
    }
    at.dims[to].push_back(axis);
    write("all_to_all [{" + listOf({axis}) + "}: " + std::to_string(from) + "->" +
          std::to_string(to) + "]");
  }
  /// Exchanges axes of equal size, among each other or with unused ones.
  void permute() {
    for (Axes &dim : at.dims)
      for (size_t &axis : dim) {
        size_t other = w.below(w.mesh.sizes.size());
        if (scope.manual >> other & 1 || w.mesh.sizes[other] != w.mesh.sizes[axis] ||
            at.unreduced >> other & 1)
          continue;
        // Both axes change places in the whole sharding.
        size_t own = axis;
        for (Axes &places : at.dims)
          for (size_t &place : places)
            place = place == other ? own : place == own ? other : place;
      }
    write("collective_permute");
  }
  /// Turns an axis into an unreduced one, by one of two ops, and reduces it again, by one of
  /// two.
  void throughSums() {
    size_t dim, axis;
    if (w.chance(0.5) && takeLast(dim, axis)) {
      std::vector<Axes> lists = nothing();
      lists[dim] = {axis};
      at.unreduced = AxisSet(1) << axis;
      write("sharded_to_unreduced " + listsOf(lists));
    } else if (findUnused(dim, axis)) {
      at.unreduced = AxisSet(1) << axis;
      write("replicated_to_unreduced {" + listOf({axis}) + "}");
    } else {
      return;
    }
    at.unreduced = 0;
    dim = w.below(at.dims.size());
    if (w.chance(0.5) && fits(dim, axis)) {
      std::vector<Axes> lists = nothing();
      lists[dim] = {axis};
      at.dims[dim].push_back(axis);
      write("reduce_scatter " + listsOf(lists));
    } else {
      write("all_reduce {" + listOf({axis}) + "}");
    }
  }
};

} // namespace

void writeMoves(Writer &w, Scope &scope) {
  w.changeMesh(scope);
  Value x = w.pick(scope.values);
  writeMovesOf(w, scope, x);
}

/// Starts with a reshard to up to four axes and continues with one to three moves.
void writeMovesOf(Writer &w, Scope &scope, const Value &x) {
  if (x.shape.empty() || x.element == "i1" || scope.manual == w.mesh.all())
    return;
  Moves moves{w, scope, x, {std::vector<Axes>(x.shape.size()), 0}};
  // The first sharding has up to four axes.
  for (size_t i = 0, dim, axis; i < 4; ++i)
    if (moves.findUnused(dim, axis))
      moves.at.dims[dim].push_back(axis);
  moves.x =
      w.define(scope, x, "sdy.reshard " + x.name + " " + text(w.mesh, moves.at) + " : " + x.type());
  for (uint64_t n = 1 + w.below(3); n; --n) {
    constexpr void (Moves::*kMoves[])() = {&Moves::allGather, &Moves::allSlice, &Moves::allToAll,
                                           &Moves::permute, &Moves::throughSums};
    (moves.*w.pick(kMoves))();
  }
}

} // namespace spmd::random
