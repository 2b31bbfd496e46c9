// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of ops that move elements to places of the data: gather, scatter, sort, top_k. What
// one of them reads, its gradient adds to, and the other way round.
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/reducer.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// The indices of a gather or scatter, and the windows that begin there.
struct Indexing {
  Backward &g;
  Expr indices;
  ScatterDimensionNumbersAttr numbers;
  SmallVector<int64_t> sizes; // of a window, per dim of the operand
  RankedTensorType operand;
  bool areSorted, areUnique;

  int64_t vectorDim() const { return numbers.getIndexVectorDim(); }
  /// One number per component of an index vector, in the shape of the indices.
  Expr perComponent(ArrayRef<int64_t> values) const {
    // Without a dim of components, each index is a vector of one.
    auto element = indices.element();
    if (vectorDim() == indices.type().getRank())
      return broadcast(g.integers(values, RankedTensorType::get({}, element)), indices.shape(), {});
    auto type = RankedTensorType::get({int64_t(values.size())}, element);
    return broadcast(g.integers(values, type), indices.shape(), {vectorDim()});
  }
  /// The last index at which a window lies inside, per component.
  SmallVector<int64_t> lastStarts() const {
    auto element = cast<IntegerType>(indices.element());
    // A narrow type may not hold the bound; then no index exceeds it.
    unsigned bits = std::min(63u, element.getWidth() - (element.isUnsigned() ? 0 : 1));
    int64_t largest = bits == 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
    return llvm::map_to_vector(numbers.getScatterDimsToOperandDims(), [&](int64_t d) {
      return std::min(operand.getDimSize(d) + marginOf(d) - sizes[d], largest);
    });
  }
  /// The first ones, per component.
  SmallVector<int64_t> firstStarts() const {
    return llvm::map_to_vector(numbers.getScatterDimsToOperandDims(),
                               [&](int64_t d) { return -marginOf(d); });
  }
  Expr lastIndices() const { return perComponent(lastStarts()); }

  /// Windows of `x`, one per index vector; zeros in the margin.
  Expr gather(Expr x) const {
    Expr starts = indices;
    if (!margin.empty()) {
      x = pad(x, margin, margin, SmallVector<int64_t>(margin.size(), 0));
      starts = starts - perComponent(firstStarts());
    }
    // The numbers of a scatter name the same dims in the same order as those of a gather.
    auto dims = GatherDimensionNumbersAttr::get(
        x.type().getContext(), numbers.getUpdateWindowDims(), numbers.getInsertedWindowDims(),
        numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims(),
        numbers.getScatterDimsToOperandDims(), vectorDim());
    return g.of(GatherOp::create(g.b, g.loc, x.type().clone(updateShape), x.value, starts.value,
                                 dims, g.b.getDenseI64ArrayAttr(sizes),
                                 g.b.getBoolAttr(areSorted)));
  }
  /// `to` with `updates` combined into its windows; an empty combiner replaces them.
  Expr scatter(Expr to, Expr updates, StringRef combiner) const {
    auto op = ScatterOp::create(g.b, g.loc, to.type(), to.value, indices.value, updates.value,
                                numbers, g.b.getBoolAttr(areSorted), g.b.getBoolAttr(areUnique));
    // The body is built in the region and the builder returns behind the op.
    OpBuilder::InsertionGuard guard(g.b);
    if (!combiner.empty()) {
      addReducer(g.b, g.loc, op.getUpdateComputation(), combiner, to.element());
    } else {
      auto scalar = RankedTensorType::get({}, to.element());
      Block *body =
          g.b.createBlock(&op.getUpdateComputation(), {}, {scalar, scalar}, {g.loc, g.loc});
      ReturnOp::create(g.b, g.loc, body->getArgument(1));
    }
    return g.of(op->getResult(0));
  }

  /// In the shape of the updates: whether the element lies inside. Others are not written.
  Expr isInside() const {
    // All components of an index vector must lie inside.
    Expr low = compare(indices, "GE", perComponent(firstStarts()));
    Expr inside = apply("stablehlo.and", low, compare(indices, "LE", lastIndices()));
    if (vectorDim() < indices.type().getRank()) {
      Expr yes = g.number(1, RankedTensorType::get({}, inside.element()));
      inside = g.of(ReduceOp::create(g.b, g.loc, inside.value, yes.value,
                                     ArrayRef<int64_t>{vectorDim()}, "stablehlo.and")
                        ->getResult(0));
    }
    SmallVector<int64_t> dims;
    for (int64_t d = 0; d < int64_t(updateShape.size()); ++d)
      if (!llvm::is_contained(numbers.getUpdateWindowDims(), d))
        dims.push_back(d);
    inside = broadcast(inside, updateShape, dims);
    if (margin.empty())
      return inside;
    auto i32 = RankedTensorType::get(operand.getShape(), g.b.getI32Type());
    Expr ones = gather(g.number(1, i32));
    return apply("stablehlo.and", inside, compare(ones, "NE", g.zeros(ones.type())));
  }

