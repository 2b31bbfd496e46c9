// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mixture of experts with top-k routing.
#pragma once
#include <spmd/nn_linear.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// Options of MixtureOfExperts.
struct ExpertsOptions {
  int64_t active = 2;           // experts per token
  double capacityFactor = 1.25; // room of an expert, over the mean number of its tokens
  Activation activation = Activation::Silu;
  bool gated = true;
  init::Function weight = init::lecunNormal;
  ElementType type = f32;
};

/// Each token goes to the experts that a router likes best, up to their capacity, and gets the sum
/// of what they compute, weighted by the router (Lepikhin et al., GShard, 2020; weights of the
/// chosen experts add up to 1, as in Mixtral). Tokens that find an expert full get nothing of it.
/// Tokens are routed within each row of the batch, in the order of positions; first choices come
/// before second ones.
struct MixtureOfExperts {
  Linear router;              // features -> experts
  Tensor up, down;            // [experts, features, hidden], [experts, hidden, features]
  std::optional<Tensor> gate; // as up
  int64_t active;
  double capacityFactor;
  Activation activation;
  SPMD_FIELDS(router, up, down, gate, active, capacityFactor, activation)

  /// Drawn with key.fold(0) (router), fold(1) (up), fold(2) (down), fold(3) (gate). Throws where
  /// more experts are active than there are.
  MixtureOfExperts(const Dim &experts, const Dim &features, const Dim &hidden, const Key &key,
                   const ExpertsOptions &options = {}, Where where = Where::current());
  /// x [batch, position, features] -> the same, and the loss that balances the experts: the number
  /// of experts times the sum over them of (share of first choices) * (mean probability), which is
  /// 1 where all are equal (Fedus et al., Switch Transformers, 2021).
  std::pair<Tensor, Tensor> operator()(const Operand &x) const;
};

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
