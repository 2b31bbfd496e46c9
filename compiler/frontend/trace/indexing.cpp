// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads at positions: x[...], take, takeAlongDim, dynamic slices and gather.
//
// Positions that are numbers are slices (index_plan.cpp). Positions that are values become gathers,
// whose windows are whole rows of the dims without positions. Dynamic slices, which are cheaper,
// are used where the user asks for them: they clamp the start so that the window fits.
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/trace/index_plan.h"

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// A gather with windows of these sizes into the shape `result`. Zeros where a dim is smaller than
/// the windows: it has no elements, and no window fits into it.
mlir::Value windowsOf(Emitter &e, mlir::Value value, mlir::Value vectors,
                      stablehlo::GatherDimensionNumbersAttr numbers, llvm::ArrayRef<int64_t> sizes,
                      llvm::ArrayRef<int64_t> result) {
  for (auto [size, dim] : llvm::zip_equal(sizes, Emitter::dimsOf(value)))
    if (size > dim)
      return e.constant(false, e.elementOf(value), result);
  return e.make<stablehlo::GatherOp>(e.tensorType(result, e.elementOf(value)), value, vectors,
                                     numbers, e.builder.getDenseI64ArrayAttr(sizes),
                                     e.builder.getBoolAttr(false));
}

/// Rows of `value` at index vectors [S, number of dims]: S stands in place of the first of the
/// dims, which are ascending. The gather clamps positions beyond a dim; where the dim has no
/// elements, positions are refused.
mlir::Value gathered(Emitter &e, llvm::StringRef name, mlir::Value value, mlir::Value vectors,
                     llvm::ArrayRef<int64_t> dims) {
  llvm::ArrayRef<int64_t> shape = Emitter::dimsOf(vectors).drop_back();
  for (int64_t dim : dims)
    if (Emitter::dimsOf(value)[size_t(dim)] == 0 && !llvm::is_contained(shape, 0))
      e.refuse(name.str() + " of " + text(frontendType(value.getType())) + ": dim " +
               std::to_string(dim) + " has no elements");
  const int64_t rank = int64_t(shape.size());
  // The window of an index vector is one row along each of the dims, which the gather collapses.
  Sizes offsets, result, sizes(Emitter::dimsOf(value));
  for (int64_t d = 0; d < int64_t(sizes.size()); ++d) {
    if (d == dims[0])
      llvm::append_range(result, shape);
    if (llvm::is_contained(dims, d)) {
      sizes[size_t(d)] = 1;
      continue;
    }
    offsets.push_back(int64_t(result.size()));
    result.push_back(sizes[size_t(d)]);
  }
  auto numbers = stablehlo::GatherDimensionNumbersAttr::get(e.builder.getContext(), offsets,
                                                            /*collapsed=*/dims, {}, {},
                                                            /*startIndexMap=*/dims, rank);
  return windowsOf(e, value, vectors, numbers, sizes, result);
}

/// The starts of a dynamic slice, in one integer type.
llvm::SmallVector<mlir::Value> startValues(Emitter &e, llvm::StringRef name, Terms starts,
                                           const Term &x) {
  llvm::SmallVector<mlir::Value> values;
  bool isWide = false;
  for (const Term &start : starts) {
    const ElementType type = e.promoted(start);
    isWide |= type == i64 || type == u64;
    if (isInexact(type) || type == boolean ||
        (start.value && !Emitter::dimsOf(start.value).empty()))
      e.refuse(name.str() + " of " + e.textOf(x) + " at " + e.textOf(start) +
               ": a start is one integer");
  }
  for (const Term &start : starts)
    values.push_back(e.valueOf(start, isWide ? i64 : i32));
  return values;
}

/// Refuses another number of starts than of dims.
void checkStarts(Emitter &e, llvm::StringRef name, Terms starts, const Term &x, size_t rank) {
  if (starts.size() != rank)
    e.refuse(name.str() + " of " + e.textOf(x) + ": " + std::to_string(starts.size()) +
             " starts for " + std::to_string(rank) + " dims");
}

/// The operands of a dynamic slice: tensors first, then the starts.
std::vector<Operand> withStarts(std::vector<Operand> first, const std::vector<Operand> &starts) {
  first.insert(first.end(), starts.begin(), starts.end());
  return first;
}

