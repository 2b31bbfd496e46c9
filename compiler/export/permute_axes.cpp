// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements permute_axes.h. The order in which axes get places is that of the public Shardy pass,
// as seen in its results (docs/sharding.md), so that the printed chains are equal.
#include "compiler/export/permute_axes.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {
namespace {

/// Whether a part of the larger axis can take the place of the smaller one.
bool oneDividesOther(Axis l, Axis r) { return l.size % r.size == 0 || r.size % l.size == 0; }

/// The last axis of the lists for which the predicate holds, in the order of the dims.
std::optional<Axis> lastWhere(const DimAxes &dims, llvm::function_ref<bool(Axis)> predicate) {
  std::optional<Axis> last;
  for (const AxisList &axes : dims)
    for (Axis axis : axes)
      if (predicate(axis))
        last = axis;
  return last;
}

/// Whether the axes of one dim cannot leave it, suffix by suffix, for their places.
bool isOutOfOrder(const RemainingAxes &axes, size_t dim) {
  llvm::SmallVector<size_t> targets;
  std::optional<RemainingAxes::Place> last;
  for (Axis axis : axes.in[dim]) {
    std::optional<RemainingAxes::Place> place = axes.wantedAt(axis);
    if (!place) { // to be gathered, but behind an axis that moves away
      if (last && axes.out[dim].empty())
        return true;
      continue;
    }
    bool isSameTarget = last && last->dim == place->dim;
    if (place->dim == dim || (isSameTarget && place->index != last->index + 1) ||
        (!isSameTarget && llvm::is_contained(targets, place->dim)))
      return true;
    targets.push_back(place->dim);
    last = place;
  }
  return false;
}

/// Fills the dims with axes. `room` is the number of shards that a dim still lacks.
class PermuteFiller {
public:
  explicit PermuteFiller(RemainingAxes &axes)
      : axes(axes), front(axes.rank()), arrived(axes.rank()), stayed(axes.rank()),
        passing(axes.rank()) {
    for (const AxisList &list : axes.in)
      room.push_back(shardCount(list));
  }

  /// The order of these steps decides which axes find room, and thereby the printed chain.
  std::optional<DimAxes> fill() {
    placeWanted();
    for (size_t d = 0; d < axes.rank(); ++d)
      displace(d);
    placePassing();
    for (bool wasDisplaced : {false, true})
      placeStaying(wasDisplaced);
    for (bool wasDisplaced : {false, true})
      placeArriving(wasDisplaced);
    // Sizes that do not divide each other leave room that no axis fits into.
    if (llvm::any_of(room, [](int64_t rest) { return rest != 1; }))
      return std::nullopt;
    DimAxes result(axes.rank());
    for (size_t d = 0; d < axes.rank(); ++d)
      for (const DimAxes *part : {&front, &arrived, &stayed, &passing})
        result[d].append((*part)[d]);
    return result;
  }

private:
  /// Takes as much of an axis as fits into the dim. The rest of the axis stays in the lists as an
  /// axis of its own.
  std::optional<Axis> fit(size_t d, Axis axis) {
    int64_t size = fittingSize(axis, room[d]);
    if (size == 1)
      return std::nullopt;
    split(axis, size);
    room[d] /= size;
    return headOf(axis, size);
  }

  /// Splits an axis everywhere. Both parts of a displaced axis are displaced.
  void split(Axis axis, int64_t size) {
    if (size == axis.size)
      return;
    axes.split(axis, size);
    if (auto *it = llvm::find(displaced, axis); it != displaced.end()) {
      *it = headOf(axis, size);
      displaced.push_back(*removePrefix(axis, *it));
    }
  }

  bool isPlaced(Axis axis) const {
    return placeOf(front, axis) || placeOf(arrived, axis) || placeOf(stayed, axis) ||
           placeOf(passing, axis);
  }

  /// Puts the axes that a dim wants to its front, as far as there is room without a gap. Axes that
  /// the value is not sharded by yet take the place of axes that are to be gathered.
  void placeWanted() {
    // Free axes may bring in as many shards as axes to gather can give up.
    int64_t payable = 1;
    for (const AxisList &list : axes.in)
      for (Axis axis : list)
        payable *= axes.isWanted(axis) ? 1 : axis.size;
    for (size_t d = 0; d < axes.rank(); ++d)
      for (size_t i = 0; i < axes.out[d].size(); ++i) {
        Axis axis = axes.out[d][i];
        bool isFree = axes.isFree(axis);
        if (isFree && payable % axis.size)
          break;
        std::optional<Axis> head = fit(d, axis);
        if (!head)
          break;
        payable /= isFree ? head->size : 1;
        front[d].push_back(*head);
        if (*head != axis)
          break;
      }
  }

