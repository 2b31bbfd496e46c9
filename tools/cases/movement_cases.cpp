// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that move elements: by their position in the program, by scalars of the data (dynamic
// slices), and by tensors of positions (gather, scatter).
#include "tools/cases/case_ops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace spmd::random {
namespace {

/// The movement ops of the other kinds of programs, on an input of at least one dim.
template <void (*Write)(Writer &, Scope &, const Value &)>
void onInput(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Write(c.w, c.scope, x);
}

/// New dims in front.
void broadcast(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 2);
  Shape sizes = c.shape(1, 2), shape = sizes;
  shape.append(x.shape.begin(), x.shape.end());
  Value out = c.result({x}, shape, x.element, false);
  if (out.count() <= kMostElements)
    c.emit(op.name, {x}, "broadcast_sizes = " + arrayText(sizes), {out});
}

/// Dims of one element become longer, others stay, and some are new. Half of the operands are such
/// that some of their dims have one element.
void broadcastInDim(CaseWriter &c, const CaseOp &op) {
  Shape shape = c.shape(1, 4), from, dims;
  for (size_t d = 0; d < shape.size(); ++d)
    if (c.w.chance(0.6)) {
      dims.push_back(d);
      from.push_back(c.w.chance(0.3) ? 1 : shape[d]);
    }
  Value x = c.inputOf(from, c.element(op.elements));
  c.emit(op.name, {x}, "broadcast_dimensions = " + arrayText(dims),
         {c.result({x}, shape, x.element, false)});
}

/// The last dims of a reshape: the same number of elements in other factors.
///   12x6  ->  6x2x6, 72, 8x9, ..
void reshape(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  int64_t left = x.count();
  Shape shape;
  // Draws factors of what is left; the rest is the last dim.
  for (uint64_t n = c.w.below(4); n && left > 1; --n) {
    Shape factors;
    for (int64_t f = 1; f <= left; ++f)
      if (left % f == 0)
        factors.push_back(f);
    shape.push_back(c.w.pick(factors));
    left /= shape.back();
  }
  shape.push_back(left);
  c.emit(op.name, {x}, "", {c.result({x}, shape, x.element, false)});
}

/// Up to three operands that differ along one dim.
void concatenate(CaseWriter &c, const CaseOp &op) {
  std::vector<Value> parts{c.input(op.elements, 1, 3)};
  size_t dim = c.w.below(parts[0].shape.size());
  Shape shape = parts[0].shape;
  for (uint64_t n = c.w.below(3); n; --n) {
    Shape other = parts[0].shape;
    other[dim] = c.w.chance(0.4) ? other[dim] : c.divides ? c.dim() : 1 + int64_t(c.w.below(7));
    parts.push_back(c.inputOf(other, parts[0].element));
    shape[dim] += other[dim];
  }
  c.emit(op.name, parts, "dimension = " + std::to_string(dim) + " : i64",
         {c.result(parts, shape, parts[0].element, false)});
}

/// The start of a dynamic slice along each dim: zero, a constant beyond the end or before the
/// begin, or an argument.
std::vector<Value> starts(CaseWriter &c, const Shape &shape) {
  std::vector<Value> out;
  for (int64_t size : shape)
    out.push_back(c.w.chance(0.4)
                      ? c.scalar("i32", c.w.chance(0.6) ? 0 : int64_t(c.w.below(size + 3)) - 1)
                      : c.index());
  return out;
}

/// Half of the dims are taken as a whole.
Shape windowOf(CaseWriter &c, const Shape &shape) {
  Shape sizes;
  for (int64_t size : shape)
    sizes.push_back(c.w.chance(0.5) ? size : 1 + int64_t(c.w.below(std::max<int64_t>(1, size))));
  return sizes;
}

/// Starts beyond the operand are clamped.
void dynamicSlice(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Shape sizes = windowOf(c, x.shape);
  std::vector<Value> operands = starts(c, x.shape);
  operands.insert(operands.begin(), x);
  c.emit(op.name, operands, "slice_sizes = " + arrayText(sizes),
         {c.result(operands, sizes, x.element, false)});
}

/// The update is a value of its own, split as it likes.
void dynamicUpdateSlice(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3), update = c.inputOf(windowOf(c, x.shape), x.element);
  std::vector<Value> operands = starts(c, x.shape);
  operands.insert(operands.begin(), {x, update});
  c.emit(op.name, operands, "", {c.result(operands, x.shape, x.element, false)});
}

/// How a gather or a scatter addresses the dims of its operand.
struct Addressing {
  Shape offsetDims, collapsed, batching, indexBatching, startMap;
  int64_t vectorDim = 0;
  Shape sizes;   // of a window in the operand
  Shape indices; // with the dim of the vector
  Shape result;  // of a gather, or the updates of a scatter
};

