// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Losses and metrics, written so that a split dim of classes stays split: everything along it is a
// reduction, and the label's logit is picked by a mask instead of a gather.
#include "compiler/frontend/lib/library_error.h"
#include <algorithm>
#include <spmd/losses.h>
#include <spmd/movement.h>
#include <spmd/transform.h>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

/// As f32, or f64 where it is that already.
Tensor wide(const Tensor &x) { return astype(x, promote(x.elementType(), f32)); }

/// Refuses labels that are not an integer for each position of [..., classes].
void checkLabels(const char *what, const Tensor &logits, const Tensor &labels) {
  const std::string types = std::string(what) + " of logits " + text(logits.type()) +
                            " and labels " + text(labels.type());
  if (!isFloat(logits.elementType()))
    refuse(types + ": logits are floats");
  if (isInexact(labels.elementType()) || labels.elementType() == boolean)
    refuse(types + ": labels are integers");
  std::vector<int64_t> positions = logits.shape();
  if (positions.empty())
    refuse(types + ": logits have a last dim of classes");
  positions.pop_back();
  if (positions != labels.shape())
    refuse(types + ": labels have the shape of the logits without their last dim");
}

/// Losses of predictions do not broadcast: [n, 1] and [n] would silently give [n, n].
void checkShapes(const char *what, const Tensor &a, const Tensor &b) {
  if (a.shape() != b.shape())
    refuse(std::string(what) + " of " + text(a.type()) + " and " + text(b.type()) +
           ": the shapes differ");
}

/// Where a label counts, or no value where all do.
Tensor counted(const Tensor &labels, std::optional<int64_t> ignore) {
  return ignore ? notEqual(labels, *ignore) : Tensor();
}

/// The mean of values where `counts` holds; an absent mask holds everywhere.
Tensor maskedMean(const Tensor &values, const Tensor &counts) {
  if (!counts.hasValue())
    return mean(values);
  const Tensor total = sum(astype(counts, values.elementType()));
  return sum(where(counts, values, 0)) / maximum(total, 1);
}

/// A loss as a difference: `linear` consists of sums over the classes, which stay parts of sums
/// where the classes are split, until they are added up over positions as well.
struct Terms {
  Tensor logs, linear;
};

/// logits [..., classes], labels [...] -> [...]. The logits are shifted by their maximum, so that
/// no exponential overflows; the label's logit is shifted alike, and the shift cancels. So it needs
/// no gradient.
Terms crossEntropy(const Tensor &given, const Tensor &labels, const CrossEntropyOptions &options) {
  const Tensor logits = wide(given);
  const Tensor most = stopGradient(max(logits, -1, keepDims));
  const Tensor shifted = logits - most;
  const Tensor logSum = log(sum(exp(shifted), -1));
  const int64_t classes = logits.size(-1);
  // u8 and the like may not hold the number of classes.
  const ElementType own = labels.elementType();
  const ElementType idType = own == i64 || own == u32 || own == u64 ? own : i32;
  const Tensor isLabel = equal(expandDims(labels, -1), arange(classes, idType));
  Terms terms{logSum, sum(where(isLabel, shifted, 0), -1)};
  if (options.labelSmoothing != 0)
    terms.linear = (1 - options.labelSmoothing) * terms.linear +
                   options.labelSmoothing / double(classes) * sum(shifted, -1);
  if (options.zLoss != 0)
    terms.logs = logSum + options.zLoss * square(logSum + squeeze(most, -1));
  return terms;
}

} // namespace

/// [..., classes] and [...] -> [...].
Tensor softmaxCrossEntropy(const Operand &logits, const Operand &labels,
                           CrossEntropyOptions options) {
  const CallerLine line(logits.where);
  checkLabels("softmaxCrossEntropy", logits.tensor, labels.tensor);
  const Terms terms = crossEntropy(logits.tensor, labels.tensor, options);
  const Tensor loss = terms.logs - terms.linear;
  const Tensor counts = counted(labels.tensor, options.ignore);
  return counts.hasValue() ? where(counts, loss, 0) : loss;
}

