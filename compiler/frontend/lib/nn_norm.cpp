// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LayerNorm (Ba et al. 2016), RmsNorm (Zhang and Sennrich 2019), GroupNorm (Wu and He 2018),
// BatchNorm (Ioffe and Szegedy 2015) and Dropout (Srivastava et al. 2014).
//
// Variances are means of (x - mean)^2, which lose no digits where the mean is large. Flax computes
// mean(x^2) - mean(x)^2 by default; for means around 0 both agree to rounding.
#include "compiler/frontend/lib/nn_common.h"
#include <spmd/nn_norm.h>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

/// A parameter of one dim, if it is wanted.
std::optional<Tensor> parameter(bool isWanted, double value, int64_t features,
                                const std::string &axis, ElementType type, Where where) {
  if (!isWanted)
    return std::nullopt;
  return named(full({features}, value, type, where), {{features, axis}});
}

/// x in the type of the statistics.
Tensor wide(const Operand &x) { return astype(x, x.tensor.elementType() == f64 ? f64 : f32); }

/// The type in which x and the parameters meet: that of the result.
ElementType resultType(const Operand &x, const std::optional<Tensor> &scale,
                       const std::optional<Tensor> &bias) {
  ElementType type = x.tensor.elementType();
  for (const std::optional<Tensor> *each : {&scale, &bias})
    if (*each)
      type = promote(type, (*each)->elementType());
  return isFloat(type) ? type : f32;
}

/// centred * factor * scale + bias, where the factor is 1 / deviation.
Tensor scaled(const Tensor &centred, Tensor factor, const std::optional<Tensor> &scale,
              const std::optional<Tensor> &bias, ElementType type) {
  if (scale)
    factor = factor * toCompute(*scale);
  const Tensor product = centred * factor;
  return astype(bias ? product + toCompute(*bias) : product, type);
}

/// A layer of no features would divide by their number.
void checkFeatures(const char *name, int64_t features, Where where) {
  if (features < 1)
    refuse(std::string("nn::") + name + " of " + std::to_string(features) +
               " features; it needs one or more",
           where);
}

} // namespace

/// Parameters are constants, so no key is needed.
LayerNorm::LayerNorm(int64_t features, std::string axis, const NormOptions &options, Where where)
    : features(features), epsilon(options.epsilon) {
  const CallerLine line(where);
  checkFeatures("LayerNorm", features, where);
  scale = parameter(options.scale, 1, features, axis, options.type, where);
  bias = parameter(options.bias, 0, features, axis, options.type, where);
}

/// The factor of a row is multiplied with the scale first, as in Flax.
Tensor LayerNorm::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  checkLastDims("LayerNorm", x, {features});
  const Tensor v = wide(x);
  const Tensor centred = v - mean(v, -1, keepDims);
  const Tensor factor = rsqrt(mean(square(centred), -1, keepDims) + epsilon);
  return scaled(centred, factor, scale, bias, resultType(x, scale, bias));
}

RmsNorm::RmsNorm(int64_t features, std::string axis, const NormOptions &options, Where where)
    : features(features), epsilon(options.epsilon) {
  const CallerLine line(where);
  checkFeatures("RmsNorm", features, where);
  scale = parameter(options.scale, 1, features, axis, options.type, where);
}

/// As LayerNorm without a mean and without a bias.
Tensor RmsNorm::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  checkLastDims("RmsNorm", x, {features});
  const Tensor v = wide(x);
  const Tensor factor = rsqrt(mean(square(v), -1, keepDims) + epsilon);
  return scaled(v, factor, scale, {}, resultType(x, scale, {}));
}

/// Each feature has its own scale and bias; only statistics are shared within a group.
GroupNorm::GroupNorm(int64_t features, int64_t groups, std::string axis, const NormOptions &options,
                     Where where)
    : features(features), groups(groups), epsilon(options.epsilon) {
  const CallerLine line(where);
  checkFeatures("GroupNorm", features, where);
  if (groups < 1 || features % groups)
    refuse("nn::GroupNorm of " + std::to_string(features) + " features in " +
               std::to_string(groups) + " groups; the groups must divide the features",
           where);
  scale = parameter(options.scale, 1, features, axis, options.type, where);
  bias = parameter(options.bias, 0, features, axis, options.type, where);
}

/// [batch, ..., features] as [batch, places, groups, features of a group].
Tensor GroupNorm::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  checkLastDims("GroupNorm", x, {features});
  if (x.tensor.rank() < 2)
    refuse("nn::GroupNorm of " + text(x.tensor.type()) + ": its first dim is the batch", x.where);
  const std::vector<int64_t> &shape = x.tensor.shape();
  int64_t places = 1;
  for (size_t d = 1; d + 1 < shape.size(); ++d)
    places *= shape[d];
  const Tensor v = reshape(wide(x), {shape[0], places, groups, features / groups});
  const Tensor centred = v - mean(v, {1, 3}, keepDims);
  const Tensor normal = centred * rsqrt(mean(square(centred), {1, 3}, keepDims) + epsilon);
  Tensor y = reshape(normal, shape);
  if (scale)
    y = y * toCompute(*scale);
  if (bias)
    y = y + toCompute(*bias);
  return astype(y, resultType(x, scale, bias));
}

BatchNorm::BatchNorm(int64_t features, std::string axis, const BatchNormOptions &options,
                     Where where)
    : features(features), momentum(options.momentum), epsilon(options.epsilon) {
  const CallerLine line(where);
  checkFeatures("BatchNorm", features, where);
  scale = parameter(options.scale, 1, features, axis, options.type, where);
  bias = parameter(options.bias, 0, features, axis, options.type, where);
}

/// In f32 whatever the type of the parameters is: the state moves by a hundredth of a step.
BatchNormState BatchNorm::initialState(Where where) const {
  return {zeros({features}, f32, where), ones({features}, f32, where)};
}

/// The running variance is that of the batch divided by its size, as in Flax, not by its size - 1.
std::pair<Tensor, BatchNormState>
BatchNorm::operator()(const Operand &x, const BatchNormState &state, Mode mode) const {
  const CallerLine line(x.where);
  checkLastDims("BatchNorm", x, {features});
  const Tensor v = wide(x);
  BatchNormState used = state, next = state;
  if (mode == Mode::Train) {
    Dims others({});
    for (int64_t d = 0; d + 1 < int64_t(v.rank()); ++d)
      others.dims.push_back(d);
    used.mean = mean(v, others);
    used.variance = mean(square(v - used.mean), others);
    next.mean = state.mean * momentum + used.mean * (1 - momentum);
    next.variance = state.variance * momentum + used.variance * (1 - momentum);
  }
  const Tensor factor = rsqrt(used.variance + epsilon);
  return {scaled(v - used.mean, factor, scale, bias, resultType(x, scale, bias)), next};
}

/// Also refuses NaN.
Dropout::Dropout(double rate, Where where) : rate(rate) {
  if (!(rate >= 0 && rate <= 1))
    refuse("nn::Dropout with a rate of " + std::to_string(rate) + "; it lies between 0 and 1",
           where);
}

/// A rate of 1 leaves nothing, and there is nothing to divide by.
Tensor Dropout::operator()(const Operand &x, const std::optional<Key> &key) const {
  const CallerLine line(x.where);
  checkLastDims("Dropout", x, {});
  if (!key || rate == 0)
    return x.tensor;
  if (rate == 1)
    return zerosLike(x);
  const Tensor isKept = random::bernoulli(*key, 1 - rate, x.tensor.shape(), x.where);
  return where(isKept, x / (1 - rate), 0);
}

} // namespace nn
} // namespace frontend
} // namespace spmd
