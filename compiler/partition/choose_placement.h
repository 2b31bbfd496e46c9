// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One op on a mesh: which axes split which factor, so that the bytes sent to get there are the
// fewest. A pure function of the op's rule, of where its operands are and of where its results are
// wanted.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/placement/plan_reshard.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spmd {

struct TensorOnMesh {
  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBytes = 4;
  Placement placement; // operands: where it is; results: where it is wanted
};

struct OpOnMesh {
  const ShardingRule &rule;
  llvm::ArrayRef<TensorOnMesh> operands, results;
  llvm::ArrayRef<int64_t> atomSizes;
  llvm::ArrayRef<int> taken; // manual atoms
  // Results of sharded reduction factors can be combined later (sum, max, min).
  bool reducible = false;
  // f(x + y) = f(x) + f(y) in all operands at once: partial sums may pass through.
  bool linear = false;
};

struct OpPlacement {
  llvm::SmallVector<Placement> operands; // what the op has to be given
  // What it then makes, partial over the atoms of reduction factors.
  llvm::SmallVector<Placement> results;
  double cost = 0; // bytes, see the constants in the .cpp
};

/// The cheapest placement; none where a result is wanted as partial sums that the op does not make,
/// else there always is one (everything whole). `operandCost(i, p)` is what it costs to have
/// operand i as p (nothing: impossible); results are charged with the plan from what is made to
/// what is wanted.
///   dot [b, k] x [k, n], x placed {data, -}, w placed {data, -}, result wanted {data, -}
///   -> w gathered: x {data, -}, w {-, -}, result {data, -}, unless w is so large that moving x
///      costs less
std::optional<OpPlacement>
choosePlacement(const OpOnMesh &op,
                llvm::function_ref<std::optional<double>(unsigned, const Placement &)> operandCost);

/// The placement of a tensor of an op whose factors are split as those of another one, placed as
/// `placement`.
///   reshape [1, 8, 16] -> [8, 16], operand placed {-, data, -}   ->   result {data, -}
Placement carryOver(const ShardingRule &rule, llvm::ArrayRef<int64_t> atomSizes,
                    const TensorFactors &from, const Placement &placement, const TensorFactors &to);

} // namespace spmd
