// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, functions along an axis, and matmuls of named tensors.
//
// The axes of a call become dims of the function of ops.h. A matmul becomes an einsum, in which
// each axis is a letter.
#include "compiler/frontend/lib/named_common.h"
#include <spmd/named_ops.h>
#include <spmd/statistics.h>

namespace spmd {
inline namespace frontend {
namespace {

/// f over the axes, which go. A reduction over an axis that is split is a sum of parts that the
/// devices exchange; the names of the result place it.
template <class F>
NamedTensor reduced(const char *what, const NamedOperand &operand, const AxisSelection &axes, F f) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf(what, operand);
  Dims dims({});
  dims.dims = dimsOf(what, x, axes);
  return valueOf(f(x.tensor, dims), without(x.names, namesOf(what, x, axes)));
}
/// f along the axes, which stay: the result has the names of x in their order.
template <class F>
NamedTensor along(const char *what, const NamedOperand &operand, const AxisSelection &axes, F f) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf(what, operand);
  Dims dims({});
  dims.dims = dimsOf(what, x, axes);
  return valueOf(f(x.tensor, dims), x.names);
}

/// The mask where it holds for an element, with the axes of x: an axis that it lacks counts once
/// for each of its positions.
NamedTensor maskOf(const char *what, const NamedTensor &x, const NamedOperand &mask) {
  checkNamed(what, mask.x);
  const std::string both = std::string(what) + " of " + text(x) + " where " + text(mask.x);
  if (const Names more = without(mask.x.names, x.names); !more.empty())
    refuse(both + ": the mask has axis " + more[0] + ", which the tensor lacks");
  if (mask.x.elementType() != boolean)
    refuse(both + ": a mask is boolean");
  return mask & (onesLike(x) > 0);
}

/// The letter of each axis of some tensors: "abc" for [batch, position, embed].
std::string lettersOf(const Names &names, Names &known) {
  static constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string word;
  for (const std::string &name : names) {
    if (!find(known, name))
      known.push_back(name);
    const size_t at = *find(known, name);
    if (at >= letters.size())
      refuse("dot of tensors with more than " + std::to_string(letters.size()) + " axes");
    word += letters[at];
  }
  return word;
}

/// Axes that are summed are in two operands or more, with one size.
Names checkDot(const std::vector<NamedTensor> &operands, const AxisSelection &axes) {
  const std::string what = "dot of " + listText(operands);
  Names known;
  std::vector<int64_t> sizes;
  for (const NamedTensor &x : operands)
    for (size_t d = 0; d < x.names.size(); ++d) {
      const int64_t own = x.tensor.shape()[d];
      const std::optional<size_t> at = find(known, x.names[d]);
      if (at && sizes[*at] != own)
        refuse(what + ": axis " + x.names[d] + " has sizes " + std::to_string(sizes[*at]) +
               " and " + std::to_string(own));
      if (!at) {
        known.push_back(x.names[d]);
        sizes.push_back(own);
      }
    }
  Names summed;
  for (const AxisSelector &axis : axes.list) {
    const NamedTensor *lacks = nullptr;
    size_t count = 0;
    for (const NamedTensor &x : operands)
      x.has(axis.name) ? void(++count) : void(lacks = lacks ? lacks : &x);
    if (count < 2)
      refuse(what + ": axis " + axis.name + " is summed, and " + text(*lacks) + " lacks it");
    if (const int64_t size = sizes[*find(known, axis.name)]; axis.size && *axis.size != size)
      refuse(what + ": axis " + axis.name + " has size " + std::to_string(size) + ", not " +
             std::to_string(*axis.size));
    summed.push_back(axis.name);
  }
  checkUnique(what, summed);
  return axes.areAll ? known : summed;
}

} // namespace

/// Operands of one type; einsum promotes them.
Tensor dotInto(const std::vector<NamedTensor> &operands, const Names &result) {
  Names known;
  std::string equation;
  std::vector<Operand> tensors;
  for (const NamedTensor &x : operands) {
    equation += (equation.empty() ? "" : ",") + lettersOf(x.names, known);
    tensors.push_back(x.tensor);
  }
  return einsum(equation + "->" + lettersOf(result, known), std::move(tensors));
}

/// The common case of the list below.
NamedTensor dot(const NamedOperand &a, const NamedOperand &b, const AxisSelection &axes) {
  return dot(std::vector<NamedOperand>{a, b}, axes);
}

