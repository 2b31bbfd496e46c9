// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention (Vaswani et al. 2017; grouped heads: Ainslie et al. 2023), rotary embeddings and the
// cache of keys and values.
//
// Scores are one einsum over heads, so that heads and batch can be split over a mesh. A mask puts
// the lowest finite scores, 0.7 times the lowest float, rather than -inf: a query that sees no key
// then gives a mean and no NaN, as in JAX.
#include "compiler/frontend/lib/attention_blocks.h"
#include "compiler/frontend/lib/nn_common.h"
#include <cmath>
#include <spmd/indexing.h>
#include <spmd/nn_attention.h>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

using Shape = std::vector<int64_t>;

/// Refuses operands that are not of rank 4, or whose sizes do not fit each other.
void checkAttention(const Operand &q, const Operand &k, const Operand &v) {
  for (const Operand *x : {&q, &k, &v})
    checkLastDims("attention", *x, {});
  const Shape &a = q.tensor.shape(), &b = k.tensor.shape(), &c = v.tensor.shape();
  const bool fits = a.size() == 4 && b.size() == 4 && c.size() == 4 && a[0] == b[0] &&
                    a[0] == c[0] && a[3] == b[3] && b[1] == c[1] && b[2] == c[2] && b[2] > 0 &&
                    a[2] % b[2] == 0;
  if (!fits)
    refuse("nn::attention of " + text(q.tensor.type()) + ", " + text(k.tensor.type()) + " and " +
               text(v.tensor.type()) +
               ": they are [batch, queries, heads, head_dim], [batch, keys, groups, head_dim] and "
               "[batch, keys, groups, value_dim], and the groups divide the heads",
           q.where);
}

/// A mask or bias of up to [batch, heads, queries, keys], with heads as groups and their members.
Tensor grouped(const Tensor &x, int64_t groups) {
  Shape shape = x.shape();
  if (shape.size() < 3)
    return x;
  const size_t heads = shape.size() - 3;
  const bool isEach = shape[heads] != 1;
  const int64_t members = isEach ? shape[heads] / groups : 1;
  shape[heads] = isEach ? groups : 1;
  shape.insert(shape.begin() + int64_t(heads) + 1, members);
  return reshape(x, shape);
}

/// Refuses a mask or bias that does not broadcast to [batch, heads, queries, keys].
void checkBroadcast(const char *name, const Tensor &x, const Shape &scores, Where where) {
  const Shape &shape = x.shape();
  bool fits = shape.size() <= scores.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) {
    const int64_t size = shape[shape.size() - 1 - i], wanted = scores[scores.size() - 1 - i];
    fits = size == 1 || size == wanted;
  }
  if (!fits)
    refuse(std::string("nn::attention with a ") + name + " " + text(x.type()) +
               ": it does not broadcast to the scores, " + text(Type{f32, scores}),
           where);
}

} // namespace

/// Heads that have keys of their own need no dim for groups.
Tensor attention(const Operand &q, const Operand &k, const Operand &v,
                 const AttentionOptions &options) {
  const CallerLine line(q.where);
  checkAttention(q, k, v);
  const Shape &shape = q.tensor.shape();
  const int64_t groups = k.tensor.size(2), members = shape[2] / groups;
  const Shape scores{shape[0], shape[2], shape[1], k.tensor.size(1)};
  AttentionForm form{"bqhd", "bkhd", "bkhe", "bhqk", "bqhe"};
  if (members != 1)
    form = {"bqgmd", "bkgd", "bkge", "bgmqk", "bqgme"};
  form.scale = options.scale.value_or(1 / std::sqrt(double(shape[3])));
  form.causal = options.causal;
  AttentionInputs in{q.tensor, k.tensor, v.tensor, {}, {}, options.start};
  if (members != 1)
    in.q = reshape(q, {shape[0], shape[1], groups, members, shape[3]});
  // Masks and biases that name heads get the dim of groups as well.
  for (auto [name, given, taken] :
       {std::tuple("mask", &options.mask, &in.mask), std::tuple("bias", &options.bias, &in.bias)})
    if (*given) {
      checkBroadcast(name, **given, scores, q.where);
      *taken = members == 1 ? **given : grouped(**given, groups);
    }
  // The second matmul is in the type of the values, as in JAX.
  const Tensor result =
      options.block ? attentionByBlocks(form, in, *options.block)
                    : einsum(form.scores + "," + form.v + "->" + form.result,
                             {astype(softmax(scoresOf(form, in)), v.tensor.elementType()), v});
  return members == 1 ? result : reshape(result, {shape[0], shape[1], shape[2], v.tensor.size(3)});
}

