// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Other forms of named tensors: names, order, merged and split axes, joined tensors.
//
// A rearrangement is at most a reshape that splits, a transpose, and a reshape that merges.
#include "compiler/frontend/lib/named_common.h"
#include <spmd/named_movement.h>
#include <spmd/ops.h>

namespace spmd {
inline namespace frontend {
namespace {

using Shape = std::vector<int64_t>;

/// x with the parts of each split axis in its place: [batch, embed] with embed split into heads and
/// head_dim -> [batch, heads, head_dim]. All splits are one reshape.
NamedTensor splitAxes(const std::string &what, const NamedTensor &x,
                      const std::vector<AxisSplit> &splits) {
  Names names = x.names;
  Shape shape = x.tensor.shape();
  for (const AxisSplit &split : splits) {
    dimOf(what, x, split.axis);
    const std::optional<size_t> dim = find(names, split.axis.name);
    if (!dim)
      refuse(what + " of " + text(x) + ": axis " + split.axis.name + " is split twice");
    int64_t size = 1;
    std::string parts;
    for (const Axis &part : split.parts.list) {
      size *= part.size;
      parts += (parts.empty() ? "" : ", ") + text(part);
    }
    if (size != shape[*dim])
      refuse(what + " of " + text(x) + ": axis " + split.axis.name + " of size " +
             std::to_string(shape[*dim]) + " does not split into " + parts);
    // From the last part to the first, each in front of the one before it.
    names.erase(names.begin() + int64_t(*dim));
    shape.erase(shape.begin() + int64_t(*dim));
    for (size_t i = split.parts.list.size(); i > 0; --i) {
      names.insert(names.begin() + int64_t(*dim), split.parts.list[i - 1].name);
      shape.insert(shape.begin() + int64_t(*dim), split.parts.list[i - 1].size);
    }
  }
  checkUnique(what + " of " + text(x), names);
  return splits.empty() ? x : NamedTensor{reshape(x.tensor, shape), names};
}

/// The order of all axes before they are merged: `ellipsis` becomes those that nothing names, and a
/// merged axis its parts.
Names fullOrder(const std::string &what, const NamedTensor &x, const AxisSelection &order,
                const std::vector<AxisMerge> &merges) {
  Names full;
  for (const AxisSelector &axis : order.list) {
    const auto merge = std::find_if(merges.begin(), merges.end(),
                                    [&](const AxisMerge &one) { return one.into == axis.name; });
    if (merge != merges.end())
      for (const std::string &part : namesOf(what, x, merge->parts))
        full.push_back(part);
    else if (axis.name == "...")
      full.push_back(axis.name);
    else
      full.push_back(x.names[dimOf(what, x, axis)]);
  }
  checkUnique(what + " of " + text(x), full);
  const Names left = without(x.names, full);
  if (const std::optional<size_t> dots = find(full, "...")) {
    full.erase(full.begin() + int64_t(*dots));
    full.insert(full.begin() + int64_t(*dots), left.begin(), left.end());
  } else if (!left.empty()) {
    refuse(what + " of " + text(x) + ": axis " + left[0] +
           " would be lost; name it, or reduce it first");
  }
  return full;
}

/// x, whose axes have their last order, with each merged axis in place of its parts. A merge that
/// the order does not name is refused.
NamedTensor mergeAxes(const std::string &what, const NamedTensor &x, const AxisSelection &order,
                      const std::vector<AxisMerge> &merges) {
  NamedTensor merged = x;
  Shape shape = x.tensor.shape();
  for (const AxisMerge &merge : merges) {
    const bool isNamed = std::any_of(order.list.begin(), order.list.end(),
                                     [&](const auto &axis) { return axis.name == merge.into; });
    const Names parts = namesOf(what, x, merge.parts);
    if (!isNamed || parts.empty())
      refuse(what + " of " + text(x) + ": the order has no axis " + merge.into +
             ", into which axes are merged, or it has no parts");
    const std::optional<size_t> dim = find(merged.names, parts[0]);
    const auto begin = [&](auto &list) { return list.begin() + int64_t(dim.value_or(0)); };
    if (!dim || parts.size() > merged.names.size() - *dim ||
        !std::equal(parts.begin(), parts.end(), begin(merged.names)))
      refuse(what + " of " + text(x) + ": an axis is merged into " + merge.into +
             " and into another one");
    // The order has put the parts next to each other.
    int64_t size = 1;
    for (size_t i = 0; i < parts.size(); ++i)
      size *= shape[*dim + i];
    merged.names.erase(begin(merged.names) + 1, begin(merged.names) + int64_t(parts.size()));
    shape.erase(begin(shape) + 1, begin(shape) + int64_t(parts.size()));
    merged.names[*dim] = merge.into;
    shape[*dim] = size;
  }
  checkUnique(what + " of " + text(x), merged.names);
  return merges.empty() ? x : NamedTensor{reshape(x.tensor, shape), merged.names};
}

/// The operands of a call with the axes of the first one, in its order; axis `except` may differ in
/// size.
std::vector<NamedTensor> alike(const std::string &what, const std::vector<NamedOperand> &operands,
                               const std::string &except) {
  std::vector<NamedTensor> tensors;
  for (const NamedOperand &operand : operands)
    tensors.push_back(operandOf(what, operand));
  const NamedTensor first = tensors[0];
  for (NamedTensor &x : tensors) {
    // As many names, and none that the first operand lacks: the same ones.
    bool fits = x.names.size() == first.names.size() && without(x.names, first.names).empty();
    for (size_t d = 0; fits && d < x.names.size(); ++d)
      fits = x.names[d] == except || x.tensor.shape()[d] == first.size(x.names[d]);
    if (!fits)
      refuse(what + " of " + text(first) + " and " + text(x) + ": the axes" +
             (except.empty() ? "" : " beside " + except) + " must be equal");
    x = ordered(x, first.names);
  }
  return tensors;
}

/// The tensors of some named ones, as operands.
/// Lines of single operands are lost: all of them have that of the call.
std::vector<Operand> tensorsOf(const std::vector<NamedTensor> &named) {
  std::vector<Operand> tensors;
  for (const NamedTensor &x : named)
    tensors.push_back(x.tensor);
  return tensors;
}

/// The name that a rename gives; the same where there is none. The first rename of a name counts,
/// and its result is not renamed again.
std::string renamed(const std::string &name, const std::vector<AxisRename> &renames) {
  for (const AxisRename &rename : renames)
    if (rename.from.name == name)
      return rename.to;
  return name;
}

} // namespace

/// The common case of the list below.
NamedTensor rename(const NamedOperand &x, const AxisSelector &from, const std::string &to) {
  return rename(x, std::vector<AxisRename>{{from, to}});
}
/// A value: a parameter would move where another rule holds for the new name.
NamedTensor rename(const NamedOperand &operand, const std::vector<AxisRename> &renames) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("rename", operand);
  Names names;
  for (const AxisRename &rename : renames)
    dimOf("rename", x, rename.from);
  for (const std::string &name : x.names)
    names.push_back(renamed(name, renames));
  checkUnique("rename of " + text(x) + " to " + listText(names), names);
  return valueOf(x.tensor, names);
}

/// The result has one op per step that changes something: without splits and merges it is a
/// transpose, and for the order that x has already it is x.
NamedTensor rearrange(const NamedOperand &operand, const AxisSelection &order,
                      const RearrangeOptions &options) {
  const CallerLine line(operand.where);
  const std::string what = "rearrange";
  const NamedTensor x = splitAxes(what, operandOf(what, operand), options.split);
  const NamedTensor moved = ordered(x, fullOrder(what, x, order, options.merge));
  const NamedTensor merged = mergeAxes(what, moved, order, options.merge);
  return valueOf(merged.tensor, merged.names);
}

/// [batch, heads, head_dim] -> [batch, embed]: the parts move to where the first of them stands.
NamedTensor flattenAxes(const NamedOperand &operand, const AxisSelection &axes,
                        const std::string &into) {
  const CallerLine line(operand.where);
  const std::string what = "flattenAxes";
  const NamedTensor x = operandOf(what, operand);
  const Names parts = namesOf(what, x, axes);
  if (parts.empty())
    refuse(what + " of " + text(x) + " into " + into + ": no axes are named");
  AxisSelection order({});
  for (const std::string &name : x.names)
    if (name == parts[0])
      order.list.push_back(into);
    else if (!find(parts, name))
      order.list.push_back(name);
  return rearrange(x, order, {.merge = {{into, parts}}});
}

/// [batch, embed] -> [batch, heads, head_dim]: the parts stand where the axis stood.
NamedTensor unflattenAxis(const NamedOperand &operand, const AxisSelector &axis,
                          const Axes &parts) {
  const CallerLine line(operand.where);
  const std::string what = "unflattenAxis";
  const NamedTensor x = splitAxes(what, operandOf(what, operand), {{axis, parts}});
  return valueOf(x.tensor, x.names);
}

/// [embed] with batch=4 -> [batch, embed]. Arithmetic needs no such step; it serves functions that
/// look at dims, such as stack.
NamedTensor broadcastAxes(const NamedOperand &operand, const Axes &axes) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("broadcastAxes", operand);
  Names names;
  Shape shape;
  for (const Axis &axis : axes.list) {
    names.push_back(axis.name);
    shape.push_back(axis.size);
  }
  names.insert(names.end(), x.names.begin(), x.names.end());
  shape.insert(shape.end(), x.tensor.shape().begin(), x.tensor.shape().end());
  checkUnique("broadcastAxes of " + text(x), names);
  return valueOf(broadcastTo(x.tensor, shape), names);
}

