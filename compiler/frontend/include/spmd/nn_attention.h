// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention, rotary embeddings and the cache of keys and values.
#pragma once
#include <spmd/nn_linear.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// Options of attention: which keys a query sees, and how scores are scaled.
struct AttentionOptions {
  bool causal = false;               // a query sees the keys up to its own position
  std::optional<Tensor> mask = {};   // boolean: true where a query sees a key
  std::optional<Tensor> bias = {};   // added to the scores
  std::optional<double> scale = {};  // of the scores; 1 / sqrt(head_dim) if not given
  std::optional<Tensor> start = {};  // the position of the first query, an integer scalar; else 0
  std::optional<int64_t> block = {}; // keys at a time; all of them if not given
};

/// softmax(q k^T scale + bias) v, for q [batch, queries, heads, head_dim], k [batch, keys, groups,
/// head_dim] and v [batch, keys, groups, value_dim] -> [batch, queries, heads, value_dim]. Each
/// group of keys serves heads / groups neighbouring heads. Mask and bias broadcast to [batch,
/// heads, queries, keys]. Scores and softmax are f32, or f64 for f64. As
/// jax.nn.dot_product_attention. Throws for sizes that do not fit each other.
///
/// With `block` a loop takes that many keys at a time (the last ones may be fewer), with a running
/// maximum and sum of each row, so that neither the result nor its gradient has all scores in
/// memory (Rabe and Staats 2021; Dao et al., FlashAttention, 2022). Results differ by rounding. The
/// gradient computes scores twice. Queries, heads and batch may be split over a mesh; keys that are
/// split are gathered block by block. Throws for blocks of less than one key.
Tensor attention(const Operand &q, const Operand &k, const Operand &v,
                 const AttentionOptions &options = {});

/// Turns the two halves of each head by angles that grow with the position (Su et al., RoFormer,
/// 2021): x [batch, position, heads, head_dim], positions [position] or [batch, position] of
/// integers. Feature i turns by position * base^(-2 i / head_dim). Throws for an odd head_dim.
Tensor rotary(const Operand &x, const Operand &positions, double base = 10000);

/// Keys and values of the positions so far, for decoding. A tree that each step returns.
struct KvCache {
  Tensor keys, values; // [batch, capacity, groups, head_dim]
  Tensor length;       // i32: how many positions are filled
  SPMD_FIELDS(keys, values, length)

  KvCache(int64_t batch, int64_t capacity, int64_t groups, int64_t headDim, ElementType type = f32,
          Where where = Where::current());
  /// The cache with k and v, [batch, positions, groups, head_dim], behind what is filled. Where
  /// there is too little room, they take the last positions. Throws for more positions than the
  /// capacity.
  KvCache append(const Operand &k, const Operand &v) const;
  /// Causal attention of queries that are the last ones appended, with the options of that name.
  Tensor attend(const Operand &q, std::optional<double> scale = {},
                std::optional<int64_t> block = {}) const;
};

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