/// Angles are f32 also for narrow types, since positions may be large.
Tensor rotaryAngles(const Tensor &positions, int64_t features, double base, ElementType type) {
  const Tensor speed = exp(arange(features / 2, type) * (-2 * std::log(base) / double(features)));
  return expandDims(astype(positions, type), -1) * speed;
}
/// Pairs of features (i, i + half) are points in a plane: (a, b) becomes (a cos - b sin, b cos + a
/// sin).
Tensor turned(const Tensor &x, const Tensor &angle) {
  const int64_t half = x.size(-1) / 2;
  const Tensor wide = astype(x, angle.elementType()), a = wide[{ellipsis, slice(0, half)}],
               b = wide[{ellipsis, slice(half, {})}], c = cos(angle), s = sin(angle);
  return astype(concatenate({a * c - b * s, b * c + a * s}, -1), x.elementType());
}

/// One angle serves all heads.
Tensor rotary(const Operand &x, const Operand &positions, double base) {
  const CallerLine line(x.where);
  checkLastDims("rotary", x, {});
  checkLastDims("rotary", positions, {});
  const Shape &shape = x.tensor.shape();
  const size_t rank = positions.tensor.rank();
  const bool fits = shape.size() == 4 && shape[3] % 2 == 0 && (rank == 1 || rank == 2) &&
                    positions.tensor.size(-1) == shape[1] &&
                    (rank == 1 || positions.tensor.size(0) == shape[0]);
  if (!fits)
    refuse("nn::rotary of " + text(x.tensor.type()) + " at positions " +
               text(positions.tensor.type()) +
               ": they are [batch, position, heads, head_dim], where head_dim is even, and "
               "[position] or [batch, position]",
           x.where);
  const ElementType wide = x.tensor.elementType() == f64 ? f64 : f32;
  // [(batch,) position, 1, half]
  return turned(x.tensor,
                expandDims(rotaryAngles(positions.tensor, shape[3], base, wide), int64_t(rank)));
}

/// Nothing is filled at first; what the zeros hold is never seen.
KvCache::KvCache(int64_t batch, int64_t capacity, int64_t groups, int64_t headDim, ElementType type,
                 Where where)
    : keys(zeros({batch, capacity, groups, headDim}, type, where)),
      values(zeros({batch, capacity, groups, headDim}, type, where)),
      length(zeros({}, i32, where)) {}

/// The update is in place where the program gives its argument away.
KvCache KvCache::append(const Operand &k, const Operand &v) const {
  const CallerLine line(k.where);
  KvCache next = *this;
  auto written = [&](const Tensor &cache, const Operand &x) {
    checkLastDims("KvCache::append", x, {cache.size(2), cache.size(3)});
    if (x.tensor.rank() != 4 || x.tensor.size(0) != cache.size(0) ||
        x.tensor.size(1) > cache.size(1))
      refuse("nn::KvCache::append of " + text(x.tensor.type()) + " to a cache of " +
                 text(cache.type()) + ": the batches differ, or there are too many positions",
             x.where);
    return dynamicUpdateSliceInDim(cache, x, length, 1);
  };
  next.keys = written(keys, k);
  next.values = written(values, v);
  next.length = minimum(length + k.tensor.size(1), keys.size(1));
  return next;
}

/// The mask of later keys also hides the ones that are not filled.
Tensor KvCache::attend(const Operand &q, std::optional<double> scale,
                       std::optional<int64_t> block) const {
  const CallerLine line(q.where);
  checkLastDims("KvCache::attend", q, {keys.size(3)});
  if (q.tensor.rank() != 4)
    refuse("nn::KvCache::attend of " + text(q.tensor.type()) +
               "; queries are [batch, queries, heads, head_dim]",
           q.where);
  AttentionOptions options;
  options.causal = true;
  options.scale = scale;
  options.start = length - q.tensor.size(1);
  options.block = block;
  return attention(q, keys, values, options);
}

} // namespace nn
} // namespace frontend
} // namespace spmd
