// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indexing: x[{_, 0, slice(1, 5), newAxis, ellipsis, ids}] and take, as in NumPy. All positions and
// slices become one slice and one reshape; a tensor of positions becomes a gather.
//
// This keeps programs short. Positions that are values of the program would be a dynamic slice; a
// tensor of rank 0 among the items does the same by a gather of one row.
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
using Terms = llvm::ArrayRef<Term>;

/// A slice along a dim that all indices together make.
struct SlicePlan {
  Sizes begins, ends, steps;          // per dim of the operand
  Sizes reversed;                     // dims of the operand that a negative step reverses
  Sizes shape;                        // of the result, in which a dim of ids is still whole
  std::optional<int64_t> idsDim = {}; // of the result, for which the ids stand
};

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

/// Goes through the items, which stand for the operand's dims from the left.
SlicePlan planOf(Emitter &e, const Index &index, llvm::ArrayRef<int64_t> dims,
                 const std::string &type) {
  SlicePlan plan;
  // An ellipsis stands for the dims that no other item takes.
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
      if (plan.idsDim)
        e.refuse("an index of " + type + " has two tensors; one is taken, use take for the other");
      plan.idsDim = int64_t(plan.shape.size());
      addWhole();
    }
  }
  while (next() < dims.size())
    addWhole();
  return plan;
}

/// One slice, one reverse, one reshape; each only where it changes something.
mlir::Value sliced(Emitter &e, mlir::Value value, const SlicePlan &plan) {
  llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(value);
  const bool isWhole = llvm::all_of(plan.begins, [](int64_t begin) { return begin == 0; }) &&
                       llvm::all_of(plan.steps, [](int64_t step) { return step == 1; }) &&
                       llvm::ArrayRef(plan.ends) == dims;
  if (!isWhole)
    value = e.make<stablehlo::SliceOp>(value, plan.begins, plan.ends, plan.steps);
  if (!plan.reversed.empty())
    value = e.make<stablehlo::ReverseOp>(value, plan.reversed);
  return e.reshape(value, plan.shape);
}

/// The shape of ids takes the place of the dim. Negative ids count from the end; the gather itself
/// clamps those that are out of range.
mlir::Value taken(Emitter &e, llvm::StringRef name, mlir::Value value, mlir::Value ids,
                  int64_t dim) {
  const ElementType type = e.elementOf(ids);
  const Sizes dims(Emitter::dimsOf(value));
  if (isFloat(type) || type == boolean)
    e.refuse(name.str() + " at " + text(frontendType(ids.getType())) + ": positions are integers");
  if (dims[size_t(dim)] == 0)
    e.refuse(name.str() + " of " + text(frontendType(value.getType())) + ": dim " +
             std::to_string(dim) + " has no elements");
  // Narrow ids may not hold the size.
  if (type != i64 && type != u64)
    ids = e.convert(ids, i32);
  mlir::Value isNegative = e.compare(ComparisonDirection::LT, ids, e.constantLike(int64_t(0), ids));
  mlir::Value fromEnd = e.make<stablehlo::AddOp>(ids, e.constantLike(dims[size_t(dim)], ids));
  ids = e.make<stablehlo::SelectOp>(isNegative, fromEnd, ids);

  // The slice of each position is one row along the dim, which the gather collapses.
  const int64_t idRank = int64_t(Emitter::dimsOf(ids).size());
  Sizes offsets, sizes = dims, result;
  sizes[size_t(dim)] = 1;
  for (int64_t d = 0; d < int64_t(dims.size()); ++d) {
    if (d == dim) {
      llvm::append_range(result, Emitter::dimsOf(ids));
      continue;
    }
    offsets.push_back(d < dim ? d : d + idRank - 1);
    result.push_back(dims[size_t(d)]);
  }
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(e.builder.getContext(), offsets,
                                                            /*collapsed=*/{dim}, {}, {},
                                                            /*startIndexMap=*/{dim}, idRank);
  return e.make<stablehlo::GatherOp>(
      e.tensorType(result, e.elementOf(value)), value, e.withDims(ids, idRank), numbers,
      e.builder.getDenseI64ArrayAttr(sizes), e.builder.getBoolAttr(false));
}

/// All that the plan depends on, beside the operand's type. Tensors are operands.
OpKey keyOf(const Index &index) {
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
  return OpKey(key);
}

} // namespace

/// The operands are the tensor and, if there is one, the tensor of positions. A second one is
/// refused when the plan is made.
Tensor Tensor::operator[](const Index &index) const {
  std::vector<Operand> operands{Operand(*this, index.where)};
  for (const IndexItem &i : index.items)
    if (const auto *ids = std::get_if<Tensor>(&i.item); ids && operands.size() < 2)
      operands.push_back(Operand(*ids, index.where));
  return apply("index", operands, keyOf(index), [&](Emitter &e, Terms terms) {
    mlir::Value value = terms[0].value;
    const SlicePlan plan = planOf(e, index, Emitter::dimsOf(value), e.textOf(terms[0]));
    mlir::Value part = sliced(e, value, plan);
    return plan.idsDim ? taken(e, "index", part, terms[1].value, *plan.idsDim) : part;
  });
}

/// The same gather as an index with a tensor at this dim.
Tensor take(const Operand &x, const Operand &ids, int64_t dim) {
  return apply("take", {&x, &ids}, OpKey(dim), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t at =
        e.checkedDim("take", dim, int64_t(Emitter::dimsOf(value).size()), e.textOf(terms[0]));
    return taken(e, "take", value, e.valueOf(terms[1]), at);
  });
}

} // namespace frontend
} // namespace spmd
