// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conv and ConvTranspose, on convGeneral and convTranspose.
//
// Features are the last dim, as in Flax. All dims before the spatial ones become one batch dim for
// the op, and come back in the result.
#include "compiler/frontend/lib/nn_common.h"
#include <spmd/nn_conv.h>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

using Shape = std::vector<int64_t>;

/// The letters of the dims for so many spatial ones: x and the result are batch, spatial dims,
/// features, the kernel is window, input and output features.
ConvDims dimsOf(size_t spatial) {
  const std::string letters = std::string("DHW").substr(3 - spatial);
  return {"N" + letters + "C", letters + "IO", "N" + letters + "C"};
}

/// The weight: windows are neither inputs nor outputs for the initialiser, so they count for both
/// fans.
Tensor drawWeight(const char *name, const Dim &inputs, const Dim &outputs, const Shape &window,
                  const Key &key, const ConvLayerOptions &options, Where where) {
  checkConv(std::string("nn::") + name, inputs.size, outputs.size, window.size(), options.groups,
            where);
  std::vector<Dim> dims(window.begin(), window.end());
  dims.push_back({inputs.size / options.groups, inputs.axis});
  dims.push_back(outputs);
  return named(options.weight(key, sizesOf(dims), options.type, {}), dims);
}

/// One number for each output feature, if the layer has a bias.
std::optional<Tensor> drawBias(const Dim &outputs, const Key &key,
                               const ConvLayerOptions &options) {
  if (!options.bias)
    return std::nullopt;
  return named(options.biasInit(key.fold(1), {outputs.size}, options.type, {{}, {}}), {outputs});
}

/// Refuses options that a ConvTranspose does not have.
const ConvLayerOptions &checkTransposed(const ConvLayerOptions &options, Where where) {
  if (options.groups != 1 || !options.dilation.empty())
    refuse("nn::ConvTranspose with groups or a dilation of x; it has none", where);
  return options;
}

} // namespace

/// One message for all layers; `name` is that of the layer, as "nn::Conv".
void checkConv(const std::string &name, int64_t inputs, int64_t outputs, size_t windowDims,
               int64_t groups, Where where) {
  if (windowDims < 1 || windowDims > 3)
    refuse(name + " with a window of " + std::to_string(windowDims) + " dims; it has one to three",
           where);
  if (groups < 1 || inputs % groups || outputs % groups)
    refuse(name + " of " + std::to_string(inputs) + " inputs and " + std::to_string(outputs) +
               " outputs in " + std::to_string(groups) + " groups; the groups must divide both",
           where);
}

/// A layer keeps the padding in two static fields, since a struct of options is no tree.
ConvLayerOptions callOptions(const Shape &strides, const std::string &padding,
                             const std::vector<std::pair<int64_t, int64_t>> &pads,
                             const Shape &dilation, const Shape &kernelDilation, int64_t groups) {
  ConvLayerOptions options;
  options.strides = strides;
  options.padding = padding.empty() ? WindowPadding(pads) : WindowPadding(padding.c_str());
  options.dilation = dilation;
  options.kernelDilation = kernelDilation;
  options.groups = groups;
  return options;
}

/// x is [batch, spatial.., inputs] for the op: [2, 3, 7, 7, 4] -> [6, 7, 7, 4] for two spatial
/// dims. The kernel of a ConvTranspose is not reversed, as in Flax with its default
/// transpose_kernel = False.
Tensor convolved(ConvKind kind, const Operand &x, const Tensor &weight,
                 const std::optional<Tensor> &bias, const ConvLayerOptions &layer) {
  const char *name = kind == ConvKind::Plain ? "Conv" : "ConvTranspose";
  const size_t spatial = weight.rank() - 2;
  checkLastDims(name, x, {weight.size(-2) * layer.groups});
  const Shape &shape = x.tensor.shape();
  if (shape.size() < spatial + 1)
    refuse(std::string("nn::") + name + " of " + text(x.tensor.type()) + ": it takes " +
               std::to_string(spatial) + " spatial dims before the features",
           x.where);
  const int64_t batchDims = int64_t(shape.size() - spatial - 1);
  Shape flat(shape.begin() + batchDims, shape.end());
  int64_t batch = 1;
  for (int64_t d = 0; d < batchDims; ++d)
    batch *= shape[size_t(d)];
  flat.insert(flat.begin(), batch);
  ConvOptions options;
  options.strides = layer.strides;
  options.padding = layer.padding;
  options.dilation = layer.dilation;
  options.kernelDilation = layer.kernelDilation;
  options.dims = dimsOf(spatial);
  options.groups = layer.groups;
  // No op is recorded where there is one batch dim already.
  const Tensor rows = reshape(x, flat), kernel = toCompute(weight);
  Tensor y = kind == ConvKind::Plain ? convGeneral(rows, kernel, options)
                                     : convTranspose(rows, kernel, options);
  Shape out(y.shape().begin() + 1, y.shape().end());
  out.insert(out.begin(), shape.begin(), shape.begin() + batchDims);
  y = reshape(y, out);
  return bias ? y + toCompute(*bias) : y;
}

/// Which options are statics of the layer, its call needs; the others are used up here.
Conv::Conv(const Dim &inputs, const Dim &outputs, Shape window, const Key &key,
           const ConvLayerOptions &options, Where where)
    : strides(options.strides), dilation(options.dilation), kernelDilation(options.kernelDilation),
      padding(options.padding.name), pads(options.padding.pairs), groups(options.groups) {
  const CallerLine line(where);
  weight = drawWeight("Conv", inputs, outputs, window, key, options, where);
  bias = drawBias(outputs, key, options);
}

/// Fans of grouped weights count the inputs of one group only, as in Flax.
Tensor Conv::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  return convolved(ConvKind::Plain, x, weight, bias,
                   callOptions(strides, padding, pads, dilation, kernelDilation, groups));
}

ConvTranspose::ConvTranspose(const Dim &inputs, const Dim &outputs, Shape window, const Key &key,
                             const ConvLayerOptions &options, Where where)
    : strides(options.strides), kernelDilation(options.kernelDilation),
      padding(options.padding.name), pads(options.padding.pairs) {
  const CallerLine line(where);
  weight = drawWeight("ConvTranspose", inputs, outputs, window, key,
                      checkTransposed(options, where), where);
  bias = drawBias(outputs, key, options);
}

/// As Conv, without groups and without a dilation of x.
Tensor ConvTranspose::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  return convolved(ConvKind::Transposed, x, weight, bias,
                   callOptions(strides, padding, pads, {}, kernelDilation, 1));
}

} // namespace nn
} // namespace frontend
} // namespace spmd
