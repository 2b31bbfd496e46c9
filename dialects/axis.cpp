// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the arithmetic on axes; axis.h shows each function by example.
#include "dialects/axis.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>

namespace spmd {

bool overlaps(Axis l, Axis r) {
  // The ranges of an axis of size 1 are empty, but two uses of it still overlap.
  return l == r || (l.index == r.index && l.pre < r.end() && r.pre < l.end());
}

bool overlapsAny(Axis axis, llvm::ArrayRef<Axis> others) {
  return std::any_of(others.begin(), others.end(),
                     [&](Axis other) { return overlaps(axis, other); });
}

/// The bounds of both parts cut the axis into pieces, each of which must have an integral size:
///   (1)4 and (2)4 of 8: pieces 2, 2, 2           -> true
///   (1)2 and (3)2 of 6: a gap of 3/2 between them -> false
bool canCoexist(Axis l, Axis r) {
  if (l.index != r.index)
    return true;
  auto [minPre, maxPre] = std::minmax({l.pre, r.pre});
  auto [minEnd, maxEnd] = std::minmax({l.end(), r.end()});
  if (minEnd <= maxPre) // disjoint parts: only the gap between them must be integral
    return maxPre % minEnd == 0;
  return maxPre % minPre == 0 && minEnd % maxPre == 0 && maxEnd % minEnd == 0;
}

/// Ranges alone do not suffice: of an axis of 24, (2)3 = [2, 6) lies within (1)8 = [1, 8), but 8 is
/// no multiple of 6, so no split has both.
bool contains(Axis whole, Axis part) {
  return whole.index == part.index && whole.pre <= part.pre && part.end() <= whole.end() &&
         canCoexist(whole, part);
}

/// Both parts begin at the same factor, and the size of the prefix divides the other size.
bool isPrefix(Axis prefix, Axis of) {
  return prefix.index == of.index && prefix.pre == of.pre && of.size % prefix.size == 0;
}

/// Parts that cannot coexist leave nothing: no part of the axis can be used beside `other`.
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

/// Shortens the axis by one of `others` after the other.
std::optional<Axis> prefixWithoutOverlap(Axis axis, llvm::ArrayRef<Axis> others) {
  std::optional<Axis> result = axis;
  for (Axis other : others)
    if (!(result = prefixWithoutOverlap(*result, other)))
      break;
  return result;
}

/// One of the two must be a prefix of the other: x:(1)4 and x:(1)6 have no common prefix here.
std::optional<Axis> commonPrefix(Axis l, Axis r) {
  if (isPrefix(l, r))
    return l;
  if (isPrefix(r, l))
    return r;
  return std::nullopt;
}

/// x:(1)8 without x:(1)2 -> x:(2)4.
std::optional<Axis> removePrefix(Axis axis, Axis prefix) {
  if (axis.size == prefix.size)
    return std::nullopt;
  return Axis{axis.index, prefix.end(), axis.size / prefix.size};
}

/// Two parts are consecutive if the second begins where the first ends.
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

/// [x:(1)2, y] with y=4 -> 8; the empty list -> 1.
int64_t shardCount(llvm::ArrayRef<Axis> list) {
  int64_t count = 1;
  for (Axis axis : list)
    count *= axis.size;
  return count;
}

/// All axes of `shorter` but the last must be equal to their counterparts.
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

/// If the last axis of the prefix is a strict part, the rest begins with what it leaves over.
AxisList removePrefix(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> prefix) {
  assert(isPrefix(prefix, axes) && "only a prefix can be removed");
  AxisList rest;
  if (!prefix.empty())
    if (std::optional<Axis> part = removePrefix(axes[prefix.size() - 1], prefix.back()))
      rest.push_back(*part);
  rest.append(axes.begin() + prefix.size(), axes.end());
  return rest;
}

/// All axes of the suffix but the first must be equal to their counterparts, or end them.
std::optional<AxisList> removeSuffix(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> suffix) {
  AxisList rest(axes);
  for (Axis axis : llvm::reverse(suffix)) {
    if (rest.empty())
      return std::nullopt;
    Axis last = rest.pop_back_val();
    if (last == axis)
      continue;
    if (!contains(last, axis) || last.end() != axis.end())
      return std::nullopt;
    rest.push_back(*prefixWithoutOverlap(last, axis));
  }
  return rest;
}

/// Appends `axis` without the axes in `taken`. The parts before and behind the first overlap are
/// treated recursively with the rest of `taken`.
static void appendRest(AxisList &rest, Axis axis, llvm::ArrayRef<Axis> taken) {
  while (!taken.empty() && !overlaps(axis, taken.front()))
    taken = taken.drop_front();
  if (taken.empty())
    return appendMerged(rest, axis);
  Axis other = taken.front();
  if (!canCoexist(axis, other))
    return;
  if (axis.pre < other.pre)
    appendRest(rest, {axis.index, axis.pre, other.pre / axis.pre}, taken.drop_front());
  if (other.end() < axis.end())
    appendRest(rest, {axis.index, other.end(), axis.end() / other.end()}, taken.drop_front());
}

AxisList subtractAxes(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> others) {
  AxisList rest;
  for (Axis axis : axes)
    appendRest(rest, axis, others);
  return rest;
}

AxisList sortedMerged(llvm::ArrayRef<Axis> axes) {
  AxisList sorted(axes), merged;
  std::sort(sorted.begin(), sorted.end());
  appendMerged(merged, sorted);
  return merged;
}

} // namespace spmd
