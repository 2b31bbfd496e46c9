// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the translation between tensor and factor shardings; projection.h shows it by example.
#include "compiler/sharding/projection.h"
#include <numeric>

using namespace mlir;

namespace spmd {

namespace {

/// Distributes the axes of one dim to its factors, major to minor. Every factor but the last takes
/// the greatest common divisor of its remaining size and the axis, until it is full. If the two are
/// coprime, the remaining axes become the factor's overflow, and later factors are closed and get
/// nothing. The last factor takes all axes that are left, even if they do not divide its size.
void projectDim(ArrayRef<int64_t> dimFactors, ArrayRef<Factor> factors, ArrayRef<Axis> axes,
                bool closed, TensorProjection &to) {
  std::optional<Axis> rest; // the part of axes.front() that no factor has taken yet
  bool stopped = false;     // a factor has overflow, so later factors get nothing
  for (int64_t f : dimFactors) {
    FactorSharding &factor = to.factors[f];
    factor.present = true;
    factor.closed = closed || stopped;
    factor.minorMost = f == dimFactors.back();
    if (stopped)
      continue;
    // The last factor takes the rest of an axis that was split, then all further axes.
    if (factor.minorMost) {
      if (rest) {
        factor.axes.push_back(*rest);
        axes = axes.drop_front();
      }
      factor.axes.append(axes.begin(), axes.end());
      continue;
    }
    // A factor of size 1 takes nothing; the axes go on to the next factor.
    int64_t size = factors[f].size;
    while (size > 1 && !axes.empty()) {
      Axis axis = rest.value_or(axes.front());
      int64_t part = std::gcd(size, static_cast<int64_t>(axis.size));
      // An axis of size 1 divides every factor, so it is taken and does not end the list.
      if (part == 1 && axis.size != 1) {
        factor.overflow.push_back(axis);
        factor.overflow.append(axes.begin() + 1, axes.end());
        stopped = true;
        break;
      }
      Axis taken{axis.index, axis.pre, static_cast<int32_t>(part)};
      factor.axes.push_back(taken);
      size /= part;
      rest = removePrefix(axis, taken);
      if (!rest)
        axes = axes.drop_front();
    }
  }
}

} // namespace

/// Factors that are in no dim of the tensor stay without `present`.
TensorProjection projectTensor(const TensorFactors &tensor, ArrayRef<Factor> factors,
                               const Sharding &sharding, Missing missing) {
  TensorProjection projection;
  projection.factors.resize(factors.size());
  projection.replicated = sharding.replicated;
  projection.unreduced = sharding.unreduced;
  projection.reduction = sharding.reduction;
  for (auto [d, dimFactors] : llvm::enumerate(tensor.dims)) {
    if (sharding)
      projectDim(dimFactors, factors, sharding.dims[d].axes, sharding.dims[d].closed, projection);
    else
      projectDim(dimFactors, factors, {}, missing == Missing::Closed, projection);
  }
  return projection;
}

/// A dim is closed if any of its factors is closed. Replicated and unreduced axes are copied.
Sharding unprojectTensor(const TensorFactors &tensor, ArrayRef<Factor> factors,
                         const TensorProjection &projection, int mesh) {
  Sharding sharding = Sharding::open(mesh, tensor.dims.size());
  sharding.replicated = projection.replicated;
  sharding.unreduced = projection.unreduced;
  sharding.reduction = projection.reduction;
  for (auto [d, dimFactors] : llvm::enumerate(tensor.dims)) {
    DimSharding &dim = sharding.dims[d];
    for (int64_t f : dimFactors) {
      const FactorSharding &factor = projection.factors[f];
      dim.closed |= factor.closed;
      appendMerged(dim.axes, factor.axes);
      appendMerged(dim.axes, factor.overflow);
      if (!factor.overflow.empty() || shardCount(factor.axes) != factors[f].size)
        break; // the axes of later factors would not continue the row-major index of the dim
    }
  }
  return sharding;
}

/// `shardings` has one entry per tensor of the rule, in the order of rule.tensor().
Projection::Projection(const ShardingRule &rule, ArrayRef<const Sharding *> shardings,
                       Missing missing)
    : operandCount(rule.operands.size()) {
  tensors.reserve(shardings.size());
  for (size_t t = 0; t < shardings.size(); ++t)
    tensors.push_back(projectTensor(rule.tensor(t), rule.factors, *shardings[t], missing));
}

/// Tensors that have other axes on the factor, or as many, stay as they are.
void Projection::extend(size_t factor, ArrayRef<Axis> axes, SmallVectorImpl<bool> &changed) {
  for (auto [t, tensor] : llvm::enumerate(tensors)) {
    FactorSharding &sharding = tensor.factors[factor];
    if (!sharding.present || !isStrictPrefix(sharding.axes, axes))
      continue;
    sharding.axes.assign(axes.begin(), axes.end());
    changed[t] = true;
  }
}

} // namespace spmd
