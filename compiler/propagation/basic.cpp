// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The basic strategy: axes travel along a factor as far as no tensor objects.
#include "compiler/propagation/strategy.h"
#include <numeric>

using namespace mlir;

namespace spmd {

namespace {

/// Agrees `axes` with a tensor's list. Returns false when from here on nothing may extend it: the
/// lists part.
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

AxisList compatibleAxes(const PropagationStep &step, size_t factor) {
  AxisList axes;
  Direction direction = step.directions[factor];
  if (direction == Direction::NONE)
    return axes;
  ArrayRef<TensorProjection> tensors = step.projection.tensors;
  ArrayRef<TensorProjection> operands = tensors.take_front(step.projection.operandCount);
  ArrayRef<TensorProjection> results = tensors.drop_front(step.projection.operandCount);
  bool parted = false;
  auto visit = [&](ArrayRef<TensorProjection> side, bool extends) {
    for (const TensorProjection &tensor : side)
      if (const FactorSharding &own = tensor.factors[factor]; own.present)
        parted |= !agree(axes, own.axes, extends && !parted);
  };
  if (direction == Direction::BACKWARD) {
    visit(results, true);
    visit(operands, false);
  } else {
    visit(operands, true);
    visit(results, direction == Direction::BOTH);
  }
  return axes;
}

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

std::optional<Axis> fitsFactor(Axis axis, ArrayRef<Axis> before, const TensorProjection &tensor,
                               size_t factor, const Factor &rule) {
  const FactorSharding &own = tensor.factors[factor];
  if (llvm::any_of(own.axes, [&](Axis has) { return contains(has, axis); }))
    return axis;
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

void propagateBasic(const PropagationStep &step, SmallVectorImpl<bool> &changed) {
  for (size_t f = 0; f < step.rule.factors.size(); ++f) {
    AxisList axes = compatibleAxes(step, f);
    if (axes.empty())
      continue;
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
