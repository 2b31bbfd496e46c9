// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Named tensors themselves: names and axes, what makes a named tensor, and where it lies.
//
// A parameter is told from a value by the logical names that its Tensor carries (withAxes): they go
// through jit, gradients, optimizers and files as those of any model, so a named parameter stays
// one. The Tensor of a value has none, and is placed once, when it is made.
#include "compiler/frontend/lib/named_common.h"
#include <spmd/named_ops.h>

namespace spmd {
inline namespace frontend {

/// The spelling of messages, and that of the list of a tensor's axes.
std::string text(const Axis &axis) { return axis.name + "=" + std::to_string(axis.size); }

/// In a Stacked, the dim beyond the names shows as "_".
std::string text(const NamedTensor &x) {
  if (!x.hasValue())
    return "a named tensor without a value";
  const std::vector<int64_t> &shape = x.tensor.shape();
  std::string axes;
  for (size_t d = 0; d < shape.size(); ++d) {
    const size_t extra = shape.size() - std::min(shape.size(), x.names.size());
    const std::string name = d < extra ? "_" : x.names[d - extra];
    axes += (d ? ", " : "") + name + "=" + std::to_string(shape[d]);
  }
  return text(x.elementType()) + "[" + axes + "]";
}

/// In the order of the list; what has no axes says so.
std::string listText(const Names &names) {
  std::string out;
  for (const std::string &name : names)
    out += (out.empty() ? "" : ", ") + name;
  return out.empty() ? "no axes" : out;
}
/// Operands of a message: "f32[a=2], f32[b=3] and f32[c=4]".
std::string listText(const std::vector<NamedTensor> &tensors) {
  std::string out;
  for (size_t i = 0; i < tensors.size(); ++i)
    out += (i == 0 ? "" : i + 1 == tensors.size() ? " and " : ", ") + text(tensors[i]);
  return out;
}

/// Tensors have few axes, so a search from the front is fast enough.
std::optional<size_t> find(const Names &names, std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  return at == names.end() ? std::nullopt : std::optional(size_t(at - names.begin()));
}

/// [batch, embed, mlp] without [embed] -> [batch, mlp]; the order stays.
Names without(const Names &names, const Names &others) {
  Names left;
  for (const std::string &name : names)
    if (!find(others, name))
      left.push_back(name);
  return left;
}

/// The message names the first axis that is wrong. `what` tells the call, as "zeros".
void checkUnique(const std::string &what, const Names &names) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty())
      refuse(what + ": an axis has no name");
    if (*find(names, names[i]) != i)
      refuse(what + ": axis " + names[i] + " stands twice");
  }
}

/// Layers of a Stacked have a leading dim that no name tells.
void checkNamed(const std::string &what, const NamedTensor &x) {
  if (!x.hasValue())
    refuse(what + " of a named tensor without a value");
  if (x.tensor.rank() == x.names.size())
    return;
  const bool hasMore = x.tensor.rank() > x.names.size();
  refuse(what + " of " + (hasMore ? text(x) : text(x.tensor.type()) + " by " + listText(x.names)) +
         ", which has " + std::to_string(x.names.size()) + " names for " +
         std::to_string(x.tensor.rank()) + " dims; " +
         (hasMore ? "take a layer of a Stacked first (scan, at), or name its dim (withLeadingAxis)"
                  : "vmap and scan take a name along with its dim where they are given the axis"));
}

/// The messages show the tensor with all its axes, so that the user sees a name that is close.
size_t dimOf(const std::string &what, const NamedTensor &x, const AxisSelector &axis) {
  const std::optional<size_t> dim = find(x.names, axis.name);
  if (!dim)
    refuse(what + " of " + text(x) + ": there is no axis " + axis.name);
  const int64_t size = x.tensor.shape()[*dim];
  if (axis.size && *axis.size != size)
    refuse(what + " of " + text(x) + ": axis " + axis.name + " has size " + std::to_string(size) +
           ", not " + std::to_string(*axis.size));
  return *dim;
}

/// All names of the tensor where all axes are meant. An axis that stands twice is refused, since a
/// reduction over it would have no meaning.
Names namesOf(const std::string &what, const NamedTensor &x, const AxisSelection &axes) {
  if (axes.areAll)
    return x.names;
  Names names;
  for (const AxisSelector &axis : axes.list)
    names.push_back(x.names[dimOf(what, x, axis)]);
  checkUnique(what + " of " + text(x), names);
  return names;
}

/// Dims of x [batch, embed, mlp] for {mlp, batch} -> {2, 0}.
std::vector<int64_t> dimsOf(const std::string &what, const NamedTensor &x,
                            const AxisSelection &axes) {
  std::vector<int64_t> dims;
  for (const std::string &name : namesOf(what, x, axes))
    dims.push_back(int64_t(*find(x.names, name)));
  return dims;
}

/// Results of the functions here are plain (valueOf), so only withAxes makes this true.
bool isParameter(const NamedTensor &x) { return x.hasValue() && !axesOf(x.tensor).empty(); }

