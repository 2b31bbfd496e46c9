// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers that multiply by a matrix: Linear, Embedding, Mlp.
//
// A layer is a struct of parameters, constructed from sizes and a key. The sizes may have logical
// axis names, which withAxes gives to the parameters; a layer computes with toCompute(parameter).
// Initial parameters have the bits of jax.nn.initializers for the same key. Layers throw
// spmd::Error with the line of the call where the input does not fit them.
#pragma once
#include <spmd/init.h>
#include <spmd/sharding.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// A dim of a layer: its size, and a logical axis name; "" is none.
struct Dim {
  int64_t size;
  std::string axis;
  Dim(int64_t size, std::string axis = "") : size(size), axis(std::move(axis)) {}
};
/// One dim, as 64 or {64, "embed"}, or several: {{3, ""}, {8, "heads"}, {64, "head_dim"}}.
struct DimList {
  std::vector<Dim> dims;
  DimList(int64_t size, std::string axis = "") : dims{Dim(size, std::move(axis))} {}
  DimList(std::initializer_list<Dim> dims) : dims(dims) {}
};

/// Options of Linear.
struct LinearOptions {
  bool bias = true;
  init::Function weight = init::lecunNormal;
  init::Function biasInit = init::zeros;
  ElementType type = f32;
};

/// x [..., inputs] times weight [inputs, outputs], plus bias [outputs], summed over all input dims.
/// Inputs and outputs may be several dims each. As flax.nnx.LinearGeneral.
struct Linear {
  Tensor weight;
  std::optional<Tensor> bias;
  int inputDims; // how many dims of the weight are inputs
  SPMD_FIELDS(weight, bias, inputDims)

  /// The weight is drawn with the key, a bias with key.fold(1). Throws where there are no inputs.
  Linear(const DimList &inputs, const DimList &outputs, const Key &key,
         const LinearOptions &options = {}, Where where = Where::current());
  /// [..., inputs] -> [..., outputs]
  Tensor operator()(const Operand &x) const;
};

/// Options of Embedding.
struct EmbeddingOptions {
  init::Function weight =
      init::varianceScaling(1, init::Fan::In, init::Distribution::Normal); // over the features
  ElementType type = f32;
};

/// A vector of features for each of `count` ids. As flax.nnx.Embed.
struct Embedding {
  Tensor weight; // [count, features]
  SPMD_FIELDS(weight)

  Embedding(const Dim &count, const Dim &features, const Key &key,
            const EmbeddingOptions &options = {}, Where where = Where::current());
  /// ids [...] of integers -> [..., features]. Ids beyond the table take its last row.
  Tensor operator[](const Operand &ids) const;
  /// x [..., features] -> [..., count], the products with all rows: logits of tied embeddings.
  Tensor attend(const Operand &x) const;
};

/// The activation between two layers. Gelu is the tanh approximation, GeluExact the one by erf.
enum class Activation : int { Gelu, GeluExact, Relu, Silu, Sigmoid, Tanh, None };
/// Applies the activation to each element.
Tensor activate(const Operand &x, Activation activation);

/// Options of Mlp.
struct MlpOptions {
  Activation activation = Activation::Gelu;
  bool gated = false;
  bool bias = true;
  init::Function weight = init::lecunNormal;
  ElementType type = f32;
};

/// down(activation(up(x))), or with a gate down(activation(gate(x)) * up(x)), as in Llama.
struct Mlp {
  Linear up, down;
  std::optional<Linear> gate;
  Activation activation;
  SPMD_FIELDS(up, down, gate, activation)

  /// Parts are drawn with key.fold(0) (up), fold(1) (down) and fold(2) (gate).
  Mlp(const Dim &features, const Dim &hidden, const Key &key, const MlpOptions &options = {},
      Where where = Where::current());
  /// [..., features] -> [..., features]
  Tensor operator()(const Operand &x) const;
};

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
