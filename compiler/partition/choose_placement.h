// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses how one op is split over the mesh: which axes split which factor, so that resharding its
// operands and results sends the fewest bytes. A pure function of the op's sharding rule, of where
// its operands are and of where its results are wanted, so that it can be read and tested without
// IR.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/placement/plan_reshard.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spmd {

struct TensorOnMesh {
  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBytes = 4;
  Placement placement; // of an operand: where it is now; of a result: where it is wanted
  // Of an operand: zero on every device, so it is the partial sums of zero as it is.
  bool isZero = false;
  // Of an operand of a linear op: its partial sums may pass on. Others are whole.
  bool isLinear = true;
};

struct OpOnMesh {
  const ShardingRule &rule;
  llvm::ArrayRef<TensorOnMesh> operands, results;
  llvm::ArrayRef<int64_t> atomSizes;
  llvm::ArrayRef<int> taken;       // manual atoms
  llvm::ArrayRef<Link> links = {}; // of the atoms; none if all are as fast
  // Whether partial results of split reduction factors can be combined later (sum, max, min).
  bool reducible = false;
  // Whether f(x + y) = f(x) + f(y) in all operands at once, so that partial sums may pass through.
  bool linear = false;
  // Whether to pass partial sums on where summing them up first costs as much: users may want parts
  // of the sum only.
  bool sumsLater = false;
  // The rows of dim `dim` of an operand that a device sends to others where a permutation factor is
  // split into so many shards; nothing if the op cannot be split so. Null: it cannot be at all.
  llvm::function_ref<std::optional<int64_t>(unsigned operand, int64_t dim, int64_t shards)>
      sentRows = nullptr;
  // The cost of summing up a result that is made as `made`, partial, if that may wait for what
  // reads it. Null: it is summed up at once.
  llvm::function_ref<double(unsigned result, const Placement &made)> costOfSum = nullptr;
  // The atoms over which the result is one device's where operand 0 is placed so; null: none.
  llvm::function_ref<Atoms(const Placement &operand)> ownedAtoms = nullptr;
};

struct OpPlacement {
  llvm::SmallVector<Placement> operands; // the placements that the op needs
  // The placements that the op produces, partial over the atoms of its reduction factors.
  llvm::SmallVector<Placement> results;
  Atoms owned;     // of these, those over which one device has the whole result (owners.h)
  double cost = 0; // bytes of the default link, see the constants in the .cpp
  // Of `cost`: the rows that the op itself exchanges, in bytes and nanoseconds.
  double exchangedBytes = 0, exchangeTime = 0;
};

/// Returns the cheapest placement. `operandCost(i, p)` is the cost of having operand i placed as p,
/// nothing if that is impossible. Results are charged with the reshard plan from what the op
/// produces to what is wanted. There is no placement only if a result is wanted as partial sums
/// that the op does not produce; otherwise the replicated placement always works.
///   dot [b, k] x [k, n], x placed {data, -}, w placed {data, -}, result wanted {data, -}
///   -> w is gathered: x {data, -}, w {-, -}, result {data, -}, unless w is so large that moving
///      x costs less
/// `priced`, if given, is called with each candidate that is possible.
std::optional<OpPlacement>
choosePlacement(const OpOnMesh &op,
                llvm::function_ref<std::optional<double>(unsigned, const Placement &)> operandCost,
                llvm::function_ref<void(const OpPlacement &)> priced = nullptr);

} // namespace spmd
