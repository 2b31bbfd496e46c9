// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// planReshard with a cache, because programs ask for the same few reshards many times, and so does
// one pass of the partition after another. Separate from plan_reshard.h, which knows no MLIR types.
#pragma once
#include "compiler/placement/plan_reshard.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/AnalysisManager.h"
#include <map>
#include <vector>

namespace spmd {

/// The bytes of one element in a buffer: whole bytes, so i1 takes one.
int64_t bufferElementBytes(mlir::RankedTensorType type);

/// What is asked of a planner: the global type, from and to where, the taken and owned atoms. Keys
/// contain pointers, so the order of the entries means nothing: they are looked up, never walked.
using ReshardKey = std::tuple<const void *, Placement, Placement, Atoms, Atoms>;

/// The plans that passes over one module have made: an analysis, which no pass invalidates, since a
/// plan depends on its key, the sizes of the atoms and their links alone.
class ReshardPlans {
public:
  using Answers = std::map<ReshardKey, std::optional<ReshardPlan>>;

  ReshardPlans() = default;
  explicit ReshardPlans(mlir::Operation *) {}
  bool isInvalidated(const mlir::AnalysisManager::PreservedAnalyses &) { return false; }
  /// The answers for atoms of these sizes, with these links.
  Answers &of(llvm::ArrayRef<int64_t> atomSizes, llvm::ArrayRef<Link> links);

private:
  using Atoms = std::vector<std::tuple<int64_t, double, double>>; // size, latency and rate
  std::map<Atoms, Answers> answers;
};

/// Plans reshards between placements in one table of atoms.
class ReshardPlanner {
public:
  /// Sizes and links of the atoms; no links if all are as fast.
  ReshardPlanner(ReshardPlans &plans, llvm::ArrayRef<int64_t> atomSizes,
                 llvm::ArrayRef<Link> links = {})
      : answers(plans.of(atomSizes, links)), atomSizes(atomSizes), links(links) {}
  /// The plan, or null if there is none. `type` is the global type; `taken` are the manual axes at
  /// that place, `owned` as in planReshard. The plans own it.
  const ReshardPlan *plan(mlir::Type type, const Placement &from, const Placement &to,
                          llvm::ArrayRef<int> taken, llvm::ArrayRef<int> owned = {});

  /// The placements that the searches for all plans asked of this planner have met, whoever asked
  /// for them first.
  size_t searched() const { return allSearched; }

private:
  size_t allSearched = 0;
  ReshardPlans::Answers &answers;
  llvm::DenseSet<const void *> asked; // answers
  llvm::ArrayRef<int64_t> atomSizes;
  llvm::ArrayRef<Link> links;
};

} // namespace spmd
