// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies collectives, infers their types and builds them. C numbers are constraints of each op in
// the StableHLO specification. Constraints on groups are in groups.h.
#include "dialects/notes.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"
#include <set>

using namespace mlir;

namespace spmd::stablehlo {

static int64_t channelId(std::optional<ChannelHandleAttr> channel) {
  return channel ? channel->getHandle() : 0;
}

/// Verifies that use_global_device_ids stands with a channel and with groups that list the ids.
template <class Op> static LogicalResult verifyGlobalIds(Op op, int64_t leastChannel = 1) {
  if (!op.getUseGlobalDeviceIds())
    return success();
  if (int64_t channel = channelId(op.getChannelHandle()); channel < leastChannel)
    return op.emitOpError("uses global device ids with channel ")
           << channel << "; the channel must be " << leastChannel << " or more";
  auto ids = dyn_cast<DenseIntElementsAttr>(op.getReplicaGroups());
  if (ids && ids.empty())
    return op.emitOpError(
        "uses global device ids and has no replica_groups; the groups must list the ids");
  return success();
}

/// Returns the size of the groups; nothing in the mode where groups run over all partitions too.
template <class Op>
static std::optional<int64_t> memberCount(Op op, SymbolTableCollection &symbols) {
  if (channelId(op.getChannelHandle()) > 0 && !op.getUseGlobalDeviceIds() &&
      isa<DenseIntElementsAttr>(op.getReplicaGroups()))
    return std::nullopt;
  return groupSize(op, op.getReplicaGroups(), symbols);
}

/// Verifies that the operands' element types are promotable to that of the one computation.
static LogicalResult verifyComputation(Operation *op, Region &computation, ValueRange operands) {
  for (Value operand : operands)
    if (failed(verifyReducer(op, computation.front(), operand.getType(), operand.getType(),
                             "computation")))
      return failure();
  return success();
}

static LogicalResult verifyDim(Operation *op, StringRef name, int64_t dim, RankedTensorType type) {
  if (dim < type.getRank())
    return success();
  return op->emitOpError("has ") << name << " " << dim << "; operand " << type << " has dims 0 to "
                                 << type.getRank() - 1 << operandNotes(op);
}

/// C6 of all_gather for one operand, C1 and C8 of reduce_scatter: the dim grows or shrinks by the
/// factor `members` (0: any whole factor), the other dims keep their sizes. Along dim 0, 4 members:
///   all_gather tensor<2x3xf32> -> tensor<8x3xf32>;  reduce_scatter the other way round
static LogicalResult verifyResized(Operation *op, Value operandValue, Type resultType, int64_t dim,
                                   int64_t members) {
  bool gathers = isa<AllGatherOp>(op);
  auto operand = tensorOf(operandValue), result = cast<RankedTensorType>(resultType);
  auto mismatch = [&]() -> InFlightDiagnostic {
    return op->emitOpError(gathers ? "gathers " : "scatters ")
           << operand << " along dim " << dim << " to " << result
           << typeNote("operand", operandValue);
  };
  if (result.getRank() != operand.getRank())
    return mismatch() << "; the ranks must be equal";
  for (int64_t d = 0; d < operand.getRank(); ++d)
    if (d != dim && !areCompatibleSizes(operand.getDimSize(d), result.getDimSize(d)))
      return mismatch() << "; dim " << d << " must keep its size";
  int64_t part = operand.getDimSize(dim), whole = result.getDimSize(dim);
  if (!gathers)
    std::swap(part, whole);
  if (ShapedType::isDynamic(part) || ShapedType::isDynamic(whole))
    return success();
  if (part == 0 || (whole == 0 && !gathers))
    return mismatch() << "; a dim of size 0 cannot be " << (gathers ? "gathered" : "scattered");
  if (members ? whole != part * members : whole % part != 0) {
    InFlightDiagnostic diag = mismatch() << "; size " << whole << " must be ";
    return members ? diag << members << " times " << part : diag << "a multiple of " << part;
  }
  return success();
}

// C1 to C6 without the group size. C5 as implementations have it: a channel of 0 is admitted.
LogicalResult AllGatherOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups(), {.equalSizes = true})) ||
      failed(verifyGlobalIds(*this, 0)))
    return failure();
  if (getNumOperands() == 0 || getNumOperands() != getNumResults())
    return emitOpError("has ") << getNumOperands() << " operands and " << getNumResults()
                               << " results; there must be one result for each operand";
  for (auto [operand, result] : llvm::zip_equal(getOperands(), getResultTypes()))
    if (failed(verifyDim(*this, "all_gather_dim", getAllGatherDim(), tensorOf(operand))) ||
        failed(verifyResized(*this, operand, result, getAllGatherDim(), 0)))
      return failure();
  return success();
}

/// The dim grows by the number of members of a group, which may be known only from the mesh.
LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyGroupMesh(*this, getReplicaGroups(), symbols)))
    return failure();
  if (std::optional<int64_t> members = memberCount(*this, symbols))
    for (auto [operand, result] : llvm::zip_equal(getOperands(), getResultTypes()))
      if (failed(verifyResized(*this, operand, result, getAllGatherDim(), *members)))
        return failure();
  return success();
}

