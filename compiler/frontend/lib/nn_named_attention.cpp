// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention on named tensors, rotary embeddings, and the cache of keys and values.
//
// Attention finds its batches, heads and groups by comparing the axes of queries and keys, so it is
// written with names. Blocks of keys, angles and the mask of a cache are those of nn_attention.cpp.
#include "compiler/frontend/lib/attention_blocks.h"
#include "compiler/frontend/lib/nn_common.h"
#include "compiler/frontend/lib/nn_named_common.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace nn {
namespace {

/// The axes of the scores: those that q and k share, others of q, others of k, keys. So both
/// matmuls have their batches in front.
Names scoreAxes(const NamedTensor &q, const NamedTensor &k, const std::string &key,
                const std::string &feature) {
  const Names ofQ = without(q.names, {feature}), ofK = without(k.names, {feature, key});
  const Names own = without(ofQ, ofK), others = without(ofK, ofQ);
  Names axes = without(ofQ, own);
  axes.insert(axes.end(), own.begin(), own.end());
  axes.insert(axes.end(), others.begin(), others.end());
  axes.push_back(key);
  return axes;
}

/// The axes of the result: those of q in their order, as if the matmuls had changed nothing but the
/// features, then what the scores and v have beside them.
Names resultAxes(const NamedTensor &q, const NamedTensor &v, const Names &scores,
                 const std::string &key, const std::string &feature) {
  Names result;
  for (const std::string &name : q.names)
    if (name != feature || v.has(name))
      result.push_back(name);
  for (const Names *more : {&scores, &v.names})
    for (const std::string &name : without(*more, result))
      if (name != key)
        result.push_back(name);
  return result;
}

/// Refuses operands that do not fit, with the types of all three.
void checkAttention(const NamedTensor &q, const NamedTensor &k, const NamedTensor &v,
                    const AxisSelector &key, const AxisSelector &feature) {
  const std::string what = "nn::attention of " + listText({q, k, v});
  for (const NamedTensor *x : {&k, &v})
    dimOf("nn::attention", *x, key);
  for (const NamedTensor *x : {&q, &k})
    dimOf("nn::attention", *x, feature);
  if (q.has(key.name))
    refuse(what + ": queries have the axis " + key.name + " of keys; rename it in keys and values");
  for (const NamedTensor *x : {&k, &v})
    for (const std::string &name : x->names)
      for (const NamedTensor *other : {&q, &k})
        if (const std::optional<size_t> dim = find(other->names, name);
            dim && (x != &v || name != feature.name) &&
            other->tensor.shape()[*dim] != x->tensor.shape()[*find(x->names, name)])
          refuse(what + ": the sizes of axis " + name + " differ");
}

/// A letter for each axis. Features of v are others than those of q and k, over which the scores
/// sum.
AttentionForm formOf(const NamedTensor &q, const NamedTensor &k, const NamedTensor &v,
                     const Names &scores, const Names &result, const std::string &feature,
                     double scale) {
  Names known;
  auto lettersOf = [&](const Names &names, const std::string &ofValues) {
    std::string letters;
    for (const std::string &name : names) {
      const std::string entry = name == feature ? name + ofValues : name;
      if (!find(known, entry))
        known.push_back(entry);
      const size_t at = *find(known, entry);
      letters += char(at < 26 ? 'a' + at : 'A' + at - 26);
    }
    return letters;
  };
  AttentionForm form{lettersOf(q.names, ""), lettersOf(k.names, ""), lettersOf(v.names, " of v"),
                     lettersOf(scores, ""), lettersOf(result, " of v")};
  form.scale = scale;
  return form;
}

/// A mask or bias with a dim for each axis of the scores, of size 1 where it has no such axis.
Tensor alongScores(const std::string &name, const NamedTensor &given, const NamedTensor &q,
                   const NamedTensor &k, const Names &scores) {
  const NamedTensor x = operandOf("nn::attention with a " + name, given);
  for (const Axis &axis : x.axes()) {
    const NamedTensor &like = q.has(axis.name) ? q : k;
    if (!find(scores, axis.name) || like.size(axis.name) != axis.size)
      refuse("nn::attention of " + listText({q, k}) + " with a " + name + " " + text(x) +
             ": the scores have no axis " + text(axis));
  }
  std::vector<int64_t> shape;
  for (const std::string &axis : scores)
    shape.push_back(x.has(axis) ? x.size(axis) : 1);
  return reshape(ordered(x, scores).tensor, shape);
}

} // namespace

