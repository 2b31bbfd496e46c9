// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates at positions: setAt and its relatives, putAlongDim, scatter, and reductions by segments.
//
// An update has two steps. The part that the index names is recomputed: by an elementwise op
// where the index has no tensors, else by a scatter into the slice that they index. Then the part
// is written back: by dynamic_update_slice, whose starts are constants, or, where the slice has
// steps, by a pad and a select. Both run in place where the operand is not used again.
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/trace/index_plan.h"
#include "compiler/frontend/trace/scatter.h"

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// The element that takes the place of `old`.
mlir::Value combined(Emitter &e, Scatter kind, mlir::Value old, mlir::Value value) {
  switch (kind) {
  case Scatter::Add:
    return e.make<stablehlo::AddOp>(old, value);
  case Scatter::Multiply:
    return e.make<stablehlo::MulOp>(old, value);
  case Scatter::Min:
    return e.make<stablehlo::MinOp>(old, value);
  case Scatter::Max:
    return e.make<stablehlo::MaxOp>(old, value);
  case Scatter::Set:
    break;
  }
  return value;
}

/// Updates of rows at index vectors [S, number of dims]; S stands in the updates in place of the
/// first of the dims, as in the result of a gather. Nothing changes where x has no elements.
mlir::Value scatteredRows(Emitter &e, mlir::Value x, mlir::Value vectors, mlir::Value updates,
                          llvm::ArrayRef<int64_t> dims, Scatter kind) {
  if (llvm::is_contained(Emitter::dimsOf(x), 0))
    return x;
  const int64_t rank = int64_t(Emitter::dimsOf(vectors).size()) - 1;
  Sizes windows;
  for (int64_t d = 0; d < int64_t(Emitter::dimsOf(updates).size()); ++d)
    if (d < dims[0] || d >= dims[0] + rank)
      windows.push_back(d);
  auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
      e.builder.getContext(), windows, /*inserted=*/dims, {}, {}, /*toOperand=*/dims, rank);
  return scatterOp(e, x, vectors, updates, numbers, kind)->getResult(0);
}

/// The update in the type of x. Floats do not become integers silently.
mlir::Value updateLike(Emitter &e, llvm::StringRef name, const Term &x, const Term &value) {
  const ElementType type = e.promoted(x);
  if (losesPart(e.promoted(value), type))
    e.refuse(name.str() + " of " + e.textOf({x, value}) +
             ": floats do not fit into integers; convert the value first");
  return e.valueOf(value, type);
}

/// Stretches a value to the shape of the part that an index names.
mlir::Value stretched(Emitter &e, llvm::StringRef name, Terms terms, mlir::Value value,
                      llvm::ArrayRef<int64_t> shape) {
  llvm::ArrayRef<int64_t> own = Emitter::dimsOf(value);
  bool fits = own.size() <= shape.size();
  for (size_t i = 1; fits && i <= own.size(); ++i)
    fits = own[own.size() - i] == 1 || own[own.size() - i] == shape[shape.size() - i];
  if (!fits)
    e.refuse(name.str() + " of " + e.textOf(terms.take_front(2)) +
             ": the value does not broadcast to " + text(Type{e.elementOf(value), shape.vec()}) +
             ", which the index names");
  return e.broadcast(value, shape);
}

