// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions of one to three spatial dims. maxPool and avgPool (convolution.h) stand beside them.
#pragma once
#include <spmd/convolution.h>
#include <spmd/nn_linear.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// Lists of one number per spatial dim; empty: 1 each.
struct ConvLayerOptions {
  std::vector<int64_t> strides = {};
  WindowPadding padding = "SAME";
  std::vector<int64_t> dilation = {};       // between elements of x; not of a ConvTranspose
  std::vector<int64_t> kernelDilation = {}; // between elements of the kernel
  int64_t groups = 1;                       // of features; not of a ConvTranspose
  bool bias = true;
  init::Function weight = init::lecunNormal;
  init::Function biasInit = init::zeros;
  ElementType type = f32;
};

/// x [batch.., spatial.., inputs] -> [batch.., spatial.., outputs], with weight [window..,
/// inputs / groups, outputs] and bias [outputs]. As flax.nnx.Conv.
struct Conv {
  Tensor weight;
  std::optional<Tensor> bias;
  std::vector<int64_t> strides, dilation, kernelDilation;
  std::string padding; // by name; "" where the amounts are given
  std::vector<std::pair<int64_t, int64_t>> pads;
  int64_t groups;
  SPMD_FIELDS(weight, bias, strides, dilation, kernelDilation, padding, pads, groups)

  /// The weight is drawn with the key, a bias with key.fold(1). Throws for windows of no or more
  /// than three dims, and where the groups do not divide inputs and outputs.
  Conv(const Dim &inputs, const Dim &outputs, std::vector<int64_t> window, const Key &key,
       const ConvLayerOptions &options = {}, Where where = Where::current());
  Tensor operator()(const Operand &x) const;
};

/// The transposed convolution: x is dilated by the strides, so that "SAME" multiplies sizes by
/// them. As flax.nnx.ConvTranspose.
struct ConvTranspose {
  Tensor weight; // [window.., inputs, outputs]
  std::optional<Tensor> bias;
  std::vector<int64_t> strides, kernelDilation;
  std::string padding;
  std::vector<std::pair<int64_t, int64_t>> pads;
  SPMD_FIELDS(weight, bias, strides, kernelDilation, padding, pads)

  ConvTranspose(const Dim &inputs, const Dim &outputs, std::vector<int64_t> window, const Key &key,
                const ConvLayerOptions &options = {}, Where where = Where::current());
  /// [batch, ..., features] -> [batch, ..., outputs], as jax.lax.conv_transpose.
  Tensor operator()(const Operand &x) const;
};

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
