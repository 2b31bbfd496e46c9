// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An op's tensor shardings seen through its rule: which axes each factor has in each tensor, and
// back (sharding.md d4).
//
// reshape 8 -> 2x4 with rule ([ij]) -> ([i, j]) {i=2, j=4} and an operand placed as [{"x"}], x = 4:
//   operand   i: x:(1)2   j: x:(2)2           i takes gcd(2, 4), the rest of x goes on to j
//   result    [{x:(1)2}, {x:(2)2}]            once both factors have been copied
// 12 -> 6x2, the same placement: i: x:(1)2, overflow x:(2)2 (3 and 2 are coprime); j: closed,
// empty.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/sharding/shardings.h"

namespace spmd {

struct FactorSharding {
  AxisList axes;     // major first
  AxisList overflow; // axes of the dim that fit no factor after this one; they stay where they are
  bool present = false;   // the tensor has a dim made of this factor
  bool closed = false;    // the dim is closed
  bool minorMost = false; // the last factor of its dim: takes axes without dividing evenly
};

struct TensorProjection {
  llvm::SmallVector<FactorSharding, 6> factors; // by factor number
  AxisList replicated, unreduced;
  sdy::ReductionKind reduction = sdy::ReductionKind::SUM;
};

/// How a tensor without sharding counts.
enum class Missing { Open, Closed };

TensorProjection projectTensor(const TensorFactors &tensor, llvm::ArrayRef<Factor> factors,
                               const Sharding &sharding, Missing missing = Missing::Open);
/// The other way: concatenates the factors of each dim, as far as they are full.
Sharding unprojectTensor(const TensorFactors &tensor, llvm::ArrayRef<Factor> factors,
                         const TensorProjection &projection, int mesh);

/// All tensors of an op, operands first.
struct Projection {
  llvm::SmallVector<TensorProjection, 4> tensors;
  size_t operandCount = 0;

  Projection(const ShardingRule &rule, llvm::ArrayRef<const Sharding *> shardings,
             Missing missing = Missing::Open);
  bool isOperand(size_t tensor) const { return tensor < operandCount; }
  /// Gives `axes` to the factor in every tensor where they strictly extend what is there; sets the
  /// tensors' bits.
  void extend(size_t factor, llvm::ArrayRef<Axis> axes, llvm::SmallVectorImpl<bool> &changed);
};

} // namespace spmd
