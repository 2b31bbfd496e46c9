// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// References to axes ("x", "x":(2)4) as the numbered axes of dialects/axis.h, which has the
// arithmetic, and back. The functions on lists of references serve the verifiers and the passes
// that read and write attributes; each is one function of dialects/axis.h between two translations.
// Lists are major to minor, as in the sharding of a dim.
#pragma once

#include "dialects/device_groups.h"
#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// "x":(2)4, where "x" is the first axis of the mesh, -> {0, 2, 4}. The mesh must have the axis.
Axis toAxis(AxisRefAttr ref, MeshAttr mesh);
AxisList toAxes(llvm::ArrayRef<AxisRefAttr> refs, MeshAttr mesh);
/// The inverse: {0, 1, 8} of "x"=8 -> "x".
AxisRefAttr toAttr(Axis axis, MeshAttr mesh);
llvm::SmallVector<AxisRefAttr> toAttrs(llvm::ArrayRef<Axis> axes, MeshAttr mesh);

/// The devices of the mesh at their places.
MeshGrid gridOf(MeshAttr mesh);

/// The product of the sizes: the number of shards that the axes make.
int64_t getShardedSize(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh);
/// Whether the axis overlaps one of `axes`, which may be of another mesh: axes are told apart by
/// their names.
bool overlapsAny(AxisRefAttr axis, llvm::ArrayRef<AxisRefAttr> axes);

/// Appends `more` and merges consecutive parts: ("x":(1)2) and ("x":(2)4) -> ("x").
void addAxesOrMerge(llvm::SmallVectorImpl<AxisRefAttr> &axes, llvm::ArrayRef<AxisRefAttr> more,
                    MeshAttr mesh);
/// Sorts the list in the order of the mesh and merges consecutive parts of an axis.
void sortAndMergeAxes(llvm::SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh);
bool isSortedInMeshOrder(llvm::ArrayRef<AxisRefAttr> axes, MeshAttr mesh);
/// The parts of `axes` that are not in `others`: ("a", "b") without ("b":(1)2) -> ("a", "b":(2)2).
llvm::SmallVector<AxisRefAttr> subtractAxes(llvm::ArrayRef<AxisRefAttr> axes,
                                            llvm::ArrayRef<AxisRefAttr> others, MeshAttr mesh);

} // namespace spmd::sdy
