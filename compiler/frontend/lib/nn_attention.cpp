// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention (Vaswani et al. 2017; grouped heads: Ainslie et al. 2023), rotary embeddings and the
// cache of keys and values.
//
// Scores are one einsum over heads, so that heads and batch can be split over a mesh. A mask puts
// the lowest finite scores, 0.7 times the lowest float, rather than -inf: a query that sees no key
// then gives a mean and no NaN, as in JAX.
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

/// Which keys each query sees: [queries, keys].
Tensor causalMask(int64_t queries, int64_t keys, const std::optional<Tensor> &start) {
  Tensor position = iota({queries, 1}, 0);
  if (start)
    position = position + astype(*start, i32);
  return position >= iota({1, keys}, 1);
}

} // namespace

/// Heads that have keys of their own need no dim for groups.
Tensor attention(const Operand &q, const Operand &k, const Operand &v,
                 const AttentionOptions &options) {
  const CallerLine line(q.where);
  checkAttention(q, k, v);
  const Shape &shape = q.tensor.shape();
  const int64_t groups = k.tensor.size(2), members = shape[2] / groups;
  const bool isGrouped = members != 1;
  const ElementType wide = q.tensor.elementType() == f64 ? f64 : f32;
  const Tensor heads =
      isGrouped ? reshape(q, {shape[0], shape[1], groups, members, shape[3]}) : q.tensor;
  Tensor scores =
      astype(einsum(isGrouped ? "bqgmd,bkgd->bgmqk" : "bqhd,bkhd->bhqk", {heads, k}), wide) *
      options.scale.value_or(1 / std::sqrt(double(shape[3])));
  // Masks and biases that name heads get the dim of groups as well.
  auto spread = [&](const Tensor &x) { return isGrouped ? grouped(x, groups) : x; };
  if (options.bias)
    scores = scores + spread(*options.bias);
  const double lowest = -0.7 * 3.4028234663852886e38; // also of f64, as in JAX
  if (options.mask)
    scores = where(spread(*options.mask), scores, lowest);
  if (options.causal)
    scores = where(causalMask(shape[1], k.tensor.size(1), options.start), scores, lowest);
  // The second matmul is in the type of the values, as in JAX.
  const Tensor weights = astype(softmax(scores), v.tensor.elementType());
  if (!isGrouped)
    return einsum("bhqk,bkhd->bqhd", {weights, v});
  return reshape(einsum("bgmqk,bkgd->bqgmd", {weights, v}),
                 {shape[0], shape[1], shape[2], v.tensor.size(3)});
}

/// Pairs of features (i, i + half) are points in a plane that turn: (a, b) becomes (a cos - b sin,
/// b cos + a sin). Angles are f32 also for narrow types, since positions may be large.
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
  const int64_t half = shape[3] / 2;
  const ElementType type = x.tensor.elementType(), wide = type == f64 ? f64 : f32;
  // [(batch,) position, 1, half]
  const Tensor speed = exp(arange(half, wide) * (-2 * std::log(base) / double(shape[3])));
  const Tensor angle = expandDims(expandDims(astype(positions, wide), -1) * speed, int64_t(rank));
  const Tensor turned = astype(x, wide), a = turned[{ellipsis, slice(0, half)}],
               b = turned[{ellipsis, slice(half, {})}], c = cos(angle), s = sin(angle);
  return astype(concatenate({a * c - b * s, b * c + a * s}, -1), type);
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
Tensor KvCache::attend(const Operand &q, std::optional<double> scale) const {
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
  return attention(q, keys, values, options);
}

} // namespace nn
} // namespace frontend
} // namespace spmd
