// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies the collectives: applying the axes of the op to the sharding of its operand must give
// exactly the stated out_sharding. The rules are those of the Shardy dialect. Whether unreduced
// axes get lost in ops that do not reduce is checked by a pass, sdy-verify-unreduced-axes.
#include "dialects/notes.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

using Axes = SmallVector<AxisRefAttr>;

/// Prints {"a", "b":(1)2} into a message.
void printAxes(InFlightDiagnostic &diag, ArrayRef<AxisRefAttr> axes) {
  diag << "{";
  llvm::interleaveComma(axes, diag, [&](AxisRefAttr axis) { diag << axis.toString(); });
  diag << "}";
}

/// Points at the operand of a collective and shows its sharding.
Notes operandPlacement(Operation *op) {
  TensorShardingAttr in = getShardingInside(op->getOperand(0));
  return in ? Notes{{factNote("the operand has the sharding", op->getOperand(0).getLoc(), in)}}
            : operandNotes(op);
}

/// The shardings of a collective's operand and result, which have one mesh and one rank.
struct Borders {
  TensorShardingAttr in; // never null; fully closed if the operand has no sharding
  TensorShardingAttr out;
  MeshAttr mesh;
};

/// Checks what all collectives share: a valid out_sharding, an operand sharding, one mesh, one
/// rank. An operand without a sharding counts as replicated if `inputMayLackSharding`, otherwise it
/// is an error. A collective_permute may change the device order of the mesh.
template <class Op> FailureOr<Borders> verifyBorders(Op op, bool inputMayLackSharding) {
  TensorShardingAttr out = op.getOutSharding();
  auto error = [&] { return op.emitOpError() << "out_sharding " << out << " "; };
  if (failed(verifySharding(out, op.getType(), op, error)))
    return failure();
  TensorShardingAttr in = getShardingInside(op.getTensor());
  if (!in) {
    if (!inputMayLackSharding)
      return op.emitOpError() << "has an operand without a sharding; only all_slice, all_reduce "
                                 "and reduce_scatter may"
                              << operandNotes(op);
    in = TensorShardingAttr::getFullyClosedLike(out);
  }
  MeshAttr mesh = out.getMesh(op), inMesh = in.getMesh(op);
  bool mayReorder = llvm::isa<CollectivePermuteOp>(op.getOperation());
  if (inMesh && !inMesh.equals(mesh, mayReorder))
    return op.emitOpError() << "takes its operand from the mesh " << inMesh << " to " << mesh
                            << "; a collective stays on one mesh"
                            << symbolNotes(op, in.getMeshOrRef())
                            << symbolNotes(op, out.getMeshOrRef());
  if (in.getRank() != out.getRank())
    return op.emitOpError() << "has an operand sharding of rank " << in.getRank()
                            << " and an out_sharding of rank " << out.getRank()
                            << operandPlacement(op);
  // The sharding of the operand may not have been verified yet, if the operand is defined further
  // down in the text.
  auto inError = [&] {
    return op.emitOpError() << "operand's sharding: the op " << operandPlacement(op);
  };
  bool isKnown = true;
  in.forEachAxisRef([&](AxisRefAttr axis) {
    isKnown = isKnown && succeeded(verifyAxisList(axis, mesh, inError));
  });
  if (!isKnown)
    return failure();
  return Borders{in, out, mesh};
}

/// Compares the computed axes of a dim with those of out_sharding.
LogicalResult expectDim(Operation *op, int64_t dim, ArrayRef<AxisRefAttr> expected,
                        TensorShardingAttr out) {
  ArrayRef<AxisRefAttr> stated = out.getDimSharding(dim).getAxes();
  if (expected == stated)
    return success();
  auto diag = op->emitOpError() << "leaves dim " << dim << " sharded by ";
  printAxes(diag, expected);
  diag << ", but out_sharding says ";
  printAxes(diag, stated);
  return diag << operandPlacement(op);
}

/// `axes` without the suffix `suffix`: ("a", "b") without ("b":(2)2) -> ("a", "b":(1)2). Nothing if
/// `suffix` is no suffix.
std::optional<Axes> removeSuffix(ArrayRef<AxisRefAttr> axes, ArrayRef<AxisRefAttr> suffix,
                                 MeshAttr mesh) {
  std::optional<AxisList> rest = removeSuffix(toAxes(axes, mesh), toAxes(suffix, mesh));
  return rest ? std::optional(toAttrs(*rest, mesh)) : std::nullopt;
}