  /// Marks the axes to gather whose shards the wanted axes of the dim took over, from the front.
  /// They get a place last, so that they are the ones that disappear where free axes came in.
  ///   [{a, b, c, d}] -> [{b}]: b takes over from a, which ends up behind c and d
  ///   [{x}] -> [{y}] for x of 4, y of 2: y takes over from x:(1)2; x:(2)2 stays
  void displace(size_t d) {
    int64_t taken = shardCount(front[d]); // what is left to be taken over
    for (Axis axis : AxisList(axes.in[d])) {
      if (axes.isWanted(axis))
        continue;
      if (taken == 1)
        return;
      int64_t size = axis.size % taken == 0 ? taken : axis.size;
      if (taken % size != 0)
        return;
      split(axis, size);
      taken /= size;
      displaced.push_back(headOf(axis, size));
    }
  }

  /// Puts axes that are wanted on other dims to the end of any dim with room: they travel on with
  /// an all_to_all. The rest of a split axis goes on before the others.
  void placePassing() {
    AxisList waiting;
    for (const AxisList &list : axes.out)
      llvm::copy_if(list, std::back_inserter(waiting),
                    [&](Axis axis) { return !isPlaced(axis) && !axes.isFree(axis); });
    for (size_t d = 0; d < axes.rank(); ++d) {
      AxisList rest;
      for (Axis axis : waiting) {
        std::optional<Axis> head = fit(d, axis);
        if (!head) {
          rest.push_back(axis);
          continue;
        }
        passing[d].push_back(*head);
        if (*head != axis)
          rest.insert(rest.begin(), *removePrefix(axis, *head));
      }
      waiting = rest;
    }
  }

  /// Whether the axis is wanted nowhere, and still without a place.
  bool isToGather(Axis axis, bool wasDisplaced) const {
    return !axes.isWanted(axis) && !isPlaced(axis) &&
           llvm::is_contained(displaced, axis) == wasDisplaced;
  }

  /// Keeps axes to gather on their dim. Lists grow while the loop runs, where axes are split.
  void placeStaying(bool wasDisplaced) {
    for (size_t d = 0; d < axes.rank(); ++d)
      for (size_t i = 0; i < axes.in[d].size(); ++i)
        if (Axis axis = axes.in[d][i]; isToGather(axis, wasDisplaced))
          if (std::optional<Axis> head = fit(d, axis))
            stayed[d].push_back(*head);
  }

  /// Puts axes to gather that found no room on their dim to other dims.
  void placeArriving(bool wasDisplaced) {
    for (size_t source = 0; source < axes.rank(); ++source)
      for (size_t i = 0; i < axes.in[source].size(); ++i)
        for (size_t d = 0; d < axes.rank(); ++d)
          if (Axis axis = axes.in[source][i]; isToGather(axis, wasDisplaced))
            if (std::optional<Axis> head = fit(d, axis))
              arrived[d].push_back(*head);
  }

  RemainingAxes &axes;
  llvm::SmallVector<int64_t> room;
  DimAxes front, arrived, stayed, passing; // the parts of each dim, major first
  AxisList displaced;
};

} // namespace

// The conditions of permute_axes.h in their order. Missing axes and axes to gather are compared at
// the end of the dims, as the public pass does.
bool needsPermute(const RemainingAxes &axes) {
  for (auto [in, out] : llvm::zip_equal(axes.in, axes.out))
    if (!in.empty() && !out.empty() && oneDividesOther(in.front(), out.front()))
      return true;
  std::optional<Axis> missing = lastWhere(axes.out, [&](Axis axis) { return axes.isFree(axis); });
  std::optional<Axis> toGather =
      lastWhere(axes.in, [&](Axis axis) { return !axes.isWanted(axis); });
  if (missing && toGather && oneDividesOther(*missing, *toGather))
    return true;
  return llvm::any_of(llvm::seq(axes.rank()), [&](size_t dim) { return isOutOfOrder(axes, dim); });
}

std::optional<DimAxes> permutedAxes(RemainingAxes &axes) { return PermuteFiller(axes).fill(); }

} // namespace spmd
