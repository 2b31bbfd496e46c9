// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear, Embedding and Mlp.
//
// A weight has its input dims first and is multiplied by one dotGeneral over all of them, so that
// heads stay dims of their own and can be split over a mesh. JAX's twins draw the weight as a
// matrix and reshape it, which gives the same bits: numbers depend on row-major positions.
#include "compiler/frontend/lib/nn_common.h"
#include <numeric>

namespace spmd {
inline namespace frontend {
namespace nn {

/// Lists of inputs and outputs, one after the other.
std::vector<int64_t> sizesOf(const std::vector<Dim> &dims, const std::vector<Dim> &more) {
  std::vector<int64_t> sizes;
  for (const std::vector<Dim> *part : {&dims, &more})
    for (const Dim &dim : *part)
      sizes.push_back(dim.size);
  return sizes;
}

/// Without any name the parameter is left as it is: it then has no place by rules either.
Tensor named(const Tensor &parameter, const std::vector<Dim> &dims, const std::vector<Dim> &more) {
  std::vector<std::string> axes;
  bool hasName = false;
  for (const std::vector<Dim> *part : {&dims, &more})
    for (const Dim &dim : *part) {
      axes.push_back(dim.axis);
      hasName |= !dim.axis.empty();
    }
  return hasName ? withAxes(parameter, std::move(axes)) : parameter;
}

/// Layers check their input themselves, because the messages of the ops that they are made of would
/// speak of operands that the user does not know.
void checkLastDims(const char *name, const Operand &x, const std::vector<int64_t> &wanted) {
  const std::string who = std::string("nn::") + name;
  if (x.number || !x.tensor.hasValue())
    refuse(who + " of " + (x.number ? "a number" : "a tensor without a value") +
               "; it takes a tensor",
           x.where);
  const std::vector<int64_t> &shape = x.tensor.shape();
  const bool fits =
      shape.size() >= wanted.size() && std::equal(wanted.rbegin(), wanted.rend(), shape.rbegin());
  if (!fits)
    refuse(who + " of " + text(x.tensor.type()) + ": its last dims must have the sizes " +
               text(Type{f32, wanted}).substr(3),
           x.where);
}

/// The axes of the initialiser are the dims of inputs and of outputs.
Linear::Linear(const DimList &inputs, const DimList &outputs, const Key &key,
               const LinearOptions &options, Where where)
    : inputDims(int(inputs.dims.size())) {
  const CallerLine line(where);
  if (inputs.dims.empty() || outputs.dims.empty())
    refuse("nn::Linear with no inputs or no outputs; each is one dim or more", where);
  init::Axes axes{{}, {}};
  for (size_t i = 0; i < inputs.dims.size() + outputs.dims.size(); ++i)
    (i < inputs.dims.size() ? axes.in : axes.out).push_back(int64_t(i));
  weight = named(options.weight(key, sizesOf(inputs.dims, outputs.dims), options.type, axes),
                 inputs.dims, outputs.dims);
  if (options.bias)
    bias = named(options.biasInit(key.fold(1), sizesOf(outputs.dims), options.type, {{}, {}}),
                 outputs.dims);
}

/// Operands of a dotGeneral have one type, so the narrower of input and weight is converted.
Tensor weighted(const Operand &x, const Tensor &weight, int64_t inputDims) {
  DotDims dims;
  for (int64_t i = 0; i < inputDims; ++i) {
    dims.contractA.push_back(int64_t(x.tensor.rank()) - inputDims + i);
    dims.contractB.push_back(i);
  }
  const ElementType type = promote(x.tensor.elementType(), weight.elementType());
  return dotGeneral(astype(x, type), astype(toCompute(weight), type), dims);
}

/// The bias has the dims of the outputs, which are the last ones.
Tensor Linear::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  const std::vector<int64_t> &shape = weight.shape();
  checkLastDims("Linear", x, {shape.begin(), shape.begin() + inputDims});
  const Tensor product = weighted(x, weight, inputDims);
  return bias ? product + toCompute(*bias) : product;
}

/// The fan in is the number of features: ids are neither inputs nor outputs of a sum.
Embedding::Embedding(const Dim &count, const Dim &features, const Key &key,
                     const EmbeddingOptions &options, Where where) {
  const CallerLine line(where);
  const std::vector<Dim> dims{count, features};
  weight = named(options.weight(key, sizesOf(dims), options.type, {{0}, {0}}), dims);
}

/// A gather; under a mesh that splits the table each device looks up its own rows.
Tensor Embedding::operator[](const Operand &ids) const {
  const CallerLine line(ids.where);
  return take(toCompute(weight), ids, 0);
}

/// The weight is not transposed: the op contracts its last dim.
Tensor Embedding::attend(const Operand &x) const {
  const CallerLine line(x.where);
  checkLastDims("Embedding::attend", x, {weight.size(1)});
  const ElementType type = promote(x.tensor.elementType(), weight.elementType());
  return dotGeneral(astype(x, type), astype(toCompute(weight), type),
                    {{int64_t(x.tensor.rank()) - 1}, {1}});
}

/// By enum and not by function, so that a layer's activation is a part of its program's key.
Tensor activate(const Operand &x, Activation activation) {
  switch (activation) {
  case Activation::Gelu:
    return gelu(x);
  case Activation::GeluExact:
    return gelu(x, Gelu::Exact);
  case Activation::Relu:
    return relu(x);
  case Activation::Silu:
    return silu(x);
  case Activation::Sigmoid:
    return sigmoid(x);
  case Activation::Tanh:
    return tanh(x);
  default:
    return x.number ? astype(x, f32) : x.tensor;
  }
}

LinearOptions optionsOf(const MlpOptions &options) {
  LinearOptions linear;
  linear.bias = options.bias;
  linear.weight = options.weight;
  linear.type = options.type;
  return linear;
}

/// A gate is drawn last, so that the other parts do not depend on whether there is one.
Mlp::Mlp(const Dim &features, const Dim &hidden, const Key &key, const MlpOptions &options,
         Where where)
    : up({features}, {hidden}, key.fold(0), optionsOf(options), where),
      down({hidden}, {features}, key.fold(1), optionsOf(options), where),
      activation(options.activation) {
  if (options.gated)
    gate.emplace(DimList{features}, DimList{hidden}, key.fold(2), optionsOf(options), where);
}

Tensor Mlp::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  const Tensor hidden = up(x);
  return down(gate ? activate((*gate)(x), activation) * hidden : activate(hidden, activation));
}

} // namespace nn
} // namespace frontend
} // namespace spmd
