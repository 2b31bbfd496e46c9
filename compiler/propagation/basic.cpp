// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the basic strategy, in which axes travel along a factor as long as no tensor has a
// conflict, and the parts that the aggressive strategy shares with it. The algorithm is that of
// Shardy's basic factor propagation.
#include "compiler/propagation/strategy.h"
#include <numeric>

using namespace mlir;

namespace spmd {

namespace {

/// Makes `axes` agree with the list of one more tensor. The lists agree while one is a prefix of
/// the other, and with `mayExtend` the longer one goes on. Otherwise `axes` is cut to the common
/// part, and false says that no further tensor may extend it.
///   [a] and [a, b] -> [a, b];   [a, b] and [a, c] -> [a], false;   [x] and [x:(1)2] -> [x]
bool agree(AxisList &axes, ArrayRef<Axis> other, bool mayExtend) {
  for (size_t i = 0, common = std::min(axes.size(), other.size()); i < common; ++i) {
    if (axes[i] == other[i])
      continue;
    if (i + 1 == axes.size() && isPrefix(axes[i], other[i])) {
      if (mayExtend)
        axes.assign(other.begin(), other.end());
      return true;
    }
    if (i + 1 == other.size() && isPrefix(other[i], axes[i]))
      return true;
    std::optional<Axis> part = commonPrefix(axes[i], other[i]);
    axes.truncate(i);
    if (part)
      axes.push_back(*part);
    return false;
  }
  if (mayExtend && other.size() > axes.size())
    axes.assign(other.begin(), other.end());
  return true;
}

} // namespace

/// Conflicts with other factors, replicated axes and sizes are not looked at; the strategies do
/// that.
AxisList compatibleAxes(const PropagationStep &step, size_t factor) {
  AxisList axes;
  Direction direction = step.directions[factor];
  if (direction == Direction::NONE)
    return axes;
  ArrayRef<TensorProjection> tensors = step.projection.tensors;
  ArrayRef<TensorProjection> operands = tensors.take_front(step.projection.operandCount);
  ArrayRef<TensorProjection> results = tensors.drop_front(step.projection.operandCount);
  // Once two lists conflict, no later tensor may extend the common part.
  bool parted = false;
  auto visit = [&](ArrayRef<TensorProjection> side, bool extends) {
    for (const TensorProjection &tensor : side)
      if (const FactorSharding &own = tensor.factors[factor]; own.present)
        parted |= !agree(axes, own.axes, extends && !parted);
  };
  // The side that may extend the list is visited first.
  if (direction == Direction::BACKWARD) {
    visit(results, true);
    visit(operands, false);
  } else {
    visit(operands, true);
    visit(results, direction == Direction::BOTH);
  }
  return axes;
}

/// Shortens the axis by the axes and the overflow of every other factor.
std::optional<Axis> freeOfOtherFactors(Axis axis, const TensorProjection &tensor, size_t factor) {
  std::optional<Axis> part = axis;
  for (size_t f = 0; part && f < tensor.factors.size(); ++f) {
    if (f == factor)
      continue;
    part = prefixWithoutOverlap(*part, tensor.factors[f].axes);
    if (part)
      part = prefixWithoutOverlap(*part, tensor.factors[f].overflow);
  }
  return part;
}

/// An axis that the factor has already fits as it is. A minor-most factor takes axes that do not
/// divide its size, other factors take the part that divides:
///   i=4 after [a], a=2, and b=4 -> b:(1)2
std::optional<Axis> fitsFactor(Axis axis, ArrayRef<Axis> before, const TensorProjection &tensor,
                               size_t factor, const Factor &rule) {
  const FactorSharding &own = tensor.factors[factor];
  if (llvm::any_of(own.axes, [&](Axis has) { return contains(has, axis); }))
    return axis;
  // Axes that are replicated or unreduced in the tensor cannot shard its dims.
  std::optional<Axis> part = prefixWithoutOverlap(axis, tensor.replicated);
  if (part)
    part = prefixWithoutOverlap(*part, tensor.unreduced);
  if (!part)
    return part;
  if (own.closed || !own.overflow.empty()) {
    // A closed factor may hold the leading part of the axis, but takes no more.
    if (!own.axes.empty() && isPrefix(own.axes.back(), *part))
      return own.axes.back();
    return std::nullopt;
  }
  if (own.minorMost)
    return part;
  // The shards that the factor has before this axis.
  int64_t shards = shardCount(before);
  if (rule.size % (shards * part->size) == 0)
    return part;
  if (rule.size % shards != 0)
    return std::nullopt;
  int64_t fitting = std::gcd(rule.size / shards, int64_t(part->size));
  if (fitting == 1)
    return std::nullopt;
  return Axis{part->index, part->pre, int32_t(fitting)};
}

/// Goes over the factors in the order of the rule, and every extended factor is visible to the next
/// one. An axis is passed on only as far as it fits in every tensor of the op.
void propagateBasic(const PropagationStep &step, SmallVectorImpl<bool> &changed) {
  for (size_t f = 0; f < step.rule.factors.size(); ++f) {
    AxisList axes = compatibleAxes(step, f);
    if (axes.empty())
      continue;
    // Every tensor may shorten the axis, whether it has the factor or not: other factors of the
    // tensor may use the same axis.
    truncate(axes, step.wholeAxes, [&](Axis axis, ArrayRef<Axis> before) {
      std::optional<Axis> part = axis;
      for (const TensorProjection &tensor : step.projection.tensors) {
        part = freeOfOtherFactors(*part, tensor, f);
        if (part && tensor.factors[f].present)
          part = fitsFactor(*part, before, tensor, f, step.rule.factors[f]);
        if (!part)
          break;
      }
      return part;
    });
    step.projection.extend(f, axes, changed);
  }
}

} // namespace spmd
