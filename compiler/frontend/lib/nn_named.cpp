// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers and losses on named tensors.
//
// Parameters are drawn as those of the layers without names, and what has no sum over several axes
// is their code: the axes in question are moved to the last dims first.
#include "compiler/frontend/lib/nn_common.h"
#include "compiler/frontend/lib/nn_named_common.h"
#include <numeric>

namespace spmd {
inline namespace frontend {
namespace nn {

/// The names of axes, in their order.
Names namesOf(const std::vector<Axis> &axes) {
  Names names;
  for (const Axis &axis : axes)
    names.push_back(axis.name);
  return names;
}

/// Sizes and names go to the initialiser and to the parameter apart.
NamedTensor drawn(const init::Function &init, const Key &key, const std::vector<Axis> &axes,
                  ElementType type, const init::Axes &fans) {
  std::vector<int64_t> shape;
  for (const Axis &axis : axes)
    shape.push_back(axis.size);
  return parameterOf(init(key, shape, type, fans), namesOf(axes));
}

/// The other axes keep their order.
NamedTensor withLast(const NamedTensor &x, const Names &last) {
  Names order = without(x.names, last);
  order.insert(order.end(), last.begin(), last.end());
  return ordered(x, order);
}

/// For the twins, which take plain tensors.
std::optional<Tensor> tensorOf(const std::optional<NamedTensor> &parameter) {
  return parameter ? std::optional(parameter->tensor) : std::nullopt;
}

namespace {

/// A function of the last dim, along an axis of x that stays. The order of the axes does not
/// change: where the axis is last already, there is no transpose.
template <class F>
NamedTensor alongLast(const std::string &what, const NamedOperand &operand, const Axis &axis, F f) {
  const NamedTensor x = operandOf(what, operand);
  dimOf(what, x, axis);
  const NamedTensor last = withLast(x, {axis.name});
  const NamedTensor made{f(last.tensor), last.names};
  return valueOf(ordered(made, x.names).tensor, x.names);
}

/// A parameter along one axis, if it is wanted.
std::optional<NamedTensor> constantOf(bool isWanted, double value, const Axis &axis,
                                      ElementType type) {
  if (!isWanted)
    return std::nullopt;
  return parameterOf(full({axis.size}, value, type), {axis.name});
}

} // namespace

/// Inputs come first in the weight, as in Linear, so that both have the same bits for one key.
NamedLinear::NamedLinear(const Axes &inputAxes, const Axes &outputs, const Key &key,
                         const LinearOptions &options, Where where)
    : inputs(namesOf(inputAxes.list)) {
  const CallerLine line(where);
  std::vector<Axis> all = inputAxes.list;
  all.insert(all.end(), outputs.list.begin(), outputs.list.end());
  checkUnique("nn::NamedLinear with axes " + listText(namesOf(all)), namesOf(all));
  init::Axes fans{{}, {}};
  for (size_t i = 0; i < all.size(); ++i)
    (i < inputs.size() ? fans.in : fans.out).push_back(int64_t(i));
  weight = drawn(options.weight, key, all, options.type, fans);
  if (options.bias)
    bias = drawn(options.biasInit, key.fold(1), outputs.list, options.type, {{}, {}});
}

/// An input with an axis of the outputs would be multiplied along it rather than mapped to it, so
/// it is refused.
NamedTensor NamedLinear::operator()(const NamedOperand &x) const {
  const CallerLine line(x.where);
  const std::string what = "nn::NamedLinear";
  checkNamed(what, x.x);
  for (const Axis &axis : weight.axes()) {
    if (find(inputs, axis.name))
      dimOf(what, x.x, axis);
    else if (x.x.has(axis.name))
      refuse(what + " of " + text(x.x) + ": axis " + axis.name + " is an output of the layer");
  }
  const NamedTensor product = dot(x, weight, inputs);
  return bias ? product + *bias : product;
}

/// The fan in is the number of features, as in Embedding.
NamedEmbedding::NamedEmbedding(const Axis &count, const Axis &features, const Key &key,
                               const EmbeddingOptions &options, Where where) {
  const CallerLine line(where);
  checkUnique("nn::NamedEmbedding", {count.name, features.name});
  weight = drawn(options.weight, key, {count, features}, options.type, {{0}, {0}});
}

/// The axis of features comes last, whatever axes the ids have. A table that is split by its rows
/// is looked up on each device, as in Embedding.
NamedTensor NamedEmbedding::operator[](const NamedOperand &ids) const {
  const CallerLine line(ids.where);
  checkNamed("nn::NamedEmbedding", ids.x);
  if (ids.x.has(weight.names[1]))
    refuse("nn::NamedEmbedding of " + text(ids.x) + ": axis " + weight.names[1] +
           " is that of the features");
  return weight[NamedIndex(weight.names[0], ids.x, ids.where)];
}

/// The weight is not transposed: the matmul sums over the features of both.
NamedTensor NamedEmbedding::attend(const NamedOperand &x) const {
  const CallerLine line(x.where);
  const std::string what = "nn::NamedEmbedding::attend";
  checkNamed(what, x.x);
  dimOf(what, x.x, weight.axes()[1]);
  if (x.x.has(weight.names[0]))
    refuse(what + " of " + text(x.x) + ": axis " + weight.names[0] + " is that of the result");
  return dot(x, weight, weight.names[1]);
}

/// The axis is a static of the layer: another size is another program.
NamedLayerNorm::NamedLayerNorm(const Axis &axis, const NormOptions &options, Where where)
    : axis(axis), epsilon(options.epsilon) {
  const CallerLine line(where);
  (void)LayerNorm(axis.size, "", options, where); // refuses sizes
  scale = constantOf(options.scale, 1, axis, options.type);
  bias = constantOf(options.bias, 0, axis, options.type);
}

/// The layer without names, with these parameters.
NamedTensor NamedLayerNorm::operator()(const NamedOperand &x) const {
  const CallerLine line(x.where);
  LayerNorm plain(axis.size, "", {.epsilon = epsilon, .scale = false, .bias = false});
  // The twin asks for the place of its parameters itself, so they keep their logical names.
  plain.scale = tensorOf(scale);
  plain.bias = tensorOf(bias);
  return alongLast("nn::NamedLayerNorm", x, axis, plain);
}

/// As above, without a bias.
NamedRmsNorm::NamedRmsNorm(const Axis &axis, const NormOptions &options, Where where)
    : axis(axis), epsilon(options.epsilon) {
  const CallerLine line(where);
  (void)RmsNorm(axis.size, "", options, where); // refuses sizes
  scale = constantOf(options.scale, 1, axis, options.type);
}

/// The twin computes in f32 and casts back, and asks for the parameter's place itself.
NamedTensor NamedRmsNorm::operator()(const NamedOperand &x) const {
  const CallerLine line(x.where);
  RmsNorm plain(axis.size, "", {.epsilon = epsilon, .scale = false});
  plain.scale = tensorOf(scale);
  return alongLast("nn::NamedRmsNorm", x, axis, plain);
}

/// The statistics of a group are over the features of the group alone, or over other axes, too.
NamedGroupNorm::NamedGroupNorm(const Axis &axis, int64_t groups, const NormOptions &options,
                               Where where)
    : axis(axis), groups(groups), epsilon(options.epsilon) {
  const CallerLine line(where);
  NormOptions none = options;
  none.scale = none.bias = false;
  (void)GroupNorm(axis.size, groups, "", none, where); // refuses sizes
  scale = constantOf(options.scale, 1, axis, options.type);
  bias = constantOf(options.bias, 0, axis, options.type);
}

/// The twin takes [batch, places.., features]: the axes that are neither `over` nor the features
/// become its batch.
NamedTensor NamedGroupNorm::operator()(const NamedOperand &operand,
                                       const AxisSelection &over) const {
  const CallerLine line(operand.where);
  const std::string what = "nn::NamedGroupNorm";
  const NamedTensor x = operandOf(what, operand);
  dimOf(what, x, axis);
  Names last = namesOf(what, x, over);
  last.push_back(axis.name);
  checkUnique(what + " of " + text(x), last);
  GroupNorm plain(axis.size, groups, "", {.epsilon = epsilon, .scale = false, .bias = false});
  plain.scale = tensorOf(scale);
  plain.bias = tensorOf(bias);
  const NamedTensor turned = withLast(x, last);
  const std::vector<int64_t> &shape = turned.tensor.shape();
  const auto behind = shape.end() - int64_t(last.size());
  std::vector<int64_t> flat{
      std::accumulate(shape.begin(), behind, int64_t(1), std::multiplies<>())};
  flat.insert(flat.end(), behind, shape.end());
  const Tensor y = reshape(plain(reshape(turned.tensor, flat)), shape);
  return valueOf(ordered({y, turned.names}, x.names).tensor, x.names);
}

/// The keys are those of Mlp: a gate is drawn last.
NamedMlp::NamedMlp(const Axis &features, const Axis &hidden, const Key &key,
                   const MlpOptions &options, Where where)
    : up(features, hidden, key.fold(0), optionsOf(options), where),
      down(hidden, features, key.fold(1), optionsOf(options), where),
      activation(options.activation) {
  if (options.gated)
    gate.emplace(features, hidden, key.fold(2), optionsOf(options), where);
}

/// The activation is chosen by an enum, a static, as in Mlp.
NamedTensor NamedMlp::operator()(const NamedOperand &x) const {
  const CallerLine line(x.where);
  auto activated = [&](const NamedTensor &in) {
    return elementwise([&](Tensor t) { return activate(t, activation); }, in);
  };
  const NamedTensor hidden = up(x);
  return down(gate ? activated((*gate)(x)) * hidden : activated(hidden));
}

/// The twin refuses rates outside of [0, 1].
NamedDropout::NamedDropout(double rate, Where where) : rate(Dropout(rate, where).rate) {}

/// The mask is drawn for the order in which the axes stand.
NamedTensor NamedDropout::operator()(const NamedOperand &x, const std::optional<Key> &key) const {
  const CallerLine line(x.where);
  checkNamed("nn::NamedDropout", x.x);
  if (!key || rate == 0)
    return x.x;
  return valueOf(Dropout(rate)(computed(x.x), key), x.x.names);
}

/// Classes go last. Where they are split over devices they stay split: losses.h says how.
NamedTensor softmaxCrossEntropy(const NamedOperand &logits, const NamedOperand &labels,
                                const AxisSelector &classes, CrossEntropyOptions options) {
  const CallerLine line(logits.where);
  const std::string what = "softmaxCrossEntropy";
  const NamedTensor x = operandOf(what, logits), y = operandOf(what, labels);
  dimOf(what, x, classes);
  Names order = y.names;
  order.push_back(classes.name);
  if (!without(x.names, order).empty() || !without(order, x.names).empty())
    refuse(what + " of " + text(x) + " and labels " + text(y) +
           ": labels have the axes of the logits but " + classes.name);
  return valueOf(softmaxCrossEntropy(ordered(x, order).tensor, y.tensor, options), y.names);
}

/// Positions and classes go last; other axes may be any number, in the order of the tokens.
NamedTensor nextTokenLoss(const NamedOperand &logits, const NamedOperand &tokens,
                          const AxisSelector &position, const AxisSelector &classes,
                          CrossEntropyOptions options) {
  const CallerLine line(logits.where);
  const std::string what = "nextTokenLoss";
  const NamedTensor x = operandOf(what, logits);
  const NamedTensor given = operandOf(what, tokens);
  dimOf(what, x, classes);
  dimOf(what, given, position);
  const NamedTensor ids = withLast(given, {position.name});
  Names order = ids.names;
  order.push_back(classes.name);
  if (!without(x.names, order).empty() || !without(order, x.names).empty())
    refuse(what + " of " + text(x) + " and tokens " + text(given) +
           ": tokens have the axes of the logits but " + classes.name);
  return valueOf(nextTokenLoss(ordered(x, order).tensor, ids.tensor, options), {});
}

} // namespace nn
} // namespace frontend
} // namespace spmd