/// `axes` followed by `suffix`, with consecutive parts merged.
Axes append(ArrayRef<AxisRefAttr> axes, ArrayRef<AxisRefAttr> suffix, MeshAttr mesh) {
  Axes all(axes);
  addAxesOrMerge(all, suffix, mesh);
  return all;
}

/// The axes of all dims in one list.
Axes flatten(ListOfAxisRefListsAttr lists) {
  Axes all;
  for (AxisRefListAttr list : lists.getValue())
    llvm::append_range(all, list.getValue());
  return all;
}

/// Checks a list of axes per dim: as many lists as the value has dims, each valid, no axis in two
/// lists.
LogicalResult verifyDimLists(Operation *op, ListOfAxisRefListsAttr lists, StringRef what,
                             const Borders &borders) {
  if (static_cast<int64_t>(lists.getValue().size()) != borders.out.getRank())
    return op->emitOpError() << "has " << what << " for " << lists.getValue().size()
                             << " dims, the value has " << borders.out.getRank()
                             << operandPlacement(op);
  SmallVector<ArrayRef<AxisRefAttr>> dims;
  for (AxisRefListAttr list : lists.getValue())
    dims.push_back(list.getValue());
  return verifyAxisLists(dims, borders.mesh, [&] {
    return op->emitOpError() << what << ": the op " << symbolNotes(op, borders.out.getMeshOrRef());
  });
}

/// The error for an op that removes axes which are not the innermost ones of a dim.
LogicalResult notASuffix(Operation *op, int64_t dim, ArrayRef<AxisRefAttr> axes,
                         TensorShardingAttr in) {
  auto diag = op->emitOpError() << "takes ";
  printAxes(diag, axes);
  diag << " off dim " << dim << ", which is sharded by ";
  printAxes(diag, in.getDimSharding(dim).getAxes());
  return diag << "; only the innermost axes can be taken" << operandPlacement(op);
}

/// Checks that every dim loses `taken`, its innermost axes:  ["a", "b"] without ["b"] -> ["a"].
LogicalResult expectTaken(Operation *op, const Borders &borders, ListOfAxisRefListsAttr taken) {
  for (auto [dim, list] : llvm::enumerate(taken.getValue())) {
    std::optional<Axes> rest =
        removeSuffix(borders.in.getDimSharding(dim).getAxes(), list.getValue(), borders.mesh);
    if (!rest)
      return notASuffix(op, dim, list.getValue(), borders.in);
    if (failed(expectDim(op, dim, *rest, borders.out)))
      return failure();
  }
  return success();
}

/// Checks that every dim gets `added` as its innermost axes:  ["a"] with ["b"] -> ["a", "b"].
LogicalResult expectAdded(Operation *op, const Borders &borders, ListOfAxisRefListsAttr added) {
  for (auto [dim, list] : llvm::enumerate(added.getValue()))
    if (failed(expectDim(
            op, dim,
            append(borders.in.getDimSharding(dim).getAxes(), list.getValue(), borders.mesh),
            borders.out)))
      return failure();
  return success();
}

/// Checks the reduction of all_reduce and reduce_scatter. If the operand is unreduced along a
/// reduced axis, the op must use the operand's reduction. Reduced axes need not be unreduced;
/// whether other unreduced axes survive is checked by sdy-verify-unreduced-axes.
LogicalResult expectReduced(Operation *op, const Borders &borders, ArrayRef<AxisRefAttr> reduced,
                            ReductionKind kind) {
  // An axis that is not unreduced may be reduced with any reduction.
  bool reducesUnreduced = llvm::any_of(
      reduced, [&](AxisRefAttr axis) { return overlapsAny(axis, borders.in.getUnreducedAxes()); });
  if (reducesUnreduced && kind != borders.in.getReductionKind())
    return op->emitOpError() << "reduces by " << stringifyReductionKind(kind)
                             << " what waits for a "
                             << stringifyReductionKind(borders.in.getReductionKind())
                             << operandPlacement(op);
  return verifyUnreducedChange(borders.in, borders.out, op);
}

/// Checks that operand and result have the same axes in every dim.
LogicalResult expectSameDims(Operation *op, const Borders &borders) {
  for (int64_t dim = 0; dim < borders.out.getRank(); ++dim)
    if (failed(expectDim(op, dim, borders.in.getDimSharding(dim).getAxes(), borders.out)))
      return failure();
  return success();
}

