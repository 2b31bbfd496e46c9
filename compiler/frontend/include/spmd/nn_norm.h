// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers that normalise, and dropout. Means and variances are computed in f32, or f64 for f64.
#pragma once
#include <spmd/nn_linear.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// Options of LayerNorm, RmsNorm and GroupNorm.
struct NormOptions {
  double epsilon = 1e-6;
  bool scale = true, bias = true;
  ElementType type = f32; // of the parameters
};

/// (x - mean) / sqrt(variance + epsilon) * scale + bias over the last dim. As flax.nnx.LayerNorm.
struct LayerNorm {
  std::optional<Tensor> scale, bias; // [features], 1 and 0 at first
  int64_t features;
  double epsilon;
  SPMD_FIELDS(scale, bias, features, epsilon)

  explicit LayerNorm(int64_t features, std::string axis = "", const NormOptions &options = {},
                     Where where = Where::current());
  /// [..., features] -> the same, in the type in which x and the parameters meet.
  Tensor operator()(const Operand &x) const;
};

/// x / sqrt(mean(x^2) + epsilon) * scale over the last dim. As flax.nnx.RMSNorm.
struct RmsNorm {
  std::optional<Tensor> scale; // [features]
  int64_t features;
  double epsilon;
  SPMD_FIELDS(scale, features, epsilon)

  explicit RmsNorm(int64_t features, std::string axis = "", const NormOptions &options = {},
                   Where where = Where::current());
  /// [..., features] -> the same.
  Tensor operator()(const Operand &x) const;
};

/// Normalises groups of neighbouring features, over these and all dims but the first and the last.
/// As flax.nnx.GroupNorm; one feature per group is instance norm.
struct GroupNorm {
  std::optional<Tensor> scale, bias; // [features]
  int64_t features, groups;
  double epsilon;
  SPMD_FIELDS(scale, bias, features, groups, epsilon)

  /// Throws where the groups do not divide the features.
  GroupNorm(int64_t features, int64_t groups, std::string axis = "",
            const NormOptions &options = {}, Where where = Where::current());
  /// [batch, ..., features] -> the same.
  Tensor operator()(const Operand &x) const;
};

/// The running mean and variance of a BatchNorm, which its call returns with the next values. It is
/// a tree beside the model, so that optimizers do not see it.
struct BatchNormState {
  Tensor mean, variance; // [features]
  SPMD_FIELDS(mean, variance)
};

/// Whether a layer that keeps statistics uses those of the batch (Train) or the kept ones.
enum class Mode : int { Train, Evaluate };

/// Options of BatchNorm, with the defaults of flax.nnx.
struct BatchNormOptions {
  double momentum = 0.99; // of the running mean and variance
  double epsilon = 1e-5;
  bool scale = true, bias = true;
  ElementType type = f32;
};

/// Normalises each feature over all dims but the last. As flax.nnx.BatchNorm.
struct BatchNorm {
  std::optional<Tensor> scale, bias; // [features]
  int64_t features;
  double momentum, epsilon;
  SPMD_FIELDS(scale, bias, features, momentum, epsilon)

  explicit BatchNorm(int64_t features, std::string axis = "", const BatchNormOptions &options = {},
                     Where where = Where::current());
  /// Mean 0 and variance 1.
  BatchNormState initialState(Where where = Where::current()) const;
  /// [..., features] -> the same, and the next state. To train, mean and variance are those of x,
  /// and the state moves towards them; to evaluate, they are those of the state.
  std::pair<Tensor, BatchNormState> operator()(const Operand &x, const BatchNormState &state,
                                               Mode mode) const;
};

/// Sets elements to 0 with probability `rate`, and divides the others by 1 - rate. As
/// flax.nnx.Dropout.
struct Dropout {
  double rate;
  SPMD_FIELDS(rate)

  /// Throws for rates outside of [0, 1].
  explicit Dropout(double rate, Where where = Where::current());
  /// Without a key this is inference: x itself.
  Tensor operator()(const Operand &x, const std::optional<Key> &key) const;
};

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