/// The results have the shapes of the operands and the element type that the computation returns.
static FailureOr<SmallVector<Type>> reducedTypes(std::optional<Location> location,
                                                 ValueRange operands, Region &computation) {
  FailureOr<Type> element = reducerElementType(location, computation, "computation");
  if (failed(element))
    return failure();
  return llvm::map_to_vector(operands, [&](Value v) { return withElements(v, *element); });
}

FailureOr<SmallVector<Type>> AllReduceOp::inferTypes(Adaptor adaptor,
                                                     std::optional<Location> location) {
  return reducedTypes(location, adaptor.getOperands(), adaptor.getComputation());
}

/// Builds an all_reduce whose region is one op on two elements, given by its name.
void AllReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange operands,
                        StringRef reducer, Attribute replicaGroups, ChannelHandleAttr channel,
                        bool useGlobalDeviceIds) {
  state.addOperands(operands);
  state.addTypes(operands.getTypes());
  auto &properties = state.getOrAddProperties<Properties>();
  properties.setReplicaGroups(replicaGroups);
  properties.setChannelHandle(channel);
  properties.setUseGlobalDeviceIds(useGlobalDeviceIds ? builder.getUnitAttr() : nullptr);
  addReducer(builder, state.location, *state.addRegion(), reducer,
             getElementTypeOrSelf(operands.front()));
}

// C1 to C3: groups, C4: global ids, C5: computation.
LogicalResult AllReduceOp::verify() {
  if (getNumOperands() == 0)
    return emitOpError("has no operand; there must be at least one");
  if (failed(verifyGroups(*this, getReplicaGroups(), {})) || failed(verifyGlobalIds(*this)))
    return failure();
  return verifyComputation(*this, getComputation(), getOperands()); // C5
}

/// C3 and C4 of collective_broadcast, C3 of collective_reduce: with a dynamic root, the last
/// operand lists one i32 root per data operand.
static LogicalResult verifyRoot(std::optional<Location> location, ValueRange operands,
                                bool dynamicRoot) {
  if (operands.size() < (dynamicRoot ? 2 : 1))
    return emitOptionalError(location, "has ", operands.size(), " operands, ",
                             dynamicRoot ? "with a dynamic root there are at least 2"
                                         : "there is at least 1");
  if (!dynamicRoot)
    return success();
  auto roots = cast<RankedTensorType>(operands.back().getType());
  int64_t count = operands.size() - 1;
  if (isVectorOf(roots, kI32) && areCompatibleSizes(roots.getDimSize(0), count))
    return success();
  return emitOptionalError(location, "has roots of type ", roots, ", ", count,
                           " data operands need tensor<", count, "xi32>",
                           typeNote("roots", operands.back()));
}

/// The root, if it is an operand, comes last and has no result.
FailureOr<SmallVector<Type>> CollectiveReduceOp::inferTypes(Adaptor adaptor,
                                                            std::optional<Location> location) {
  ValueRange operands = adaptor.getOperands();
  if (failed(verifyRoot(location, operands, adaptor.getHasDynamicRoot())))
    return failure();
  return reducedTypes(location, adaptor.getHasDynamicRoot() ? operands.drop_back() : operands,
                      adaptor.getComputation());
}

LogicalResult CollectiveReduceOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups(), {.dense = false})) || // C1, C2
      failed(verifyGlobalIds(*this)))
    return failure();
  ValueRange data = getOperands(); // C4 for the data operands
  return verifyComputation(*this, getComputation(), getHasDynamicRoot() ? data.drop_back() : data);
}

void ReduceScatterOp::build(OpBuilder &builder, OperationState &state, Type result, Value operand,
                            int64_t scatterDimension, StringRef reducer, Attribute replicaGroups,
                            ChannelHandleAttr channel, bool useGlobalDeviceIds) {
  state.addOperands(operand);
  state.addTypes(result);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.setScatterDimension(builder.getI64IntegerAttr(scatterDimension));
  properties.setReplicaGroups(replicaGroups);
  properties.setChannelHandle(channel);
  properties.setUseGlobalDeviceIds(useGlobalDeviceIds ? builder.getUnitAttr() : nullptr);
  addReducer(builder, state.location, *state.addRegion(), reducer, getElementTypeOrSelf(operand));
}

// The conditions are, in order, C2, C3 to C5, C6, C1 and C8, C7.
LogicalResult ReduceScatterOp::verify() {
  auto operand = tensorOf(getOperand());
  if (failed(verifyDim(*this, "scatter_dimension", getScatterDimension(), operand)) ||
      failed(verifyGroups(*this, getReplicaGroups(), {.equalSizes = true})) ||
      failed(verifyGlobalIds(*this)) ||
      failed(verifyResized(*this, getOperand(), getResult().getType(), getScatterDimension(), 0)) ||
      failed(verifyComputation(*this, getComputation(), getOperand())))
    return failure();
  Type element = getElementTypeOrSelf(getComputation().front().back().getOperand(0));
  if (getElementTypeOrSelf(getResult()) != element) // C9
    return emitOpError("has a result of type ")
           << getResult().getType() << "; its computation gives elements of type " << element
           << operandNotes(*this);
  return success();
}

LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyGroupMesh(*this, getReplicaGroups(), symbols)))
    return failure();
  std::optional<int64_t> members = memberCount(*this, symbols);
  return members ? verifyResized(*this, getOperand(), getResult().getType(), getScatterDimension(),
                                 *members)
                 : success();
}

// split dim 0, concat dim 1, 4 parts: tensor<8x3xf32> -> tensor<2x12xf32>; bounds change alike.
FailureOr<SmallVector<Type>> AllToAllOp::inferTypes(Adaptor adaptor,
                                                    std::optional<Location> location) {
  int64_t split = adaptor.getSplitDimension(), concat = adaptor.getConcatDimension(),
          count = adaptor.getSplitCount();
  if (adaptor.getOperands().empty())
    return emitOptionalError(location, "has no operand, there must be at least one");
  SmallVector<Type> types;
  for (Type type : adaptor.getOperands().getTypes()) {
    auto operand = cast<RankedTensorType>(type);
    for (auto [name, dim] :
         {std::pair("split_dimension", split), std::pair("concat_dimension", concat)})
      if (dim < 0 || dim >= operand.getRank()) // C1, C3
        return emitOptionalError(location, name, " is ", dim, ", operand ", operand,
                                 " has dims 0 to ", operand.getRank() - 1,
                                 operandNotes(adaptor.getOperands()));
    SmallVector<int64_t> shape(operand.getShape()), bounds = boundsOf(operand);
    if (!ShapedType::isDynamic(shape[split]) && shape[split] % count != 0) // C2
      return emitOptionalError(location, "splits dim ", split, " of ", operand, " in ", count,
                               " parts, its size must be a multiple of that",
                               operandNotes(adaptor.getOperands()));
    for (SmallVector<int64_t> *sizes : {&shape, &bounds}) { // C9
      if (split == concat)
        continue;
      if (!ShapedType::isDynamic((*sizes)[split]))
        (*sizes)[split] /= count;
      if (!ShapedType::isDynamic((*sizes)[concat]))
        (*sizes)[concat] *= count;
    }
    types.push_back(tensorType(shape, bounds, operand.getElementType()));
  }
  return types;
}

// C5 to C7: groups.
LogicalResult AllToAllOp::verify() {
  return verifyGroups(*this, getReplicaGroups(), {.equalSizes = true});
}

// C8: split_count is the group size.
LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (failed(verifyGroupMesh(*this, getReplicaGroups(), symbols)))
    return failure();
  std::optional<int64_t> members = groupSize(*this, getReplicaGroups(), symbols);
  if (!members || *members == int64_t(getSplitCount()))
    return success();
  auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(getReplicaGroups());
  return emitOpError("splits in ") << getSplitCount() << " parts among groups of " << *members
                                   << "; the numbers must be equal"
                                   << symbolNotes(*this, axes ? axes.getMesh() : Attribute());
}

FailureOr<SmallVector<Type>> CollectiveBroadcastOp::inferTypes(Adaptor adaptor,
                                                               std::optional<Location> location) {
  ValueRange operands = adaptor.getOperands();
  if (failed(verifyRoot(location, operands, adaptor.getHasDynamicRoot())))
    return failure();
  ValueRange sent = adaptor.getHasDynamicRoot() ? operands.drop_back() : operands;
  return llvm::to_vector(sent.getTypes()); // C3 to C5
}

LogicalResult CollectiveBroadcastOp::verify() {
  return verifyGroups(*this, getReplicaGroups(), {.dense = false});
}

// C1 to C4: rows are (source, target), each source and each target stands once.
LogicalResult CollectivePermuteOp::verify() {
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  if (pairs.getType().getRank() != 2 || pairs.getType().getDimSize(1) != 2) // C1
    return emitOpError("has source_target_pairs of type ")
           << pairs.getType() << "; it is a matrix of two columns, source and target";
  // std::set, since a DenseSet reserves two values for itself, and the text may state any number.
  std::set<int64_t> seen[2];
  for (auto [i, value] : llvm::enumerate(pairs.getValues<APInt>())) {
    int64_t id = value.getSExtValue();
    StringRef role = i % 2 ? "target" : "source";
    if (id < 0) // C4
      return emitOpError("has the ") << role << " " << id << "; ids are 0 or more";
    if (!seen[i % 2].insert(id).second) // C2, C3
      return emitOpError("has the ") << role << " " << id << " twice; each may stand once";
  }
  return success();
}

LogicalResult CrossReplicaSumOp::verify() { return verifyGroups(*this, getReplicaGroups(), {}); }

} // namespace spmd::stablehlo

#include "dialects/stablehlo/collective.ops.inc"
