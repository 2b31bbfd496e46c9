// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements remaining_axes.h: the alignment of two lists of axes, and look-ups in them.
#include "compiler/export/remaining_axes.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {
namespace {

/// Appends the parts of `axis` between the bounds of `others` that it can be cut at.
void appendCut(AxisList &list, Axis axis, const DimAxes &others) {
  llvm::SmallVector<int32_t> bounds;
  for (const AxisList &axes : others)
    for (Axis other : axes)
      if (other.index == axis.index)
        for (int32_t bound : {other.pre, other.end()})
          if (axis.pre < bound && bound < axis.end())
            bounds.push_back(bound);
  llvm::sort(bounds);
  bounds.push_back(axis.end());
  int32_t begin = axis.pre;
  for (int32_t bound : bounds) {
    // Bounds of parts that cannot coexist with the axis do not divide it.
    if (bound == begin || bound % begin || axis.end() % bound)
      continue;
    list.push_back({axis.index, begin, bound / begin});
    begin = bound;
  }
}

/// The same for all axes of `dims`.
DimAxes cutAt(const DimAxes &dims, const DimAxes &others) {
  DimAxes result;
  for (const AxisList &axes : dims) {
    AxisList &list = result.emplace_back();
    for (Axis axis : axes)
      appendCut(list, axis, others);
  }
  return result;
}

} // namespace

std::optional<RemainingAxes::Place> placeOf(const DimAxes &dims, Axis axis) {
  for (auto [d, axes] : llvm::enumerate(dims))
    if (auto *it = llvm::find(axes, axis); it != axes.end())
      return RemainingAxes::Place{d, static_cast<size_t>(it - axes.begin())};
  return std::nullopt;
}

int64_t fittingSize(Axis axis, int64_t room) {
  if (room % axis.size == 0)
    return axis.size;
  return axis.size % room == 0 ? room : 1;
}

RemainingAxes::RemainingAxes(const DimAxes &from, const DimAxes &to)
    : done(from.size()), in(cutAt(from, to)), out(cutAt(to, from)) {
  dropCommonPrefixes();
}

// Nothing is left to change if both ends have no axes behind the common ones.
bool RemainingAxes::isEmpty() const {
  auto empty = [](const AxisList &axes) { return axes.empty(); };
  return llvm::all_of(in, empty) && llvm::all_of(out, empty);
}

std::optional<RemainingAxes::Place> RemainingAxes::wantedAt(Axis axis) const {
  return placeOf(out, axis);
}

bool RemainingAxes::isFree(Axis axis) const { return !placeOf(in, axis); }

// Axes are found by value, so both ends see the same parts.
//   [{x}], x = 4, split at 2 -> [{x:(1)2, x:(2)2}]
void RemainingAxes::split(Axis axis, int64_t size) {
  for (DimAxes *lists : {&in, &out})
    for (AxisList &list : *lists)
      if (auto *it = llvm::find(list, axis); it != list.end()) {
        *it = *removePrefix(axis, headOf(axis, size));
        list.insert(it, headOf(axis, size));
      }
}

// An axis behind the common ones may be at its place, too, but cannot stay there while the axes in
// front of it change.
void RemainingAxes::dropCommonPrefixes() {
  for (size_t d = 0; d < rank(); ++d) {
    size_t count = 0;
    while (count < in[d].size() && count < out[d].size() && in[d][count] == out[d][count])
      ++count;
    done[d].append(in[d].begin(), in[d].begin() + count);
    in[d].erase(in[d].begin(), in[d].begin() + count);
    out[d].erase(out[d].begin(), out[d].begin() + count);
  }
}

// Parts of an axis that were cut apart meet here again: x:(1)2, x:(2)2 -> x.
DimAxes RemainingAxes::current() const {
  DimAxes axes(rank());
  for (size_t d = 0; d < rank(); ++d) {
    appendMerged(axes[d], done[d]);
    appendMerged(axes[d], in[d]);
  }
  return axes;
}

} // namespace spmd
