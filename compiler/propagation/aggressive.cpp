// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the aggressive strategy. If several factors compete for an axis, the factor whose
// sharding comes from the larger tensor is served first, because the data of that tensor are more
// expensive to move. The algorithm and its order are those of Shardy's aggressive factor
// propagation.
#include "compiler/propagation/strategy.h"
#include <tuple>

using namespace mlir;

namespace spmd {

namespace {

/// A factor that may be extended to `axes`.
struct Candidate {
  size_t factor;
  AxisList axes;
  int64_t sourceSize = -1; // elements of the largest tensor that has all these axes on the factor
  size_t source = 0;       // the first such tensor
};

/// Sets the largest tensor whose own axes on the factor begin with all of the candidate's axes.
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

/// The longest list that a result has for the factor: the most shards, then the most axes. Operands
/// of elementwise ops are not extended beyond it.
ArrayRef<Axis> longestInResults(const Projection &projection, size_t factor) {
  ArrayRef<Axis> longest;
  for (size_t t = projection.operandCount; t < projection.tensors.size(); ++t)
    // Comparing the number of axes, too, makes an axis of size 1 count.
    if (ArrayRef<Axis> axes = projection.tensors[t].factors[factor].axes;
        std::pair(shardCount(axes), axes.size()) > std::pair(shardCount(longest), longest.size()))
      longest = axes;
  return longest;
}

/// Extends the factors of one tensor; returns whether one has grown. A factor first drops axes that
/// conflict within the factor, and for elementwise ops those that no result has; then axes that the
/// tensor's other factors use. It is updated only if its list grows.
bool extendFactors(const PropagationStep &step, ArrayRef<Candidate> candidates, size_t t) {
  TensorProjection &tensor = step.projection.tensors[t];
  bool hasGrown = false;
  for (const Candidate &candidate : candidates) {
    size_t f = candidate.factor;
    FactorSharding &own = tensor.factors[f];
    if (!own.present || !isStrictPrefix(ArrayRef<Axis>(own.axes), candidate.axes))
      continue;
    AxisList axes = candidate.axes;
    truncate(axes, step.wholeAxes, [&](Axis axis, ArrayRef<Axis> before) {
      return fitsFactor(axis, before, tensor, f, step.rule.factors[f]);
    });
    // An operand of an elementwise op gets only axes that a result has: an axis must not travel
    // from one operand to another without the result.
    if (step.elementwise && step.projection.isOperand(t)) {
      ArrayRef<Axis> taken = longestInResults(step.projection, f);
      truncate(axes, step.wholeAxes, [&](Axis axis, ArrayRef<Axis> before) -> std::optional<Axis> {
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
    hasGrown = true;
  }
  return hasGrown;
}

} // namespace

/// [i, j] with i=8, j=16 -> 128.
int64_t tensorSize(const ShardingRule &rule, const TensorProjection &tensor) {
  int64_t size = 1;
  for (auto [factor, own] : llvm::zip_equal(rule.factors, tensor.factors))
    if (own.present)
      size *= factor.size;
  return size;
}

/// Extends all factors in three steps: the compatible axes of each factor, the order in which
/// factors are served, and the new shardings tensor by tensor. Dot of a 32x8 and an 8x16 tensor,
/// axis a on the rows of the one and on the columns of the other: the result gets a on its rows,
/// from the larger operand.
void propagateAggressive(const PropagationStep &step, SmallVectorImpl<bool> &changed) {
  Projection &projection = step.projection;
  SmallVector<int64_t, 4> sizes;
  SmallVector<Candidate, 4> candidates;
  // The tensor sizes are computed only if some factor has axes to propagate.
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
  // The order: larger source tensor, for elementwise ops more shards, earlier source, earlier
  // factor.
  llvm::sort(candidates, [&](const Candidate &l, const Candidate &r) {
    int64_t lShards = step.elementwise ? shardCount(l.axes) : 0,
            rShards = step.elementwise ? shardCount(r.axes) : 0;
    return std::tuple(-l.sourceSize, -lShards, l.source, l.factor) <
           std::tuple(-r.sourceSize, -rShards, r.source, r.factor);
  });

  // Results come before operands, so that operands of elementwise ops can follow their results.
  for (size_t t = projection.operandCount; t < projection.tensors.size(); ++t)
    changed[t] |= extendFactors(step, candidates, t);
  for (size_t t = 0; t < projection.operandCount; ++t)
    changed[t] |= extendFactors(step, candidates, t);
}

} // namespace spmd
