// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds the canonicalization patterns of sdy ops. Two groups of patterns have labels, so that a
// pipeline can run one group alone: canonicalize{enable-patterns=sdy-reshard} and
// canonicalize{enable-patterns=sdy-collective}. The patterns and labels are those of Shardy.
#include "dialects/sdy/reuse_reshards.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

constexpr StringRef kReshardLabel = "sdy-reshard", kCollectiveLabel = "sdy-collective";

/// The type of a rewrite as a plain function.
template <class Op> using Rewrite = LogicalResult (*)(Op, PatternRewriter &);

/// Wraps a plain function as a pattern class, because a label can be given only to pattern classes.
template <class Op, Rewrite<Op> rewrite> struct Pattern : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;
  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const override {
    return rewrite(op, rewriter);
  }
};

/// Adds rewrites under the label sdy-collective.
template <class Op, Rewrite<Op>... rewrites> void addCollective(RewritePatternSet &patterns) {
  patterns.addWithLabel<Pattern<Op, rewrites>...>({kCollectiveLabel}, patterns.getContext());
}

/// reshard(reshard(x, a), b) -> reshard(x, b), if the inner reshard has no other user.
LogicalResult mergeChain(ReshardOp op, PatternRewriter &rewriter) {
  auto inner = op.getInput().getDefiningOp<ReshardOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "the input is not a reshard");
  if (!inner->hasOneUse())
    return rewriter.notifyMatchFailure(op, "the inner placement has other users");
  rewriter.modifyOpInPlace(op, [&] { op.getInputMutable().assign(inner.getInput()); });
  rewriter.eraseOp(inner);
  return success();
}

/// Removes the body arguments without uses, together with their operands and in_shardings.
LogicalResult dropUnusedInputs(ManualComputationOp op, PatternRewriter &rewriter) {
  Block &body = op.getBody().front();
  llvm::BitVector unused(body.getNumArguments());
  SmallVector<TensorShardingAttr> shardings;
  for (BlockArgument argument : body.getArguments()) {
    if (argument.use_empty())
      unused.set(argument.getArgNumber());
    else
      shardings.push_back(op.getInSharding(argument.getArgNumber()));
  }
  if (unused.none())
    return rewriter.notifyMatchFailure(op, "the body uses all its arguments");
  rewriter.modifyOpInPlace(op, [&] {
    body.eraseArguments(unused);
    op->eraseOperands(unused);
    op.setInShardingsAttr(TensorShardingPerValueAttr::get(op.getContext(), shardings));
  });
  return success();
}

/// Removes the propagation edges of ops whose operands and results have no sharding any more. The
/// edges name axes of a mesh, and the verifier takes the mesh from those shardings
/// (verifyPropagationEdges).
void dropEdgesWithoutMesh(ArrayRef<Operation *> ops, PatternRewriter &rewriter) {
  for (Operation *op : ops) {
    bool hasMesh = llvm::any_of(op->getOperands(), [](Value v) { return bool(getSharding(v)); }) ||
                   llvm::any_of(op->getResults(), [](Value v) { return bool(getSharding(v)); });
    if (!hasMesh && op->hasAttr(kPropagationEdgesAttr))
      rewriter.modifyOpInPlace(op, [&] { op->removeDiscardableAttr(kPropagationEdgesAttr); });
  }
}

/// Replaces a manual computation by its body if all manual axes have size 1: local values are then
/// global values.
LogicalResult inlineTrivial(ManualComputationOp op, PatternRewriter &rewriter) {
  MeshAttr mesh;
  for (TensorShardingPerValueAttr list : {op.getInShardings(), op.getOutShardings()})
    for (TensorShardingAttr sharding : list.getShardings())
      if (!mesh || mesh.empty())
        mesh = sharding.getMesh(op);
  for (StringAttr axis : op.getManualAxes().getValue())
    if (!mesh || !mesh.hasAxis(axis.getValue()) || mesh.getAxisSize(axis.getValue()) != 1)
      return rewriter.notifyMatchFailure(op, "there are devices along the manual axes");
  Block &body = op.getBody().front();
  Operation *terminator = body.getTerminator();
  // A returned argument becomes the operand here, because inlining the body deletes its arguments.
  SmallVector<Value> returned;
  for (Value value : terminator->getOperands()) {
    auto argument = llvm::dyn_cast<BlockArgument>(value);
    returned.push_back(argument ? op.getTensors()[argument.getArgNumber()] : value);
  }
  rewriter.eraseOp(terminator);
  SmallVector<Operation *> inlined(llvm::make_pointer_range(body));
  llvm::append_range(inlined, op->getUsers());
  rewriter.inlineBlockBefore(&body, op, op.getTensors());
  rewriter.replaceOp(op, returned);
  dropEdgesWithoutMesh(inlined, rewriter);
  return success();
}