/// The size of the axis follows from the operands; one that is given is checked.
NamedTensor concatenate(const AxisSelector &axis, const std::vector<NamedOperand> &operands) {
  if (operands.empty())
    throw Error("concatenate of no tensors; at least one is wanted");
  const CallerLine line(operands[0].where);
  const std::vector<NamedTensor> tensors = alike("concatenate", operands, axis.name);
  const size_t dim = dimOf("concatenate", tensors[0], axis.name);
  const Tensor made = concatenate(tensorsOf(tensors), int64_t(dim));
  if (axis.size && *axis.size != made.shape()[dim])
    refuse("concatenate of " + listText(tensors) + ": axis " + axis.name + " gets size " +
           std::to_string(made.shape()[dim]) + ", not " + std::to_string(*axis.size));
  return valueOf(made, tensors[0].names);
}

/// The new axis is in front, as the layers of a Stacked are.
NamedTensor stack(const Axis &axis, const std::vector<NamedOperand> &operands) {
  if (operands.empty())
    throw Error("stack of no tensors; at least one is wanted");
  const CallerLine line(operands[0].where);
  const std::vector<NamedTensor> tensors = alike("stack", operands, "");
  const std::string what = "stack of " + listText(tensors);
  if (axis.size != int64_t(tensors.size()))
    refuse(what + ": axis " + text(axis) + " has another size");
  Names names = tensors[0].names;
  names.insert(names.begin(), axis.name);
  checkUnique(what, names);
  return valueOf(stack(tensorsOf(tensors), 0), names);
}

