// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates between the two ways to say how an op is split: the placements of its tensors, atoms
// on dims, and the atoms on the factors of its sharding rule. Apart from choose_placement.h, which
// searches among such splits.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/placement/plan_reshard.h"

namespace spmd {

/// For each factor of a rule the atoms that split it, major first.
using Assignment = llvm::SmallVector<Atoms>;

/// The atoms of each factor under a placement. If an atom does not divide what is left of its dim's
/// factors, this atom and all minor ones of the dim are left out.
///   dim 8 = factors i=2, j=4, placed {a=2, b=2}   ->   i: {a}, j: {b}
Assignment project(const ShardingRule &rule, llvm::ArrayRef<int64_t> sizes,
                   const TensorFactors &tensor, const Placement &placement);
/// The inverse of project(): the placement of one tensor, given the atoms of each factor.
Placement embed(const Assignment &all, const TensorFactors &tensor);

/// Clears factors that would make a dim's shards strided. In a dim of several factors, a minor
/// factor may be split only if all factors before it are split completely. A factor that is cleared
/// for one tensor may be the major part of a dim of another tensor, so the loop repeats until it
/// clears nothing more.
///   dim 8 = factors i=2, j=4: j split by 4 with i whole would give each device elements 0 and 4
void clearStrided(const ShardingRule &rule, llvm::ArrayRef<int64_t> sizes, Assignment &all);

/// The atoms over which the results of an op are partial if its operands stay where they are: those
/// that split its reduction factors, as far as the operands agree.
///   dot [b, k] x [k, n], both placed {-, data} and {data, -} -> data
Atoms summedAtoms(const ShardingRule &rule, llvm::ArrayRef<int64_t> atomSizes,
                  llvm::ArrayRef<Placement> operands);

/// Carries a placement from one tensor of an op to another one along the pass-through factors that
/// both have.
///   reshape [1, 8, 16] -> [8, 16], operand placed {-, data, -}   ->   result {data, -}
Placement carryOver(const ShardingRule &rule, llvm::ArrayRef<int64_t> atomSizes,
                    const TensorFactors &from, const Placement &placement, const TensorFactors &to);

} // namespace spmd
