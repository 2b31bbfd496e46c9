// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions over named spatial axes, and a mixture of experts on named tensors.
//
// Both are the computations of their twins without names. Parameters are drawn with the same keys
// and the same fans, so both have the same bits. Axes of x that the layer does not name are
// batches; where there are several, they become one dim for the twin.
#include "compiler/frontend/lib/nn_common.h"
#include "compiler/frontend/lib/nn_named_common.h"
#include <numeric>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

/// The axes of a kernel: those of the window are not spatial axes of a value, so that a rule which
/// splits these leaves the kernel whole.
std::vector<Axis> kernelAxes(const std::string &name, const Axes &window, const Axis &inputs,
                             const Axis &outputs, int64_t groups, Where where) {
  std::vector<std::string> all = namesOf(window.list);
  all.insert(all.end(), {inputs.name, outputs.name});
  checkUnique(name + " with axes " + listText(all), all);
  checkConv(name, inputs.size, outputs.size, window.list.size(), groups, where);
  std::vector<Axis> axes;
  for (const Axis &axis : window.list)
    axes.push_back(axis.alias(axis.name + "_window"));
  axes.push_back(inputs.resize(inputs.size / groups));
  axes.push_back(outputs);
  return axes;
}

/// One number for each output feature, if the layer has a bias.
std::optional<NamedTensor> drawBias(const Axis &outputs, const Key &key,
                                    const ConvLayerOptions &options) {
  if (!options.bias)
    return std::nullopt;
  return drawn(options.biasInit, key.fold(1), {outputs}, options.type, {{}, {}});
}

/// The twin wants [batch.., spatial.., inputs]; the result has the order of x.
NamedTensor convolved(ConvKind kind, const std::string &what, const NamedOperand &operand,
                      const std::vector<std::string> &spatial, const Axis &inputs,
                      const NamedTensor &weight, const std::optional<NamedTensor> &bias,
                      const ConvLayerOptions &options) {
  const NamedTensor x = operandOf(what, operand);
  for (const std::string &name : spatial)
    dimOf(what, x, name);
  dimOf(what, x, inputs);
  const std::string &outputs = weight.names.back();
  if (x.has(outputs))
    refuse(what + " of " + text(x) + ": axis " + outputs + " is an output of the layer");
  Names last = spatial;
  last.push_back(inputs.name);
  const NamedTensor turned = withLast(x, last);
  auto renamed = [&](Names names) {
    names[*find(names, inputs.name)] = outputs;
    return names;
  };
  const NamedTensor y{convolved(kind, turned.tensor, weight.tensor, tensorOf(bias), options),
                      renamed(turned.names)};
  return valueOf(ordered(y, renamed(x.names)).tensor, renamed(x.names));
}

} // namespace

/// Statics are those of Conv, and which axes of x are meant.
NamedConv::NamedConv(const Axes &window, const Axis &inputs, const Axis &outputs, const Key &key,
                     const ConvLayerOptions &options, Where where)
    : spatial(namesOf(window.list)), inputs(inputs), strides(options.strides),
      dilation(options.dilation), kernelDilation(options.kernelDilation),
      padding(options.padding.name), pads(options.padding.pairs), groups(options.groups) {
  const CallerLine line(where);
  weight =
      drawn(options.weight, key,
            kernelAxes("nn::NamedConv", window, inputs, outputs, groups, where), options.type, {});
  bias = drawBias(outputs, key, options);
}

NamedTensor NamedConv::operator()(const NamedOperand &x) const {
  const CallerLine line(x.where);
  return convolved(ConvKind::Plain, "nn::NamedConv", x, spatial, inputs, weight, bias,
                   callOptions(strides, padding, pads, dilation, kernelDilation, groups));
}

NamedConvTranspose::NamedConvTranspose(const Axes &window, const Axis &inputs, const Axis &outputs,
                                       const Key &key, const ConvLayerOptions &options, Where where)
    : spatial(namesOf(window.list)), inputs(inputs), strides(options.strides),
      kernelDilation(options.kernelDilation), padding(options.padding.name),
      pads(options.padding.pairs) {
  const CallerLine line(where);
  if (options.groups != 1 || !options.dilation.empty())
    refuse("nn::NamedConvTranspose with groups or a dilation of x; it has none", where);
  weight = drawn(options.weight, key,
                 kernelAxes("nn::NamedConvTranspose", window, inputs, outputs, 1, where),
                 options.type, {});
  bias = drawBias(outputs, key, options);
}

NamedTensor NamedConvTranspose::operator()(const NamedOperand &x) const {
  const CallerLine line(x.where);
  return convolved(ConvKind::Transposed, "nn::NamedConvTranspose", x, spatial, inputs, weight, bias,
                   callOptions(strides, padding, pads, {}, kernelDilation, 1));
}

/// Experts are a batch: the fans are those of one expert.
NamedMixtureOfExperts::NamedMixtureOfExperts(const Axis &experts, const Axis &features,
                                             const Axis &hidden, const Key &key,
                                             const ExpertsOptions &options, Where where)
    : router(features, experts, key.fold(0), {.bias = false, .weight = options.weight}, where),
      active(options.active), capacityFactor(options.capacityFactor),
      activation(options.activation) {
  const CallerLine line(where);
  const Names all{experts.name, features.name, hidden.name};
  checkUnique("nn::NamedMixtureOfExperts with axes " + listText(all), all);
  checkExperts("nn::NamedMixtureOfExperts", active, experts.size, capacityFactor, where);
  auto draw = [&](int64_t number, const Axis &in, const Axis &out) {
    return drawn(options.weight, key.fold(number), {experts, in, out}, options.type,
                 {{-2}, {-1}, {0}});
  };
  up = draw(1, features, hidden);
  down = draw(2, hidden, features);
  if (options.gated)
    gate = draw(3, features, hidden);
}

/// The twin takes [batch, position, features].
std::pair<NamedTensor, NamedTensor>
NamedMixtureOfExperts::operator()(const NamedOperand &operand, const AxisSelector &position) const {
  const CallerLine line(operand.where);
  const std::string what = "nn::NamedMixtureOfExperts";
  const NamedTensor x = operandOf(what, operand);
  const Axis features = up.axes()[1];
  dimOf(what, x, features);
  dimOf(what, x, position);
  if (position.name == features.name)
    refuse(what + " of " + text(x) + ": axis " + features.name +
           " is that of the features, not of positions");
  const NamedTensor last = withLast(x, {position.name, features.name});
  const std::vector<int64_t> &shape = last.tensor.shape();
  const int64_t batch =
      std::accumulate(shape.begin(), shape.end() - 2, int64_t(1), std::multiplies<>());
  const Tensor rows = reshape(last.tensor, {batch, shape.end()[-2], shape.end()[-1]});
  const auto [y, loss] =
      routed(rows, weighted(rows, router.weight.tensor, 1),
             {up.tensor, down.tensor, tensorOf(gate), active, capacityFactor, activation});
  return {valueOf(ordered({reshape(y, shape), last.names}, x.names).tensor, x.names),
          valueOf(loss, {})};
}

} // namespace nn
} // namespace frontend
} // namespace spmd
