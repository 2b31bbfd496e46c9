// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and updates of parts of named tensors: positions, slices, tensors of positions along axes.
//
// Positions and slices of a call are one index of the tensor. Tensors of positions follow, one
// after the other. Axes that they share with x are batch dims of a gather, which can stay split
// over a mesh.
#include "compiler/frontend/lib/named_common.h"
#include <spmd/indexing.h>
#include <spmd/named_movement.h>
#include <spmd/named_ops.h>

namespace spmd {
inline namespace frontend {
namespace {

/// "setAt of f32[batch=4, embed=3] at axis batch".
std::string atText(const std::string &what, const NamedTensor &x, const std::string &axis) {
  return what + " of " + text(x) + " at axis " + axis;
}

/// The items of an index are of different axes. Positions that are numbers exist; ids are integers
/// and have no axis that another item indexes.
void checkIndex(const std::string &what, const NamedTensor &x, const NamedIndex &index) {
  Names indexed;
  for (const AxisAt &item : index.items) {
    const size_t dim = dimOf(what, x, item.axis);
    const int64_t size = x.tensor.shape()[dim];
    if (const auto *position = std::get_if<int64_t>(&item.at.item);
        position && (*position < -size || *position >= size))
      refuse(atText(what, x, item.axis.name) + ": there is no position " +
             std::to_string(*position));
    indexed.push_back(item.axis.name);
  }
  checkUnique(what + " of " + text(x), indexed);
  for (const AxisAt &item : index.items) {
    const auto *ids = std::get_if<NamedTensor>(&item.at.item);
    const auto *scalar = std::get_if<Tensor>(&item.at.item);
    if (!ids && !scalar)
      continue;
    const std::string at = atText(what, x, item.axis.name);
    if (ids)
      checkNamed(at + ": index", *ids);
    else if (!scalar->hasValue() || scalar->rank() != 0)
      refuse(at + ": a Tensor of positions has no dims; named(ids, {..}) gives names to one with "
                  "dims");
    const ElementType type = ids ? ids->elementType() : scalar->elementType();
    if (isInexact(type) || type == boolean)
      refuse(at + ": positions are integers, not " + text(type));
    for (const std::string &name : ids ? ids->names : Names())
      if (name != item.axis.name && find(indexed, name))
        refuse(at + ": the positions " + text(*ids) + " have axis " + name +
               ", which is indexed as well; rename one of them");
  }
}

/// The rows at `ids` along an axis. With x [batch, vocab, embed] and ids [batch, choice] along
/// vocab, batch is shared: x and ids become [batch, vocab, embed] and [batch, choice, 1], the
/// gather gives [batch, choice, embed].
NamedTensor takeAt(const NamedTensor &x, const std::string &axis, const NamedTensor &ids) {
  const Names kept = without(x.names, {axis}), own = without(ids.names, kept),
              shared = without(ids.names, own), rest = without(kept, shared);
  const size_t dim = *find(x.names, axis);
  Names names = x.names; // of the result: own axes of the ids stand in place of the axis
  names.erase(names.begin() + int64_t(dim));
  names.insert(names.begin() + int64_t(dim), own.begin(), own.end());
  if (shared.empty())
    return {take(x.tensor, ids.tensor, int64_t(dim)), names};
  // Batches in front, then the axis, then what every row holds.
  Names orderX = shared, orderIds = shared, made = shared;
  orderX.push_back(axis);
  orderX.insert(orderX.end(), rest.begin(), rest.end());
  orderIds.insert(orderIds.end(), own.begin(), own.end());
  made.insert(made.end(), own.begin(), own.end());
  made.insert(made.end(), rest.begin(), rest.end());
  const NamedTensor from = ordered(x, orderX), at = ordered(ids, orderIds);
  GatherDims dims{{}, {int64_t(shared.size())}, {int64_t(shared.size())}};
  std::vector<int64_t> sizes = from.tensor.shape();
  for (size_t d = 0; d < shared.size(); ++d) {
    dims.batchX.push_back(int64_t(d));
    dims.batchIds.push_back(int64_t(d));
    sizes[d] = 1;
    if (from.tensor.shape()[d] != at.tensor.shape()[d])
      refuse(atText("index", x, axis) + ": the positions " + text(ids) + " share axis " +
             shared[d] + ", which has sizes " + std::to_string(from.tensor.shape()[d]) + " and " +
             std::to_string(at.tensor.shape()[d]));
  }
  for (size_t d = 0; d < rest.size(); ++d)
    dims.offset.push_back(int64_t(orderIds.size() + d));
  const int64_t size = std::exchange(sizes[shared.size()], 1);
  const ElementType type = promote(at.tensor.elementType(), i32);
  const Tensor position = astype(at.tensor, isFloat(type) ? i64 : type); // u64 and i32 meet in f32
  const Tensor counted = where(position < 0, position + size, position);
  return ordered({gather(from.tensor, expandDims(counted, -1), dims, sizes), made}, names);
}

/// Positions and slices as one index of the tensor, and the names that are left: x [batch, embed]
/// at {{batch, 0}} is x[{0, _}] of its tensor, [embed]. Items of tensors are left for takeAt.
NamedTensor atPositions(const NamedTensor &x, const NamedIndex &index) {
  std::vector<IndexItem> items(x.names.size(), IndexItem(_));
  Names gone;
  bool isWhole = true;
  for (const AxisAt &item : index.items) {
    IndexItem &at = items[*find(x.names, item.axis.name)];
    if (const auto *position = std::get_if<int64_t>(&item.at.item))
      at = IndexItem(*position);
    else if (const auto *slice = std::get_if<Slice>(&item.at.item))
      at = IndexItem(*slice);
    else
      continue;
    isWhole = false;
    if (std::holds_alternative<int64_t>(item.at.item))
      gone.push_back(item.axis.name);
  }
  if (isWhole)
    return x;
  Index all({}, index.where);
  all.items = std::move(items);
  return {x.tensor[all], without(x.names, gone)};
}

/// The sizes of an ordered tensor among more axes; 1 for those that it lacks.
std::vector<int64_t> shapeAmong(const NamedTensor &x, const Names &names) {
  std::vector<int64_t> shape(names.size(), 1);
  for (size_t d = 0; d < x.names.size(); ++d)
    shape[*find(names, x.names[d])] = x.tensor.shape()[d];
  return shape;
}

/// The number of positions of a slice of a dim, as Python counts: 8, 1:-1:3 -> 2.
int64_t lengthOf(const Slice &slice, int64_t size) {
  const bool isForward = slice.step > 0;
  const int64_t low = isForward ? 0 : -1, high = isForward ? size : size - 1;
  auto bound = [&](std::optional<int64_t> at, int64_t otherwise) {
    return at ? std::clamp(*at < 0 ? *at + size : *at, low, high) : otherwise;
  };
  const int64_t begin = bound(slice.begin, isForward ? low : high),
                end = bound(slice.end, isForward ? high : low);
  const int64_t step = std::max<int64_t>(std::abs(slice.step), 1); // 0 is refused by the op
  return std::max<int64_t>(0, ((isForward ? end - begin : begin - end) + step - 1) / step);
}

/// The index of an update as one of the tensor, and the axes of the part that it means. Axes that
/// ids share with x are indexed by their own positions, so that all tensors of positions broadcast
/// together.
std::pair<Index, std::vector<Axis>> indexOf(const std::string &what, const NamedTensor &x,
                                            const NamedIndex &index) {
  std::vector<IndexItem> items(x.names.size(), IndexItem(_));
  std::vector<std::optional<NamedTensor>> ids(x.names.size());
  Names met; // of all tensors of positions
  for (const AxisAt &item : index.items) {
    const size_t dim = *find(x.names, item.axis.name);
    if (const auto *given = std::get_if<NamedTensor>(&item.at.item)) {
      ids[dim] = NamedTensor{computed(*given), given->names};
      for (const std::string &name : given->names)
        if (!find(met, name))
          met.push_back(name);
    } else {
      std::visit(
          [&](const auto &at) {
            if constexpr (!std::same_as<std::decay_t<decltype(at)>, NamedTensor>)
              items[dim] = IndexItem(at);
          },
          item.at.item);
    }
  }
  // With x [batch, vocab] at {vocab, ids[batch]}, batch is indexed by 0, 1, .., so that each row
  // meets its own position.
  for (size_t dim = 0; dim < x.names.size(); ++dim)
    if (!ids[dim] && find(met, x.names[dim]))
      ids[dim] = NamedTensor{arange(x.tensor.shape()[dim]), {x.names[dim]}};
  std::vector<int64_t> sizes(met.size(), 1);
  for (const std::optional<NamedTensor> &one : ids)
    for (size_t d = 0; one && d < one->names.size(); ++d)
      sizes[*find(met, one->names[d])] = one->tensor.shape()[d];
  std::vector<Axis> part;
  bool hasMet = false;
  for (size_t dim = 0; dim < x.names.size(); ++dim) {
    if (ids[dim]) {
      const NamedTensor one = ordered(*ids[dim], met);
      items[dim] = IndexItem(reshape(one.tensor, shapeAmong(one, met)));
      for (size_t d = 0; !hasMet && d < met.size(); ++d)
        part.emplace_back(met[d], sizes[d]);
      hasMet = true;
    } else if (const auto *slice = std::get_if<Slice>(&items[dim].item)) {
      part.emplace_back(x.names[dim], lengthOf(*slice, x.tensor.shape()[dim]));
    }
  }
  Names names;
  for (const Axis &axis : part)
    names.push_back(axis.name);
  checkUnique(what + " of " + text(x), names);
  Index all({}, index.where);
  all.items = std::move(items);
  return {all, part};
}

/// x with a part that `update` writes. The value is brought into the order of the part, with dims
/// of size 1 for axes that it lacks, so that it broadcasts as NumPy has it.
template <class F>
NamedTensor updated(const std::string &what, const NamedOperand &operand, const NamedIndex &index,
                    const NamedTerm &value, F update) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf(what, operand);
  checkIndex(what, x, index);
  const auto [all, part] = indexOf(what, x, index);
  Operand written(value.x.tensor);
  written.number = value.number;
  if (!value.number) {
    checkNamed(what, value.x);
    Names names;
    std::string axes;
    for (const Axis &axis : part) {
      names.push_back(axis.name);
      axes += (axes.empty() ? "" : ", ") + text(axis);
    }
    for (size_t d = 0; d < value.x.names.size(); ++d) {
      const std::optional<size_t> dim = find(names, value.x.names[d]);
      if (!dim || part[*dim].size != value.x.tensor.shape()[d])
        refuse(what + " of " + text(x) + ": the part has the axes [" + axes + "], the value is " +
               text(value.x) + "; its axes are among those of the part");
    }
    const NamedTensor own = ordered({computed(value.x), value.x.names}, names);
    written.tensor = reshape(own.tensor, shapeAmong(own, names));
  }
  return valueOf(update(x.tensor, all, written), x.names);
}

} // namespace

/// Ids of a parameter's dims are rare; they are computed like any operand.
NamedTensor NamedTensor::operator[](const NamedIndex &index) const {
  const CallerLine line(index.where);
  const NamedTensor x = operandOf("index", NamedOperand(*this, index.where));
  checkIndex("index", x, index);
  NamedTensor made = atPositions(x, index);
  for (const AxisAt &item : index.items) {
    const std::string &axis = item.axis.name;
    if (const auto *ids = std::get_if<NamedTensor>(&item.at.item))
      made = takeAt(made, axis, {computed(*ids), ids->names});
    else if (const auto *position = std::get_if<Tensor>(&item.at.item))
      made = takeAt(made, axis, {*position, {}});
  }
  checkUnique("index of " + text(x), made.names);
  return valueOf(made.tensor, made.names);
}

/// The line of the call is that of x, as the index has none of its own.
NamedTensor take(const NamedOperand &x, const AxisSelector &axis, const NamedOperand &ids) {
  const CallerLine line(x.where);
  return x.x[NamedIndex(axis, ids.x, x.where)];
}

/// The start may be traced, while the size is that of a type and must be known. This is how a loop
/// reads a window.
NamedTensor dynamicSlice(const NamedOperand &operand, const AxisSelector &axis,
                         const Operand &start, const Axis &part) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("dynamicSlice", operand);
  const size_t dim = dimOf("dynamicSlice", x, axis);
  if (part.size < 0 || part.size > x.tensor.shape()[dim])
    refuse(atText("dynamicSlice", x, axis.name) + ": a part " + text(part) + " is too large");
  Names names = x.names;
  names[dim] = part.name;
  checkUnique("dynamicSlice of " + text(x), names);
  return valueOf(dynamicSliceInDim(x.tensor, start, part.size, int64_t(dim)), names);
}

