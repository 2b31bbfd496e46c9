// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers, attention and losses on named tensors.
//
// A layer is made from axes and a key, and has the parameters and the bits of its twin without
// names. It finds the axes of its input by name, wherever they stand. Options are those of the
// twins.
#pragma once
#include <spmd/losses.h>
#include <spmd/named_movement.h>
#include <spmd/named_ops.h>
#include <spmd/nn_conv.h>
#include <spmd/nn_experts.h>
#include <spmd/nn_norm.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// As Linear: dot(x, weight, inputs) + bias.
struct NamedLinear {
  NamedTensor weight; // [inputs, outputs]
  std::optional<NamedTensor> bias;
  std::vector<std::string> inputs;
  SPMD_FIELDS(weight, bias, inputs)

  /// Throws where an axis stands twice among inputs and outputs.
  NamedLinear(const Axes &inputs, const Axes &outputs, const Key &key,
              const LinearOptions &options = {}, Where where = Where::current());
  /// [.., inputs] -> [.., outputs]. Throws where x lacks an input, or has an output already.
  NamedTensor operator()(const NamedOperand &x) const;
};

/// As Embedding.
struct NamedEmbedding {
  NamedTensor weight; // [count, features]
  SPMD_FIELDS(weight)

  NamedEmbedding(const Axis &count, const Axis &features, const Key &key,
                 const EmbeddingOptions &options = {}, Where where = Where::current());
  /// ids [..] of integers -> [.., features].
  NamedTensor operator[](const NamedOperand &ids) const;
  /// x [.., features] -> [.., count]: logits of tied embeddings.
  NamedTensor attend(const NamedOperand &x) const;
};

/// As LayerNorm, over an axis.
struct NamedLayerNorm {
  std::optional<NamedTensor> scale, bias; // [axis]
  Axis axis;
  double epsilon;
  SPMD_FIELDS(scale, bias, axis, epsilon)

  explicit NamedLayerNorm(const Axis &axis, const NormOptions &options = {},
                          Where where = Where::current());
  /// [.., axis] -> the same, in the order of x.
  NamedTensor operator()(const NamedOperand &x) const;
};
/// As RmsNorm, over an axis.
struct NamedRmsNorm {
  std::optional<NamedTensor> scale; // [axis]
  Axis axis;
  double epsilon;
  SPMD_FIELDS(scale, axis, epsilon)

  explicit NamedRmsNorm(const Axis &axis, const NormOptions &options = {},
                        Where where = Where::current());
  /// [.., axis] -> the same, in the order of x.
  NamedTensor operator()(const NamedOperand &x) const;
};

/// As GroupNorm, over groups of neighbouring features along an axis.
struct NamedGroupNorm {
  std::optional<NamedTensor> scale, bias; // [axis]
  Axis axis;
  int64_t groups;
  double epsilon;
  SPMD_FIELDS(scale, bias, axis, groups, epsilon)

  /// Throws where the groups do not divide the axis.
  NamedGroupNorm(const Axis &axis, int64_t groups, const NormOptions &options = {},
                 Where where = Where::current());
  /// [.., axis] -> the same, in the order of x. The features of a group share mean and variance,
  /// along the axes `over` as well: norm(x, {Height, Width}). Other axes are batches.
  NamedTensor operator()(const NamedOperand &x, const AxisSelection &over) const;
};

/// As Conv, over the spatial axes of x that have the names of the window.
struct NamedConv {
  NamedTensor weight;              // [window.., inputs / groups, outputs]
  std::optional<NamedTensor> bias; // [outputs]
  std::vector<std::string> spatial;
  Axis inputs;
  std::vector<int64_t> strides, dilation, kernelDilation;
  std::string padding; // by name; "" where the amounts are given
  std::vector<std::pair<int64_t, int64_t>> pads;
  int64_t groups;
  SPMD_FIELDS(weight, bias, spatial, inputs, strides, dilation, kernelDilation, padding, pads,
              groups)

  /// NamedConv({{"height", 3}, {"width", 3}}, Channels, Features, key) has a window of 3 x 3. Its
  /// axes are "height_window" and "width_window", so that a rule for height leaves it whole.
  /// Options have one number per axis of the window. Throws for windows of no or more than three
  /// axes, for groups that do not divide inputs and outputs, and for an axis that stands twice.
  NamedConv(const Axes &window, const Axis &inputs, const Axis &outputs, const Key &key,
            const ConvLayerOptions &options = {}, Where where = Where::current());
  /// [.., spatial.., inputs] in any order -> the same order with outputs in place of inputs. Throws
  /// where x lacks an axis, or has the outputs already.
  NamedTensor operator()(const NamedOperand &x) const;
};
/// As ConvTranspose, over the spatial axes of x that have the names of the window.
struct NamedConvTranspose {
  NamedTensor weight;              // [window.., inputs, outputs]
  std::optional<NamedTensor> bias; // [outputs]
  std::vector<std::string> spatial;
  Axis inputs;
  std::vector<int64_t> strides, kernelDilation;
  std::string padding;
  std::vector<std::pair<int64_t, int64_t>> pads;
  SPMD_FIELDS(weight, bias, spatial, inputs, strides, kernelDilation, padding, pads)

