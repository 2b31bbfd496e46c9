// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of propagation: what an op's rule makes of the shardings of its tensors. Two ways to
// settle conflicts (basic: not at all; aggressive: the larger tensor wins), both pure functions on
// a projection. Sharding.md d5, d6.
//
// add of 8x8, mesh axes a, b; the third is the result, ? and open dims everywhere:
//   [{a}, {}]     [{}, {}]      [{}, {}]    -> all three [{a}, {}]
//   [{a}, {}]     [{b}, {}]     [{}, {}]    -> nothing: the lists a and b have nothing in common
//   [{a,b}, {}]   [{a,c}, {}]   [{}, {}]    -> the result [{a}, {}]
//   [{a}, {}]     [{}, {a}]     [{}, {}]    -> basic: nothing; aggressive: the result [{a}, {}]
//   [{a}, {}]     [{a}, {b}]    [{}, {}]    -> all three [{a}, {b}]
#pragma once
#include "compiler/sharding/projection.h"

namespace spmd {

using Direction = sdy::PropagationDirection;

/// BOTH = FORWARD and BACKWARD: the enum counts in bits.
inline Direction operator|(Direction l, Direction r) {
  return static_cast<Direction>(unsigned(l) | unsigned(r));
}
inline Direction operator&(Direction l, Direction r) {
  return static_cast<Direction>(unsigned(l) & unsigned(r));
}

struct PropagationStep {
  const ShardingRule &rule;
  Projection &projection;
  llvm::ArrayRef<Direction> directions; // by factor
  bool elementwise = false;
  /// Sizes of the mesh's axes, where no parts of axes may be used; empty: they may.
  llvm::ArrayRef<int64_t> wholeAxes = {};
};

/// Both extend the projection in place and set the bits of the tensors that changed.
void propagateBasic(const PropagationStep &step, llvm::SmallVectorImpl<bool> &changed);
void propagateAggressive(const PropagationStep &step, llvm::SmallVectorImpl<bool> &changed);

/// The longest list of axes for a factor that agrees with all tensors; only operands make it longer
/// when going FORWARD, only results when going BACKWARD. [a], [a, b], [a, c] -> [a]; [x:(1)2], [x,
/// b] -> [x, b].
AxisList compatibleAxes(const PropagationStep &step, size_t factor);
/// What of `axis`, the next after `before`, may be on the factor in a tensor, for the factor's own
/// sake: replicated and unreduced axes, closed dims, sizes that must divide.
std::optional<Axis> fitsFactor(Axis axis, llvm::ArrayRef<Axis> before,
                               const TensorProjection &tensor, size_t factor, const Factor &rule);
/// What of it the other factors of the tensor leave free.
std::optional<Axis> freeOfOtherFactors(Axis axis, const TensorProjection &tensor, size_t factor);

/// Elements of a tensor, as its factors count them: where wishes compete, the larger tensor's goes
/// first.
int64_t tensorSize(const ShardingRule &rule, const TensorProjection &tensor);

/// Cuts a list at the first axis that `allowed` shortens or refuses, and at the first part of one
/// where only whole axes may be used.
template <class Allowed>
void truncate(AxisList &axes, llvm::ArrayRef<int64_t> wholeAxes, Allowed allowed) {
  for (size_t i = 0; i < axes.size(); ++i) {
    std::optional<Axis> part = allowed(axes[i], llvm::ArrayRef<Axis>(axes).take_front(i));
    if (part && !wholeAxes.empty() && part->size != wholeAxes[part->index])
      part = std::nullopt;
    if (part == axes[i])
      continue;
    axes.truncate(i);
    if (part)
      axes.push_back(*part);
    return;
  }
}

} // namespace spmd
