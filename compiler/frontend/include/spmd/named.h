// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors whose dims have names: NamedTensor, what makes one, and how its parts are read.
//
// Functions of named tensors find dims by name, so no code depends on their order. The names are
// the logical names of mesh.h: under a mesh with rules every named tensor is split by its names,
// and a model needs no other annotation. The design is that of Haliax (Hall et al.).
//
// Two kinds of named tensors matter where a mesh has two mappings. Parameters (parameter(x), and
// those of layers) are kept by the rules for parameters. All others are values: what a function of
// named tensors computes is split by the rules for values, and so are parameters that it reads
// (toCompute). Arithmetic and elementwise functions of parameters alone give parameters.
//
// Every function throws spmd::Error with the line of the call and the axes with their sizes.
#pragma once
#include <spmd/axis.h>
#include <spmd/random.h>
#include <spmd/sharding.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

struct NamedIndex;
struct NamedTerm;

/// A tensor with a name for each dim. In trees it is a leaf, and its names are static: gradients,
/// results of jit and layers of a Stacked have the names of what they are made from. Within a
/// Stacked the tensor has a leading dim more than names; functions refuse it there.
struct NamedTensor {
  Tensor tensor;
  std::vector<std::string> names;

  /// Whether there is a tensor; gradients of integers have none.
  bool hasValue() const { return tensor.hasValue(); }
  /// The number of names.
  size_t rank() const { return names.size(); }
  /// Throws where the tensor has no value, as the four functions below do.
  ElementType elementType() const { return tensor.elementType(); }
  std::vector<Axis> axes(Where where = Where::current()) const;
  /// The axis of this name. Throws where there is none, or it has another size than asked for.
  Axis axis(const AxisSelector &axis, Where where = Where::current()) const;
  int64_t size(const AxisSelector &axis, Where where = Where::current()) const;
  /// Whether there is an axis of this name.
  bool has(std::string_view name) const;

  /// The elements, in row-major order of the axes; as those of a Tensor.
  HostArray host(Where where = Where::current()) const { return tensor.host(where); }
  template <class T> std::vector<T> values(Where where = Where::current()) const {
    return tensor.values<T>(where);
  }
  double item(Where where = Where::current()) const { return tensor.item(where); }

  /// x[{Batch, 0}], x[{{Batch, 0}, {Position, slice(1, 5)}}], x[{Vocab, ids}]. Positions must
  /// exist, and their axes go. Slices keep the name, with another size. The axes of a named tensor
  /// of integers stand in place of the axis; those that x has, too, are walked together: with
  /// x [batch, vocab] and ids [batch], x[{Vocab, ids}] is x[b, ids[b]] for each b. Tensors without
  /// dims are positions that the program computes. Positions in tensors count from the end where
  /// they are negative, and are clamped.
  NamedTensor operator[](const NamedIndex &index) const;

  /// x = x + other, and so on, in the order of x. Throws where the other operand has more axes.
  NamedTensor &operator+=(const NamedTerm &other);
  NamedTensor &operator-=(const NamedTerm &other);
  NamedTensor &operator*=(const NamedTerm &other);
  NamedTensor &operator/=(const NamedTerm &other);
};
/// "f32[batch=8, embed=64]".
std::string text(const NamedTensor &x);

/// What a function of named tensors takes, with the line that wrote it.
struct NamedOperand {
  NamedTensor x;
  Where where;
  NamedOperand(NamedTensor x, Where where = Where::current()) : x(std::move(x)), where(where) {}
};
/// The same where numbers and tensors without dims may stand, too.
struct NamedTerm {
  NamedTensor x; // without names where it was a Tensor
  std::optional<Number> number = {};
  Where where;
  NamedTerm(NamedTensor x, Where where = Where::current()) : x(std::move(x)), where(where) {}
  NamedTerm(Tensor x, Where where = Where::current()) : x{std::move(x), {}}, where(where) {}
  NamedTerm(const NamedOperand &x) : x(x.x), where(x.where) {}
  NamedTerm(const Operand &x) : x{x.tensor, {}}, number(x.number), where(x.where) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  NamedTerm(T value, Where where = Where::current()) : NamedTerm(Operand(value, where)) {}
};

/// Where an axis is read: at a position, a slice, positions in a named tensor, or a position that
/// the program computes.
struct NamedIndexItem {
  std::variant<int64_t, Slice, NamedTensor, Tensor> item;
  template <std::integral T> NamedIndexItem(T position) : item(int64_t(position)) {}
  NamedIndexItem(Slice slice) : item(slice) {}
  NamedIndexItem(NamedTensor ids) : item(std::move(ids)) {}
  NamedIndexItem(Tensor position) : item(std::move(position)) {}
};
/// An axis and where it is read.
struct AxisAt {
  AxisSelector axis;
  NamedIndexItem at;
  AxisAt(AxisSelector axis, NamedIndexItem at) : axis(std::move(axis)), at(std::move(at)) {}
};
/// What x[..] takes: one axis, or several in braces.
struct NamedIndex {
  std::vector<AxisAt> items;
  Where where;
  NamedIndex(std::initializer_list<AxisAt> items, Where where = Where::current())
      : items(items), where(where) {}
  NamedIndex(AxisSelector axis, NamedIndexItem at, Where where = Where::current())
      : items{AxisAt(std::move(axis), std::move(at))}, where(where) {}
};

/// x with a name for each dim: named(x, {Batch, "position"}). A value, unless withAxes gave x these
/// very names: then it is a parameter. Throws where the number of names is not that of the dims,
/// where a name stands twice or is empty, and for an Axis of another size.
NamedTensor named(const Operand &x, const AxisSelection &axes);
/// x as a parameter of a model: under a mesh it is split by the rules for parameters (withAxes).
NamedTensor parameter(const NamedOperand &x);

/// Values of equal elements: 0, 1, or `value`.
NamedTensor zeros(const Axes &axes, ElementType type = f32, Where where = Where::current());
NamedTensor ones(const Axes &axes, ElementType type = f32, Where where = Where::current());
NamedTensor full(const Axes &axes, Number value, ElementType type = f32,
                 Where where = Where::current());
/// Of the axes, the type and the place of x; of a parameter a parameter.
NamedTensor zerosLike(const NamedOperand &x);
NamedTensor onesLike(const NamedOperand &x);
/// 0, 1, .., size - 1.
NamedTensor arange(const Axis &axis, ElementType type = i32, Where where = Where::current());
/// Where a query sees a key: at its own position and before. The first query stands at position
/// `start`, an integer. Boolean [queries, keys].
NamedTensor causalMask(const Axis &queries, const Axis &keys, const Operand &start = 0);

namespace random {

/// The distributions of random.h, with the bits of a tensor of these sizes.
NamedTensor normal(const Key &key, const Axes &axes, ElementType type = f32,
                   Where where = Where::current());
NamedTensor uniform(const Key &key, const Axes &axes, ElementType type = f32,
                    const Operand &low = 0, const Operand &high = 1,
                    Where where = Where::current());
NamedTensor truncatedNormal(const Key &key, const Operand &low, const Operand &high,
                            const Axes &axes, ElementType type = f32,
                            Where where = Where::current());
NamedTensor randint(const Key &key, const Axes &axes, const Operand &low, const Operand &high,
                    ElementType type = i32, Where where = Where::current());
NamedTensor bernoulli(const Key &key, const Operand &p, const Axes &axes,
                      Where where = Where::current());
/// A position along an axis of logits, which goes, with probability softmax(logits); i32.
NamedTensor categorical(const Key &key, const NamedOperand &logits, const AxisSelector &axis);

} // namespace random

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
