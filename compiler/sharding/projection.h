// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates the tensor shardings of an op into factor shardings and back: for each factor of the
// op's rule, which axes the factor has in each tensor. Propagation and the choice of reshards work
// on factors. The algorithm is the sharding projection of Shardy's propagation.
//
// reshape 8 -> 2x4 with rule ([ij]) -> ([i, j]) {i=2, j=4} and an operand sharded as [{"x"}], x=4:
//   operand   i: x:(1)2   j: x:(2)2           i takes gcd(2, 4), the rest of x goes on to j
//   result    [{x:(1)2}, {x:(2)2}]            once both factors have been copied
// 12 -> 6x2, the same operand sharding: i: x:(1)2, overflow x:(2)2 (3 and 2 are coprime); j:
// closed, empty.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/sharding/shardings.h"

namespace spmd {

/// The axes of one factor in one tensor.
struct FactorSharding {
  AxisList axes;        // major first
  AxisList overflow;    // the dim's axes from the first one that does not fit; they are kept as is
  bool present = false; // the tensor has a dim with this factor
  bool closed = false;  // the dim is closed
  bool minorMost = false; // the last factor of its dim: its axes need not divide its size
};

/// The factor shardings of one tensor. Its replicated and unreduced axes belong to no factor.
struct TensorProjection {
  llvm::SmallVector<FactorSharding, 6> factors; // by factor number
  AxisList replicated, unreduced;
  sdy::ReductionKind reduction = sdy::ReductionKind::SUM;
};

/// Whether a tensor without a sharding counts as open or as closed.
enum class Missing { Open, Closed };

/// The factor shardings of a tensor.
TensorProjection projectTensor(const TensorFactors &tensor, llvm::ArrayRef<Factor> factors,
                               const Sharding &sharding, Missing missing = Missing::Open);
/// The inverse of projectTensor: concatenates the axes of each dim's factors. The axes of a dim end
/// at the first factor that is not fully sharded.
Sharding unprojectTensor(const TensorFactors &tensor, llvm::ArrayRef<Factor> factors,
                         const TensorProjection &projection, int mesh);

/// The factor shardings of all tensors of an op, operands first.
struct Projection {
  llvm::SmallVector<TensorProjection, 4> tensors;
  size_t operandCount = 0;

  Projection(const ShardingRule &rule, llvm::ArrayRef<const Sharding *> shardings,
             Missing missing = Missing::Open);
  bool isOperand(size_t tensor) const { return tensor < operandCount; }
  /// Gives `axes` to the factor in every tensor whose own axes are a strict prefix of `axes`. Sets
  /// the bits of those tensors in `changed`.
  void extend(size_t factor, llvm::ArrayRef<Axis> axes, llvm::SmallVectorImpl<bool> &changed);
};

} // namespace spmd
