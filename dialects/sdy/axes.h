// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic on axes, sub-axes and lists of axes: pure functions, apart from attrs.cpp because the
// verifiers, the passes and the collectives share them. Sub-axes are those of Shardy's "Sharding
// Representation" (axis splitting and sub-axes).
//
// An axis "x" of 8 devices may be split: "x":(m)k leaves out the m major parts and takes the next
// k. As a range of factors, "x":(m)k is [m, m*k) of [1, 8): "x":(1)2 = [1, 2) is the major half,
// "x":(2)4 = [2, 8) the four positions inside a half.
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

/// All axes of a mesh, in the order of the mesh.
llvm::SmallVector<AxisRefAttr> getAllAxes(MeshAttr mesh);
/// The product of the sizes: the number of shards that the axes make.
int64_t getShardedSize(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh);

/// Appends `axis`. If it continues the last axis of the list, the two become one: ("x":(1)2) and
/// "x":(2)4 -> ("x").
void addAxisOrMerge(llvm::SmallVectorImpl<AxisRefAttr> &axes, AxisRefAttr axis, MeshAttr mesh);
void addAxesOrMerge(llvm::SmallVectorImpl<AxisRefAttr> &axes, llvm::ArrayRef<AxisRefAttr> more,
                    MeshAttr mesh);

/// Sorts the list in the order of the mesh and merges consecutive parts of an axis.
void sortAndMergeAxes(llvm::SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh);
bool isSortedInMeshOrder(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh);

bool overlapsAny(AxisRefAttr axis, llvm::ArrayRef<AxisRefAttr> axes);
bool anyOverlap(llvm::ArrayRef<AxisRefAttr> lhs, llvm::ArrayRef<AxisRefAttr> rhs);

/// The longest list that both begin with: ("a", "b") and ("a", "b":(1)2) -> ("a", "b":(1)2).
llvm::SmallVector<AxisRefAttr> getGreatestCommonPrefix(llvm::ArrayRef<AxisRefAttr> lhs,
                                                       llvm::ArrayRef<AxisRefAttr> rhs);
/// Whether `axes` begins with `prefix`: ("a":(1)2) is a prefix of ("a", "b"), and so is an equal
/// list.
bool isPrefixOf(llvm::ArrayRef<AxisRefAttr> prefix, llvm::ArrayRef<AxisRefAttr> axes);
/// The rest of the list behind a prefix: ("a", "b") after ("a":(1)2) -> ("a":(2)2, "b"), if "a" has
/// size 4.
llvm::SmallVector<AxisRefAttr> removePrefix(llvm::ArrayRef<AxisRefAttr> axes,
                                            llvm::ArrayRef<AxisRefAttr> prefix, MeshAttr mesh);
/// The list up to the first axis that overlaps one of `others`. The part of that axis in front of
/// the overlap is kept: ("z", "x", "y") and others ("x":(4)2) -> ("z", "x":(1)4).
llvm::SmallVector<AxisRefAttr> getPrefixWithoutOverlap(llvm::ArrayRef<AxisRefAttr> axes,
                                                       llvm::ArrayRef<AxisRefAttr> others);
/// The parts of `axes` that are not in `others`, in the order of `axes`: ("a", "b") without
/// ("b":(1)2) -> ("a", "b":(2)2).
llvm::SmallVector<AxisRefAttr> subtractAxes(llvm::ArrayRef<AxisRefAttr> axes,
                                            llvm::ArrayRef<AxisRefAttr> others, MeshAttr mesh);

/// The coordinates, one per axis, of the device at row-major position `index` of the mesh.
llvm::SmallVector<int64_t> getCoordinates(MeshAttr mesh, int64_t index);
/// The position of a device along an axis, or along a part (m)k of an axis of size n: (coordinate /
/// (n / (m*k))) mod k.
int64_t getCoordinate(AxisRefAttr axis, MeshAttr mesh, llvm::ArrayRef<int64_t> coordinates);
/// The position of a device along a list of axes, the first one major. It is the number of the
/// shard of a dim that the device holds.
int64_t getShardIndex(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh,
                      llvm::ArrayRef<int64_t> coordinates);

} // namespace spmd::sdy