/// The order of the update's axes does not matter: it is brought into that of x. In place where the
/// program gives x away, as keys and values of a cache are.
NamedTensor updateSlice(const NamedOperand &operand, const NamedOperand &update,
                        const std::vector<AxisStart> &starts) {
  const CallerLine line(operand.where);
  const NamedTensor x = operandOf("updateSlice", operand), part = operandOf("updateSlice", update);
  bool fits = part.names.size() == x.names.size() && without(part.names, x.names).empty();
  for (size_t d = 0; fits && d < part.names.size(); ++d)
    fits = part.tensor.shape()[d] <= x.size(part.names[d]);
  if (!fits)
    refuse("updateSlice of " + text(x) + " by " + text(part) +
           ": the update has the same axes, and none of them is larger");
  std::vector<Operand> at(x.names.size(), Operand(0));
  Names named;
  for (const AxisStart &start : starts) {
    at[dimOf("updateSlice", x, start.axis)] = start.start;
    named.push_back(start.axis.name);
  }
  checkUnique("updateSlice of " + text(x), named);
  return valueOf(dynamicUpdateSlice(x.tensor, ordered(part, x.names).tensor, at), x.names);
}

/// Where positions stand twice, one of the values is taken.
NamedTensor setAt(const NamedOperand &x, const NamedIndex &index, const NamedTerm &value) {
  return updated(
      "setAt", x, index, value,
      [](const Tensor &to, const Index &at, const Operand &from) { return setAt(to, at, from); });
}
/// Where positions stand twice, all values are added.
NamedTensor addAt(const NamedOperand &x, const NamedIndex &index, const NamedTerm &value) {
  return updated(
      "addAt", x, index, value,
      [](const Tensor &to, const Index &at, const Operand &from) { return addAt(to, at, from); });
}

} // namespace frontend
} // namespace spmd