/// Removes a manual computation without operands, results and ops.
LogicalResult eraseEmpty(ManualComputationOp op, PatternRewriter &rewriter) {
  if (op.getNumOperands() || op.getNumResults() || !llvm::hasSingleElement(op.getBody().front()))
    return rewriter.notifyMatchFailure(op, "it computes something");
  rewriter.eraseOp(op);
  return success();
}

/// Whether no dim has an axis in the list: [{}, {}].
bool allEmpty(ListOfAxisRefListsAttr lists) {
  return llvm::all_of(lists.getValue(), [](AxisRefListAttr list) { return list.empty(); });
}
/// Whether the collective names no axes and so returns its operand.
bool movesNothing(AllGatherOp op) { return allEmpty(op.getGatheringAxes()); }
bool movesNothing(AllSliceOp op) { return allEmpty(op.getSlicingAxes()); }
bool movesNothing(AllReduceOp op) { return op.getReductionAxes().empty(); }
bool movesNothing(ReduceScatterOp op) { return allEmpty(op.getReduceScatterAxes()); }
/// A collective_permute names no axes; it moves nothing if its operand already has the sharding of
/// its result.
bool movesNothing(CollectivePermuteOp op) {
  return isEquivalent(getSharding(op.getTensor()), op.getOutSharding());
}

/// all_gather [{}, {}] x -> x, and the same for the other collectives above.
template <class Op> LogicalResult dropTrivial(Op op, PatternRewriter &rewriter) {
  if (!movesNothing(op))
    return rewriter.notifyMatchFailure(op, "it moves data");
  rewriter.replaceOp(op, op.getTensor());
  return success();
}

/// all_slice(all_gather(x)) -> x, if both name the same axes per dim.
LogicalResult sliceOfGather(AllSliceOp op, PatternRewriter &rewriter) {
  auto gather = op.getTensor().getDefiningOp<AllGatherOp>();
  if (!gather || gather.getGatheringAxes() != op.getSlicingAxes())
    return rewriter.notifyMatchFailure(op, "no all_gather of the same axes before");
  rewriter.replaceOp(op, gather.getTensor());
  return success();
}

/// all_reduce(replicated_to_unreduced(x)) -> x, if both name the same axes.
LogicalResult reduceOfReplicated(AllReduceOp op, PatternRewriter &rewriter) {
  auto inner = op.getTensor().getDefiningOp<ReplicatedToUnreducedOp>();
  if (!inner || inner.getAxes() != op.getReductionAxes())
    return rewriter.notifyMatchFailure(op, "no replicated_to_unreduced of the same axes before");
  rewriter.replaceOp(op, inner.getTensor());
  return success();
}

/// all_reduce(sharded_to_unreduced(x)) -> all_gather(x), if both name the same axes in all.
LogicalResult reduceOfSharded(AllReduceOp op, PatternRewriter &rewriter) {
  auto inner = op.getTensor().getDefiningOp<ShardedToUnreducedOp>();
  if (!inner)
    return rewriter.notifyMatchFailure(op, "no sharded_to_unreduced before");
  SmallVector<AxisRefAttr> moved;
  for (AxisRefListAttr list : inner.getAxes().getValue())
    llvm::append_range(moved, list.getValue());
  sortAndMergeAxes(moved, op.getOutSharding().getMesh(op));
  if (ArrayRef(moved) != op.getReductionAxes().getValue())
    return rewriter.notifyMatchFailure(
        op, "it reduces over other axes than the sharded_to_unreduced before moved");
  rewriter.replaceOpWithNewOp<AllGatherOp>(op, op.getType(), inner.getTensor(), inner.getAxes(),
                                           op.getOutSharding());
  return success();
}

