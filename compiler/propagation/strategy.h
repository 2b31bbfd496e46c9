// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of propagation: the new factor shardings of an op, given the shardings of its tensors
// and its rule. There are two strategies, basic (conflicts stop an axis) and aggressive (the larger
// tensor wins). Both are pure functions on a projection. The algorithms are those of Shardy's basic
// and aggressive factor propagation.
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

/// FORWARD and BACKWARD are bits of the enum, and BOTH is their union.
inline Direction operator|(Direction l, Direction r) {
  return static_cast<Direction>(unsigned(l) | unsigned(r));
}
inline Direction operator&(Direction l, Direction r) {
  return static_cast<Direction>(unsigned(l) & unsigned(r));
}

/// The input of a step. The projection is its output, too.
struct PropagationStep {
  const ShardingRule &rule;
  Projection &projection;
  llvm::ArrayRef<Direction> directions; // the allowed directions, by factor
  bool elementwise = false;
  /// The sizes of the mesh's axes if only whole axes may be used (conservative propagation); empty
  /// if parts of axes may be used.
  llvm::ArrayRef<int64_t> wholeAxes = {};
};

/// Both extend the projection in place and set the bits of the tensors that changed.
void propagateBasic(const PropagationStep &step, llvm::SmallVectorImpl<bool> &changed);
void propagateAggressive(const PropagationStep &step, llvm::SmallVectorImpl<bool> &changed);

/// The longest list of axes for a factor that agrees with all tensors: [a], [a, b], [a, c] -> [a];
/// [x:(1)2], [x, b] -> [x, b]. Only operands extend the list if the direction is FORWARD, only
/// results if it is BACKWARD.
AxisList compatibleAxes(const PropagationStep &step, size_t factor);
/// The leading part of `axis`, the next axis after `before`, that the factor may have in a tensor.
/// Limits are the tensor's replicated and unreduced axes, closed dims, and sizes that must divide.
std::optional<Axis> fitsFactor(Axis axis, llvm::ArrayRef<Axis> before,
                               const TensorProjection &tensor, size_t factor, const Factor &rule);
/// The leading part of `axis` that no other factor of the tensor uses.
std::optional<Axis> freeOfOtherFactors(Axis axis, const TensorProjection &tensor, size_t factor);

/// The number of elements of a tensor, as the product of its factors. The aggressive strategy
/// serves the factor of the larger tensor first.
int64_t tensorSize(const ShardingRule &rule, const TensorProjection &tensor);

/// Cuts a list at the first axis that `allowed` shortens or refuses, and at the first part of an
/// axis if only whole axes may be used.
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