/// The constraint of toCompute has a gradient that is split as the parameter.
Tensor computed(const NamedTensor &x) {
  if (!isParameter(x))
    return x.tensor;
  return withAxes(toCompute(x.tensor), Names(x.tensor.rank()));
}

/// What nearly every function does with an operand first.
NamedTensor operandOf(const std::string &what, const NamedOperand &x) {
  checkNamed(what, x.x);
  return {computed(x.x), x.x.names};
}

/// Within the line of the call, whose line a placement that does not fit is told at.
NamedTensor valueOf(const Tensor &x, Names names) {
  return {placedByNames(x, names, CallerLine::of(Where::current())), std::move(names)};
}

/// The names stand twice: on the tensor they are those of the model's state and of the optimizer's
/// slots, on the named tensor those of its functions.
NamedTensor parameterOf(const Tensor &x, Names names) { return {withAxes(x, names), names}; }

/// x [a, b, c] for the order [c, d, a, b] -> [c, a, b]. Without a change there is no op, so that
/// programs on tensors that are in order already have none.
NamedTensor ordered(const NamedTensor &x, const Names &order) {
  std::vector<int64_t> permutation;
  Names names;
  for (const std::string &name : order)
    if (std::optional<size_t> dim = find(x.names, name)) {
      permutation.push_back(int64_t(*dim));
      names.push_back(name);
    }
  return names == x.names ? x : NamedTensor{transpose(x.tensor, permutation), names};
}

/// Both have the path of the tensor, so that a parameter's path does not tell that it is named.
void walkNamed(const Path &path, NamedTensor &x, TreeVisitor &visit) {
  visit.fixed(path, "axes " + listText(x.names));
  visit.leaf(path, x.tensor);
}

/// Sizes come from the tensor: in the body of a shardMap they are those of the part.
std::vector<Axis> NamedTensor::axes(Where where) const {
  const CallerLine line(where);
  checkNamed("axes", *this);
  std::vector<Axis> found;
  for (size_t d = 0; d < names.size(); ++d)
    found.emplace_back(names[d], tensor.shape()[d]);
  return found;
}

/// Such as x.axis("position") of an input whose length the caller chose.
Axis NamedTensor::axis(const AxisSelector &axis, Where where) const {
  const CallerLine line(where);
  checkNamed("axis", *this);
  return Axis(axis.name, tensor.shape()[dimOf("axis", *this, axis)]);
}

int64_t NamedTensor::size(const AxisSelector &axis, Where where) const {
  const CallerLine line(where);
  checkNamed("size", *this);
  return tensor.shape()[dimOf("size", *this, axis)];
}

bool NamedTensor::has(std::string_view name) const { return find(names, name).has_value(); }

// The result must have the axes of this: an operand that has more would change what it is.
static void assign(const char *what, NamedTensor &x, NamedTensor result, const NamedTerm &other) {
  if (result.names.size() != x.names.size())
    CallerLine::fail(std::string(what) + " of " + text(x) + " and " + text(other.x) +
                         ": the right operand has an axis that the left one lacks",
                     other.where);
  x = ordered(result, x.names);
}

// As x = x + other, in the order of x. A parameter stays one where the other operand is one, too:
// the update of a model by hand.
NamedTensor &NamedTensor::operator+=(const NamedTerm &other) {
  return assign("+=", *this, NamedOperand(*this, other.where) + other, other), *this;
}
NamedTensor &NamedTensor::operator-=(const NamedTerm &other) {
  return assign("-=", *this, NamedOperand(*this, other.where) - other, other), *this;
}
NamedTensor &NamedTensor::operator*=(const NamedTerm &other) {
  return assign("*=", *this, NamedOperand(*this, other.where) * other, other), *this;
}
NamedTensor &NamedTensor::operator/=(const NamedTerm &other) {
  return assign("/=", *this, NamedOperand(*this, other.where) / other, other), *this;
}

/// A tensor that carries these names already is a parameter and lies where it should.
NamedTensor named(const Operand &x, const AxisSelection &axes) {
  const CallerLine line(x.where);
  Names names;
  for (const AxisSelector &axis : axes.list)
    names.push_back(axis.name);
  if (x.number || !x.tensor.hasValue())
    refuse("named of " + std::string(x.number ? "a number" : "a tensor without a value") +
           "; it takes a tensor");
  const std::vector<int64_t> &shape = x.tensor.shape();
  const std::string what = "named of " + text(x.tensor.type()) + " by " + listText(names);
  if (names.size() != shape.size())
    refuse(what + ": the names are " + std::to_string(names.size()) + "; one per dim is wanted");
  checkUnique(what, names);
  for (size_t d = 0; d < shape.size(); ++d)
    if (axes.list[d].size && *axes.list[d].size != shape[d])
      refuse(what + ": axis " + names[d] + "=" + std::to_string(*axes.list[d].size) +
             " names a dim of size " + std::to_string(shape[d]));
  return axesOf(x.tensor) == names ? NamedTensor{x.tensor, names} : valueOf(x.tensor, names);
}