/// Merges two all_to_all ops into one, if the moves have no dim in common:
///   all_to_all(all_to_all(x, {"b"}: 0->2), {"c"}: 1->3) -> all_to_all(x, {"b"}: 0->2, {"c"}: 1->3)
/// The verifier demands that the moves are sorted by source dim.
LogicalResult mergeMoves(AllToAllOp op, PatternRewriter &rewriter) {
  auto inner = op.getTensor().getDefiningOp<AllToAllOp>();
  if (!inner || !inner->hasOneUse())
    return rewriter.notifyMatchFailure(op, "no all_to_all with this single use before");
  SmallVector<AllToAllParamAttr> params(inner.getParams().getValue());
  llvm::append_range(params, op.getParams().getValue());
  llvm::SmallDenseSet<int64_t> dims;
  // No dim may be a source or target twice: 0->2 then 1->2 would depend on the order of the moves.
  for (AllToAllParamAttr param : params)
    if (!dims.insert(param.getSrcDim()).second || !dims.insert(param.getTgtDim()).second)
      return rewriter.notifyMatchFailure(op, "both move axes of one dim");
  llvm::sort(params, [](AllToAllParamAttr l, AllToAllParamAttr r) {
    return l.getSrcDim() < r.getSrcDim();
  });
  rewriter.modifyOpInPlace(op, [&] {
    op.getTensorMutable().assign(inner.getTensor());
    op.setParamsAttr(AllToAllParamListAttr::get(op.getContext(), params));
  });
  rewriter.eraseOp(inner);
  return success();
}

/// Removes an all_to_all without users. Collectives have side effects, so dead-code elimination
/// keeps them.
LogicalResult dropUnused(AllToAllOp op, PatternRewriter &rewriter) {
  if (!op.use_empty())
    return rewriter.notifyMatchFailure(op, "it is used");
  rewriter.eraseOp(op);
  return success();
}

/// The slicing axes of a dim in two parts: the leading axes that the all_reduce reduces over, which
/// a reduce_scatter can scatter, and the rest.
///   reduced {"a", "b"}, sliced {"a", "d"} -> {"a"}, {"d"}
struct SlicedDim {
  SmallVector<AxisRefAttr> scattered, rest;
};
SlicedDim cutAtReduced(ArrayRef<AxisRefAttr> sliced, ArrayRef<AxisRefAttr> reduced) {
  size_t count =
      llvm::find_if(sliced, [&](AxisRefAttr axis) { return !llvm::is_contained(reduced, axis); }) -
      sliced.begin();
  return {SmallVector<AxisRefAttr>(sliced.take_front(count)),
          SmallVector<AxisRefAttr>(sliced.drop_front(count))};
}

/// The attribute [{...}, {...}] for a list of axes per dim.
ListOfAxisRefListsAttr listOf(MLIRContext *context, ArrayRef<SmallVector<AxisRefAttr>> dims) {
  return ListOfAxisRefListsAttr::get(context,
                                     llvm::map_to_vector(dims, [&](ArrayRef<AxisRefAttr> axes) {
                                       return AxisRefListAttr::get(context, axes);
                                     }));
}

/// The users of an all_reduce in the order of their block, if all of them are all_slice ops with
/// the same axes, the same out_sharding and the same block. Otherwise nothing.
SmallVector<AllSliceOp> sameSlices(AllReduceOp op) {
  SmallVector<AllSliceOp> slices;
  for (Operation *user : op->getUsers()) {
    auto slice = llvm::dyn_cast<AllSliceOp>(user);
    if (!slice || (!slices.empty() && (slice.getSlicingAxes() != slices[0].getSlicingAxes() ||
                                       slice.getOutSharding() != slices[0].getOutSharding() ||
                                       slice->getBlock() != slices[0]->getBlock())))
      return {};
    slices.push_back(slice);
  }
  llvm::sort(slices, [](AllSliceOp l, AllSliceOp r) { return l->isBeforeInBlock(r); });
  return slices;
}

