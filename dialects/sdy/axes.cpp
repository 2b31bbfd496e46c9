// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the arithmetic on axes and sub-axes; axes.h shows each function by example. The member
// functions of AxisRefAttr are here and not in attrs.cpp, because all of them compute on one
// representation: a reference as a range of factors of the axis.
#include "dialects/sdy/sdy.h"
#include <limits>
#include <numeric>

using namespace mlir;

namespace spmd::sdy {
namespace {

/// An axis reference as a range of factors: "x":(2)4 is [2, 8). The end of a full axis is unknown
/// without a mesh and counts as kWholeAxis, a multiple of every number.
struct Range {
  int64_t pre;
  int64_t end;
};
constexpr int64_t kWholeAxis = std::numeric_limits<int64_t>::max();

Range rangeOf(AxisRefAttr axis) {
  if (SubAxisInfoAttr info = axis.getSubAxisInfo())
    return {info.getPreSize(), info.getNextPreSize()};
  return {1, kWholeAxis};
}

/// The reference for the range [pre, end) of the axis that `like` names. A range over the whole
/// axis gives the full axis: [1, 8) of "x"=8 -> "x", [2, 8) -> "x":(2)4.
AxisRefAttr fromRange(AxisRefAttr like, int64_t pre, int64_t end, int64_t fullSize) {
  if (pre == 1 && end == fullSize)
    return AxisRefAttr::get(like.getContext(), like.getName());
  return AxisRefAttr::get(like.getContext(), like.getName(), pre, end / pre);
}

/// Whether `number` is a multiple of `divisor`; an end that is unknown without a mesh is.
bool divides(int64_t divisor, int64_t number) {
  return number == kWholeAxis || number % divisor == 0;
}

/// The order of references to one axis: a part with pre-size 1, then the full axis, then other
/// parts by pre-size and size. For "x"=8: "x":(1)2, "x", "x":(2)2, "x":(2)4, "x":(4)2.
bool lessWithinAxis(AxisRefAttr l, AxisRefAttr r) {
  SubAxisInfoAttr left = l.getSubAxisInfo(), right = r.getSubAxisInfo();
  if (!left || !right) {
    if (!left && !right)
      return false;
    return left ? left.getPreSize() == 1 : right.getPreSize() > 1;
  }
  return left < right;
}

} // namespace

/// The printed form: "x" or "x":(2)4, with the quotes.
std::string AxisRefAttr::toString() const {
  std::string text = ("\"" + getName() + "\"").str();
  if (SubAxisInfoAttr info = getSubAxisInfo())
    text += ":(" + std::to_string(info.getPreSize()) + ")" + std::to_string(info.getSize());
  return text;
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return getSubAxisInfo() ? getSubAxisInfo().getSize() : mesh.getAxisSize(getName());
}

int64_t AxisRefAttr::getSubAxisPreSize() const {
  return getSubAxisInfo() ? getSubAxisInfo().getPreSize() : 1;
}

/// The end m*k of the range of "x":(m)k, or the size of the axis for the full axis "x".
int64_t AxisRefAttr::getNextPreSizeOrFullSize(MeshAttr mesh) const {
  return getSubAxisInfo() ? getSubAxisInfo().getNextPreSize() : mesh.getAxisSize(getName());
}

/// The lexicographic order, which needs no mesh: by name, then within the axis.
bool AxisRefAttr::operator<(const AxisRefAttr &other) const {
  if (getName() != other.getName())
    return getName() < other.getName();
  return lessWithinAxis(*this, other);
}

/// The order of a mesh: by the position of the axis in the mesh, then within the axis.
std::function<bool(AxisRefAttr, AxisRefAttr)> AxisRefAttr::getMeshComparator(MeshAttr mesh) {
  return [mesh](AxisRefAttr l, AxisRefAttr r) {
    if (l.getName() != r.getName())
      return mesh.getAxisIndex(l.getName()) < mesh.getAxisIndex(r.getName());
    return lessWithinAxis(l, r);
  };
}

/// Whether the range of `other` lies within the range of this reference: "x":(1)4 contains
/// "x":(2)2.
bool AxisRefAttr::contains(AxisRefAttr other) const {
  Range self = rangeOf(*this), part = rangeOf(other);
  return getName() == other.getName() && self.pre <= part.pre && part.end <= self.end;
}

bool AxisRefAttr::strictlyContains(AxisRefAttr other) const {
  return *this != other && contains(other);
}

/// Whether `other` begins with this reference: "x":(2)2 is a prefix of "x":(2)4.
bool AxisRefAttr::prefixOf(AxisRefAttr other) const {
  return other.contains(*this) && getSubAxisPreSize() == other.getSubAxisPreSize();
}

bool AxisRefAttr::strictPrefixOf(AxisRefAttr other) const {
  return *this != other && prefixOf(other);
}

/// Whether `other` ends with this reference: "x":(4)2 is a suffix of "x":(2)4. Only the mesh tells
/// where a full axis ends.
bool AxisRefAttr::suffixOf(AxisRefAttr other, MeshAttr mesh) const {
  return other.contains(*this) &&
         getNextPreSizeOrFullSize(mesh) == other.getNextPreSizeOrFullSize(mesh);
}

bool AxisRefAttr::strictSuffixOf(AxisRefAttr other, MeshAttr mesh) const {
  return *this != other && suffixOf(other, mesh);
}

/// Whether one split of the axis has both references as (runs of) its parts. For "y"=6, "y":(1)2
/// and "y":(2)3 can, "y":(1)2 and "y":(1)3 cannot. References to different axes always can.
bool AxisRefAttr::canCoexist(AxisRefAttr other) const {
  if (getName() != other.getName())
    return true;
  Range l = rangeOf(*this), r = rangeOf(other);
  int64_t firstPre = std::min(l.pre, r.pre), lastPre = std::max(l.pre, r.pre);
  int64_t firstEnd = std::min(l.end, r.end), lastEnd = std::max(l.end, r.end);
  // The bounds of both ranges cut the axis into pieces, and each piece must have an integral size.
  // Overlapping ranges have the pieces [firstPre, lastPre), [lastPre, firstEnd) and
  // [firstEnd, lastEnd);
  // disjoint ranges only need an integral gap [firstEnd, lastPre).
  if (lastPre < firstEnd)
    return divides(firstPre, lastPre) && divides(lastPre, firstEnd) && divides(firstEnd, lastEnd);
  return divides(firstEnd, lastPre);
}

/// Whether the two references share a range of factors: "x":(1)4 and "x":(2)4 share "x":(2)2.
bool AxisRefAttr::overlaps(AxisRefAttr other) const {
  Range l = rangeOf(*this), r = rangeOf(other);
  return getName() == other.getName() && std::max(l.pre, r.pre) < std::min(l.end, r.end);
}

bool AxisRefAttr::canCoexistWithoutOverlap(AxisRefAttr other) const {
  return canCoexist(other) && !overlaps(other);
}

/// The range that both references share. Nothing if they do not overlap or cannot coexist.
std::optional<AxisRefAttr> AxisRefAttr::getOverlap(AxisRefAttr other) const {
  if (!overlaps(other) || !canCoexist(other))
    return std::nullopt;
  if (contains(other))
    return other;
  if (other.contains(*this))
    return *this;
  // Neither reference contains the other, so neither is the full axis.
  Range l = rangeOf(*this), r = rangeOf(other);
  return fromRange(*this, std::max(l.pre, r.pre), std::min(l.end, r.end), kWholeAxis);
}

/// The part of this reference in front of `other`: "x" without "x":(4)2 -> "x":(1)4. Nothing if
/// `other` takes the beginning, or if the two cannot coexist.
std::optional<AxisRefAttr> AxisRefAttr::getPrefixWithoutOverlap(AxisRefAttr other) const {
  if (!canCoexist(other))
    return std::nullopt;
  if (!overlaps(other))
    return *this;
  Range self = rangeOf(*this), taken = rangeOf(other);
  if (taken.pre <= self.pre)
    return std::nullopt;
  return fromRange(*this, self.pre, taken.pre, kWholeAxis);
}

/// The part of this reference behind `other`: "x" without "x":(1)2 -> "x":(2)4, if "x" has size 8.
/// Nothing if `other` takes the end, or if the two cannot coexist.
std::optional<AxisRefAttr> AxisRefAttr::getSuffixWithoutOverlap(AxisRefAttr other,
                                                                MeshAttr mesh) const {
  if (!canCoexist(other))
    return std::nullopt;
  if (!overlaps(other))
    return *this;
  int64_t start = other.getNextPreSizeOrFullSize(mesh), end = getNextPreSizeOrFullSize(mesh);
  if (end <= start)
    return std::nullopt;
  return fromRange(*this, start, end, mesh.getAxisSize(getName()));
}

/// The shorter of two references that begin alike: "x" and "x":(1)2 -> "x":(1)2. "x":(1)2 and
/// "x":(2)2 have no common prefix.
std::optional<AxisRefAttr> AxisRefAttr::getGreatestCommonPrefix(AxisRefAttr other) const {
  if (prefixOf(other))
    return *this;
  if (other.prefixOf(*this))
    return other;
  return std::nullopt;
}

/// The rest behind a strict prefix: "x" without "x":(1)2 -> "x":(2)4, if "x" has size 8.
std::optional<AxisRefAttr> AxisRefAttr::removeCommonPrefix(AxisRefAttr prefix,
                                                           MeshAttr mesh) const {
  if (!prefix.strictPrefixOf(*this))
    return std::nullopt;
  return fromRange(*this, prefix.getNextPreSizeOrFullSize(mesh), getNextPreSizeOrFullSize(mesh),
                   mesh.getAxisSize(getName()));
}

/// Whether `next` is the part that directly follows this part: "x":(2)2 and "x":(4)2.
bool AxisRefAttr::canMerge(AxisRefAttr next) const {
  return getName() == next.getName() && getSubAxisInfo() && next.getSubAxisInfo() &&
         getSubAxisInfo().getNextPreSize() == next.getSubAxisPreSize();
}

/// The two parts as one: "x":(2)2 and "x":(4)2 -> "x":(2)4.
AxisRefAttr AxisRefAttr::merge(AxisRefAttr next, MeshAttr mesh) const {
  assert(canMerge(next) && "the two are consecutive parts of one axis");
  return fromRange(*this, getSubAxisPreSize(), next.getNextPreSizeOrFullSize(mesh),
                   mesh.getAxisSize(getName()));
}

SmallVector<AxisRefAttr> getAllAxes(MeshAttr mesh) {
  return llvm::map_to_vector(mesh.getAxes(), [](MeshAxisAttr axis) {
    return AxisRefAttr::get(axis.getContext(), axis.getName());
  });
}

int64_t getShardedSize(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  return std::accumulate(axes.begin(), axes.end(), int64_t(1),
                         [&](int64_t size, AxisRefAttr axis) { return size * axis.getSize(mesh); });
}

void addAxisOrMerge(SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis, MeshAttr mesh) {
  if (!axes.empty() && axes.back().canMerge(axis))
    axes.back() = axes.back().merge(axis, mesh);
  else
    axes.push_back(axis);
}

void addAxesOrMerge(SmallVectorImpl<AxisRefAttr> &axes, ArrayRef<AxisRefAttr> more, MeshAttr mesh) {
  for (AxisRefAttr axis : more)
    addAxisOrMerge(axes, axis, mesh);
}

void sortAndMergeAxes(SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh) {
  llvm::sort(axes, AxisRefAttr::getMeshComparator(mesh));
  SmallVector<AxisRefAttr> merged;
  addAxesOrMerge(merged, axes, mesh);
  axes.assign(merged);
}

bool isSortedInMeshOrder(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  return llvm::is_sorted(axes, AxisRefAttr::getMeshComparator(mesh));
}

bool overlapsAny(AxisRefAttr axis, ArrayRef<AxisRefAttr> axes) {
  return llvm::any_of(axes, [&](AxisRefAttr other) { return axis.overlaps(other); });
}

bool anyOverlap(ArrayRef<AxisRefAttr> lhs, ArrayRef<AxisRefAttr> rhs) {
  return llvm::any_of(lhs, [&](AxisRefAttr axis) { return overlapsAny(axis, rhs); });
}

/// Equal axes go on. The first axes that differ end the list and contribute their own common
/// prefix.
SmallVector<AxisRefAttr> getGreatestCommonPrefix(ArrayRef<AxisRefAttr> lhs,
                                                 ArrayRef<AxisRefAttr> rhs) {
  SmallVector<AxisRefAttr> common;
  for (auto [l, r] : llvm::zip(lhs, rhs)) {
    if (l != r) {
      if (std::optional<AxisRefAttr> prefix = l.getGreatestCommonPrefix(r))
        common.push_back(*prefix);
      break;
    }
    common.push_back(l);
  }
  return common;
}

/// All axes of the prefix but the last must be equal to their counterparts.
bool isPrefixOf(ArrayRef<AxisRefAttr> prefix, ArrayRef<AxisRefAttr> axes) {
  if (prefix.empty())
    return true;
  if (prefix.size() > axes.size())
    return false;
  size_t last = prefix.size() - 1;
  return prefix.drop_back() == axes.take_front(last) && prefix.back().prefixOf(axes[last]);
}

/// If the last axis of the prefix is a strict part, the rest begins with what that part leaves
/// over.
SmallVector<AxisRefAttr> removePrefix(ArrayRef<AxisRefAttr> axes, ArrayRef<AxisRefAttr> prefix,
                                      MeshAttr mesh) {
  assert(isPrefixOf(prefix, axes) && "only a prefix can be removed");
  SmallVector<AxisRefAttr> rest;
  if (!prefix.empty())
    if (auto part = axes[prefix.size() - 1].removeCommonPrefix(prefix.back(), mesh))
      rest.push_back(*part);
  llvm::append_range(rest, axes.drop_front(prefix.size()));
  return rest;
}

/// The walk stops at the first axis that had to be shortened: what follows is no longer contiguous.
SmallVector<AxisRefAttr> getPrefixWithoutOverlap(ArrayRef<AxisRefAttr> axes,
                                                 ArrayRef<AxisRefAttr> others) {
  SmallVector<AxisRefAttr> free;
  for (AxisRefAttr axis : axes) {
    std::optional<AxisRefAttr> prefix = axis;
    for (AxisRefAttr other : others)
      if (prefix)
        prefix = prefix->getPrefixWithoutOverlap(other);
    if (prefix)
      free.push_back(*prefix);
    if (prefix != axis)
      break;
  }
  return free;
}

/// Subtracts one axis after the other. An axis may be left over in several parts: "x" without
/// "x":(2)2 -> "x":(1)2, "x":(4)2, if "x" has size 8.
SmallVector<AxisRefAttr> subtractAxes(ArrayRef<AxisRefAttr> axes, ArrayRef<AxisRefAttr> others,
                                      MeshAttr mesh) {
  SmallVector<AxisRefAttr> rest;
  // Appends `axis` without the axes in `taken`. The part before and the part behind the first
  // overlap are treated recursively with the rest of `taken`.
  std::function<void(AxisRefAttr, ArrayRef<AxisRefAttr>)> add = [&](AxisRefAttr axis,
                                                                    ArrayRef<AxisRefAttr> taken) {
    while (!taken.empty() && !axis.overlaps(taken.front()))
      taken = taken.drop_front();
    if (taken.empty())
      return addAxisOrMerge(rest, axis, mesh);
    if (auto before = axis.getPrefixWithoutOverlap(taken.front()))
      add(*before, taken.drop_front());
    if (auto after = axis.getSuffixWithoutOverlap(taken.front(), mesh))
      add(*after, taken.drop_front());
  };
  for (AxisRefAttr axis : axes)
    add(axis, others);
  return rest;
}

/// Index 53 of 8 x 6 x 2 -> (4, 2, 1).
SmallVector<int64_t> getCoordinates(MeshAttr mesh, int64_t index) {
  SmallVector<int64_t> coordinates(mesh.getAxes().size());
  for (size_t i = mesh.getAxes().size(); i-- > 0;) {
    coordinates[i] = index % mesh.getAxes()[i].getSize();
    index /= mesh.getAxes()[i].getSize();
  }
  return coordinates;
}

/// `below` is the number of positions inside one position of the part.
int64_t getCoordinate(AxisRefAttr axis, MeshAttr mesh, ArrayRef<int64_t> coordinates) {
  int64_t coordinate = coordinates[mesh.getAxisIndex(axis.getName())];
  int64_t below = mesh.getAxisSize(axis.getName()) / axis.getNextPreSizeOrFullSize(mesh);
  return (coordinate / below) % axis.getSize(mesh);
}

int64_t getShardIndex(ArrayRef<AxisRefAttr> axes, MeshAttr mesh, ArrayRef<int64_t> coordinates) {
  int64_t index = 0;
  for (AxisRefAttr axis : axes)
    index = index * axis.getSize(mesh) + getCoordinate(axis, mesh, coordinates);
  return index;
}

} // namespace spmd::sdy