/// The labels are moved by one instead of cutting the last position off the logits: a dim of 1024
/// positions divides over devices, one of 1023 does not. The last label is any: it does not count.
Tensor nextTokenLoss(const Operand &logits, const Operand &tokens, CrossEntropyOptions options) {
  const CallerLine line(logits.where);
  const Tensor &ids = tokens.tensor;
  checkLabels("nextTokenLoss", logits.tensor, ids);
  if (ids.rank() == 0 || ids.size(-1) < 2)
    refuse("nextTokenLoss of tokens " + text(ids.type()) + ": at least two positions are wanted");
  const int64_t last = ids.size(-1) - 1;
  std::vector<Padding> byOne(ids.rank());
  byOne.back().high = 1;
  const Tensor labels = pad(ids[{ellipsis, slice(1, {})}], byOne);
  const Tensor isInside = arange(last + 1) < last;
  const Tensor counts = counted(labels, options.ignore);
  const Terms terms = crossEntropy(logits.tensor, labels, options);
  if (counts.hasValue())
    return maskedMean(terms.logs, counts & isInside) - maskedMean(terms.linear, counts & isInside);
  // How many positions count is known, so devices need not add it up.
  double total = double(last);
  for (size_t d = 0; d + 1 < ids.rank(); ++d)
    total *= double(ids.shape()[d]);
  const auto added = [&](const Tensor &values) { return sum(where(isInside, values, 0)); };
  return (added(terms.logs) - added(terms.linear)) / std::max(total, 1.0);
}

/// [...] and [...] -> [].
Tensor meanOf(const Operand &losses, const Operand &labels, std::optional<int64_t> ignore) {
  const CallerLine line(losses.where);
  checkShapes("meanOf", losses.tensor, labels.tensor);
  return maskedMean(losses.tensor, counted(labels.tensor, ignore));
}

/// log(1 - sigmoid(x)) = -softplus(x), which does not lose the digits of a small probability.
Tensor sigmoidCrossEntropy(const Operand &logits, const Operand &labels) {
  const CallerLine line(logits.where);
  checkShapes("sigmoidCrossEntropy", logits.tensor, labels.tensor);
  const Tensor x = wide(logits.tensor), target = astype(labels.tensor, x.elementType());
  return target * softplus(-x) + (1 - target) * softplus(x);
}

/// Half of the square, so that its gradient is the error.
Tensor l2Loss(const Operand &prediction, const Operand &target) {
  const CallerLine line(prediction.where);
  checkShapes("l2Loss", prediction.tensor, target.tensor);
  return 0.5 * square(wide(prediction.tensor) - wide(target.tensor));
}

/// The linear part is what |error| has above delta, so that one formula holds on both sides.
Tensor huberLoss(const Operand &prediction, const Operand &target, double delta) {
  const CallerLine line(prediction.where);
  checkShapes("huberLoss", prediction.tensor, target.tensor);
  const Tensor error = abs(wide(prediction.tensor) - wide(target.tensor));
  const Tensor quadratic = minimum(error, delta);
  return 0.5 * square(quadratic) + delta * (error - quadratic);
}

/// [..., classes] and [...] -> []. Of equal logits the first one counts, as argmax has it.
Tensor accuracy(const Operand &logits, const Operand &labels, std::optional<int64_t> ignore) {
  const CallerLine line(logits.where);
  checkLabels("accuracy", logits.tensor, labels.tensor);
  const Tensor isRight = equal(argmax(logits.tensor, -1), labels.tensor);
  return maskedMean(astype(isRight, f32), counted(labels.tensor, ignore));
}

/// The number of classes among which a uniform guess would have this loss.
Tensor perplexity(const Operand &loss) {
  const CallerLine line(loss.where);
  return exp(wide(loss.tensor));
}

} // namespace nn
} // namespace frontend
} // namespace spmd
