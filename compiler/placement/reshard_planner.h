// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// planReshard with a cache, because programs ask for the same few reshards many times. Separate
// from plan_reshard.h, which knows no MLIR types.
#pragma once
#include "compiler/placement/plan_reshard.h"
#include "mlir/IR/BuiltinTypes.h"
#include <map>

namespace spmd {

/// The bytes of one element in a buffer: whole bytes, so i1 takes one.
int64_t bufferElementBytes(mlir::RankedTensorType type);

class ReshardPlanner {
public:
  /// Sizes and links of the atoms; no links if all are as fast.
  explicit ReshardPlanner(llvm::ArrayRef<int64_t> atomSizes, llvm::ArrayRef<Link> links = {})
      : atomSizes(atomSizes), links(links) {}
  /// The plan, or null if there is none. `type` is the global type; `taken` are the manual axes at
  /// that place, `owned` as in planReshard. The planner owns the plan.
  const ReshardPlan *plan(mlir::Type type, const Placement &from, const Placement &to,
                          llvm::ArrayRef<int> taken, llvm::ArrayRef<int> owned = {});

  /// The placements that all searches have met.
  size_t searched() const { return allSearched; }

private:
  size_t allSearched = 0;
  llvm::ArrayRef<int64_t> atomSizes;
  llvm::ArrayRef<Link> links;
  // Keys contain pointers, so the order of the entries means nothing: entries are looked up, never
  // walked.
  std::map<std::tuple<const void *, Placement, Placement, Atoms, Atoms>, std::optional<ReshardPlan>>
      plans;
};

} // namespace spmd
