// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans indices: x[{_, 0, slice(1, 5), newAxis, ellipsis, ids}], as in NumPy. All positions and
// slices become one slice and one reshape; tensors of positions become index vectors, for a gather
// or a scatter.
//
// This keeps programs short. Positions that are values of the program would be a dynamic slice; a
// tensor of rank 0 among the items does the same by a gather of one row.
#include "compiler/frontend/trace/index_plan.h"

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
using Terms = llvm::ArrayRef<Term>;

/// Python's rules: a negative position counts from the end, then bounds are clamped.
///   slice(-3, {}, 1) of 5 -> [2, 5);  slice({}, {}, -2) of 5 -> 4, 2, 0
void addSlice(Emitter &e, SlicePlan &plan, const Slice &slice, size_t dim, int64_t size,
              const std::string &type) {
  if (slice.step == 0)
    e.refuse("an index of " + type + " has a slice with a step of 0");
  const bool isBackward = slice.step < 0;
  // A step beyond the dim takes one element, as any step of its size does.
  const int64_t step = slice.step < -size  ? size + 1
                       : slice.step > size ? size + 1
                                           : std::abs(slice.step);
  auto bound = [&](std::optional<int64_t> at, int64_t otherwise) {
    if (!at)
      return otherwise;
    const int64_t low = isBackward ? -1 : 0, high = isBackward ? size - 1 : size;
    return std::clamp(*at < 0 ? *at + size : *at, low, high);
  };
  const int64_t begin = bound(slice.begin, isBackward ? size - 1 : 0);
  const int64_t end = bound(slice.end, isBackward ? -1 : size);
  const int64_t distance = isBackward ? begin - end : end - begin;
  const int64_t count = distance <= 0 ? 0 : (distance - 1) / step + 1;
  // A backward slice takes the same elements forward, from the last one.
  const int64_t first = count == 0 ? 0 : isBackward ? begin - (count - 1) * step : begin;
  plan.begins.push_back(first);
  plan.ends.push_back(count == 0 ? 0 : first + (count - 1) * step + 1);
  plan.steps.push_back(step);
  if (isBackward)
    plan.reversed.push_back(int64_t(dim));
  plan.shape.push_back(count);
}

/// A position takes one element along its dim, which then goes from the shape.
void addPosition(Emitter &e, SlicePlan &plan, int64_t position, size_t dim, int64_t size,
                 const std::string &type) {
  if (position < -size || position >= size)
    e.refuse("index " + std::to_string(position) + " of dim " + std::to_string(dim) + " of " +
             type + " is out of range");
  const int64_t at = position < 0 ? position + size : position;
  plan.begins.push_back(at);
  plan.ends.push_back(at + 1);
  plan.steps.push_back(1);
}

} // namespace

/// An ellipsis stands for the dims that no other item takes; dims behind the items are whole.
SlicePlan planOf(Emitter &e, const Index &index, llvm::ArrayRef<int64_t> dims,
                 const std::string &type) {
  SlicePlan plan;
  auto takesDim = [](const IndexItem &i) {
    return !std::holds_alternative<NewAxis>(i.item) && !std::holds_alternative<Ellipsis>(i.item);
  };
  const size_t given = size_t(llvm::count_if(index.items, takesDim));
  if (given > dims.size())
    e.refuse(std::to_string(given) + " indices for " + type);
  auto next = [&] { return plan.begins.size(); };
  auto addWhole = [&] { addSlice(e, plan, _, next(), dims[next()], type); };
  bool hasDots = false;
  for (const IndexItem &i : index.items) {
    if (std::holds_alternative<NewAxis>(i.item)) {
      plan.shape.push_back(1);
    } else if (std::holds_alternative<Ellipsis>(i.item)) {
      if (std::exchange(hasDots, true))
        e.refuse("an index of " + type + " has more than one ellipsis");
      for (size_t end = next() + dims.size() - given; next() < end;)
        addWhole();
    } else if (const auto *position = std::get_if<int64_t>(&i.item)) {
      addPosition(e, plan, *position, next(), dims[next()], type);
    } else if (const auto *slice = std::get_if<Slice>(&i.item)) {
      addSlice(e, plan, *slice, next(), dims[next()], type);
    } else {
      plan.idsDims.push_back(int64_t(plan.shape.size()));
      addWhole();
    }
  }
  while (next() < dims.size())
    addWhole();
  return plan;
}