/// As many tensors as the axis is long; each is a slice of the program.
std::vector<NamedTensor> unstack(const NamedOperand &operand, const AxisSelector &axis) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("unstack", operand);
  const size_t dim = dimOf("unstack", x, axis);
  std::vector<NamedTensor> rows;
  for (const Tensor &row : unstack(x.tensor, int64_t(dim)))
    rows.push_back(valueOf(row, without(x.names, {axis.name})));
  return rows;
}

/// Parts may have the name of the axis, or names of their own: q, k and v of one matmul.
std::vector<NamedTensor> split(const NamedOperand &operand, const AxisSelector &axis,
                               const Axes &parts) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("split", operand);
  const size_t dim = dimOf("split", x, axis);
  int64_t end = 0;
  Shape positions;
  std::string sizes;
  for (const Axis &part : parts.list) {
    if (end > 0 || !sizes.empty())
      positions.push_back(end);
    end += part.size;
    sizes += (sizes.empty() ? "" : ", ") + text(part);
  }
  if (end != x.tensor.shape()[dim])
    refuse("split of " + text(x) + ": axis " + axis.name + " of size " +
           std::to_string(x.tensor.shape()[dim]) + " is not the sum of " + sizes);
  std::vector<NamedTensor> made;
  for (const Tensor &part : splitAt(x.tensor, positions, int64_t(dim))) {
    Names names = x.names;
    names[dim] = parts.list[made.size()].name;
    checkUnique("split of " + text(x), names);
    made.push_back(valueOf(part, names));
  }
  return made;
}

/// Ids beyond the axis give rows of zeros, as in jax.nn.one_hot.
NamedTensor oneHot(const NamedOperand &operand, const Axis &axis, ElementType type) {
  const CallerLine line(operand.where);
  const NamedTensor ids = operandOf("oneHot", operand);
  Names names = ids.names;
  names.push_back(axis.name);
  checkUnique("oneHot of " + text(ids), names);
  return valueOf(oneHot(ids.tensor, axis.size, type), names);
}

/// Several axes are reversed at once.
NamedTensor flip(const NamedOperand &operand, const AxisSelection &axes) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("flip", operand);
  Dims dims({});
  dims.dims = dimsOf("flip", x, axes);
  return valueOf(flip(x.tensor, dims), x.names);
}

/// What leaves at one end enters at the other.
NamedTensor roll(const NamedOperand &operand, int64_t shift, const AxisSelector &axis) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("roll", operand);
  return valueOf(roll(x.tensor, shift, int64_t(dimOf("roll", x, axis))), x.names);
}

/// One axis at a time: amounts of several axes would need an order, which names do not have.
NamedTensor pad(const NamedOperand &operand, const AxisSelector &axis, const Padding &width,
                const Operand &value) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("pad", operand);
  std::vector<Padding> widths(x.names.size());
  widths[dimOf("pad", x, axis)] = width;
  return valueOf(pad(x.tensor, widths, value), x.names);
}

} // namespace frontend
} // namespace spmd
