// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of ops whose places are data. With one place for all entries, windows grow by the
// batch dim. With a place per entry, the op becomes a gather or scatter in which the batch is a
// batching dim of operand and indices (StableHLO specification, gather).
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/localize.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }
static SmallVector<int64_t> range(int64_t from, int64_t to) {
  return llvm::to_vector(llvm::seq(from, to));
}

namespace {

/// The scalar starts of a slice, operands first .. of the op.
struct Starts {
  Batching &g;
  unsigned first;

  bool areBatched() const {
    for (unsigned i = first; i < g.in.size(); ++i)
      if (g.isBatched(i))
        return true;
    return false;
  }
  /// One start for all entries: the batch dim, at `dim`, is taken from its beginning.
  SmallVector<Value> withBatch(int64_t dim) const {
    SmallVector<Value> starts;
    for (unsigned i = first; i < g.in.size(); ++i)
      starts.push_back(g.value(i));
    Type element = starts.empty() ? Type(g.b.getI32Type()) : getElementTypeOrSelf(starts[0]);
    starts.insert(starts.begin() + dim, g.integer(0, element));
    return starts;
  }
  /// A vector of starts per entry, [batch, dims]: each is at least 0 and at most `last`.
  Value perEntry(ArrayRef<int64_t> last) const {
    SmallVector<Value> columns;
    for (unsigned i = first; i < g.in.size(); ++i)
      columns.push_back(reshape(g.of(g.at(i, 0)), {g.size, 1}).value);
    auto type = typeOf(columns[0]).clone({g.size, int64_t(columns.size())});
    Value joined = columns[0];
    if (columns.size() > 1)
      joined = ConcatenateOp::create(g.b, g.loc, type, columns, 1);
    Expr starts = g.of(limitIndices(g.b, g.loc, joined, last, 1));
    return apply("stablehlo.maximum", starts, g.words.zeros(starts.type())).value;
  }
};

} // namespace

LogicalResult batchDynamicSlice(DynamicSliceOp op, Batching &g) {
  Starts starts{g, 1};
  if (!starts.areBatched()) {
    int64_t d = g.dim(0);
    SmallVector<Value> operands = starts.withBatch(d);
    operands.insert(operands.begin(), g.value(0));
    return g.clone(
        operands, d,
        g.dims(op.getSliceSizesAttrName(), Batching::inserted(op.getSliceSizes(), d, g.size)));
  }
  // Entry b of the result is the window of entry b, or of the one operand, at start b.
  int64_t rank = typeOf(op).getRank(), d = g.dim(0);
  SmallVector<int64_t> last, map = range(0, rank), sizes(op.getSliceSizes()), batch;
  for (auto [size, window] : llvm::zip_equal(typeOf(op.getOperand()).getShape(), sizes))
    last.push_back(size - window);
  Value indices = starts.perEntry(last);
  if (g.isBatched(0)) {
    map = Batching::shifted(map, d);
    sizes = Batching::inserted(sizes, d, 1);
    batch.push_back(d);
  }
  auto numbers = GatherDimensionNumbersAttr::get(op.getContext(), range(1, rank + 1), {}, batch,
                                                 SmallVector<int64_t>(batch.size(), 0), map, 1);
  g.give(0,
         GatherOp::create(g.b, g.loc, batchedType(op.getType(), 0, g.size), g.value(0), indices,
                          numbers, g.b.getDenseI64ArrayAttr(sizes), g.b.getBoolAttr(false)),
         0);
  return success();
}

LogicalResult batchDynamicUpdate(DynamicUpdateSliceOp op, Batching &g) {
  Starts starts{g, 2};
  int64_t d = g.dim(g.isBatched(0) || !g.isBatched(1) ? 0 : 1);
  if (!starts.areBatched()) {
    SmallVector<Value> operands = starts.withBatch(d);
    operands.insert(operands.begin(), {g.at(0, d), g.at(1, d)});
    return g.clone(operands, d);
  }
  d = d == Batched::kNone ? 0 : d;
  SmallVector<int64_t> last, dims = range(0, typeOf(op).getRank());
  for (auto [size, window] :
       llvm::zip_equal(typeOf(op).getShape(), typeOf(op.getUpdate()).getShape()))
    last.push_back(size - window);
  Value indices = starts.perEntry(last);
  auto numbers =
      ScatterDimensionNumbersAttr::get(op.getContext(), Batching::shifted(dims, 0), {}, d,
                                       ArrayRef<int64_t>{0}, Batching::shifted(dims, d), 1);
  Type type = batchedType(op.getType(), d, g.size);
  // Entries are different places, and each has one window.
  auto scatter = ScatterOp::create(g.b, g.loc, type, g.at(0, d), indices, g.at(1, 0), numbers,
                                   g.b.getBoolAttr(false), g.b.getBoolAttr(true));
  OpBuilder::InsertionGuard guard(g.b);
  auto scalar = RankedTensorType::get({}, getElementTypeOrSelf(type));
  Block *body =
      g.b.createBlock(&scatter.getUpdateComputation(), {}, {scalar, scalar}, {g.loc, g.loc});
  ReturnOp::create(g.b, g.loc, ValueRange{body->getArgument(1)});
  g.give(0, scatter->getResult(0), d);
  return success();
}