/// Reversed dims are no concern of it: they are reversed by an op of their own.
bool isWhole(const SlicePlan &plan, llvm::ArrayRef<int64_t> dims) {
  return llvm::all_of(plan.begins, [](int64_t begin) { return begin == 0; }) &&
         llvm::all_of(plan.steps, [](int64_t step) { return step == 1; }) &&
         llvm::ArrayRef(plan.ends) == dims;
}

/// The reshape removes dims of positions and inserts new ones.
mlir::Value sliced(Emitter &e, mlir::Value value, const SlicePlan &plan) {
  if (!isWhole(plan, Emitter::dimsOf(value)))
    value = e.make<stablehlo::SliceOp>(value, plan.begins, plan.ends, plan.steps);
  if (!plan.reversed.empty())
    value = e.make<stablehlo::ReverseOp>(value, plan.reversed);
  return e.reshape(value, plan.shape);
}

/// The kind of each item, then its numbers.
std::vector<int64_t> keyOf(const Index &index) {
  std::vector<int64_t> key;
  for (const IndexItem &i : index.items) {
    key.push_back(int64_t(i.item.index()));
    if (const auto *position = std::get_if<int64_t>(&i.item))
      key.push_back(*position);
    if (const auto *slice = std::get_if<Slice>(&i.item)) {
      for (const std::optional<int64_t> &bound : {slice->begin, slice->end}) {
        key.push_back(bound.has_value());
        key.push_back(bound.value_or(0));
      }
      key.push_back(slice->step);
    }
  }
  return key;
}

/// In the order of their dims.
std::vector<Operand> tensorsOf(const Index &index) {
  std::vector<Operand> out;
  for (const IndexItem &i : index.items)
    if (const auto *ids = std::get_if<Tensor>(&i.item))
      out.push_back(Operand(*ids, index.where));
  return out;
}

/// Booleans are refused as well: a mask has no static number of positions.
void checkPositions(Emitter &e, llvm::StringRef name, const Term &ids) {
  const ElementType type = Emitter::promoted(ids);
  if (isInexact(type) || type == boolean)
    e.refuse(name.str() + " at " + Emitter::textOf(ids) + ": positions are integers");
}

/// Narrow ids may not hold the size of a dim, so they become i32 first.
mlir::Value indexVectors(Emitter &e, llvm::StringRef name, Terms ids, mlir::Value operand,
                         llvm::ArrayRef<int64_t> dims) {
  for (const Term &one : ids)
    checkPositions(e, name, one);
  const ElementType met = e.promoted(ids);
  const ElementType type = met == i64 || met == u64 ? met : i32;
  Sizes shape = e.commonDims((name + " at positions").str(), ids);
  const int64_t last = int64_t(shape.size());
  llvm::SmallVector<mlir::Value> columns;
  for (auto [one, dim] : llvm::zip_equal(ids, dims)) {
    const int64_t size = Emitter::dimsOf(operand)[size_t(dim)];
    // Python's rule for negative positions; those beyond the dim stay beyond it.
    mlir::Value at = e.valueOf(one, type);
    mlir::Value isNegative = e.compare(ComparisonDirection::LT, at, e.constantLike(int64_t(0), at));
    mlir::Value fromEnd = e.make<stablehlo::AddOp>(at, e.constantLike(size, at));
    at = e.make<stablehlo::SelectOp>(isNegative, fromEnd, at);
    columns.push_back(e.withDims(e.broadcast(at, shape), last));
  }
  // One column is a tensor of index vectors already.
  if (columns.size() == 1)
    return columns[0];
  return e.make<stablehlo::ConcatenateOp>(columns, uint64_t(last));
}

} // namespace frontend
} // namespace spmd