/// A part of one dim of a tensor from a start: `dim` from the front, and the sizes of the part.
mlir::Value sliceAlong(Emitter &e, llvm::StringRef name, Terms terms, int64_t dim, int64_t size) {
  mlir::Value value = e.valueOf(terms[0]);
  Sizes sizes(Emitter::dimsOf(value));
  const int64_t from = e.checkedDim(name, dim, int64_t(sizes.size()), e.textOf(terms[0]));
  if (size < 0 || size > sizes[size_t(from)])
    e.refuse(name.str() + " of " + e.textOf(terms[0]) + ": dim " + std::to_string(from) +
             " has no slice of size " + std::to_string(size));
  // All other dims start at 0, a number that takes the type of the start.
  llvm::SmallVector<Term> starts(sizes.size(), Term{{}, Number(int64_t(0)), 1});
  starts[size_t(from)] = terms[1];
  sizes[size_t(from)] = size;
  return e.make<stablehlo::DynamicSliceOp>(value, startValues(e, name, starts, terms[0]), sizes);
}

/// Writes `update` from the starts on.
mlir::Value updated(Emitter &e, llvm::StringRef name, const Term &x, const Term &update,
                    Terms starts) {
  mlir::Value value = e.valueOf(x);
  mlir::Value part = e.valueOf(update, e.elementOf(value));
  llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(value), own = Emitter::dimsOf(part);
  bool fits = own.size() == dims.size();
  for (size_t d = 0; fits && d < dims.size(); ++d)
    fits = own[d] <= dims[d];
  if (!fits)
    e.refuse(name.str() + " of " + e.textOf({x, update}) +
             ": the update must have the same rank and fit into the tensor");
  if (losesPart(e.promoted(update), e.elementOf(value)))
    e.refuse(name.str() + " of " + e.textOf({x, update}) +
             ": floats do not fit into integers; convert the update first");
  return e.make<stablehlo::DynamicUpdateSliceOp>(value, part, startValues(e, name, starts, x));
}

} // namespace

/// The operands are the tensor and the tensors of positions.
Tensor Tensor::operator[](const Index &index) const {
  std::vector<Operand> operands = withStarts({Operand(*this, index.where)}, tensorsOf(index));
  return apply("index", operands, OpKey(keyOf(index)), [&](Emitter &e, Terms terms) {
    mlir::Value value = terms[0].value;
    const SlicePlan plan = planOf(e, index, Emitter::dimsOf(value), e.textOf(terms[0]));
    mlir::Value part = sliced(e, value, plan);
    if (plan.idsDims.empty())
      return part;
    mlir::Value vectors = indexVectors(e, "index", terms.drop_front(), part, plan.idsDims);
    return gathered(e, "index", part, vectors, plan.idsDims);
  });
}

/// The same gather as an index with a tensor at this dim.
Tensor take(const Operand &x, const Operand &ids, int64_t dim) {
  return apply("take", {&x, &ids}, OpKey(dim), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    const int64_t at =
        e.checkedDim("take", dim, int64_t(Emitter::dimsOf(value).size()), e.textOf(terms[0]));
    return gathered(e, "take", value, indexVectors(e, "take", terms[1], value, at), at);
  });
}

/// All other dims are batch dims of the gather: no index vectors are formed for them.
Tensor takeAlongDim(const Operand &x, const Operand &ids, int64_t dim) {
  return apply("takeAlongDim", {&x, &ids}, OpKey(dim), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]), positions = e.valueOf(terms[1]);
    const int64_t rank = int64_t(Emitter::dimsOf(value).size());
    const int64_t at = e.checkedDim("takeAlongDim", dim, rank, e.textOf(terms[0]));
    Sizes from(Emitter::dimsOf(value)), to(Emitter::dimsOf(positions)), others;
    // Sizes are made equal on both sides, so that both can be broadcast.
    bool fits = from.size() == to.size();
    for (int64_t d = 0; fits && d < rank; ++d) {
      int64_t &left = from[size_t(d)], &right = to[size_t(d)];
      if (d == at)
        continue;
      fits = left == right || left == 1 || right == 1;
      left = right = left == 1 ? right : left;
      others.push_back(d);
    }
    if (!fits)
      e.refuse("takeAlongDim of " + e.textOf(terms) + ": the sizes beside dim " +
               std::to_string(at) + " must be equal, or 1");
    value = e.broadcast(value, from);
    mlir::Value vectors =
        indexVectors(e, "takeAlongDim", Term{e.broadcast(positions, to)}, value, at);
    auto numbers =
        stablehlo::GatherDimensionNumbersAttr::get(e.builder.getContext(), {}, /*collapsed=*/{at},
                                                   others, others, /*startIndexMap=*/{at}, rank);
    return windowsOf(e, value, vectors, numbers, Sizes(size_t(rank), 1), to);
  });
}

