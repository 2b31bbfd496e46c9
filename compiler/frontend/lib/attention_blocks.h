// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What attention with and without names share: the scores, and attention by blocks of keys.
#pragma once
#include "compiler/frontend/lib/library_error.h"
#include <spmd/ops.h>
#include <spmd/tree.h>

namespace spmd {
inline namespace frontend {
namespace nn {

/// Operands of attention. Mask and bias broadcast to the scores.
struct AttentionInputs {
  Tensor q, k, v;
  std::optional<Tensor> mask = {}, bias = {}, start = {};
  SPMD_FIELDS(q, k, v, mask, bias, start)
};

/// The letters of the dims, as in einsum, and how scores are computed: {"bqhd", "bkhd", "bkhe",
/// "bhqk", "bqhe"} of attention without groups. Keys are the last dim of the scores. Values may
/// have letters of their own.
struct AttentionForm {
  std::string q, k, v, scores, result;
  double scale = 1;
  bool causal = false; // queries are then the last but one dim of the scores
};

/// The lowest finite score, which a mask puts: 0.7 times the lowest float, also of f64, as in JAX.
inline constexpr double kLowestScore = -0.7 * 3.4028234663852886e38;

/// The scores in f32, or f64 for f64. `first` is the position of the first key; 0 if not given.
Tensor scoresOf(const AttentionForm &form, const AttentionInputs &in,
                const std::optional<Tensor> &first = {});
/// Attention that takes `size` keys at a time and never has all scores, neither forward nor
/// backward. Throws for a size below 1, and for a mask or bias of another number of keys.
Tensor attentionByBlocks(const AttentionForm &form, AttentionInputs in, int64_t size);

} // namespace nn
} // namespace frontend
} // namespace spmd
