// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The algebra of axes and sub-axes: pure functions on axis references and lists of them.
//
// An axis "x" of 8 devices may be split: "x":(m)k leaves out the m major parts and takes the next
// k. As a range of factors, "x":(m)k is [m, m*k) of [1, 8): "x":(1)2 = [1, 2) is the major half,
// "x":(2)4 = [2, 8) the steps inside it.
//   overlaps         "x":(1)4 and "x":(2)4 share "x":(2)2
//   canCoexist       not "x":(1)2 and "x":(1)3: no common split has both
//   prefixOf         "x":(1)2 of "x"          suffixOf   "x":(2)4 of "x"
//   getPrefixWithoutOverlap   "x" without "x":(4)2 -> "x":(1)4
//                             "x" without "x":(1)2 -> nothing (its prefix is taken)
//   getSuffixWithoutOverlap   "x" without "x":(1)2 -> "x":(2)4
//   removeCommonPrefix        "x" without its prefix "x":(1)2 -> "x":(2)4
//   merge            "x":(1)2 then "x":(2)4 -> "x"
// Lists are major to minor, as in the sharding of a dim.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// All axes of a mesh, in its order.
llvm::SmallVector<AxisRefAttr> getAllAxes(MeshAttr mesh);
/// Product of the sizes.
int64_t getShardedSize(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh);

/// Appends `axis`, as one with the last axis where the two are consecutive parts.
void addAxisOrMerge(llvm::SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis, MeshAttr mesh);
void addAxesOrMerge(llvm::SmallVectorImpl<AxisRefAttr> &axes, llvm::ArrayRef<AxisRefAttr> more,
                    MeshAttr mesh);

/// Mesh order, consecutive parts merged.
void sortAndMergeAxes(llvm::SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh);
bool isSortedInMeshOrder(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh);

bool overlapsAny(AxisRefAttr axis, llvm::ArrayRef<AxisRefAttr> axes);
bool anyOverlap(llvm::ArrayRef<AxisRefAttr> lhs, llvm::ArrayRef<AxisRefAttr> rhs);

/// What both begin with: ("a", "b") and ("a", "b":(1)2) -> ("a", "b":(1)2).
llvm::SmallVector<AxisRefAttr> getGreatestCommonPrefix(llvm::ArrayRef<AxisRefAttr> lhs,
                                                       llvm::ArrayRef<AxisRefAttr> rhs);
/// ("a":(1)2) of ("a", "b"); equal lists count.
bool isPrefixOf(llvm::ArrayRef<AxisRefAttr> prefix, llvm::ArrayRef<AxisRefAttr> axes);
/// ("a", "b") after the prefix ("a":(1)2) -> ("a":(2)2, "b"), for "a" of 4.
llvm::SmallVector<AxisRefAttr> removePrefix(llvm::ArrayRef<AxisRefAttr> axes,
                                            llvm::ArrayRef<AxisRefAttr> prefix, MeshAttr mesh);
/// The list up to the first part that overlaps one of `others`, with that axis' own free prefix.
llvm::SmallVector<AxisRefAttr> getPrefixWithoutOverlap(llvm::ArrayRef<AxisRefAttr> axes,
                                                       llvm::ArrayRef<AxisRefAttr> others);
/// Parts of `axes` not in `others`, in the order of `axes`: ("a", "b") without ("b":(1)2) -> ("a",
/// "b":(2)2).
llvm::SmallVector<AxisRefAttr> subtractAxes(llvm::ArrayRef<AxisRefAttr> axes,
                                            llvm::ArrayRef<AxisRefAttr> others, MeshAttr mesh);

/// Coordinate along each axis of the device at row-major position `index`.
llvm::SmallVector<int64_t> getCoordinates(MeshAttr mesh, int64_t index);
/// Position of a device along an axis or a part of one: (coordinate / (n / (m*k))) mod k.
int64_t getCoordinate(AxisRefAttr axis, MeshAttr mesh, llvm::ArrayRef<int64_t> coordinates);
/// Position along a list of axes, the first one major: which shard of a dim the device holds.
int64_t getShardIndex(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh,
                      llvm::ArrayRef<int64_t> coordinates);

} // namespace spmd::sdy