/// dot({x, w}, embed) of [batch, embed] and [embed, mlp] -> [batch, mlp]. einsum needs no transpose
/// for this order where the operands share no batches.
NamedTensor dot(const std::vector<NamedOperand> &operands, const AxisSelection &axes) {
  if (operands.empty())
    throw Error("dot of no tensors; at least one is wanted");
  const CallerLine line(operands[0].where);
  std::vector<NamedTensor> tensors;
  for (const NamedOperand &operand : operands)
    tensors.push_back(operandOf("dot", operand));
  const Names summed = checkDot(tensors, axes);
  Names names;
  for (const NamedTensor &x : tensors)
    for (const std::string &name : without(x.names, summed))
      if (!find(names, name))
        names.push_back(name);
  return valueOf(dotInto(tensors, names), names);
}

#define NAMED_REDUCTION(function)                                                                  \
  NamedTensor function(const NamedOperand &x, const AxisSelection &axes) {                         \
    return reduced(#function, x, axes,                                                             \
                   [](const Tensor &t, const Dims &dims) { return function(t, dims); });           \
  }
NAMED_REDUCTION(sum)
NAMED_REDUCTION(prod)
NAMED_REDUCTION(mean)
NAMED_REDUCTION(var)
NAMED_REDUCTION(stddev)
NAMED_REDUCTION(max)
NAMED_REDUCTION(min)
NAMED_REDUCTION(all)
NAMED_REDUCTION(any)
NAMED_REDUCTION(logsumexp)
#undef NAMED_REDUCTION

/// Elements that the mask hides count as 0, also where they are NaN.
NamedTensor sum(const NamedOperand &x, const AxisSelection &axes, const NamedOperand &mask) {
  const CallerLine line(x.where);
  const NamedTensor in = operandOf("sum", x);
  return sum(where(maskOf("sum", in, mask), in, 0), axes);
}
/// Divided by how many elements are seen, not by the sizes of the axes.
NamedTensor mean(const NamedOperand &x, const AxisSelection &axes, const NamedOperand &mask) {
  const CallerLine line(x.where);
  const NamedTensor in = operandOf("mean", x), counts = maskOf("mean", in, mask);
  return sum(where(counts, in, 0), axes) / sum(counts, axes);
}

/// Of equal elements the first one wins; a NaN wins over all.
NamedTensor argmax(const NamedOperand &x, const AxisSelector &axis) {
  return reduced("argmax", x, axis,
                 [](const Tensor &t, const Dims &dims) { return argmax(t, dims.dims[0]); });
}
NamedTensor argmin(const NamedOperand &x, const AxisSelector &axis) {
  return reduced("argmin", x, axis,
                 [](const Tensor &t, const Dims &dims) { return argmin(t, dims.dims[0]); });
}

/// Several axes are one distribution: the sum over all of them is 1.
NamedTensor softmax(const NamedOperand &x, const AxisSelection &axes) {
  return along("softmax", x, axes,
               [](const Tensor &t, const Dims &dims) { return softmax(t, dims); });
}
NamedTensor logSoftmax(const NamedOperand &x, const AxisSelection &axes) {
  return along("logSoftmax", x, axes,
               [](const Tensor &t, const Dims &dims) { return logSoftmax(t, dims); });
}
/// Prefix scans along one axis; the functions of order.h say what they do with each type.
NamedTensor cumsum(const NamedOperand &x, const AxisSelector &axis, Scan scan) {
  return along("cumsum", x, axis,
               [&](const Tensor &t, const Dims &dims) { return cumsum(t, dims.dims[0], scan); });
}
NamedTensor cumprod(const NamedOperand &x, const AxisSelector &axis, Scan scan) {
  return along("cumprod", x, axis,
               [&](const Tensor &t, const Dims &dims) { return cumprod(t, dims.dims[0], scan); });
}
/// NaNs are larger than all numbers, as in order.h.
NamedTensor sort(const NamedOperand &x, const AxisSelector &axis, Order order) {
  return along("sort", x, axis,
               [&](const Tensor &t, const Dims &dims) { return sort(t, dims.dims[0], order); });
}
NamedTensor argsort(const NamedOperand &x, const AxisSelector &axis, Order order) {
  return along("argsort", x, axis,
               [&](const Tensor &t, const Dims &dims) { return argsort(t, dims.dims[0], order); });
}

/// The new axis stands where the axis stood, so that x[{axis, positions}] gives the values.
NamedTopK topK(const NamedOperand &operand, const AxisSelector &axis, const Axis &largest) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("topK", operand);
  const size_t dim = dimOf("topK", x, axis);
  if (const int64_t size = x.tensor.shape()[dim]; largest.size < 0 || largest.size > size)
    refuse("topK of " + text(x) + ": " + text(largest) + " elements of axis " + axis.name +
           ", which has " + std::to_string(size));
  Names names = x.names;
  names[dim] = largest.name;
  checkUnique("topK of " + text(x), names);
  const TopK found = topK(x.tensor, largest.size, int64_t(dim));
  return {valueOf(found.values, names), valueOf(found.positions, names)};
}

} // namespace frontend
} // namespace spmd