  SmallVector<int64_t> updateShape;
  /// How far a window may reach beyond each dim of the operand; empty where all lie inside.
  SmallVector<int64_t> margin = {};
  int64_t marginOf(int64_t d) const { return margin.empty() ? 0 : margin[d]; }
};

/// How far windows reach beyond the operand, as far as is known of the indices. A scatter skips
/// elements beyond it, not windows: rows 3 to 5 of a window write rows 3 and 4 of five.
SmallVector<int64_t> marginOf(const Indexing &at) {
  SmallVector<int64_t> margin(at.operand.getRank(), 0);
  bool hasVectors = at.vectorDim() < at.indices.type().getRank();
  for (auto [i, d] : llvm::enumerate(at.numbers.getScatterDimsToOperandDims())) {
    KnownRange range = knownRange(
        at.indices.value, hasVectors ? TensorPart{at.vectorDim(), int64_t(i)} : TensorPart());
    if (range.low < 0 || range.high > at.operand.getDimSize(d) - at.sizes[d])
      margin[d] = at.sizes[d] - 1;
  }
  return llvm::all_of(margin, [](int64_t size) { return size == 0; }) ? SmallVector<int64_t>()
                                                                      : margin;
}

Indexing indexingOf(ScatterOp op, Backward &g) {
  // A window has size 1 along inserted and batching dims; the updates give its other sizes.
  auto numbers = op.getScatterDimensionNumbers();
  auto operand = cast<RankedTensorType>(op.getInputs()[0].getType());
  auto updates = cast<RankedTensorType>(op.getUpdates()[0].getType());
  SmallVector<int64_t> sizes;
  auto *window = numbers.getUpdateWindowDims().begin();
  for (int64_t d = 0; d < operand.getRank(); ++d) {
    bool isOne = llvm::is_contained(numbers.getInsertedWindowDims(), d) ||
                 llvm::is_contained(numbers.getInputBatchingDims(), d);
    sizes.push_back(isOne ? 1 : updates.getDimSize(*window++));
  }
  Indexing at{g,
              g.of(op.getScatterIndices()),
              numbers,
              sizes,
              operand,
              op.getIndicesAreSorted(),
              op.getUniqueIndices(),
              SmallVector<int64_t>(updates.getShape())};
  at.margin = marginOf(at);
  if (!at.margin.empty()) // narrow integers do not hold the margin
    at.indices = convert(at.indices, g.b.getI64Type());
  return at;
}

/// Does the body take the update from the element? jax.lax.scatter_sub writes it so.
bool isDifference(Region &body) {
  auto end = body.hasOneBlock() ? body.front().getTerminator() : nullptr;
  auto difference = end && end->getNumOperands() == 1
                        ? end->getOperand(0).getDefiningOp<SubtractOp>()
                        : SubtractOp();
  return difference && difference.getLhs() == body.front().getArgument(0) &&
         difference.getRhs() == body.front().getArgument(1);
}

/// Which updates are what stands in the result: of several at one place the last one. Each writes
/// its number to see which stays.
Expr staysInResult(const Indexing &at) {
  auto i32 = at.g.b.getI32Type();
  auto type = RankedTensorType::get(at.updateShape, i32);
  auto flat = RankedTensorType::get({type.getNumElements()}, i32);
  Expr ids =
      at.g.of(ReshapeOp::create(at.g.b, at.g.loc, type, IotaOp::create(at.g.b, at.g.loc, flat, 0)));
  Expr none = at.g.number(-1, RankedTensorType::get(at.operand.getShape(), i32));
  return compare(at.gather(at.scatter(none, ids, "")), "EQ", ids);
}

/// Of max and min: those of the operand and its updates that equal the result share the cotangent.
void shareAmongChosen(Indexing &at, Backward &g, Expr inside) {
  Expr operand = g.in(0), updates = g.in(2), out = g.out();
  Expr own = convert(compare(operand, "EQ", out), out.element());
  Expr theirs = select(inside, convert(compare(updates, "EQ", at.gather(out)), out.element()), {});
  Expr share = g.ct() / at.scatter(own, theirs, "stablehlo.add");
  g.give(0u, share * own);
  g.give(2, at.gather(share) * theirs);
}

} // namespace

/// Adds the cotangents of the windows to the operand's. Indices of a gather are clamped, those of a
/// scatter are not.
LogicalResult gatherGradient(GatherOp op, Backward &g) {
  if (!g.wants(0u))
    return success();
  // The scatter uses the dims of the gather, under other names.
  auto dims = op.getDimensionNumbers();
  auto numbers = ScatterDimensionNumbersAttr::get(
      op.getContext(), dims.getOffsetDims(), dims.getCollapsedSliceDims(),
      dims.getOperandBatchingDims(), dims.getStartIndicesBatchingDims(), dims.getStartIndexMap(),
      dims.getIndexVectorDim());
  Indexing at{g,
              g.in(1),
              numbers,
              SmallVector<int64_t>(op.getSliceSizes()),
              g.in(0).type(),
              op.getIndicesAreSorted(),
              false,
              SmallVector<int64_t>(g.out().shape())};
  Expr zero = g.zeros(at.indices.type());
  at.indices = g.make("stablehlo.clamp", at.indices.type(), {zero, at.indices, at.lastIndices()});
  Expr total = g.total(op.getOperand());
  g.replaceTotal(op.getOperand(),
                 at.scatter(total ? total : g.zeros(g.in(0).type()), g.ct(), "stablehlo.add"));
  return success();
}

