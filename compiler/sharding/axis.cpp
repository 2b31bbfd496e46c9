// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of axis.h.
#include "compiler/sharding/axis.h"
#include <algorithm>

namespace spmd {

bool overlaps(Axis l, Axis r) {
  // An axis of size 1 has no steps to share, and is in use all the same.
  return l == r || (l.index == r.index && l.pre < r.end() && r.pre < l.end());
}

bool overlapsAny(Axis axis, llvm::ArrayRef<Axis> others) {
  return std::any_of(others.begin(), others.end(),
                     [&](Axis other) { return overlaps(axis, other); });
}

bool canCoexist(Axis l, Axis r) {
  if (l.index != r.index)
    return true;
  auto [minPre, maxPre] = std::minmax({l.pre, r.pre});
  auto [minEnd, maxEnd] = std::minmax({l.end(), r.end()});
  if (minEnd <= maxPre) // apart: the gap between them must be integral
    return maxPre % minEnd == 0;
  return maxPre % minPre == 0 && minEnd % maxPre == 0 && maxEnd % minEnd == 0;
}

bool contains(Axis whole, Axis part) {
  return whole.index == part.index && whole.pre <= part.pre && part.end() <= whole.end() &&
         canCoexist(whole, part);
}

bool isPrefix(Axis prefix, Axis of) {
  return prefix.index == of.index && prefix.pre == of.pre && of.size % prefix.size == 0;
}

std::optional<Axis> prefixWithoutOverlap(Axis axis, Axis other) {
  if (axis.index != other.index)
    return axis;
  if (!canCoexist(axis, other))
    return std::nullopt;
  if (!overlaps(axis, other))
    return axis;
  if (axis.pre >= other.pre)
    return std::nullopt;
  return Axis{axis.index, axis.pre, other.pre / axis.pre};
}

std::optional<Axis> prefixWithoutOverlap(Axis axis, llvm::ArrayRef<Axis> others) {
  std::optional<Axis> result = axis;
  for (Axis other : others)
    if (!(result = prefixWithoutOverlap(*result, other)))
      break;
  return result;
}

std::optional<Axis> commonPrefix(Axis l, Axis r) {
  if (isPrefix(l, r))
    return l;
  if (isPrefix(r, l))
    return r;
  return std::nullopt;
}

std::optional<Axis> removePrefix(Axis axis, Axis prefix) {
  if (axis.size == prefix.size)
    return std::nullopt;
  return Axis{axis.index, prefix.end(), axis.size / prefix.size};
}

void appendMerged(AxisList &list, Axis axis) {
  if (!list.empty() && list.back().index == axis.index && list.back().end() == axis.pre)
    list.back().size *= axis.size;
  else
    list.push_back(axis);
}

void appendMerged(AxisList &list, llvm::ArrayRef<Axis> axes) {
  for (Axis axis : axes)
    appendMerged(list, axis);
}

int64_t shardCount(llvm::ArrayRef<Axis> list) {
  int64_t count = 1;
  for (Axis axis : list)
    count *= axis.size;
  return count;
}

bool isPrefix(llvm::ArrayRef<Axis> shorter, llvm::ArrayRef<Axis> longer) {
  if (shorter.empty())
    return true;
  if (shorter.size() > longer.size())
    return false;
  size_t last = shorter.size() - 1;
  return shorter.drop_back() == longer.take_front(last) && isPrefix(shorter[last], longer[last]);
}

bool isStrictPrefix(llvm::ArrayRef<Axis> shorter, llvm::ArrayRef<Axis> longer) {
  return isPrefix(shorter, longer) && shorter != longer;
}

AxisList sortedMerged(llvm::ArrayRef<Axis> axes) {
  AxisList sorted(axes), merged;
  std::sort(sorted.begin(), sorted.end());
  appendMerged(merged, sorted);
  return merged;
}

} // namespace spmd
