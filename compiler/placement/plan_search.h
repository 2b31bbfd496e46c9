// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches the cheapest way from one placement to another, step by step. Apart from plan_reshard.h,
// which merges the steps to a plan and answers where the search gives up.
#pragma once
#include "compiler/placement/plan_reshard.h"

namespace spmd {

/// What a reshard is about (planReshard).
struct ReshardQuestion {
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  llvm::ArrayRef<int64_t> sizes; // of atoms
  const Placement &from, &to;
  llvm::ArrayRef<int> taken;
  llvm::ArrayRef<Link> links;
  llvm::ArrayRef<int> owned;
};

/// The cheapest steps, each of one atom, but for sums over several. None if there is no way, or if
/// more than 20,000 placements would have to be looked at. `searched` is their number.
std::optional<llvm::SmallVector<ReshardStep>> cheapestSteps(const ReshardQuestion &question,
                                                            size_t &searched);

/// How often the bytes of a value travel where it is made whole over `atoms`: once where its owner
/// broadcasts it, twice where it is summed up.
double allReduceFactor(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int> owned);

} // namespace spmd