LogicalResult scatterGradient(ScatterOp op, Backward &g) {
  if (op.getInputs().size() != 1)
    return op.emitOpError("has no gradient: it updates several operands at once");
  // The five ways in which an update may meet the element.
  Indexing at = indexingOf(op, g);
  auto kind = combinerOf(op.getUpdateComputation());
  bool replaces = isReplacement(op.getUpdateComputation());
  auto updatesFrom = [&](Expr x) { return select(at.isInside(), at.gather(x), {}); };
  using enum ir::CombineKind;
  bool subtracts = isDifference(op.getUpdateComputation());
  if (kind == Sum || subtracts) {
    g.give(0u, g.ct());
    if (g.wants(2u))
      g.give(2, updatesFrom(subtracts ? -g.ct() : g.ct()));
  } else if (replaces) {
    if (g.wants(0u))
      g.give(0u, at.scatter(g.ct(), g.zeros(g.in(2).type()), ""));
    if (g.wants(2u)) {
      Expr cts = updatesFrom(g.ct());
      g.give(2, at.areUnique ? cts : select(staysInResult(at), cts, {}));
    }
  } else if (kind == Product) {
    Expr factors = at.scatter(g.number(1, g.in(0).type()), g.in(2), "stablehlo.multiply");
    g.give(0u, g.ct() * factors);
    if (g.wants(2u) && !at.areUnique)
      return op.emitOpError("has no gradient in its updates: it multiplies, and its indices are "
                            "not marked as unique");
    if (g.wants(2u))
      g.give(2, updatesFrom(g.ct() * g.in(0)));
  } else if (kind == Maximum || kind == Minimum) {
    shareAmongChosen(at, g, at.isInside());
  } else {
    return op.emitOpError("has no gradient: its body is no sum, difference, product, maximum or "
                          "minimum, and does not replace");
  }
  return success();
}

/// Sorts the cotangents back, by the places from which the elements came. The forward sort runs
/// again with these places beside its operands.
LogicalResult sortGradient(SortOp op, Backward &g) {
  // Equal keys keep their order in both sorts, as the routine is stable.
  int64_t rank = g.in().type().getRank(),
          dim = op.getDimension() < 0 ? rank + op.getDimension() : op.getDimension();
  auto places = g.in().type().clone(g.b.getI32Type());
  auto scalar = RankedTensorType::get({}, g.b.getI32Type());
  SmallVector<Value> operands(op.getInputs());
  operands.push_back(IotaOp::create(g.b, g.loc, places, dim));
  auto sorted =
      SortOp::create(g.b, g.loc, ValueRange(operands).getTypes(), operands, dim, op.getIsStable());
  IRMapping mapping;
  op.getComparator().cloneInto(&sorted.getComparator(), mapping);
  sorted.getComparator().addArguments({scalar, scalar}, {g.loc, g.loc});
  // Back: the places are the keys, in ascending order.
  SmallVector<Value> back{sorted->getResults().back()};
  SmallVector<unsigned> wanted;
  for (unsigned i = 0; i < op.getInputs().size(); ++i)
    if (Expr ct = g.ct(i); ct && g.wants(i))
      back.push_back(ct.value), wanted.push_back(i);
  auto unsorted = SortOp::create(g.b, g.loc, ValueRange(back).getTypes(), back, dim, false);
  SmallVector<Type> types;
  for (Value value : back)
    types.append(2, RankedTensorType::get({}, getElementTypeOrSelf(value)));
  {
    OpBuilder::InsertionGuard guard(g.b);
    Block *body = g.b.createBlock(&unsorted.getComparator(), {}, types,
                                  SmallVector<Location>(types.size(), g.loc));
    Expr isBefore = compare(g.of(body->getArgument(0)), "LT", g.of(body->getArgument(1)));
    ReturnOp::create(g.b, g.loc, isBefore.value);
  }
  for (auto [i, operand] : llvm::enumerate(wanted))
    g.give(operand, g.of(unsorted->getResult(i + 1)));
  return success();
}

/// Puts the cotangents of the values where they came from.
LogicalResult topKGradient(chlo::TopKOp op, Backward &g) {
  Expr x = g.in(), ct = g.ct(0);
  if (!ct)
    return success();
  // Each row is a batch; its indices are scalars along the last dim.
  int64_t last = x.type().getRank() - 1;
  SmallVector<int64_t> batch = llvm::to_vector(llvm::seq<int64_t>(0, last));
  auto numbers =
      ScatterDimensionNumbersAttr::get(op.getContext(), {}, {last}, batch, batch, {last}, last + 1);
  SmallVector<int64_t> ones(last + 1, 1);
  Indexing at{g, g.out(1), numbers, ones, x.type(), false, true, SmallVector<int64_t>(ct.shape())};
  g.give(0u, at.scatter(g.zeros(x.type()), ct, "stablehlo.add"));
  return success();
}

} // namespace spmd::ops
