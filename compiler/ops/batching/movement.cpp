// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of ops that move elements to fixed positions. The batch dim is carried along where
// it is, so that no element moves on its account.
#include "compiler/ops/batching/batchings.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The batch comes first in the result, behind dims of size 1 that the op adds in front: a row
/// [1, n] of a buffer becomes [1, batch, n], which is a row of [rows, batch, n].
LogicalResult batchBroadcast(BroadcastInDimOp op, Batching &g) {
  int64_t from = g.dim(0), to = 0;
  auto isAdded = [&](int64_t d) { return !llvm::is_contained(op.getBroadcastDimensions(), d); };
  while (to < typeOf(op).getRank() && typeOf(op).getDimSize(to) == 1 && isAdded(to))
    ++to;
  SmallVector<int64_t> dims = Batching::shifted(op.getBroadcastDimensions(), to);
  return g.clone(g.value(0), to,
                 g.dims(op.getBroadcastDimensionsAttrName(), Batching::inserted(dims, from, to)));
}

/// The batch stays where it is, if the dims before it hold as many elements as some dims of the
/// result; else it moves to the front.
///   [2, B, 3] as [6] -> [B, 2, 3] -> [B, 6]      [2, B, 12] as [2, 3, 4] -> [2, B, 3, 4]
LogicalResult batchReshape(ReshapeOp op, Batching &g) {
  int64_t from = g.dim(0), to = 0, product = 1, wanted = 1;
  ArrayRef<int64_t> before = typeOf(op.getOperand()).getShape(), after = typeOf(op).getShape();
  for (int64_t size : before.take_front(from))
    wanted *= size;
  // Dims of size 1 that come in front stay in front.
  while (to < int64_t(after.size()) && (product < wanted || (wanted == 1 && after[to] == 1)))
    product *= after[to++];
  if (product != wanted || typeOf(op).getNumElements() == 0)
    return g.clone(g.at(0, 0), 0);
  return g.clone(g.value(0), to);
}

LogicalResult batchTranspose(TransposeOp op, Batching &g) {
  int64_t from = g.dim(0);
  SmallVector<int64_t> dims = Batching::shifted(op.getPermutation(), from);
  return g.clone(g.value(0), 0,
                 g.dims(op.getPermutationAttrName(), Batching::inserted(dims, 0, from)));
}

LogicalResult batchSlice(SliceOp op, Batching &g) {
  int64_t d = g.dim(0);
  return g.clone(
      g.value(0), d,
      {g.dims(op.getStartIndicesAttrName(), Batching::inserted(op.getStartIndices(), d, 0)),
       g.dims(op.getLimitIndicesAttrName(), Batching::inserted(op.getLimitIndices(), d, g.size)),
       g.dims(op.getStridesAttrName(), Batching::inserted(op.getStrides(), d, 1))});
}

/// A padding value for each entry is selected where a padded predicate says so.
LogicalResult batchPad(PadOp op, Batching &g) {
  int64_t d = g.isBatched(0) ? g.dim(0) : 0;
  auto widths = [&](ArrayRef<int64_t> list) { return Batching::inserted(list, d, 0); };
  SmallVector<int64_t> low = widths(op.getEdgePaddingLow()), high = widths(op.getEdgePaddingHigh()),
                       interior = widths(op.getInteriorPadding());
  if (!g.isBatched(1))
    return g.clone({g.at(0, d), g.value(1)}, d,
                   {g.dims(op.getEdgePaddingLowAttrName(), low),
                    g.dims(op.getEdgePaddingHighAttrName(), high),
                    g.dims(op.getInteriorPaddingAttrName(), interior)});
  Expr x = g.of(g.at(0, d));
  Expr isElement = g.words.number(1, x.type().clone(g.b.getI1Type()));
  Expr padded = pad(x, low, high, interior);
  Expr fill = broadcast(g.of(g.value(1)), padded.shape(), {d});
  g.give(0, select(pad(isElement, low, high, interior), padded, fill).value, d);
  return success();
}

LogicalResult batchConcatenate(ConcatenateOp op, Batching &g) {
  int64_t d = g.dim();
  return g.clone(g.allAt(d), d,
                 g.number(op.getDimensionAttrName(), Batching::shifted(op.getDimension(), d)));
}

} // namespace spmd::ops
