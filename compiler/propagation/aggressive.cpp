// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The aggressive strategy: where factors compete for an axis, the one whose sharding comes from the
// larger tensor is served first.
#include "compiler/propagation/strategy.h"
#include <tuple>

using namespace mlir;

namespace spmd {

namespace {

struct Candidate {
  size_t factor;
  AxisList axes;
  int64_t sourceSize = -1; // elements of the largest tensor that has all these axes on the factor
  size_t source = 0;       // the first such tensor
};

void findSource(const PropagationStep &step, ArrayRef<int64_t> sizes, Candidate &candidate) {
  for (auto [t, tensor] : llvm::enumerate(step.projection.tensors)) {
    const FactorSharding &own = tensor.factors[candidate.factor];
    if (own.present && isPrefix(ArrayRef<Axis>(candidate.axes), own.axes) &&
        sizes[t] > candidate.sourceSize) {
      candidate.sourceSize = sizes[t];
      candidate.source = t;
    }
  }
}

/// The longest list that a result has for the factor; operands of elementwise ops follow it.
ArrayRef<Axis> longestInResults(const Projection &projection, size_t factor) {
  ArrayRef<Axis> longest;
  for (size_t t = projection.operandCount; t < projection.tensors.size(); ++t)
    // An axis of one device counts, too.
    if (ArrayRef<Axis> axes = projection.tensors[t].factors[factor].axes;
        std::pair(shardCount(axes), axes.size()) > std::pair(shardCount(longest), longest.size()))
      longest = axes;
  return longest;
}

} // namespace

int64_t tensorSize(const ShardingRule &rule, const TensorProjection &tensor) {
  int64_t size = 1;
  for (auto [factor, own] : llvm::zip_equal(rule.factors, tensor.factors))
    if (own.present)
      size *= factor.size;
  return size;
}

void propagateAggressive(const PropagationStep &step, SmallVectorImpl<bool> &changed) {
  Projection &projection = step.projection;
  SmallVector<int64_t, 4> sizes;
  SmallVector<Candidate, 4> candidates;
  for (size_t f = 0; f < step.rule.factors.size(); ++f) {
    AxisList axes = compatibleAxes(step, f);
    if (axes.empty())
      continue;
    if (sizes.empty())
      for (const TensorProjection &tensor : projection.tensors)
        sizes.push_back(tensorSize(step.rule, tensor));
    findSource(step, sizes,
               candidates.emplace_back(Candidate{.factor = f, .axes = std::move(axes)}));
  }
  llvm::sort(candidates, [&](const Candidate &l, const Candidate &r) {
    int64_t lShards = step.elementwise ? shardCount(l.axes) : 0,
            rShards = step.elementwise ? shardCount(r.axes) : 0;
    return std::tuple(-l.sourceSize, -lShards, l.source, l.factor) <
           std::tuple(-r.sourceSize, -rShards, r.source, r.factor);
  });

  auto update = [&](size_t t, TensorProjection &tensor) {
    for (const Candidate &candidate : candidates) {
      size_t f = candidate.factor;
      FactorSharding &own = tensor.factors[f];
      if (!own.present || !isStrictPrefix(ArrayRef<Axis>(own.axes), candidate.axes))
        continue;
      AxisList axes = candidate.axes;
      truncate(axes, step.wholeAxes, [&](Axis axis, ArrayRef<Axis> before) {
        return fitsFactor(axis, before, tensor, f, step.rule.factors[f]);
      });
      if (step.elementwise && projection.isOperand(t)) {
        ArrayRef<Axis> taken = longestInResults(projection, f);
        truncate(axes, step.wholeAxes,
                 [&](Axis axis, ArrayRef<Axis> before) -> std::optional<Axis> {
                   if (before.size() >= taken.size())
                     return std::nullopt;
                   return commonPrefix(axis, taken[before.size()]);
                 });
      }
      if (!isStrictPrefix(ArrayRef<Axis>(own.axes), axes))
        continue;
      truncate(axes, step.wholeAxes,
               [&](Axis axis, ArrayRef<Axis>) { return freeOfOtherFactors(axis, tensor, f); });
      if (!isStrictPrefix(ArrayRef<Axis>(own.axes), axes))
        continue;
      own.axes = std::move(axes);
      changed[t] = true;
    }
  };
  for (size_t t = projection.operandCount; t < projection.tensors.size(); ++t)
    update(t, projection.tensors[t]);
  for (size_t t = 0; t < projection.operandCount; ++t)
    update(t, projection.tensors[t]);
}

} // namespace spmd