/// The scores are as those of attention without names; masks put the same lowest score. So both
/// give the same bits where the axes stand as that one wants its dims.
NamedTensor attention(const NamedOperand &queries, const NamedOperand &keys,
                      const NamedOperand &values, const AxisSelector &key,
                      const AxisSelector &feature, const NamedAttentionOptions &options) {
  const CallerLine line(queries.where);
  const NamedTensor q = operandOf("nn::attention", queries), k = operandOf("nn::attention", keys),
                    v = operandOf("nn::attention", values);
  checkAttention(q, k, v, key, feature);
  const Names names = scoreAxes(q, k, key.name, feature.name);
  const Names result = resultAxes(q, v, names, key.name, feature.name);
  const ElementType wide = q.elementType() == f64 ? f64 : f32;
  const double scale = options.scale.value_or(1 / std::sqrt(double(q.size(feature))));
  if (options.block) {
    const AttentionForm form = formOf(q, k, v, names, result, feature.name, scale);
    AttentionInputs in{q.tensor, k.tensor, v.tensor};
    if (options.mask)
      in.mask = alongScores("mask", *options.mask, q, k, names);
    if (options.bias)
      in.bias = alongScores("bias", *options.bias, q, k, names);
    return valueOf(attentionByBlocks(form, in, *options.block), result);
  }
  NamedTensor scores = valueOf(astype(dotInto({q, k}, names), wide) * scale, names);
  if (options.bias)
    scores += *options.bias;
  if (options.mask)
    scores = ordered(where(*options.mask, scores, kLowestScore), names);
  // The second matmul is in the type of the values, as in JAX.
  const NamedTensor weights = astype(softmax(scores, key), v.elementType());
  return valueOf(dotInto({weights, v}, result), result);
}

/// The angles get a dim of size 1 for each axis that the positions lack, in the order of x.
NamedTensor rotary(const NamedOperand &operand, const NamedOperand &at, const AxisSelector &feature,
                   double base) {
  const CallerLine line(operand.where);
  const std::string what = "nn::rotary";
  const NamedTensor x = operandOf(what, operand), positions = operandOf(what, at);
  const int64_t features = x.tensor.shape()[dimOf(what, x, feature)];
  if (features % 2)
    refuse(what + " of " + text(x) + ": the size of axis " + feature.name + " is odd");
  for (const Axis &axis : positions.axes())
    if (axis.name == feature.name || !x.has(axis.name) || x.size(axis.name) != axis.size)
      refuse(what + " of " + text(x) + " at positions " + text(positions) +
             ": positions have axes of x, without " + feature.name);
  const NamedTensor last = withLast(x, {feature.name});
  const ElementType wide = x.elementType() == f64 ? f64 : f32;
  const Tensor angles = rotaryAngles(ordered(positions, last.names).tensor, features, base, wide);
  std::vector<int64_t> shape;
  for (const std::string &name : last.names)
    shape.push_back(positions.has(name) ? positions.size(name) : 1);
  shape.back() = features / 2;
  const NamedTensor result{turned(last.tensor, reshape(angles, shape)), last.names};
  return valueOf(ordered(result, x.names).tensor, x.names);
}

/// Nothing is filled at first; what the zeros hold is never seen.
NamedKvCache::NamedKvCache(const Axes &axes, const AxisSelector &position, ElementType type,
                           Where where)
    : position(position.name) {
  const CallerLine line(where);
  keys = values = zeros(axes, type, where);
  dimOf("nn::NamedKvCache", keys, position);
  length = zeros({}, i32, where);
}

/// The update is in place where the program gives its argument away.
NamedKvCache NamedKvCache::append(const NamedOperand &k, const NamedOperand &v) const {
  const CallerLine line(k.where);
  const std::string what = "nn::NamedKvCache::append";
  NamedKvCache next = *this;
  auto written = [&](const NamedTensor &cache, const NamedTensor &x) {
    checkNamed(what, x);
    bool fits = x.rank() == cache.rank();
    for (const Axis &axis : cache.axes())
      fits =
          fits && x.has(axis.name) &&
          (axis.name == position ? x.size(axis.name) <= axis.size : x.size(axis.name) == axis.size);
    if (!fits)
      refuse(what + " of " + text(x) + " to a cache of " + text(cache) +
             ": the axes are those of the cache, with no more positions along " + position);
    return updateSlice(cache, x, {{position, length}});
  };
  next.keys = written(keys, k.x);
  next.values = written(values, v.x);
  if (k.x.size(position) != v.x.size(position))
    refuse(what + " of " + listText({k.x, v.x}) + ": the sizes of axis " + position + " differ");
  next.length = minimum(length + k.x.size(position), keys.size(position));
  return next;
}

/// The mask of later keys also hides the ones that are not filled.
NamedTensor NamedKvCache::attend(const NamedOperand &q, const AxisSelector &queries,
                                 const AxisSelector &feature, std::optional<double> scale,
                                 std::optional<int64_t> block) const {
  const CallerLine line(q.where);
  dimOf("nn::NamedKvCache::attend", q.x, queries);
  const Axis at = q.x.axis(queries);
  NamedAttentionOptions options;
  options.mask = causalMask(at, keys.axis(position), length - at.size);
  options.scale = scale;
  options.block = block;
  return attention(q, keys, values, position, feature, options);
}

} // namespace nn
} // namespace frontend
} // namespace spmd
