// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the plan of reshard_chain.h as rounds of four steps: slice, permute, all-to-all,
// gather.
#include "compiler/export/reshard_chain.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace spmd {
namespace {

struct Place {
  size_t dim, index;
};

std::optional<Place> placeOf(const DimAxes &dims, Axis axis) {
  for (auto [d, axes] : llvm::enumerate(dims))
    if (auto *it = llvm::find(axes, axis); it != axes.end())
      return Place{d, size_t(it - axes.begin())};
  return std::nullopt;
}

/// Cuts the axes of `dims` where axes of `others` begin or end: x against x:(2)2 of x=8 becomes
/// x:(1)2, x:(2)2, x:(4)2.
DimAxes cutAt(const DimAxes &dims, const DimAxes &others) {
  DimAxes result;
  for (const AxisList &axes : dims) {
    AxisList &list = result.emplace_back();
    for (Axis axis : axes) {
      llvm::SmallVector<int32_t> bounds;
      for (const AxisList &other : others)
        for (Axis o : other)
          if (overlaps(axis, o) && o.index == axis.index)
            for (int32_t bound : {o.pre, o.end()})
              if (axis.pre < bound && bound < axis.end())
                bounds.push_back(bound);
      llvm::sort(bounds);
      bounds.push_back(axis.end());
      int32_t begin = axis.pre;
      for (int32_t bound : bounds) {
        if (bound == begin || bound % begin || axis.end() % bound)
          continue;
        list.push_back({axis.index, begin, bound / begin});
        begin = bound;
      }
    }
  }
  return result;
}

class ChainPlanner {
public:
  ChainPlanner(llvm::ArrayRef<int64_t> shape, const DimAxes &from, const DimAxes &to, bool reorder)
      : shape(shape), done(shape.size()), in(cutAt(from, to)), out(cutAt(to, from)),
        reorder(reorder) {
    dropCommonPrefixes();
  }

  std::vector<ReshardStep> plan() {
    for (int round = 0; round < 4 && !isDone(); ++round) {
      slice();
      permute();
      allToAll();
      gather();
    }
    return std::move(steps);
  }

private:
  size_t rank() const { return shape.size(); }
  bool isDone() const {
    auto empty = [](const AxisList &axes) { return axes.empty(); };
    return !reorder && llvm::all_of(in, empty) && llvm::all_of(out, empty);
  }

  void dropCommonPrefixes() {
    for (size_t d = 0; d < rank(); ++d) {
      size_t n = 0;
      while (n < in[d].size() && n < out[d].size() && in[d][n] == out[d][n])
        ++n;
      done[d].append(in[d].begin(), in[d].begin() + n);
      in[d].erase(in[d].begin(), in[d].begin() + n);
      out[d].erase(out[d].begin(), out[d].begin() + n);
    }
  }

  void record(ReshardStep::Kind kind, DimAxes axes, size_t source = 0, size_t target = 0) {
    DimAxes after(rank());
    for (size_t d = 0; d < rank(); ++d) {
      appendMerged(after[d], done[d]);
      appendMerged(after[d], in[d]);
      AxisList merged;
      appendMerged(merged, axes[d]);
      axes[d] = merged;
    }
    steps.push_back({kind, std::move(axes), std::move(after), int64_t(source), int64_t(target)});
    dropCommonPrefixes();
  }

  bool isFree(Axis axis) const { return !placeOf(in, axis); }
  bool isRemovable(Axis axis) const { return !placeOf(out, axis); }

  /// Splits an axis in all lists into a part of this size and the rest.
  void split(Axis axis, int32_t size) {
    for (DimAxes *lists : {&in, &out})
      for (AxisList &list : *lists)
        if (auto *it = llvm::find(list, axis); it != list.end()) {
          it = list.insert(it, Axis{axis.index, axis.pre, size});
          *(it + 1) = Axis{axis.index, axis.pre * size, axis.size / size};
        }
    if (auto *it = llvm::find(displaced, axis); it != displaced.end()) {
      it->size = size;
      displaced.push_back({axis.index, axis.pre * size, axis.size / size});
    }
  }
  static Axis headOf(Axis axis, int32_t size) { return {axis.index, axis.pre, size}; }

