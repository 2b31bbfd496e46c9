// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes that all tensors of an op can agree on, factor by factor, so that the op needs no
// communication but for its reductions.
#pragma once
#include "compiler/sharding/projection.h"

namespace spmd {

/// The axes of each factor; factors that need replication get none. `isKept`: the tensors agree
/// already.
struct CommonAxes {
  llvm::SmallVector<AxisList> factors;
  bool isKept = false;
};

/// `sizes` are the numbers of elements of the tensors, `axisNames` the mesh's. Where tensors
/// disagree: of two the one without permutations, then the larger, then the more sharded one
/// decides; of more, the axes that most elements have already are taken one factor after another.
///   add [{a}, {}], [{}, {b}] -> [{a}, {b}]: both, no conflict
///   concatenate along dim 0, [{a}, {}] everywhere -> [{}, {a}]: what may not split dim 0 goes
///   where it divides evenly
CommonAxes chooseCommonAxes(const ShardingRule &rule, const Projection &projection,
                            llvm::ArrayRef<int64_t> sizes,
                            llvm::ArrayRef<llvm::StringRef> axisNames);

/// The list up to the first axis that overlaps a taken one, with that axis' own free prefix.
AxisList withoutOverlap(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> taken);

/// The sharding of a tensor that has the common axes.
Sharding withCommonAxes(const ShardingRule &rule, size_t tensor, const Projection &projection,
                        const CommonAxes &common, int mesh);

} // namespace spmd
