// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention by blocks of keys, with a running maximum and sum of each row of scores (Milakov and
// Gimelshein, Online normalizer calculation for softmax, 2018; Rabe and Staats, Self-attention does
// not need O(n^2) memory, 2021; Dao et al., FlashAttention, 2022).
//
// A loop runs over the blocks. Its gradient would save the carry of each step, [queries, head_dim]
// per block, which is as much as the scores where a block has as many keys as a head has features.
// So the gradient is written here: it saves the result and two numbers per row, and a second loop
// computes the scores of each block again.
#include "compiler/frontend/lib/attention_blocks.h"
#include <limits>
#include <spmd/control_flow.h>
#include <spmd/indexing.h>
#include <spmd/transform.h>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

using Shape = std::vector<int64_t>;

/// What is known of each row of scores behind some blocks.
struct PartialSoftmax {
  Tensor top;   // the largest score; -inf before the first block
  Tensor total; // the sum of exp(score - top)
  Tensor sum;   // the sum of exp(score - top) * value: a row for each row of scores
  SPMD_FIELDS(top, total, sum)
};

/// What the backward part reads.
struct Saved {
  AttentionInputs in;
  Tensor out, top, total;
  SPMD_FIELDS(in, out, top, total)
};

/// Gradients so far. Those of queries and of a bias that all keys share are sums in the type of the
/// scores; the others have the rows of the blocks so far.
struct Gradients {
  Tensor q, k, v;
  std::optional<Tensor> bias = {};
  SPMD_FIELDS(q, k, v, bias)
};

ElementType typeOfScores(const AttentionInputs &in) {
  return in.q.elementType() == f64 ? f64 : f32;
}

/// Attention of one form by blocks of one size.
class ByBlocks {
public:
  ByBlocks(const AttentionForm &form, int64_t size)
      : form(form), size(size), rows(form.scores.substr(0, form.scores.size() - 1)), sums(rows) {
    for (char letter : form.v)
      if (form.scores.find(letter) == std::string::npos)
        sums += letter;
  }

  /// The letters of `result`.
  const std::string &letters() const { return sums; }

  PartialSoftmax run(const AttentionInputs &in) const {
    const ElementType type = typeOfScores(in);
    const double infinity = std::numeric_limits<double>::infinity();
    const PartialSoftmax start{full(sizesOf(rows, in), -infinity, type),
                               zeros(sizesOf(rows, in), type), zeros(sizesOf(sums, in), type)};
    return overBlocks(in, start,
                      [&](const PartialSoftmax &partial, const Tensor &first, int64_t count) {
                        return next(partial, part(in, first, count), first);
                      });
  }
  /// In the type of the scores.
  Tensor result(const PartialSoftmax &partial) const {
    return partial.sum / stretched(partial.total);
  }

  /// The scores of a block again, from which softmax follows by what was saved of each row: p =
  /// exp(s - top) / total. Its gradient is p (dp - sum(p dp)), and sum(p dp) = sum(out dout).
  AttentionInputs gradient(const Saved &saved, const Tensor &ct) const {
    const AttentionInputs &in = saved.in;
    const ElementType type = typeOfScores(in);
    Dims own({});
    for (size_t dim = rows.size(); dim < sums.size(); ++dim)
      own.dims.push_back(int64_t(dim));
    const Tensor shared = sum(astype(ct, type) * saved.out, own);
    Gradients total{zeros(in.q.shape(), type), zerosLike(in.k), zerosLike(in.v)};
    if (in.bias)
      total.bias = zerosLike(*in.bias);
    total = overBlocks(in, total, [&](const Gradients &total, const Tensor &first, int64_t count) {
      return nextGradients(total, part(in, first, count), first, saved, shared, ct);
    });
    AttentionInputs result = in; // masks and positions have no gradient
    result.q = astype(total.q, in.q.elementType());
    result.k = total.k;
    result.v = total.v;
    result.bias = total.bias;
    return result;
  }

private:
  /// One more block. Rows whose scores are all -inf so far are shifted by 0: exp(-inf) is 0.
  PartialSoftmax next(const PartialSoftmax &partial, const AttentionInputs &in,
                      const Tensor &first) const {
    const Tensor scores = scoresOf(form, in, first);
    // The result does not depend on the shift, so nor does its gradient.
    const Tensor top = stopGradient(maximum(partial.top, max(scores, -1)));
    const Tensor shift = finiteShift(top);
    const Tensor weights = exp(scores - expandDims(shift, -1)), old = exp(partial.top - shift);
    const Tensor values = einsum(form.scores + "," + form.v + "->" + sums,
                                 {astype(weights, in.v.elementType()), in.v});
    return {top, partial.total * old + sum(weights, -1),
            partial.sum * stretched(old) + astype(values, top.elementType())};
  }

