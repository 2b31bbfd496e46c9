// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic on axes of a mesh and on parts of axes. Axes are plain numbers here, without
// names, uniqued attributes and strings, because propagation and resharding call these functions
// millions of times. dialects/sdy/axes.h turns the attributes of sdy into such axes and back. The
// arithmetic is that of sub-axes in Shardy's "Sharding Representation".
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <limits>
#include <optional>

namespace spmd {

/// The greatest number of devices of a mesh: runtimes have 32-bit device ids, and an Axis has
/// 32-bit sizes.
inline constexpr int64_t kMostDevices = std::numeric_limits<int32_t>::max();

/// A part of mesh axis number `index`: the axis of size n is split into pre x size x rest, major
/// first, and this is the middle factor. The whole axis is {index, 1, n}, so no function needs a
/// special case for it:
///   "x":(1)2 of x=8  {0, 1, 2}     the two halves
///   "x":(2)4 of x=8  {0, 2, 4}     the four positions inside a half
///   "x"              {0, 1, 8}
struct Axis {
  int32_t index = 0;
  int32_t pre = 1;
  int32_t size = 1;

  int32_t end() const { return pre * size; }
  bool operator==(const Axis &) const = default;
  /// The order of the mesh: by axis, then by the beginning of the part, then by its size.
  auto operator<=>(const Axis &) const = default;
};

using AxisList = llvm::SmallVector<Axis, 2>;

/// Whether the two parts share a factor of one axis: x:(1)4 and x:(2)2 do, x:(1)2 and x:(2)4 do
/// not.
bool overlaps(Axis l, Axis r);
bool overlapsAny(Axis axis, llvm::ArrayRef<Axis> others);
/// Whether both are parts of one common split: (1)2 and (1)3 of an axis of 6 are not.
bool canCoexist(Axis l, Axis r);
/// Whether `part` lies within `whole`: x:(1)4 contains x:(2)2.
bool contains(Axis whole, Axis part);
/// Whether `of` begins with `prefix`: x:(1)2 is a prefix of x:(1)4 and of itself.
bool isPrefix(Axis prefix, Axis of);
/// The longest leading part of `axis` that shares nothing with `other`. Nothing if `other` covers
/// the beginning of `axis`.
///   x:(1)8 against x:(2)2 -> x:(1)2;  x against y -> x
std::optional<Axis> prefixWithoutOverlap(Axis axis, Axis other);
std::optional<Axis> prefixWithoutOverlap(Axis axis, llvm::ArrayRef<Axis> others);
/// The longest leading part that both have: x:(1)4, x:(1)2 -> x:(1)2.
std::optional<Axis> commonPrefix(Axis l, Axis r);
/// The rest of `axis` behind its prefix `prefix`; nothing if they are equal.
std::optional<Axis> removePrefix(Axis axis, Axis prefix);

/// Appends `axis`, merging consecutive parts: [x:(1)2] and x:(2)4 -> [x:(1)8].
void appendMerged(AxisList &list, Axis axis);
void appendMerged(AxisList &list, llvm::ArrayRef<Axis> axes);
/// The number of shards that a list makes: the product of the sizes.
int64_t shardCount(llvm::ArrayRef<Axis> list);
/// Whether `longer` begins with all of `shorter`. The last axis of `shorter` may be a leading part
/// of its counterpart: [x, y:(1)2] is a prefix of [x, y].
bool isPrefix(llvm::ArrayRef<Axis> shorter, llvm::ArrayRef<Axis> longer);
bool isStrictPrefix(llvm::ArrayRef<Axis> shorter, llvm::ArrayRef<Axis> longer);
/// The rest of the list behind a prefix of it: [x, y] after [x:(1)2] -> [x:(2)4, y].
AxisList removePrefix(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> prefix);
/// The list without a suffix; nothing if it does not end with `suffix`: [x, y] without [y:(2)2] ->
/// [x, y:(1)2], for y of 4.
std::optional<AxisList> removeSuffix(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> suffix);
/// The parts of `axes` that are not in `others`, in the order of `axes`: [x, y] without [x:(2)2] ->
/// [x:(1)2, x:(4)2, y]. An axis that cannot coexist with one of `others` is left out.
AxisList subtractAxes(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> others);
/// The axes in the order of the mesh, with consecutive parts merged.
AxisList sortedMerged(llvm::ArrayRef<Axis> axes);

} // namespace spmd