  void slice() {
    DimAxes sliced(rank());
    llvm::SmallVector<int64_t> capacity;
    for (size_t d = 0; d < rank(); ++d) {
      int64_t o = shardCount(out[d]), i = shardCount(in[d]);
      capacity.push_back(o / std::gcd(i, o));
    }
    auto take = [&](size_t d, Axis axis) {
      sliced[d].push_back(axis);
      in[d].push_back(axis);
    };
    for (size_t d = 0; d < rank(); ++d) {
      if (in[d].empty() || !out[d].empty())
        continue;
      std::optional<Place> place = placeOf(out, in[d].back());
      if (!place || !in[place->dim].empty())
        continue;
      llvm::ArrayRef<Axis> rest = llvm::ArrayRef(out[place->dim]).drop_front(place->index + 1);
      int64_t size = shardCount(done[d]) * shardCount(in[d]) * shardCount(rest);
      if (shape[d] % size == 0 && llvm::all_of(rest, [&](Axis axis) { return isFree(axis); }))
        for (Axis axis : AxisList(rest))
          take(d, axis);
    }
    auto takeWithin = [&](size_t d, Axis axis) {
      int64_t size = capacity[d] % axis.size == 0   ? axis.size
                     : axis.size % capacity[d] == 0 ? capacity[d]
                                                    : 1;
      if (size == 1)
        return;
      if (size != axis.size)
        split(axis, size);
      capacity[d] /= size;
      take(d, headOf(axis, size));
    };
    for (size_t d = 0; d < rank(); ++d)
      for (size_t i = 0; i < out[d].size(); ++i)
        if (isFree(out[d][i]))
          takeWithin(d, out[d][i]);
    for (size_t t = 0; t < rank(); ++t)
      for (size_t i = 0; i < out[t].size(); ++i)
        for (size_t d = 0; d < rank(); ++d)
          if (isFree(out[t][i]))
            takeWithin(d, out[t][i]);
    if (llvm::any_of(sliced, [](const AxisList &axes) { return !axes.empty(); }))
      record(ReshardStep::Slice, sliced);
  }

  static bool divides(Axis l, Axis r) { return l.size % r.size == 0 || r.size % l.size == 0; }

  AxisList freeOut() const {
    AxisList list;
    for (const AxisList &axes : out)
      llvm::copy_if(axes, std::back_inserter(list), [&](Axis axis) { return isFree(axis); });
    return list;
  }
  AxisList removableIn() const {
    AxisList list;
    for (const AxisList &axes : in)
      llvm::copy_if(axes, std::back_inserter(list), [&](Axis axis) { return isRemovable(axis); });
    return list;
  }

  bool needsPermute() const {
    for (size_t d = 0; d < rank(); ++d)
      if (!in[d].empty() && !out[d].empty() && divides(in[d].front(), out[d].front()))
        return true;
    AxisList free = freeOut(), removable = removableIn();
    if (!free.empty() && !removable.empty() && divides(free.back(), removable.back()))
      return true;
    for (size_t d = 0; d < rank(); ++d) {
      llvm::SmallVector<size_t> seen;
      std::optional<Place> last;
      bool moves = false;
      for (Axis axis : in[d]) {
        std::optional<Place> place = placeOf(out, axis);
        if (!place) {
          if (moves && out[d].empty())
            return true;
          continue;
        }
        moves = true;
        if (place->dim == d)
          return true;
        if (last && last->dim == place->dim && place->index != last->index + 1)
          return true;
        if ((!last || last->dim != place->dim) && llvm::is_contained(seen, place->dim))
          return true;
        seen.push_back(place->dim);
        last = place;
      }
    }
    return false;
  }

  void displace(size_t d, llvm::ArrayRef<Axis> by) {
    int64_t wanted = shardCount(by);
    for (Axis axis : AxisList(in[d])) {
      if (!isRemovable(axis))
        continue;
      if (wanted == 1)
        return;
      int64_t size = axis.size;
      if (size % wanted == 0)
        size = wanted;
      else if (wanted % size != 0)
        return;
      if (size != axis.size)
        split(axis, size);
      wanted /= size;
      displaced.push_back(headOf(axis, size));
    }
  }