  /// As NamedConv, without groups and without a dilation of x.
  NamedConvTranspose(const Axes &window, const Axis &inputs, const Axis &outputs, const Key &key,
                     const ConvLayerOptions &options = {}, Where where = Where::current());
  /// As NamedConv.
  NamedTensor operator()(const NamedOperand &x) const;
};

/// As MixtureOfExperts.
struct NamedMixtureOfExperts {
  NamedLinear router;              // features -> experts
  NamedTensor up, down;            // [experts, features, hidden], [experts, hidden, features]
  std::optional<NamedTensor> gate; // as up
  int64_t active;
  double capacityFactor;
  Activation activation;
  SPMD_FIELDS(router, up, down, gate, active, capacityFactor, activation)

  /// Throws where more experts are active than there are, and for an axis that stands twice.
  NamedMixtureOfExperts(const Axis &experts, const Axis &features, const Axis &hidden,
                        const Key &key, const ExpertsOptions &options = {},
                        Where where = Where::current());
  /// x [.., position, features] in any order -> the same, and the loss that balances the experts,
  /// which has no axes. Tokens are routed along `position`; other axes are batches.
  std::pair<NamedTensor, NamedTensor> operator()(const NamedOperand &x,
                                                 const AxisSelector &position) const;
};

/// As Mlp.
struct NamedMlp {
  NamedLinear up, down;
  std::optional<NamedLinear> gate;
  Activation activation;
  SPMD_FIELDS(up, down, gate, activation)

  NamedMlp(const Axis &features, const Axis &hidden, const Key &key, const MlpOptions &options = {},
           Where where = Where::current());
  /// [.., features] -> [.., features]
  NamedTensor operator()(const NamedOperand &x) const;
};

/// As Dropout, with the same bits for the same order of axes.
struct NamedDropout {
  double rate;
  SPMD_FIELDS(rate)

  explicit NamedDropout(double rate, Where where = Where::current());
  /// Without a key this is inference: x itself.
  NamedTensor operator()(const NamedOperand &x, const std::optional<Key> &key) const;
};

/// Masks, biases, the scale and the blocks of attention.
struct NamedAttentionOptions {
  std::optional<NamedTensor> mask = {}; // boolean: true where a query sees a key (causalMask)
  std::optional<NamedTensor> bias = {}; // added to the scores
  std::optional<double> scale = {};     // of the scores; 1 / sqrt(feature size) if not given
  std::optional<int64_t> block = {};    // keys at a time, as in AttentionOptions
};
/// softmax(dot(q, k, feature) scale + bias, key) v, summed over the axis `key` of k and v, which q
/// lacks: rename(k, Position, "key_position") gives keys a position of their own. Axes that q and k
/// share are batches; heads of q that k lacks share its keys. Mask and bias meet the scores by
/// name. The result has the axes of q but `feature`, then those of v that are left. Scores and
/// softmax are f32, or f64 for f64. As haliax.nn.attention.dot_product_attention.
NamedTensor attention(const NamedOperand &q, const NamedOperand &k, const NamedOperand &v,
                      const AxisSelector &key, const AxisSelector &feature,
                      const NamedAttentionOptions &options = {});

/// As rotary without names: turns the two halves of an axis of x by angles that grow with the
/// positions, integers along axes of x: rotary(q, arange(Position), HeadDim). Throws for an odd
/// size of the axis, and for positions with an axis that x lacks.
NamedTensor rotary(const NamedOperand &x, const NamedOperand &positions,
                   const AxisSelector &feature, double base = 10000);

/// As KvCache: keys and values of the positions so far, for decoding.
struct NamedKvCache {
  NamedTensor keys, values;
  Tensor length;        // i32: how many positions are filled
  std::string position; // the axis of keys
  SPMD_FIELDS(keys, values, length, position)

  /// NamedKvCache({Batch, {"key_position", 64}, Heads, HeadDim}, "key_position") has room for 64
  /// keys and values. Throws where `position` is none of the axes.
  NamedKvCache(const Axes &axes, const AxisSelector &position, ElementType type = f32,
               Where where = Where::current());
  /// The cache with k and v behind what is filled, which have its axes in any order, with fewer
  /// positions. Where there is too little room, they take the last ones. Throws for other axes, and
  /// for more positions than there is room for.
  NamedKvCache append(const NamedOperand &k, const NamedOperand &v) const;
  /// Causal attention of queries that are the last ones appended, along their axis `queries`.
  NamedTensor attend(const NamedOperand &q, const AxisSelector &queries,
                     const AxisSelector &feature, std::optional<double> scale = {},
                     std::optional<int64_t> block = {}) const;
};

/// As softmaxCrossEntropy: the loss of labels, which have the axes of the logits but `classes`.
NamedTensor softmaxCrossEntropy(const NamedOperand &logits, const NamedOperand &labels,
                                const AxisSelector &classes, CrossEntropyOptions options = {});
/// As nextTokenLoss: the mean cross-entropy of logits [.., position, classes] at the tokens
/// [.., position] behind each position. It has no axes.
NamedTensor nextTokenLoss(const NamedOperand &logits, const NamedOperand &tokens,
                          const AxisSelector &position, const AxisSelector &classes,
                          CrossEntropyOptions options = {});

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