/// Turns an all_reduce and its all_slices into one reduce_scatter, if the slices begin with all of
/// the reduced axes. The axes that are not scattered stay in one all_slice:
///   all_reduce {"a", "b"}, all_slice [{"a", "d"}, {"b", "c"}]
///     -> reduce_scatter [{"a"}, {"b"}], all_slice [{"d"}, {"c"}]
/// The new ops stand at the first slice, because all users of the slices come behind it.
LogicalResult reduceThenSlice(AllReduceOp op, PatternRewriter &rewriter) {
  SmallVector<AllSliceOp> slices = sameSlices(op);
  if (slices.empty())
    return rewriter.notifyMatchFailure(op, "its users are not all one all_slice");
  MeshAttr mesh = op.getOutSharding().getMesh(op);
  ArrayRef<AxisRefAttr> reduced = op.getReductionAxes().getValue();
  SmallVector<SmallVector<AxisRefAttr>> scattered, rest;
  size_t consumed = 0;
  // All reduced axes must be scattered: a reduce_scatter cannot reduce over an axis without
  // scattering it.
  for (AxisRefListAttr list : slices[0].getSlicingAxes().getValue()) {
    SlicedDim cut = cutAtReduced(list.getValue(), reduced);
    consumed += cut.scattered.size();
    scattered.push_back(std::move(cut.scattered));
    rest.push_back(std::move(cut.rest));
  }
  if (reduced.empty() || consumed != reduced.size())
    return rewriter.notifyMatchFailure(op, "the slices do not begin with all of the reduced axes");

  // The sharding between the reduce_scatter and the all_slice of the rest.
  SmallVector<DimensionShardingAttr> dims;
  for (auto [dim, axes] : llvm::zip_equal(op.getOutSharding().getDimShardings(), scattered)) {
    SmallVector<AxisRefAttr> all(dim.getAxes());
    addAxesOrMerge(all, axes, mesh);
    dims.push_back(dim.withAxes(all));
  }
  rewriter.setInsertionPoint(slices[0]);
  // If every slicing axis is scattered, the reduce_scatter gives the sharding of the slices at
  // once.
  bool complete = llvm::all_of(rest, [](ArrayRef<AxisRefAttr> axes) { return axes.empty(); });
  TensorShardingAttr out =
      complete ? slices[0].getOutSharding() : op.getOutSharding().withDimShardings(dims);
  Value value =
      ReduceScatterOp::create(rewriter, op.getLoc(), op.getType(), op.getTensor(),
                              listOf(op.getContext(), scattered), op.getReductionKindAttr(), out);
  if (!complete)
    value = AllSliceOp::create(rewriter, slices[0].getLoc(), op.getType(), value,
                               listOf(op.getContext(), rest), slices[0].getOutSharding());
  for (AllSliceOp slice : slices)
    rewriter.replaceOp(slice, value);
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void ReshardOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<Pattern<ReshardOp, reuseEarlierReshard>>(context);
  patterns.addWithLabel<Pattern<ReshardOp, mergeChain>>({kReshardLabel}, context);
}

void ManualComputationOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  patterns.add(dropUnusedInputs);
  patterns.add(inlineTrivial);
  patterns.add(eraseEmpty);
}

void AllGatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addCollective<AllGatherOp, dropTrivial<AllGatherOp>>(patterns);
}

void AllSliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addCollective<AllSliceOp, dropTrivial<AllSliceOp>, sliceOfGather>(patterns);
}

void AllToAllOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addCollective<AllToAllOp, mergeMoves, dropUnused>(patterns);
}

void CollectivePermuteOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addCollective<CollectivePermuteOp, dropTrivial<CollectivePermuteOp>>(patterns);
}

void AllReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addCollective<AllReduceOp, dropTrivial<AllReduceOp>, reduceOfReplicated, reduceOfSharded,
                reduceThenSlice>(patterns);
}

void ReduceScatterOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *) {
  addCollective<ReduceScatterOp, dropTrivial<ReduceScatterOp>>(patterns);
}

} // namespace spmd::sdy
