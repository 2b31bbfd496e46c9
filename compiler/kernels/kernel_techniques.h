// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The techniques that improve the plan of a kernel before its loops are written. Each is a pass of
// the same name on spmd.kernel, too (passes.td). loop_techniques.h has those that rewrite loops.
#pragma once
#include "compiler/kernels/fusion_plan.h"

namespace spmd {

/// A technique improves a plan of `body` and returns whether it did.
using KernelTechnique = llvm::function_ref<bool(const FusionBody &body, FusionPlan &plan)>;

/// Chooses which values a row keeps for later passes, and with that which results may take the
/// place of an input. `only`: these values, as far as they can be staged; null: what is worth it,
/// unless the plan has lanes already.
bool stageRows(const FusionBody &body, FusionPlan &plan,
               const llvm::DenseSet<mlir::Value> *only = nullptr);
/// Chooses how many elements of the last dim a step of each nest computes, if no nest has lanes.
bool chooseLanes(const FusionBody &body, FusionPlan &plan);
/// May an iteration take several rows of the first nest in one loop over the columns? Not where
/// sums go on from row to row, nor where loops take a part of a row or a band of rows.
bool canInterleaveRows(const FusionPlan &plan);
/// Lets short rows of several passes share one loop over the columns.
bool interleaveRows(const FusionBody &body, FusionPlan &plan, const Machine &machine);

/// The outputs of a nest that no cache holds until they are read, in the order of their stores.
llvm::SmallVector<unsigned> nonTemporalOutputs(const FusionBody &body, const FusionPlan &plan,
                                               unsigned nest, const Machine &machine);

} // namespace spmd