/// Also of what is a parameter already, whose place is then asked for once more.
NamedTensor parameter(const NamedOperand &x) {
  const CallerLine line(x.where);
  checkNamed("parameter", x.x);
  return parameterOf(x.x.tensor, x.x.names);
}

/// Names and sizes of dims that are made. A negative size would be told by the op without its
/// name.
static std::pair<Names, std::vector<int64_t>> checkedAxes(const std::string &what,
                                                          const Axes &axes) {
  std::pair<Names, std::vector<int64_t>> made;
  for (const Axis &axis : axes.list) {
    made.first.push_back(axis.name);
    made.second.push_back(axis.size);
    if (axis.size < 0)
      refuse(what + ": axis " + text(axis) + " has a negative size");
  }
  checkUnique(what, made.first);
  return made;
}

/// A value of these axes, whose tensor `make` gives for the shape. It is placed by its names at
/// once: under a mesh each device makes its part alone.
template <class Make>
static NamedTensor make(const std::string &what, const Axes &axes, Where where, Make make) {
  const CallerLine line(where);
  auto [names, shape] = checkedAxes(what, axes);
  return valueOf(make(shape), names);
}

// The functions that make tensors differ in the one that makes the elements. Tensors of no operand
// have no line of their own, so each has a parameter for it.
NamedTensor zeros(const Axes &axes, ElementType type, Where where) {
  return make("zeros", axes, where, [&](const auto &shape) { return zeros(shape, type); });
}
NamedTensor ones(const Axes &axes, ElementType type, Where where) {
  return make("ones", axes, where, [&](const auto &shape) { return ones(shape, type); });
}
NamedTensor full(const Axes &axes, Number value, ElementType type, Where where) {
  return make("full", axes, where, [&](const auto &shape) { return full(shape, value, type); });
}
NamedTensor arange(const Axis &axis, ElementType type, Where where) {
  return make("arange", axis, where, [&](const auto &shape) { return arange(shape[0], type); });
}

/// Those of a parameter are parameters: slots of an optimizer lie as it does.
static NamedTensor like(const NamedOperand &x, const Tensor &made) {
  return isParameter(x.x) ? NamedTensor{made, x.x.names} : valueOf(made, x.x.names);
}
NamedTensor zerosLike(const NamedOperand &x) {
  const CallerLine line(x.where);
  checkNamed("zerosLike", x.x);
  return like(x, zerosLike(x.x.tensor));
}
NamedTensor onesLike(const NamedOperand &x) {
  const CallerLine line(x.where);
  checkNamed("onesLike", x.x);
  return like(x, onesLike(x.x.tensor));
}

/// Row i is true up to column i + start. Positions are compared as i32, as in attention without
/// names.
NamedTensor causalMask(const Axis &queries, const Axis &keys, const Operand &start) {
  const CallerLine line(start.where);
  checkUnique("causalMask", {queries.name, keys.name});
  return arange(queries) + NamedTerm(start) >= arange(keys);
}

// Random elements depend on their row-major position, so that the bits are those of the twin for
// the shape, and other orders of axes hold other numbers.
namespace random {

NamedTensor normal(const Key &key, const Axes &axes, ElementType type, Where where) {
  return make("normal", axes, where,
              [&](const auto &shape) { return normal(key, shape, type, where); });
}
NamedTensor uniform(const Key &key, const Axes &axes, ElementType type, const Operand &low,
                    const Operand &high, Where where) {
  return make("uniform", axes, where,
              [&](const auto &shape) { return uniform(key, shape, type, low, high, where); });
}
NamedTensor truncatedNormal(const Key &key, const Operand &low, const Operand &high,
                            const Axes &axes, ElementType type, Where where) {
  return make("truncatedNormal", axes, where, [&](const auto &shape) {
    return truncatedNormal(key, low, high, shape, type, where);
  });
}
NamedTensor randint(const Key &key, const Axes &axes, const Operand &low, const Operand &high,
                    ElementType type, Where where) {
  return make("randint", axes, where,
              [&](const auto &shape) { return randint(key, shape, low, high, type, where); });
}
NamedTensor bernoulli(const Key &key, const Operand &p, const Axes &axes, Where where) {
  return make("bernoulli", axes, where,
              [&](const auto &shape) { return bernoulli(key, p, shape, where); });
}

/// One draw for each position of the other axes, in their order.
NamedTensor categorical(const Key &key, const NamedOperand &logits, const AxisSelector &axis) {
  const CallerLine line(logits.where);
  const NamedTensor x = operandOf("categorical", logits);
  const size_t dim = dimOf("categorical", x, axis);
  return valueOf(categorical(key, x.tensor, int64_t(dim)), without(x.names, {axis.name}));
}

} // namespace random
} // namespace frontend
} // namespace spmd