/// Refuses `axes` that overlap axes which the value uses otherwise; `what` names those in the
/// message.
LogicalResult expectNoOverlap(Operation *op, ArrayRef<AxisRefAttr> axes,
                              ArrayRef<AxisRefAttr> others, StringRef what) {
  for (AxisRefAttr axis : axes)
    for (AxisRefAttr other : others)
      if (axis.overlaps(other))
        return op->emitOpError() << "uses axis " << axis.toString() << ", which overlaps " << what
                                 << " " << other.toString() << operandPlacement(op);
  return success();
}

/// The axes of all dims of a sharding.
Axes dimAxes(TensorShardingAttr sharding) {
  Axes all;
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    llvm::append_range(all, dim.getAxes());
  return all;
}

/// Checks a list of axes that must be valid and in the order of the mesh.
LogicalResult verifySortedList(Operation *op, ArrayRef<AxisRefAttr> axes, StringRef what,
                               MeshAttr mesh) {
  if (failed(verifyAxisList(axes, mesh, [&] { return op->emitOpError() << what << ": the op "; })))
    return failure();
  if (isSortedInMeshOrder(axes, mesh))
    return success();
  auto diag = op->emitOpError() << "lists its " << what << " out of the order of the mesh: ";
  printAxes(diag, axes);
  return diag;
}

/// Checks the result of sharded_to_unreduced and replicated_to_unreduced: its unreduced axes are
/// those of the operand and the moved ones, and the reduction is a sum.
LogicalResult expectUnreducedWith(Operation *op, const Borders &borders,
                                  ArrayRef<AxisRefAttr> moved) {
  for (TensorShardingAttr border : {borders.in, borders.out})
    if (!border.getUnreducedAxes().empty() && border.getReductionKind() != ReductionKind::SUM)
      return op->emitOpError()
             << "makes axes unreduced for a sum, so its operand and result cannot wait for a "
             << stringifyReductionKind(border.getReductionKind()) << operandPlacement(op);
  Axes expected(borders.in.getUnreducedAxes());
  llvm::append_range(expected, moved);
  sortAndMergeAxes(expected, borders.mesh);
  if (ArrayRef(expected) == borders.out.getUnreducedAxes())
    return success();
  auto diag = op->emitOpError() << "leaves ";
  printAxes(diag, expected);
  diag << " unreduced, but out_sharding says ";
  printAxes(diag, borders.out.getUnreducedAxes());
  return diag << operandPlacement(op);
}

/// Checks the moves of an all_to_all one after the other: each takes the innermost axes of its
/// source dim and appends them to its target dim. No dim occurs twice, and source dims ascend.
LogicalResult verifyMoves(AllToAllOp op, const Borders &borders) {
  SmallVector<Axes> dims;
  for (DimensionShardingAttr dim : borders.in.getDimShardings())
    dims.emplace_back(dim.getAxes());
  llvm::SmallDenseSet<int64_t> used;
  int64_t lastSource = -1;
  for (AllToAllParamAttr param : op.getParams().getValue()) {
    for (int64_t dim : {param.getSrcDim(), param.getTgtDim()}) {
      if (dim < 0 || dim >= borders.out.getRank())
        return op.emitOpError() << "names dim " << dim << " of a value of rank "
                                << borders.out.getRank() << operandPlacement(op);
      if (!used.insert(dim).second)
        return op.emitOpError() << "names dim " << dim << " twice";
    }
    if (param.getSrcDim() <= lastSource)
      return op.emitOpError() << "moves from dim " << param.getSrcDim() << " after dim "
                              << lastSource << "; source dims must ascend";
    lastSource = param.getSrcDim();
    std::optional<Axes> rest = removeSuffix(dims[param.getSrcDim()], param.getAxes(), borders.mesh);
    if (!rest)
      return notASuffix(op, param.getSrcDim(), param.getAxes(), borders.in);
    dims[param.getSrcDim()] = *rest;
    dims[param.getTgtDim()] = append(dims[param.getTgtDim()], param.getAxes(), borders.mesh);
  }
  for (auto [dim, axes] : llvm::enumerate(dims))
    if (failed(expectDim(op, dim, axes, borders.out)))
      return failure();
  return success();
}

} // namespace

/// all_gather [{"b"}] of [{"a", "b"}] -> [{"a"}].
LogicalResult AllGatherOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, false);
  if (failed(borders) ||
      failed(verifyDimLists(*this, getGatheringAxes(), "gathering axes", *borders)))
    return failure();
  return expectTaken(*this, *borders, getGatheringAxes());
}

/// all_slice [{"b"}] of [{"a"}] -> [{"a", "b"}].
LogicalResult AllSliceOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, true);
  if (failed(borders) || failed(verifyDimLists(*this, getSlicingAxes(), "slicing axes", *borders)))
    return failure();
  return expectAdded(*this, *borders, getSlicingAxes());
}