/// x with `part`, which has the shape of the plan, in place of what the plan takes.
mlir::Value written(Emitter &e, mlir::Value x, const SlicePlan &plan, mlir::Value part) {
  llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(x);
  // The sizes along the operand's dims, of which positions have 1.
  Sizes sizes;
  for (auto [begin, end, step] : llvm::zip(plan.begins, plan.ends, plan.steps))
    sizes.push_back((end - begin + step - 1) / step);
  part = e.reshape(part, sizes);
  if (!plan.reversed.empty())
    part = e.make<stablehlo::ReverseOp>(part, plan.reversed);
  if (isWhole(plan, dims))
    return part;
  // An empty part changes nothing.
  if (llvm::is_contained(sizes, 0))
    return x;
  if (llvm::all_of(plan.steps, [](int64_t step) { return step == 1; })) {
    llvm::SmallVector<mlir::Value> starts;
    for (int64_t begin : plan.begins)
      starts.push_back(e.constant(begin, i64));
    return e.make<stablehlo::DynamicUpdateSliceOp>(x, part, starts);
  }
  // Spread over the shape of x; a mask tells which elements are there.
  Sizes high, interior;
  for (auto [d, size] : llvm::enumerate(sizes)) {
    interior.push_back(plan.steps[d] - 1);
    high.push_back(dims[d] - plan.begins[d] - ((size - 1) * plan.steps[d] + 1));
  }
  auto spread = [&](mlir::Value value) {
    return e.make<stablehlo::PadOp>(value, e.constant(false, e.elementOf(value)), plan.begins, high,
                                    interior);
  };
  // The mask is a pad of constants, which the compiler evaluates where it is read.
  mlir::Value isThere = spread(e.constant(true, boolean, sizes));
  return e.make<stablehlo::SelectOp>(isThere, spread(part), x);
}

/// The operands are x, the value, and the tensors of positions.
Tensor updateAt(llvm::StringRef name, const Operand &x, const Index &index, const Operand &value,
                Scatter kind) {
  std::vector<Operand> operands{x, value};
  for (Operand &ids : tensorsOf(index))
    operands.push_back(std::move(ids));
  return apply(name, operands, OpKey(keyOf(index)), [&](Emitter &e, Terms terms) {
    mlir::Value old = e.valueOf(terms[0]);
    const SlicePlan plan = planOf(e, index, Emitter::dimsOf(old), e.textOf(terms[0]));
    mlir::Value update = updateLike(e, name, terms[0], terms[1]);
    if (plan.idsDims.empty()) {
      mlir::Value fitted = stretched(e, name, terms, update, plan.shape);
      return written(e, old, plan,
                     kind == Scatter::Set ? fitted
                                          : combined(e, kind, sliced(e, old, plan), fitted));
    }
    mlir::Value part = sliced(e, old, plan);
    mlir::Value vectors = indexVectors(e, name, terms.drop_front(2), part, plan.idsDims);
    // The shape that x[index] would have.
    Sizes shape;
    for (auto [d, size] : llvm::enumerate(plan.shape)) {
      if (int64_t(d) == plan.idsDims[0])
        llvm::append_range(shape, Emitter::dimsOf(vectors).drop_back());
      if (!llvm::is_contained(plan.idsDims, int64_t(d)))
        shape.push_back(size);
    }
    update = stretched(e, name, terms, update, shape);
    return written(e, old, plan, scatteredRows(e, part, vectors, update, plan.idsDims, kind));
  });
}

/// Rows are scattered into a tensor of the identity.
Tensor segments(llvm::StringRef name, const Operand &data, const Operand &ids, int64_t count,
                Scatter kind) {
  return apply(name, {&data, &ids}, OpKey(count), [&](Emitter &e, Terms terms) {
    mlir::Value rows = e.valueOf(terms[0]), positions = e.valueOf(terms[1]);
    checkPositions(e, name, terms[1]);
    llvm::ArrayRef<int64_t> own = Emitter::dimsOf(rows), at = Emitter::dimsOf(positions);
    if (own.empty() || at.size() != 1 || at[0] != own[0] || count < 0)
      e.refuse(name.str() + " of " + e.textOf(terms) + " into " + std::to_string(count) +
               " segments: one id per row of dim 0 is wanted, and a count of 0 or more");
    const ElementType type = e.elementOf(rows);
    const Number identity = kind == Scatter::Add        ? Number(int64_t(0))
                            : kind == Scatter::Multiply ? Number(int64_t(1))
                            : kind == Scatter::Max      ? e.lowest(type)
                                                        : e.highest(type);
    Sizes shape(own);
    shape[0] = count;
    // Unsigned ids become wide signed ones: a scatter compares them with 0.
    mlir::Value vectors = e.withDims(e.convert(positions, i64), 1);
    return scatteredRows(e, e.constant(identity, type, shape), vectors, rows, {0}, kind);
  });
}

} // namespace

