// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// planReshard with a memory: programs ask for the same few reshards again and again.
#pragma once
#include "compiler/placement/plan_reshard.h"
#include "mlir/IR/BuiltinTypes.h"
#include <map>

namespace spmd {

/// Bytes of an element in a buffer: whole bytes, i1 is one.
int64_t bufferElementBytes(mlir::RankedTensorType type);

class ReshardPlanner {
public:
  explicit ReshardPlanner(llvm::ArrayRef<int64_t> atomSizes) : atomSizes(atomSizes) {}
  /// The plan, or null where there is none; `type` is the global type, `taken` are the manual axes
  /// there. Owned by the planner.
  const ReshardPlan *plan(mlir::Type type, const Placement &from, const Placement &to,
                          llvm::ArrayRef<int> taken);

private:
  llvm::ArrayRef<int64_t> atomSizes;
  // Looked up, never walked.
  std::map<std::tuple<const void *, Placement, Placement, Atoms>, std::optional<ReshardPlan>> plans;
};

} // namespace spmd
