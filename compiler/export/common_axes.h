// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses axes on which all tensors of an op agree, factor by factor, so that the op communicates
// only for its reductions. Separate from insert_explicit_reshards.cpp because the choice is a pure
// function of rules and shardings.
#pragma once
#include "compiler/sharding/projection.h"

namespace spmd {

/// The axes of each factor. Factors that need replication have none. `isKept` says that the tensors
/// agreed before.
struct CommonAxes {
  llvm::SmallVector<AxisList> factors;
  bool isKept = false;
};

/// Chooses the common axes. `sizes` are the numbers of elements of the tensors, `axisNames` the
/// names of the mesh's axes. A reshape whose axes fit no factor deals them again. If two tensors
/// disagree, one decides: the one without split permutation factors, then the larger one, then the
/// one with more shards. If more tensors disagree, the choice takes one factor after another, each
/// time the axes that cover the most elements.
///   add [{a}, {}], [{}, {b}] -> [{a}, {b}]: both, no conflict
///   concatenate along dim 0, [{a}, {}] everywhere -> [{}, {a}]: dim 0 must stay whole, so its
///   axes move to a dim that they divide evenly
CommonAxes chooseCommonAxes(const ShardingRule &rule, const Projection &projection,
                            llvm::ArrayRef<int64_t> sizes,
                            llvm::ArrayRef<llvm::StringRef> axisNames);

/// The list up to the first axis that overlaps a taken one, followed by the free prefix of that
/// axis.
AxisList withoutOverlap(llvm::ArrayRef<Axis> axes, llvm::ArrayRef<Axis> taken);

/// The sharding of one tensor of the op under the common axes.
Sharding withCommonAxes(const ShardingRule &rule, size_t tensor, const Projection &projection,
                        const CommonAxes &common, int mesh);

} // namespace spmd