/// all_to_all [{"b"}: 0->1] of [{"a", "b"}, {}] -> [{"a"}, {"b"}].
LogicalResult AllToAllOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, false);
  if (failed(borders))
    return failure();
  if (getParams().getValue().empty())
    return emitOpError() << "moves nothing; leave it out";
  SmallVector<ArrayRef<AxisRefAttr>> moved;
  for (AllToAllParamAttr param : getParams().getValue())
    moved.push_back(param.getAxes());
  if (failed(verifyAxisLists(moved, borders->mesh,
                             [&] {
                               return emitOpError()
                                      << "params: the op "
                                      << symbolNotes(*this, getOutSharding().getMeshOrRef());
                             })) ||
      failed(verifyMoves(*this, *borders)))
    return failure();
  return success();
}

/// collective_permute of [{"a"}] -> [{"b"}], if "a" and "b" have the same size. Every dim keeps its
/// number of shards, so [{}, {"b"}] -> [{"b"}, {}] is refused.
LogicalResult CollectivePermuteOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, false);
  if (failed(borders))
    return failure();
  for (int64_t dim = 0; dim < borders->out.getRank(); ++dim) {
    int64_t before = borders->in.getDimSharding(dim).getShardedSize(borders->mesh);
    int64_t after = borders->out.getDimSharding(dim).getShardedSize(borders->mesh);
    if (before != after)
      return emitOpError() << "has " << before << " shards of dim " << dim << " before and "
                           << after << " after; a permutation keeps their number"
                           << operandPlacement(*this);
  }
  return success();
}

/// all_reduce {"b"} of <[{"a"}], unreduced={"b"}> -> <[{"a"}]>. An axis that shards the value or is
/// replicated cannot be reduced over, and none may stay unreduced.
LogicalResult AllReduceOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, true);
  ArrayRef<AxisRefAttr> axes = getReductionAxes().getValue();
  if (failed(borders) || failed(verifySortedList(*this, axes, "reduction axes", borders->mesh)) ||
      failed(expectSameDims(*this, *borders)) ||
      failed(
          expectNoOverlap(*this, axes, dimAxes(borders->in), "an axis of the operand's dims,")) ||
      failed(
          expectNoOverlap(*this, axes, borders->in.getReplicatedAxes(), "the replicated axis")) ||
      failed(expectNoOverlap(*this, axes, borders->out.getUnreducedAxes(),
                             "the still unreduced axis")))
    return failure();
  return expectReduced(*this, *borders, axes, getReductionKind());
}

/// reduce_scatter [{"b"}] of <[{"a"}], unreduced={"b"}> -> <[{"a", "b"}]>.
LogicalResult ReduceScatterOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, true);
  if (failed(borders) ||
      failed(verifyDimLists(*this, getReduceScatterAxes(), "reduce_scatter axes", *borders)) ||
      failed(expectAdded(*this, *borders, getReduceScatterAxes())))
    return failure();
  return expectReduced(*this, *borders, flatten(getReduceScatterAxes()), getReductionKind());
}

/// sharded_to_unreduced [{"b"}] of <[{"a", "b"}]> -> <[{"a"}], unreduced={"b"}>.
LogicalResult ShardedToUnreducedOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, false);
  if (failed(borders) || failed(verifyDimLists(*this, getAxes(), "axes", *borders)) ||
      failed(expectTaken(*this, *borders, getAxes())))
    return failure();
  return expectUnreducedWith(*this, *borders, flatten(getAxes()));
}

/// replicated_to_unreduced {"b"} of <[{"a"}]> -> <[{"a"}], unreduced={"b"}>.
LogicalResult ReplicatedToUnreducedOp::verify() {
  FailureOr<Borders> borders = verifyBorders(*this, false);
  ArrayRef<AxisRefAttr> axes = getAxes().getValue();
  if (failed(borders))
    return failure();
  if (axes.empty())
    return emitOpError() << "names no axis; leave it out";
  if (failed(verifySortedList(*this, axes, "axes", borders->mesh)) ||
      failed(expectSameDims(*this, *borders)) ||
      failed(
          expectNoOverlap(*this, axes, dimAxes(borders->in), "an axis of the operand's dims,")) ||
      failed(expectNoOverlap(*this, axes, borders->in.getUnreducedAxes(),
                             "the already unreduced axis")))
    return failure();
  return expectUnreducedWith(*this, *borders, axes);
}

} // namespace spmd::sdy
