// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference meaning of batch normalization, with statistics per feature over all other dims
// (StableHLO specification, batch_norm_inference, batch_norm_training, batch_norm_grad). Generated
// code uses the expansion in compiler/import/batch_norm.cpp.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// The index along the feature dim of every element.
std::vector<int64_t> featuresOf(const Tensor &operand, int64_t dim) {
  std::vector<int64_t> features;
  forEachIndex(operand.shape(), [&](ArrayRef<int64_t> index) { features.push_back(index[dim]); });
  return features;
}

/// scale * (x - mean) / sqrt(variance + epsilon) + offset, with the parameters of each element's
/// feature.
std::vector<double> normalized(const Tensor &operand, const std::vector<int64_t> &features,
                               const std::vector<double> &scale, const std::vector<double> &offset,
                               const std::vector<double> &mean, const std::vector<double> &variance,
                               double epsilon) {
  std::vector<double> x = operand.values<double>();
  for (size_t i = 0; i < x.size(); ++i) {
    int64_t f = features[i];
    // Per element, because features need not be the last dim.
    x[i] = scale[f] * (x[i] - mean[f]) / std::sqrt(variance[f] + epsilon) + offset[f];
  }
  return x;
}

/// Normalizes by given statistics.
struct BatchNormInference : Meaning<BatchNormInferenceOp> {
  /// One factor per dim of the operand. The feature dim also runs along the vectors of parameters.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) {
    constexpr int64_t none = RuleBuilder::kAbsent;
    RuleBuilder builder(op);
    // For x [n, h, w, c]: ([i, j, k, l], [l], [l], [l], [l])->([i, j, k, l]).
    for (auto [dim, size] : llvm::enumerate(tensorTypeOf(op.getOperand()).getShape())) {
      int64_t d = dim, v = d == int64_t(op.getFeatureIndex()) ? 0 : none;
      builder.add({d, v, v, v, v}, {d}, size);
    }
    return builder.build();
  }
  static Tensor eval(Op op, Inputs in) {
    auto vector = [&](int i) { return in[i].values<double>(); };
    return Tensor::of(in[0].type, normalized(in[0], featuresOf(in[0], op.getFeatureIndex()),
                                             vector(1), vector(2), vector(3), vector(4),
                                             op.getEpsilon().convertToFloat()));
  }
  static LogicalResult batch(Op, Batching &g) { return batchNormalization(g); }
  using Facets =
      Has<Rule, Dequantized,
          NoVjp<"JAX writes no such op; --spmd-decompose writes it as simple ones">, Batch, Eval>;
};

/// Normalizes by the statistics of the operand, and returns mean and variance, too.
struct BatchNormTraining : Meaning<BatchNormTrainingOp> {
  // The variance is the mean square deviation, without Bessel's correction.
  static TensorList eval(Op op, Inputs in) {
    std::vector<int64_t> features = featuresOf(in[0], op.getFeatureIndex());
    std::vector<double> x = in[0].values<double>(), mean(in[1].count()), variance(in[1].count());
    double count = in[1].count() ? double(x.size()) / double(in[1].count()) : 1;
    // Two passes: the mean first, then mean squared deviations.
    for (size_t i = 0; i < x.size(); ++i)
      mean[features[i]] += x[i] / count;
    for (size_t i = 0; i < x.size(); ++i)
      variance[features[i]] += (x[i] - mean[features[i]]) * (x[i] - mean[features[i]]) / count;
    return {Tensor::of(in[0].type,
                       normalized(in[0], features, in[1].values<double>(), in[2].values<double>(),
                                  mean, variance, op.getEpsilon().convertToFloat())),
            Tensor::of(in[1].type, mean), Tensor::of(in[1].type, variance)};
  }
  static LogicalResult batch(Op, Batching &g) { return batchNormalization(g); }
  using Facets =
      Has<NoRule<"decomposed first">, Dequantized,
          NoVjp<"JAX writes no such op; --spmd-decompose writes it as simple ones">, Batch, Eval>;
};

// The same formulas as in compiler/import/batch_norm.cpp.
struct BatchNormGrad : Meaning<BatchNormGradOp> {
  // Results: the gradients of the operand, of scale and of offset.
  static TensorList eval(Op op, Inputs in) {
    std::vector<int64_t> features = featuresOf(in[0], op.getFeatureIndex());
    std::vector<double> x = in[0].values<double>(), scale = in[1].values<double>(),
                        mean = in[2].values<double>();
    std::vector<double> variance = in[3].values<double>(), g = in[4].values<double>();
    double epsilon = op.getEpsilon().convertToFloat(),
           count = scale.empty() ? 1 : double(x.size()) / double(scale.size());
    std::vector<double> sum(scale.size()), product(scale.size()), gradScale(scale.size());
    // Sums per feature: of the gradient, and of the gradient times the centred operand.
    for (size_t i = 0; i < x.size(); ++i) {
      sum[features[i]] += g[i];
      product[features[i]] += g[i] * (x[i] - mean[features[i]]);
    }
    for (size_t f = 0; f < scale.size(); ++f)
      gradScale[f] = product[f] / std::sqrt(variance[f] + epsilon);
    std::vector<double> gradOperand(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t f = features[i];
      double v = variance[f] + epsilon, c = x[i] - mean[f];
      gradOperand[i] =
          scale[f] / std::sqrt(v) / count * (count * g[i] - sum[f] - c * product[f] / v);
    }
    return {Tensor::of(in[0].type, gradOperand), Tensor::of(in[1].type, gradScale),
            Tensor::of(in[1].type, sum)};
  }
  static LogicalResult batch(Op, Batching &g) { return batchNormalization(g); }
  using Facets =
      Has<NoRule<"decomposed first">, Dequantized,
          NoVjp<"JAX writes no such op; --spmd-decompose writes it as simple ones">, Batch, Eval>;
};

} // namespace

void addNormalizationRules(RuleTable &table) {
  table.add<BatchNormInference, BatchNormTraining, BatchNormGrad>();
}

} // namespace spmd::ops