  void permute() {
    if (!needsPermute()) {
      if (std::exchange(reorder, false))
        record(ReshardStep::Permute, DimAxes(rank()));
      return;
    }
    llvm::SmallVector<int64_t> room;
    for (const AxisList &axes : in)
      room.push_back(shardCount(axes));
    AxisList free = freeOut();
    int64_t payable = shardCount(removableIn());
    DimAxes front(rank()), middle(rank()), back(rank());
    auto fit = [&](size_t d, Axis axis) -> std::optional<Axis> {
      int64_t size = room[d] % axis.size == 0 ? axis.size : axis.size % room[d] == 0 ? room[d] : 1;
      if (size == 1)
        return std::nullopt;
      if (size != axis.size)
        split(axis, size);
      room[d] /= size;
      return headOf(axis, size);
    };
    for (size_t d = 0; d < rank(); ++d)
      for (size_t i = 0; i < out[d].size(); ++i) {
        Axis axis = out[d][i];
        std::optional<Axis> head;
        if (isFree(axis) && payable % axis.size)
          break;
        head = fit(d, axis);
        if (!head)
          break;
        if (isFree(*head))
          payable /= head->size;
        front[d].push_back(*head);
        if (*head != axis)
          break;
      }
    displaced.clear();
    for (size_t d = 0; d < rank(); ++d)
      displace(d, front[d]);
    auto placed = [&](Axis axis) { return placeOf(front, axis) || placeOf(middle, axis) || placeOf(back, axis); };
    AxisList waiting;
    for (size_t t = 0; t < rank(); ++t)
      for (Axis axis : out[t])
        if (!placed(axis) && !isFree(axis))
          waiting.push_back(axis);
    for (size_t d = 0; d < rank(); ++d) {
      AxisList later;
      for (Axis axis : waiting) {
        std::optional<Axis> head = fit(d, axis);
        if (head)
          back[d].push_back(*head);
        if (!head)
          later.push_back(axis);
        else if (std::optional<Axis> tail = removePrefix(axis, *head))
          later.insert(later.begin(), *tail);
      }
      waiting = later;
    }
    for (size_t d = 0; d < rank(); ++d)
      for (size_t i = 0; i < in[d].size(); ++i)
        if (isRemovable(in[d][i]) && !llvm::is_contained(displaced, in[d][i]))
          if (std::optional<Axis> head = fit(d, in[d][i]))
            middle[d].push_back(*head);
    for (size_t d = 0; d < rank(); ++d)
      for (size_t i = 0; i < in[d].size(); ++i)
        if (isRemovable(in[d][i]) && !placed(in[d][i]))
          if (std::optional<Axis> head = fit(d, in[d][i]))
            middle[d].push_back(*head);
    DimAxes moved(rank());
    for (bool wasDisplaced : {false, true})
    for (size_t s = 0; s < rank(); ++s)
      for (size_t i = 0; i < in[s].size(); ++i)
        for (size_t d = 0; d < rank(); ++d)
          if (isRemovable(in[s][i]) && llvm::is_contained(displaced, in[s][i]) == wasDisplaced && !placed(in[s][i]) && !placeOf(moved, in[s][i]))
            if (std::optional<Axis> head = fit(d, in[s][i]))
              moved[d].push_back(*head);
    for (size_t d = 0; d < rank(); ++d) {
      in[d] = front[d];
      in[d].append(moved[d]);
      in[d].append(middle[d]);
      in[d].append(back[d]);
    }
    reorder = false;
    record(ReshardStep::Permute, DimAxes(rank()));
  }

  bool moveSuffix(size_t d, bool finalOnly) {
    if (in[d].empty())
      return false;
    std::optional<Place> place = placeOf(out, in[d].back());
    if (!place || place->dim == d)
      return false;
    size_t t = place->dim, n = 1;
    while (n < in[d].size()) {
      std::optional<Place> next = placeOf(out, in[d][in[d].size() - 1 - n]);
      if (!next || next->dim != t)
        break;
      ++n;
    }
    AxisList moved(llvm::ArrayRef(in[d]).take_back(n));
    if (finalOnly && llvm::ArrayRef(moved) != llvm::ArrayRef(out[t]).take_front(n))
      return false;
    in[d].truncate(in[d].size() - n);
    in[t].append(moved);
    DimAxes axes(rank());
    axes[d] = moved;
    record(ReshardStep::AllToAll, axes, d, t);
    return true;
  }

  void allToAll() {
    for (bool finalOnly : {true, false})
      for (bool changed = true; changed;) {
        changed = false;
        for (size_t d = 0; d < rank(); ++d)
          while (moveSuffix(d, finalOnly))
            changed = true;
      }
  }

  void gather() {
    DimAxes axes(rank());
    bool any = false;
    for (size_t d = 0; d < rank(); ++d)
      while (!in[d].empty() && isRemovable(in[d].back())) {
        axes[d].insert(axes[d].begin(), in[d].pop_back_val());
        any = true;
      }
    if (any)
      record(ReshardStep::Gather, axes);
  }

  llvm::ArrayRef<int64_t> shape;
  DimAxes done, in, out;
  AxisList displaced;
  bool reorder;
  std::vector<ReshardStep> steps;
};

} // namespace

std::vector<ReshardStep> planReshardChain(llvm::ArrayRef<int64_t> shape, const DimAxes &from,
                                                const DimAxes &to, bool reorderDevices) {
  return ChainPlanner(shape, from, to, reorderDevices).plan();
}

} // namespace spmd
