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

/// Masks, biases and the scale of attention.
struct NamedAttentionOptions {
  std::optional<NamedTensor> mask = {}; // boolean: true where a query sees a key (causalMask)
  std::optional<NamedTensor> bias = {}; // added to the scores
  std::optional<double> scale = {};     // of the scores; 1 / sqrt(feature size) if not given
};
/// softmax(dot(q, k, feature) scale + bias, key) v, summed over the axis `key` of k and v, which q
/// lacks: rename(k, Position, "key_position") gives keys a position of their own. Axes that q and k
/// share are batches; heads of q that k lacks share its keys. Mask and bias meet the scores by
/// name. The result has the axes of q but `feature`, then those of v that are left. Scores and
/// softmax are f32, or f64 for f64. As haliax.nn.attention.dot_product_attention.
NamedTensor attention(const NamedOperand &q, const NamedOperand &k, const NamedOperand &v,
                      const AxisSelector &key, const AxisSelector &feature,
                      const NamedAttentionOptions &options = {});

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