/// Draws which dims are batch dims, which are indexed, and the windows. The dims of the result are
/// those of the indices and then those of the window, or in another order.
Addressing addressingOf(CaseWriter &c, const Value &x) {
  Addressing a;
  Shape batch = c.w.chance(0.3) ? Shape{} : c.shape(1, 1), window;
  // A batch dim stands in front of both the operand and the indices.
  bool isBatched = x.shape.size() > 1 && c.w.chance(0.25);
  if (isBatched) {
    batch.insert(batch.begin(), x.shape[0]);
    a.batching.push_back(0);
    a.indexBatching.push_back(0);
  }
  for (size_t d = 0; d < x.shape.size(); ++d) {
    bool isBatch = isBatched && d == 0,
         isIndexed =
             !isBatch && (c.w.chance(0.5) || (a.startMap.empty() && d + 1 == x.shape.size()));
    if (isIndexed)
      a.startMap.insert(a.startMap.begin() + c.w.below(a.startMap.size() + 1), d);
    // An empty dim of the operand cannot be collapsed.
    bool isCollapsed = isIndexed && c.w.chance(0.6);
    int64_t size = isBatch || isCollapsed ? 1
                   : isIndexed            ? 1 + int64_t(c.w.below(std::max<int64_t>(1, x.shape[d])))
                                          : x.shape[d];
    a.sizes.push_back(size);
    if (isCollapsed)
      a.collapsed.push_back(d);
    else if (!isBatch)
      window.push_back(size);
  }
  // Index vectors lie along the last dim of the indices.
  a.indices = batch;
  a.vectorDim = batch.size();
  a.indices.push_back(a.startMap.size());
  // Windows stand behind the batch dims, or in front of them.
  bool isBehind = c.w.chance(0.7);
  for (size_t i = 0; i < window.size(); ++i)
    a.offsetDims.push_back(isBehind ? batch.size() + i : i);
  a.result = isBehind ? batch : window;
  a.result.append((isBehind ? window : batch).begin(), (isBehind ? window : batch).end());
  return a;
}

/// A third of the indices are such that they lie beside the operand now and then: arguments are -3
/// to 12.
Value indicesOf(CaseWriter &c, const Addressing &a) {
  constexpr llvm::StringLiteral kTypes[] = {"i32", "i32", "i64", "ui8"};
  return c.inputOf(a.indices, c.w.pick(kTypes), true);
}

/// The names of the batch dims differ between gather and scatter. Most have none.
std::string batchingText(const Addressing &a, llvm::StringRef operand, llvm::StringRef indices) {
  return a.batching.empty() ? ""
                            : operand.str() + " = [" + listText(a.batching) + "], " +
                                  indices.str() + " = [" + listText(a.indexBatching) + "], ";
}

/// Indices may be split, the operand, the windows, or all of them.
void gather(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Addressing a = addressingOf(c, x);
  Value indices = indicesOf(c, a), out = c.result({x, indices}, a.result, x.element, false);
  if (out.count() > kMostElements)
    return;
  c.emit(op.name, {x, indices},
         "dimension_numbers = #stablehlo.gather<offset_dims = [" + listText(a.offsetDims) +
             "], collapsed_slice_dims = [" + listText(a.collapsed) + "], " +
             batchingText(a, "operand_batching_dims", "start_indices_batching_dims") +
             "start_index_map = [" + listText(a.startMap) + "], index_vector_dim = " +
             std::to_string(a.vectorDim) + ">, slice_sizes = " + arrayText(a.sizes),
         {out});
}

/// Updates that hit one element twice are combined in any order, so those that overwrite may not:
/// an update of all equal elements is one that may.
void scatter(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  Addressing a = addressingOf(c, x);
  Value indices = indicesOf(c, a);
  constexpr llvm::StringLiteral kOfNumbers[] = {"stablehlo.add", "stablehlo.maximum",
                                                "stablehlo.minimum", "stablehlo.multiply"};
  std::string combine = classOf(x.element) == kFlags     ? "stablehlo.or"
                        : classOf(x.element) == kComplex ? "stablehlo.add"
                                                         : c.w.pick(kOfNumbers).str();
  bool overwrites = c.w.chance(0.2);
  Value updates = overwrites ? c.constant(a.result, x.element, numberText(x.element, 1))
                             : c.inputOf(a.result, x.element);
  if (updates.count() > kMostElements)
    return;
  // The body of an update that overwrites returns its second argument.
  std::string region = c.reducer(combine, x.element);
  if (overwrites) {
    std::string p = c.w.freshRegionName("p"), q = c.w.freshRegionName("q"),
                type = typeText({}, x.element);
    region = "({\n^bb0(" + p + ": " + type + ", " + q + ": " + type + "):\nstablehlo.return " + q +
             " : " + type + "\n})";
  }
  c.emit(op.name, {x, indices, updates},
         "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [" +
             listText(a.offsetDims) + "], inserted_window_dims = [" + listText(a.collapsed) +
             "], " + batchingText(a, "input_batching_dims", "scatter_indices_batching_dims") +
             "scatter_dims_to_operand_dims = [" + listText(a.startMap) +
             "], index_vector_dim = " + std::to_string(a.vectorDim) + ">",
         {c.result({x, indices, updates}, x.shape, x.element, !overwrites)}, region);
}

// Positions that the program states.
constexpr CaseOp kMovement[] = {
    {"stablehlo.broadcast", broadcast, kAny},
    {"stablehlo.broadcast_in_dim", broadcastInDim, kAny},
    {"stablehlo.concatenate", concatenate, kAny},
    {"stablehlo.pad", onInput<writePad>, kAny},
    {"stablehlo.reshape", reshape, kAny},
    {"stablehlo.reverse", onInput<writeReverse>, kAny},
    {"stablehlo.slice", onInput<writeSlice>, kAny},
    {"stablehlo.transpose", onInput<writeTranspose>, kAny},
};
// Positions that the data states.
constexpr CaseOp kIndexed[] = {
    {"stablehlo.dynamic_slice", dynamicSlice, kAny},
    {"stablehlo.dynamic_update_slice", dynamicUpdateSlice, kAny},
    {"stablehlo.gather", gather, kAny},
    {"stablehlo.scatter", scatter, kAny},
};

} // namespace

llvm::ArrayRef<CaseOp> movementCases() { return kMovement; }
llvm::ArrayRef<CaseOp> indexedCases() { return kIndexed; }

} // namespace spmd::random