  /// The gradients with those of one more block.
  Gradients nextGradients(Gradients total, const AttentionInputs &block, const Tensor &first,
                          const Saved &saved, const Tensor &shared, const Tensor &ct) const {
    const ElementType type = typeOfScores(block);
    auto scoresBy = [&](Tensor q, Tensor k, std::optional<Tensor> bias) {
      AttentionInputs changed = block;
      changed.q = q;
      changed.k = k;
      changed.bias = bias;
      return scoresOf(form, changed, first);
    };
    const auto [scores, pullback] = vjp(scoresBy, block.q, block.k, block.bias);
    const Tensor weights =
        exp(scores - expandDims(finiteShift(saved.top), -1)) / expandDims(saved.total, -1);
    const Tensor ofWeights =
        astype(einsum(sums + "," + form.v + "->" + form.scores, {ct, block.v}), type);
    const auto [q, k, bias] = pullback(weights * (ofWeights - expandDims(shared, -1)));
    const Tensor v = einsum(form.scores + "," + sums + "->" + form.v,
                            {astype(weights, block.v.elementType()), ct});
    total.q = total.q + astype(q, type);
    total.k = dynamicUpdateSliceInDim(total.k, k, first, keyDim(form.k));
    total.v = dynamicUpdateSliceInDim(total.v, v, first, keyDim(form.v));
    if (bias)
      total.bias = differsByKey(saved.in.bias, saved.in)
                       ? dynamicUpdateSliceInDim(*total.bias, *bias, first, -1)
                       : *total.bias + *bias;
    return total;
  }

  Tensor finiteShift(const Tensor &top) const {
    return where(top > -std::numeric_limits<double>::infinity(), top, 0);
  }
  /// A number for each row, for the sums of values.
  Tensor stretched(Tensor x) const {
    for (size_t dim = rows.size(); dim < sums.size(); ++dim)
      x = expandDims(x, -1);
    return x;
  }
  int64_t keyDim(const std::string &letters) const {
    return int64_t(letters.find(form.scores.back()));
  }
  int64_t keyCount(const AttentionInputs &in) const { return in.k.size(keyDim(form.k)); }
  bool differsByKey(const std::optional<Tensor> &x, const AttentionInputs &in) const {
    return x && x->rank() > 0 && keyCount(in) > 1 && x->size(-1) == keyCount(in);
  }
  Shape sizesOf(const std::string &letters, const AttentionInputs &in) const {
    Shape sizes;
    for (char letter : letters)
      for (const auto &[names, x] :
           {std::pair(&form.q, &in.q), std::pair(&form.k, &in.k), std::pair(&form.v, &in.v)})
        if (const size_t dim = names->find(letter); dim != std::string::npos) {
          sizes.push_back(x->size(int64_t(dim)));
          break;
        }
    return sizes;
  }

  /// The carry behind the blocks of equal size, in a loop, and what is left of the keys. Blocks are
  /// read where they lie: stacked for a scan, keys and values would be copied.
  template <class Carry, class F>
  Carry overBlocks(const AttentionInputs &in, Carry carry, F step) const {
    const int64_t keys = keyCount(in), count = keys / size, rest = keys % size;
    if (count > 0)
      carry = foriLoop(
          0, count,
          [&](const Tensor &i, const Carry &carry) { return step(carry, i * size, size); }, carry);
    return rest > 0 ? step(carry, full({}, count * size, i32), rest) : carry;
  }
  /// The operands with `count` keys, from `first` on, in the place of all.
  AttentionInputs part(AttentionInputs in, const Tensor &first, int64_t count) const {
    for (std::optional<Tensor> *x : {&in.mask, &in.bias})
      if (differsByKey(*x, in))
        *x = dynamicSliceInDim(**x, first, count, -1);
    in.v = dynamicSliceInDim(in.v, first, count, keyDim(form.v));
    in.k = dynamicSliceInDim(in.k, first, count, keyDim(form.k));
    return in;
  }

  AttentionForm form;
  int64_t size;
  std::string rows; // the letters of the scores but keys
  std::string sums; // these, then those that values alone have
};

} // namespace

/// Positions count from the first query and the first key, unless the operands say otherwise.
Tensor scoresOf(const AttentionForm &form, const AttentionInputs &in,
                const std::optional<Tensor> &first) {
  Tensor scores =
      astype(einsum(form.q + "," + form.k + "->" + form.scores, {in.q, in.k}), typeOfScores(in)) *
      form.scale;
  if (in.bias)
    scores = scores + *in.bias;
  if (in.mask)
    scores = where(*in.mask, scores, kLowestScore);
  if (!form.causal)
    return scores;
  Tensor query = iota({scores.size(-2), 1}, 0), key = iota({1, scores.size(-1)}, 1);
  if (in.start)
    query = query + astype(*in.start, i32);
  if (first)
    key = key + *first;
  return where(query >= key, scores, kLowestScore);
}

/// Outside of a program there is no gradient, and the steps run at once.
Tensor attentionByBlocks(const AttentionForm &form, AttentionInputs in, int64_t size) {
  if (size < 1)
    refuse("nn::attention by blocks of " + std::to_string(size) +
           " keys; a block has one key or more");
  if (in.bias)
    in.bias = astype(*in.bias, typeOfScores(in));
  const ByBlocks by(form, size);
  auto run = [by](const AttentionInputs &in) {
    return astype(by.result(by.run(in)), in.v.elementType());
  };
  auto forward = [by](const AttentionInputs &in) {
    const PartialSoftmax partial = by.run(in);
    const Tensor out = by.result(partial);
    return std::pair(astype(out, in.v.elementType()), Saved{in, out, partial.top, partial.total});
  };
  auto backward = [by](const Saved &saved, const Tensor &ct) { return by.gradient(saved, ct); };
  const Tensor out = isTracing() ? customVjp(run, forward, backward)(in) : run(in);
  return einsum(by.letters() + "->" + form.result, {out});
}

} // namespace nn
} // namespace frontend
} // namespace spmd
