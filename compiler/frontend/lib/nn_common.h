// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the layers share: shapes and axis names of dims, parameters with names, and the computations
// of layers that have a twin with named axes.
#pragma once
#include "compiler/frontend/lib/library_error.h"
#include <spmd/nn_conv.h>
#include <spmd/nn_linear.h>

namespace spmd {
inline namespace frontend {
namespace nn {

/// The sizes of some dims, then those of others.
std::vector<int64_t> sizesOf(const std::vector<Dim> &dims, const std::vector<Dim> &more = {});
/// A parameter with the axis names of its dims, which may all be "".
Tensor named(const Tensor &parameter, const std::vector<Dim> &dims,
             const std::vector<Dim> &more = {});
/// Refuses an x whose last dims are not those of `wanted`, beginning with its dim `first`.
void checkLastDims(const char *name, const Operand &x, const std::vector<int64_t> &wanted);
/// The options of each of the linear layers of an Mlp.
LinearOptions optionsOf(const MlpOptions &options);

/// x [.., inputs] times a weight [inputs, outputs], whose first `inputDims` dims are inputs.
Tensor weighted(const Operand &x, const Tensor &weight, int64_t inputDims);

/// Refuses windows of too few or too many dims, and groups that do not divide the features.
void checkConv(const std::string &name, int64_t inputs, int64_t outputs, size_t windowDims,
               int64_t groups, Where where);
/// x [batch.., spatial.., inputs] by the weight [window.., inputs / groups, outputs] of a Conv or a
/// ConvTranspose. Of the options it reads those of the call: strides, padding, dilations, groups.
enum class ConvKind { Plain, Transposed };
Tensor convolved(ConvKind kind, const Operand &x, const Tensor &weight,
                 const std::optional<Tensor> &bias, const ConvLayerOptions &options);
/// Those options from the statics of a layer, whose padding has a name or amounts.
ConvLayerOptions callOptions(const std::vector<int64_t> &strides, const std::string &padding,
                             const std::vector<std::pair<int64_t, int64_t>> &pads,
                             const std::vector<int64_t> &dilation,
                             const std::vector<int64_t> &kernelDilation, int64_t groups);

/// The parameters of a mixture of experts but those of the router.
struct ExpertWeights {
  Tensor up, down;
  std::optional<Tensor> gate;
  int64_t active;
  double capacityFactor;
  Activation activation;
};
/// Refuses more active experts than there are, and rooms that hold nothing.
void checkExperts(const std::string &name, int64_t active, int64_t experts, double capacityFactor,
                  Where where);
/// x [batch, position, features] through the experts that logits [batch, position, experts] choose,
/// and the loss that balances these.
std::pair<Tensor, Tensor> routed(const Tensor &x, const Tensor &logits,
                                 const ExpertWeights &weights);

/// The angles of rotary embeddings: positions [..] -> [.., features / 2], f32 or f64.
Tensor rotaryAngles(const Tensor &positions, int64_t features, double base, ElementType type);
/// x with the halves of its last dim turned by angles, which broadcast; in the type of x.
Tensor turned(const Tensor &x, const Tensor &angle);

} // namespace nn
} // namespace frontend
} // namespace spmd