/// The five kinds differ in how an element meets its update.
Tensor setAt(const Operand &x, const Index &index, const Operand &value) {
  return updateAt("setAt", x, index, value, Scatter::Set);
}
Tensor addAt(const Operand &x, const Index &index, const Operand &value) {
  return updateAt("addAt", x, index, value, Scatter::Add);
}
Tensor multiplyAt(const Operand &x, const Index &index, const Operand &value) {
  return updateAt("multiplyAt", x, index, value, Scatter::Multiply);
}
Tensor minAt(const Operand &x, const Index &index, const Operand &value) {
  return updateAt("minAt", x, index, value, Scatter::Min);
}
Tensor maxAt(const Operand &x, const Index &index, const Operand &value) {
  return updateAt("maxAt", x, index, value, Scatter::Max);
}

/// As takeAlongDim, the other dims are batch dims of the scatter.
Tensor putAlongDim(const Operand &x, const Operand &ids, const Operand &values, int64_t dim) {
  return apply(
      "putAlongDim", {&x, &ids, &values}, OpKey(dim), [&](Emitter &e, Terms terms) -> mlir::Value {
        mlir::Value old = e.valueOf(terms[0]), positions = e.valueOf(terms[1]);
        mlir::Value update = updateLike(e, "putAlongDim", terms[0], terms[2]);
        const Sizes dims(Emitter::dimsOf(old));
        const int64_t rank = int64_t(dims.size());
        const int64_t at = e.checkedDim("putAlongDim", dim, rank, e.textOf(terms[0]));
        Sizes shape = e.commonDims("putAlongDim at positions", {terms[1], Term{update}}), others;
        bool fits = shape.size() == dims.size();
        for (int64_t d = 0; fits && d < rank; ++d) {
          if (d == at)
            continue;
          others.push_back(d);
          fits = shape[size_t(d)] == dims[size_t(d)] || shape[size_t(d)] == 1;
          shape[size_t(d)] = dims[size_t(d)];
        }
        if (!fits)
          e.refuse("putAlongDim of " + e.textOf(terms) + ": the sizes beside dim " +
                   std::to_string(at) + " must be those of the tensor, or 1");
        if (llvm::is_contained(dims, 0))
          return old;
        mlir::Value vectors =
            indexVectors(e, "putAlongDim", Term{e.broadcast(positions, shape)}, old, at);
        auto numbers = stablehlo::ScatterDimensionNumbersAttr::get(
            e.builder.getContext(), {}, /*inserted=*/{at}, others, others, /*toOperand=*/{at},
            rank);
        return scatterOp(e, old, vectors, e.broadcast(update, shape), numbers, Scatter::Set)
            ->getResult(0);
      });
}

/// The same for reductions, whose identity follows from the kind.
Tensor segmentSum(const Operand &data, const Operand &ids, int64_t count) {
  return segments("segmentSum", data, ids, count, Scatter::Add);
}
Tensor segmentProd(const Operand &data, const Operand &ids, int64_t count) {
  return segments("segmentProd", data, ids, count, Scatter::Multiply);
}
Tensor segmentMax(const Operand &data, const Operand &ids, int64_t count) {
  return segments("segmentMax", data, ids, count, Scatter::Max);
}
Tensor segmentMin(const Operand &data, const Operand &ids, int64_t count) {
  return segments("segmentMin", data, ids, count, Scatter::Min);
}
/// A sum of ones by segments.
Tensor bincount(const Operand &ids, int64_t length) {
  return compose("bincount", {&ids}, OpKey(length), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const ElementType type = in[0].elementType();
    if (isInexact(type) || type == boolean || length < 0)
      e.refuse("bincount of " + text(in[0].type()) + " to the length " + std::to_string(length) +
               ": integers and a length of 0 or more are wanted");
    Tensor flat = reshape(in[0], {-1});
    return segmentSum(ones(flat.shape(), i32), maximum(flat, 0), length);
  });
}

} // namespace frontend
} // namespace spmd
