// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions and prefix scans of split dims. The specification lets a reduction be associated as
// one likes, so each piece is reduced by itself and the results of the pieces in their order.
// Pieces start from the identity of the body, or from an initial value that may count several
// times.
//   argmax of [64] in 4 shards   ->   4 argmaxes of 16, then one of 4
#include "compiler/ops/quantized.h"
#include "compiler/ops/region.h"
#include "compiler/ops/shifts.h"
#include "compiler/partition/cut_dims.h"
#include "compiler/structure/prefix_scan_pieces.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace spmd {
namespace {

/// What a piece starts from; empty if nothing is known that changes no result.
SmallVector<Value> startsOfPieces(stablehlo::ReduceOp op, OpBuilder &b) {
  if (startsIdempotently(op.getBody(), op.getInitValues()))
    return llvm::to_vector(op.getInitValues());
  // The init itself then counts once, in the reduction of the pieces' results.
  std::optional<ir::CombineKind> kind = combinerOfPairs(op.getBody());
  SmallVector<Value> starts;
  for (Value init : op.getInitValues()) {
    DenseElementsAttr identity =
        kind ? identityOf(*kind, getElementTypeOrSelf(init.getType())) : DenseElementsAttr();
    if (!identity)
      return {};
    starts.push_back(stablehlo::ConstantOp::create(b, op.getLoc(), identity));
  }
  return starts;
}

/// The reduction of `inputs` by the body of `op`, placed as `sharding`.
stablehlo::ReduceOp reduce(stablehlo::ReduceOp op, ValueRange inputs, ValueRange inits,
                           ArrayRef<int64_t> dims, sdy::TensorShardingAttr sharding, OpBuilder &b) {
  OperationState state(op.getLoc(), op->getName());
  state.addOperands(inputs);
  state.addOperands(inits);
  SmallVector<int64_t> shape;
  for (auto [d, size] : llvm::enumerate(cast<RankedTensorType>(inputs[0].getType()).getShape()))
    if (!llvm::is_contained(dims, int64_t(d)))
      shape.push_back(size);
  for (Type type : op->getResultTypes())
    state.addTypes(cast<RankedTensorType>(type).clone(shape));
  state.addAttribute(op.getDimensionsAttrName(), b.getDenseI64ArrayAttr(dims));
  IRMapping mapping;
  op.getBody().cloneInto(state.addRegion(), mapping);
  auto made = cast<stablehlo::ReduceOp>(b.create(state));
  for (Value result : made.getResults())
    ops::placed(result, sharding);
  return made;
}

/// The cut of the reduced dim that is split. A body that is not one op may not commute, so nothing
/// may come before that dim in the order of the elements.
std::optional<DimCut> cutOf(stablehlo::ReduceOp op) {
  auto shape = cast<RankedTensorType>(op.getInputs()[0].getType()).getShape();
  SmallVector<int64_t> dims(op.getDimensions());
  llvm::sort(dims);
  for (int64_t dim : dims) {
    for (Value input : op.getInputs())
      if (std::optional<DimCut> cut = DimCut::of(op, input, dim))
        return cut;
    if (shape[dim] > 1 && !combinerOfPairs(op.getBody()))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Two reductions in place of one: of the pieces, then of their results, in the order of the
/// pieces.
LogicalResult cutReduce(stablehlo::ReduceOp op, PatternRewriter &rewriter) {
  if (hasQuantized(op))
    return rewriter.notifyMatchFailure(op, "quantized values are not padded");
  if (const OpRules &rules = Rules::of(op); rules.combine && rules.combine(op))
    return rewriter.notifyMatchFailure(op, "a collective combines partial results");
  std::optional<DimCut> cut = cutOf(op);
  if (!cut)
    return rewriter.notifyMatchFailure(op, "no piece of a dim can be reduced by itself");
  SmallVector<Value> starts = startsOfPieces(op, rewriter);
  if (starts.empty())
    return rewriter.notifyMatchFailure(op, "pieces have nothing to start from");
  // All inputs are cut alike; one that is placed otherwise is resharded.
  SmallVector<Value> pieces;
  for (auto [input, start] : llvm::zip_equal(op.getInputs(), starts))
    pieces.push_back(cut->cut(rewriter, input, start));
  // Dims behind the cut move by one; the piece is reduced, the shards stay.
  SmallVector<int64_t> inner, kept;
  for (int64_t dim : op.getDimensions())
    inner.push_back(dim + (dim >= cut->dim));
  for (int64_t d = 0; d < cut->sharding.getRank() + 1; ++d)
    if (!llvm::is_contained(inner, d))
      kept.push_back(d);
  int64_t shards = llvm::find(kept, cut->dim) - kept.begin();
  auto ofPieces = reduce(op, pieces, starts, inner, withDims(cut->cutSharding(), kept), rewriter);
  auto whole = reduce(op, ofPieces.getResults(), op.getInitValues(), {shards}, nullptr, rewriter);
  whole->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  // Further dims of the pieces may be split, too.
  rewriter.setInsertionPoint(ofPieces);
  (void)cutReduce(ofPieces, rewriter);
  rewriter.replaceOp(op, whole.getResults());
  return success();
}

/// Places the ops from `begin` to `end`, which have the shape of the cut, that of the scan, or are
/// totals of the pieces, which are whole. There are fewer of those than elements of the dim.
void placeScan(Block::iterator begin, Block::iterator end, const DimCut &cut) {
  SmallVector<int64_t> whole = llvm::to_vector(llvm::seq<int64_t>(0, cut.sharding.getRank()));
  whole[cut.dim] = -1;
  for (Operation &op : llvm::make_range(begin, end))
    for (Value result : op.getResults()) {
      auto type = cast<RankedTensorType>(result.getType());
      bool isTotals = type.getRank() > cut.dim && type.getDimSize(cut.dim) <= cut.shards;
      if (type.getRank() == cut.sharding.getRank() + 1)
        ops::placed(result, cut.cutSharding());
      else if (type.getRank() == cut.sharding.getRank())
        ops::placed(result, isTotals ? withDims(cut.sharding, whole) : cut.sharding);
    }
}

/// A scan of each piece, a scan of their totals, and both combined.
LogicalResult cutScan(stablehlo::ReduceWindowOp op, PatternRewriter &rewriter) {
  std::optional<PrefixScan> scan = prefixScan(op);
  if (!scan || hasQuantized(op))
    return rewriter.notifyMatchFailure(op, "is no prefix scan of plain numbers");
  std::optional<DimCut> cut = DimCut::of(op, op->getResult(0), scan->dim);
  if (!cut)
    return rewriter.notifyMatchFailure(op, "its dim is not split");
  Operation *before = op->getPrevNode();
  SmallVector<Value> results = scanByPieces(op, *scan, rewriter, cut->piece);
  placeScan(before ? std::next(before->getIterator()) : op->getBlock()->begin(), op->getIterator(),
            *cut);
  rewriter.replaceOp(op, results);
  return success();
}

} // namespace

void addCutReductions(RewritePatternSet &patterns) { patterns.add(cutReduce).add(cutScan); }

} // namespace spmd
