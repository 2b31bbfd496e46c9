// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses and metrics. Losses of bf16 and f16 are computed in f32, and results are f32 then.
//
// A loss over classes is made of a maximum, a sum of exponentials and a masked sum along the
// classes, and of no gather. Where the classes are split over devices, each of them sends these
// numbers per position and no logits.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace nn {

/// Options of crossEntropy.
struct CrossEntropyOptions {
  double labelSmoothing = 0;          // the part of the target that all classes share
  double zLoss = 0;                   // adds zLoss * log(sum(exp(logits)))^2
  std::optional<int64_t> ignore = {}; // positions with this label have the loss 0
};
/// The cross-entropy of softmax(logits) and integer labels: logits [..., classes], labels [...]
/// give a loss per position [...]. A label that is no class (and is not ignored) has the
/// probability exp(0) / sum: check labels where they are made. Throws where the shapes do not fit,
/// and where labels are no integers.
Tensor softmaxCrossEntropy(const Operand &logits, const Operand &labels,
                           CrossEntropyOptions options = {});
/// The mean over positions of the cross-entropy of logits [..., position, classes] at the token
/// behind each position, tokens [..., position]. Tokens that are ignored do not count, and neither
/// does the last position, which has no token behind it. Throws for less than two positions.
Tensor nextTokenLoss(const Operand &logits, const Operand &tokens,
                     CrossEntropyOptions options = {});
/// The mean over positions whose label is not ignored, of any tensor with a value per position. 0
/// where all are ignored.
Tensor meanOf(const Operand &losses, const Operand &labels, std::optional<int64_t> ignore = {});

/// Element by element: -labels * log(p) - (1 - labels) * log(1 - p), where p = sigmoid(logits).
/// Labels may be booleans or probabilities, and have the shape of the logits.
Tensor sigmoidCrossEntropy(const Operand &logits, const Operand &labels);
/// (prediction - target)^2 / 2, element by element; the shapes are equal.
Tensor l2Loss(const Operand &prediction, const Operand &target);
/// Huber's loss: l2Loss up to |error| = delta, linear from there.
Tensor huberLoss(const Operand &prediction, const Operand &target, double delta = 1);

/// The part of the positions where the largest logit is the label's; f32 without dims.
Tensor accuracy(const Operand &logits, const Operand &labels, std::optional<int64_t> ignore = {});
/// exp(loss), of a mean cross-entropy.
Tensor perplexity(const Operand &loss);

} // namespace nn
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
