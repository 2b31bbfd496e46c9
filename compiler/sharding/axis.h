// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes of a mesh and parts of axes as plain numbers: what dialects/sdy/axes.h says on attributes,
// here without names, uniquing and strings, because propagation and resharding ask millions of
// times. Sharding.md d1 is the specification.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace spmd {

/// A part of mesh axis number `index`: the axis of size n is split into pre x size x rest, major
/// first, and the middle is meant. The whole axis is {index, 1, n}, so no case distinction is
/// needed:
///   "x":(1)2 of x=8  {0, 1, 2}     the two halves
///   "x":(2)4 of x=8  {0, 2, 4}     the four steps inside a half
///   "x"              {0, 1, 8}
struct Axis {
  int32_t index = 0;
  int32_t pre = 1;
  int32_t size = 1;

  int32_t end() const { return pre * size; }
  bool operator==(const Axis &) const = default;
  /// Mesh order: by axis, then by where the part begins, then by its size.
  auto operator<=>(const Axis &) const = default;
};

using AxisList = llvm::SmallVector<Axis, 2>;

/// Whether the parts share devices' coordinates: x:(1)4 and x:(2)2 do, x:(1)2 and x:(2)4 do not.
bool overlaps(Axis l, Axis r);
bool overlapsAny(Axis axis, llvm::ArrayRef<Axis> others);
/// Whether both could be cut into parts of one common split: (1)2 and (1)3 of an axis of 6 cannot.
bool canCoexist(Axis l, Axis r);
/// Whether `part` lies within `whole`.
bool contains(Axis whole, Axis part);
/// x:(1)2 is a prefix of x:(1)4 and of itself.
bool isPrefix(Axis prefix, Axis of);
/// The longest leading part of `axis` that shares nothing with `other`; nothing where they begin
/// alike.
///   x:(1)8 against x:(2)2 -> x:(1)2;  x against y -> x
std::optional<Axis> prefixWithoutOverlap(Axis axis, Axis other);
std::optional<Axis> prefixWithoutOverlap(Axis axis, llvm::ArrayRef<Axis> others);
/// The longest leading part that both have: x:(1)4, x:(1)2 -> x:(1)2.
std::optional<Axis> commonPrefix(Axis l, Axis r);
/// What follows `prefix` in `axis`; nothing where they are equal.
std::optional<Axis> removePrefix(Axis axis, Axis prefix);

/// Appends, joining neighbours: [x:(1)2] and x:(2)4 become [x:(1)8].
void appendMerged(AxisList &list, Axis axis);
void appendMerged(AxisList &list, llvm::ArrayRef<Axis> axes);
/// Number of shards.
int64_t shardCount(llvm::ArrayRef<Axis> list);
/// Whether `longer` begins with all of `shorter`, the last axis of which may be a leading part of
/// its counterpart.
bool isPrefix(llvm::ArrayRef<Axis> shorter, llvm::ArrayRef<Axis> longer);
bool isStrictPrefix(llvm::ArrayRef<Axis> shorter, llvm::ArrayRef<Axis> longer);
/// Sorted in mesh order, neighbours joined.
AxisList sortedMerged(llvm::ArrayRef<Axis> axes);

} // namespace spmd
