// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixture of experts by einsums: tokens are copied into one buffer of fixed size per expert, and
// results are summed back, by matmuls with one-hot tensors.
//
// Shapes do not depend on the routing, so the program is static, and experts can be split over a
// mesh: the two einsums with the buffers then become all-to-all exchanges. The place of a token in
// a buffer is a prefix sum: how many tokens before it chose the same expert.
#include "compiler/frontend/lib/nn_common.h"
#include <cmath>
#include <spmd/nn_experts.h>
#include <spmd/order.h>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

/// What the router decided, for t tokens, e experts and c places.
struct Routes {
  Tensor weights; // [b, t, e, c]: of each token at the place of an expert where it went, else 0
  Tensor loss;
};

/// Experts are chosen one after the other: the best one first, then the best of the others.
Routes routesOf(const Tensor &probabilities, int64_t active, int64_t capacity) {
  const int64_t experts = probabilities.size(2);
  Tensor rest = probabilities, loss, weights, total;
  Tensor used = zeros({probabilities.size(0), 1, experts}); // places taken by earlier choices
  for (int64_t choice = 0; choice < active; ++choice) {
    const Tensor chosen = oneHot(argmax(rest, -1), experts);
    if (choice == 0)
      loss = mean(sum(mean(chosen, 1) * mean(probabilities, 1), -1)) * experts;
    const Tensor place = cumsum(chosen, 1) - chosen + used;
    used = used + sum(chosen, 1, keepDims);
    const Tensor share = sum(probabilities * chosen, -1, keepDims);
    total = total.hasValue() ? total + share : share;
    // A place beyond the capacity has no 1 among the places.
    const Tensor places = oneHot(astype(place, i32), capacity);
    const Tensor part = expandDims(chosen * share, -1) * places;
    weights = weights.hasValue() ? weights + part : part;
    rest = where(chosen > 0, -1, rest);
  }
  return {weights / expandDims(total, -1), loss};
}

/// Buffers [b, e, c, f] on the devices that have the weights of their experts: tokens travel there
/// and back, and weights stay. The other dims lie as they may.
Tensor atExperts(const Tensor &buffers, const Tensor &weights) {
  const std::vector<std::string> &axes = axesOf(weights);
  if (axes.empty())
    return buffers;
  const Sharding byName = shardingBy({"", axes[0], "", ""});
  if (!byName.mesh || byName.spec.dims.size() < 2 || byName.spec.dims[1].axes.empty())
    return buffers;
  Spec spec = P(anyAxes, byName.spec.dims[1], anyAxes, anyAxes);
  spec.allowsPadding = byName.spec.allowsPadding;
  return constrain(buffers, spec);
}

} // namespace

/// One message for both layers; `name` is that of the layer.
void checkExperts(const std::string &name, int64_t active, int64_t experts, double capacityFactor,
                  Where where) {
  if (active < 1 || active > experts || !(capacityFactor > 0))
    refuse(name + " with " + std::to_string(active) + " active of " + std::to_string(experts) +
               " experts and a capacity factor of " + std::to_string(capacityFactor) +
               "; at least one and no more than all are active",
           where);
}

/// Letters: b batch, t position, e expert, c place in a buffer, f feature, h hidden feature.
std::pair<Tensor, Tensor> routed(const Tensor &x, const Tensor &logits,
                                 const ExpertWeights &weights) {
  const auto &[up, down, gate, active, capacityFactor, activation] = weights;
  const int64_t tokens = x.size(1), experts = up.size(0);
  const double room = capacityFactor * double(active * tokens) / double(experts);
  const int64_t capacity = std::max<int64_t>(1, std::min<int64_t>(tokens, std::ceil(room)));
  const ElementType type = x.elementType(), wide = type == f64 ? f64 : f32;
  const Routes routes = routesOf(softmax(astype(logits, wide)), active, capacity);
  const Tensor isThere = astype(routes.weights > 0, type);
  const Tensor buffers = atExperts(einsum("btec,btf->becf", {isThere, x}), up);
  Tensor hiddens = einsum("becf,efh->bech", {buffers, toCompute(up)});
  hiddens =
      gate ? activate(einsum("becf,efh->bech", {buffers, toCompute(*gate)}), activation) * hiddens
           : activate(hiddens, activation);
  const Tensor results = atExperts(einsum("bech,ehf->becf", {hiddens, toCompute(down)}), up);
  return {einsum("btec,becf->btf", {astype(routes.weights, type), results}), routes.loss};
}

MixtureOfExperts::MixtureOfExperts(const Dim &experts, const Dim &features, const Dim &hidden,
                                   const Key &key, const ExpertsOptions &options, Where where)
    : router({features}, {experts}, key.fold(0), {.bias = false, .weight = options.weight}, where),
      active(options.active), capacityFactor(options.capacityFactor),
      activation(options.activation) {
  const CallerLine line(where);
  checkExperts("nn::MixtureOfExperts", active, experts.size, capacityFactor, where);
  // Experts are a batch: the fans are those of one expert.
  auto draw = [&](int64_t number, const Dim &in, const Dim &out) {
    const std::vector<Dim> dims{experts, in, out};
    return named(options.weight(key.fold(number), sizesOf(dims), options.type, {{-2}, {-1}, {0}}),
                 dims);
  };
  up = draw(1, features, hidden);
  down = draw(2, hidden, features);
  if (options.gated)
    gate = draw(3, features, hidden);
}

std::pair<Tensor, Tensor> MixtureOfExperts::operator()(const Operand &x) const {
  const CallerLine line(x.where);
  checkLastDims("MixtureOfExperts", x, {up.size(1)});
  if (x.tensor.rank() != 3)
    refuse("nn::MixtureOfExperts of " + text(x.tensor.type()) +
               "; it takes [batch, position, features]",
           x.where);
  return routed(x.tensor, router(x), {up, down, gate, active, capacityFactor, activation});
}

} // namespace nn
} // namespace frontend
} // namespace spmd