/// The window fits into x, so that clamping can place it.
Tensor dynamicSlice(const Operand &x, const std::vector<Operand> &starts,
                    std::vector<int64_t> sizes) {
  return apply("dynamicSlice", withStarts({x}, starts), OpKey(sizes), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0]);
    llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(value);
    checkStarts(e, "dynamicSlice", terms.drop_front(), terms[0], dims.size());
    bool fits = sizes.size() == dims.size();
    for (size_t d = 0; fits && d < dims.size(); ++d)
      fits = sizes[d] >= 0 && sizes[d] <= dims[d];
    if (!fits)
      e.refuse("dynamicSlice of " + e.textOf(terms[0]) +
               ": one size per dim is wanted, from 0 to "
               "that of the dim");
    return e.make<stablehlo::DynamicSliceOp>(
        value, startValues(e, "dynamicSlice", terms.drop_front(), terms[0]), sizes);
  });
}
/// One start and one size; other dims are whole.
Tensor dynamicSliceInDim(const Operand &x, const Operand &start, int64_t size, int64_t dim) {
  return apply("dynamicSliceInDim", {&x, &start}, OpKey(size, dim), [&](Emitter &e, Terms terms) {
    return sliceAlong(e, "dynamicSliceInDim", terms, dim, size);
  });
}
/// A slice of size 1, whose dim goes.
Tensor dynamicIndexInDim(const Operand &x, const Operand &position, int64_t dim, Keep keep) {
  return apply("dynamicIndexInDim", {&x, &position}, OpKey(dim, int64_t(keep)),
               [&](Emitter &e, Terms terms) {
                 mlir::Value part = sliceAlong(e, "dynamicIndexInDim", terms, dim, 1);
                 Sizes dims(Emitter::dimsOf(part));
                 if (keep == Keep::No)
                   dims.erase(dims.begin() + (dim < 0 ? dim + int64_t(dims.size()) : dim));
                 return e.reshape(part, dims);
               });
}

/// The update is a part of x in size, wherever it starts.
Tensor dynamicUpdateSlice(const Operand &x, const Operand &update,
                          const std::vector<Operand> &starts) {
  return apply("dynamicUpdateSlice", withStarts({x, update}, starts), OpKey(),
               [&](Emitter &e, Terms terms) {
                 checkStarts(e, "dynamicUpdateSlice", terms.drop_front(2), terms[0],
                             Emitter::dimsOf(e.valueOf(terms[0])).size());
                 return updated(e, "dynamicUpdateSlice", terms[0], terms[1], terms.drop_front(2));
               });
}
/// The update may be smaller than x along the other dims, too, as in JAX.
Tensor dynamicUpdateSliceInDim(const Operand &x, const Operand &update, const Operand &start,
                               int64_t dim) {
  return apply(
      "dynamicUpdateSliceInDim", {&x, &update, &start}, OpKey(dim), [&](Emitter &e, Terms terms) {
        const size_t rank = Emitter::dimsOf(e.valueOf(terms[0])).size();
        const int64_t at =
            e.checkedDim("dynamicUpdateSliceInDim", dim, int64_t(rank), e.textOf(terms[0]));
        llvm::SmallVector<Term> starts(rank, Term{{}, Number(int64_t(0)), 1});
        starts[size_t(at)] = terms[2];
        return updated(e, "dynamicUpdateSliceInDim", terms[0], terms[1], starts);
      });
}

} // namespace frontend
} // namespace spmd