/// The position in `dims` at which dim `dim` comes, and the position in the result before which the
/// batch goes: that of the dim that follows, or behind all of them.
static std::pair<int64_t, int64_t> placeAmong(ArrayRef<int64_t> dims, int64_t index) {
  if (index < int64_t(dims.size()))
    return {index, dims[index]};
  return {dims.size(), dims.empty() ? 0 : dims.back() + 1};
}

/// Adds the pair of batching dims of operand and indices; those of the operand are ascending.
static void addBatching(SmallVector<int64_t> &operand, SmallVector<int64_t> &indices, int64_t o,
                        int64_t i) {
  auto *at = llvm::upper_bound(operand, o);
  indices.insert(indices.begin() + (at - operand.begin()), i);
  operand.insert(at, o);
}

LogicalResult batchGather(GatherOp op, Batching &g) {
  auto numbers = op.getDimensionNumbers();
  int64_t o = g.dim(0), i = g.dim(1), rank = typeOf(op.getOperand()).getRank(),
          vectorDim = numbers.getIndexVectorDim(), to = 0;
  SmallVector<int64_t> offset(numbers.getOffsetDims()), collapsed(numbers.getCollapsedSliceDims()),
      operandBatch(numbers.getOperandBatchingDims()),
      indicesBatch(numbers.getStartIndicesBatchingDims()), map(numbers.getStartIndexMap()),
      sizes(op.getSliceSizes());
  if (g.isBatched(1)) {
    // The batch is one more dim of the indices, which come in their order in the result.
    SmallVector<int64_t> batchDims;
    for (int64_t d : range(0, typeOf(op).getRank()))
      if (!llvm::is_contained(offset, d))
        batchDims.push_back(d);
    to = placeAmong(batchDims, i - (i > vectorDim)).second;
    offset = Batching::shifted(offset, to);
    indicesBatch = Batching::shifted(indicesBatch, i);
    vectorDim = Batching::shifted(vectorDim, i);
  }
  if (g.isBatched(0)) {
    int64_t before = 0; // window dims of the result that come before the batch
    for (int64_t d : range(0, std::min(o, rank)))
      before += !llvm::is_contained(collapsed, d) && !llvm::is_contained(operandBatch, d);
    collapsed = Batching::shifted(collapsed, o);
    operandBatch = Batching::shifted(operandBatch, o);
    map = Batching::shifted(map, o);
    sizes = Batching::inserted(sizes, o, g.isBatched(1) ? 1 : g.size);
    if (g.isBatched(1)) {
      addBatching(operandBatch, indicesBatch, o, i);
    } else {
      auto [position, dim] = placeAmong(offset, before);
      to = dim;
      offset = Batching::inserted(Batching::shifted(offset, to), position, to);
    }
  }
  auto changed = GatherDimensionNumbersAttr::get(op.getContext(), offset, collapsed, operandBatch,
                                                 indicesBatch, map, vectorDim);
  bool isSorted = op.getIndicesAreSorted() && !g.isBatched(1);
  return g.clone({g.value(0), g.value(1)}, to,
                 {g.b.getNamedAttr(op.getDimensionNumbersAttrName(), changed),
                  g.b.getNamedAttr(op.getIndicesAreSortedAttrName(), g.b.getBoolAttr(isSorted)),
                  g.dims(op.getSliceSizesAttrName(), sizes)});
}

/// The batch comes in front of all inputs and updates: as a window dim where all entries have the
/// same indices, else as a batching dim.
LogicalResult batchScatter(ScatterOp op, Batching &g) {
  auto numbers = op.getScatterDimensionNumbers();
  unsigned n = op.getInputs().size();
  SmallVector<int64_t> window = Batching::shifted(numbers.getUpdateWindowDims(), 0),
                       inserted = Batching::shifted(numbers.getInsertedWindowDims(), 0),
                       inputBatch = Batching::shifted(numbers.getInputBatchingDims(), 0),
                       indicesBatch(numbers.getScatterIndicesBatchingDims()),
                       map = Batching::shifted(numbers.getScatterDimsToOperandDims(), 0);
  int64_t vectorDim = numbers.getIndexVectorDim();
  if (g.isBatched(n)) {
    indicesBatch = Batching::shifted(indicesBatch, 0);
    inputBatch.insert(inputBatch.begin(), 0);
    indicesBatch.insert(indicesBatch.begin(), 0);
    ++vectorDim;
  } else {
    window.insert(window.begin(), 0);
  }
  SmallVector<Value> operands;
  for (unsigned i = 0; i < g.in.size(); ++i)
    operands.push_back(i == n ? g.movedTo(i, 0) : g.at(i, 0));
  auto changed = ScatterDimensionNumbersAttr::get(op.getContext(), window, inserted, inputBatch,
                                                  indicesBatch, map, vectorDim);
  bool isSorted = op.getIndicesAreSorted() && !g.isBatched(n);
  return g.clone(operands, 0,
                 {g.b.getNamedAttr(op.getScatterDimensionNumbersAttrName(), changed),
                  g.b.getNamedAttr(op.getIndicesAreSortedAttrName(), g.b.getBoolAttr(isSorted))});
}

} // namespace spmd::ops
