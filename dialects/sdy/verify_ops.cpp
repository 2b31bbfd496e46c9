// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies the ops of ops.td. The file is apart from verify.cpp, which checks attributes on any op.
// The rules are those of the Shardy dialect.
#include "dialects/notes.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// The value that enters a chain of propagation barriers and optimization barriers. A barrier does
/// not change a value, so a reshard behind it is compared with the sharding in front of it. An
/// optimization barrier with a sharding of its own ends the chain.
Value lookThroughBarriers(Value value) {
  while (auto result = llvm::dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (auto barrier = llvm::dyn_cast<PropagationBarrierOp>(op))
      value = barrier.getInput();
    else if (isDataFlowOp(op) && !op->getNumRegions() && !getSharding(value))
      value = op->getOperand(result.getResultNumber());
    else
      break;
  }
  return value;
}

/// Checks a constraint or a reshard: the sharding fits the type, and the unreduced axes change as
/// verifyUnreducedChange allows.
template <class Op> LogicalResult verifyPlacement(Op op) {
  TensorShardingAttr sharding = op.getSharding();
  auto error = [&] { return op.emitOpError() << "the sharding " << sharding << " "; };
  if (failed(verifySharding(sharding, op.getType(), op, error)))
    return failure();
  return verifyUnreducedChange(getSharding(lookThroughBarriers(op.getInput())), sharding, op);
}

/// Checks what both kinds of edges demand of their input: a static shape, and no other user. The
/// edge stands for all uses of its input.
LogicalResult verifyEdgeInput(Operation *op, Value input) {
  auto type = llvm::cast<ShapedType>(input.getType());
  if (!type.hasStaticShape())
    return op->emitOpError() << "is on the dynamic type " << type << "; edges need static shapes"
                             << originNote("the input", input);
  if (!input.hasOneUse())
    return op->emitOpError() << "must be the only user of its input, which has "
                             << std::distance(input.use_begin(), input.use_end())
                             << originNote("the input", input);
  return success();
}

/// Checks that manual axes come first in every dim. The body sees the rest of the dim's axes, which
/// must be the minor part: [{"manual", "free"}] is valid, [{"free", "manual"}] is not.
LogicalResult verifyManualFirst(TensorShardingAttr sharding, ManualAxesAttr manual, ErrorAt error) {
  for (auto [dim, dimSharding] : llvm::enumerate(sharding.getDimShardings())) {
    AxisRefAttr free;
    for (AxisRefAttr axis : dimSharding.getAxes()) {
      if (!manual.containsAxis(axis.getName()))
        free = axis;
      else if (free)
        return error() << "has the manual axis " << axis.toString() << " after the free axis "
                       << free.toString() << " at dim " << dim << "; manual axes come first";
    }
  }
  return success();
}

/// The type of a value inside the body: every dim divided by its manual axes.
///   tensor<8x8>, [{"a"}, {"b"}], manual {"a"}, a=2 -> tensor<4x8>
/// Dims that do not divide are an error. Dynamic dims stay dynamic.
FailureOr<Type> manualLocalType(Type global, TensorShardingAttr sharding, ManualAxesAttr manual,
                                MeshAttr mesh, ErrorAt error) {
  auto ranked = llvm::dyn_cast<RankedTensorType>(global);
  if (!ranked || sharding.getRank() != ranked.getRank())
    return global;
  SmallVector<int64_t> shape(ranked.getShape());
  // Parts of a manual axis count as manual, too: the name decides.
  for (auto [dim, dimSharding] : llvm::enumerate(sharding.getDimShardings())) {
    int64_t parts = 1;
    for (AxisRefAttr axis : dimSharding.getAxes())
      if (manual.containsAxis(axis.getName()))
        parts *= axis.getSize(mesh);
    if (ShapedType::isDynamic(shape[dim]))
      continue;
    if (shape[dim] % parts != 0)
      return error() << "divides dim " << dim << " of size " << shape[dim] << " into " << parts
                     << " parts along manual axes; the size must be a multiple of the parts";
    shape[dim] /= parts;
  }
  return Type(RankedTensorType::get(shape, ranked.getElementType(), ranked.getEncoding()));
}

/// Checks the operands of a manual computation against its block arguments, or its results against
/// the values that the body returns: their number, their shardings, and their local types.
LogicalResult verifyBorder(ManualComputationOp op, StringRef what, ValueRange global,
                           ValueRange local, TensorShardingPerValueAttr shardings,
                           StringRef localWhat) {
  if (global.size() != local.size())
    return op.emitOpError() << "has " << global.size() << " " << what << "s, but its body has "
                            << local.size() << " " << localWhat << "s";
  if (failed(verifyShardings(shardings, global.getTypes(), op, what)))
    return failure();
  for (auto [index, sharding, globalType, localType] :
       llvm::enumerate(shardings.getShardings(), global.getTypes(), local.getTypes())) {
    auto error = [&, i = index, s = sharding] {
      return op.emitOpError() << what << " " << i << ": the sharding " << s << " "
                              << valueNotes(op, what, i);
    };
    if (failed(verifyManualFirst(sharding, op.getManualAxes(), error)))
      return failure();
    FailureOr<Type> expected =
        manualLocalType(globalType, sharding, op.getManualAxes(), sharding.getMesh(op), error);
    if (failed(expected))
      return failure();
    if (*expected != localType)
      return op.emitOpError() << what << " " << index << " of type " << globalType << " is "
                              << *expected << " inside by its manual axes, but the body's "
                              << localWhat << " has type " << localType
                              << typeNotes({what, localWhat}, {global[index], local[index]});
  }
  return success();
}

/// The mesh that all in_shardings and out_shardings share, or an error. Empty meshes agree with any
/// other. Null if there are neither operands nor results.
FailureOr<MeshAttr> verifyOneMesh(ManualComputationOp op) {
  MeshAttr common;
  Attribute name;
  auto visit = [&](TensorShardingAttr sharding) -> LogicalResult {
    MeshAttr mesh = sharding.getMesh(op);
    if (!mesh || (mesh.empty() && common))
      return success();
    if (common && !common.empty() && common != mesh)
      return op.emitOpError() << "has shardings on the meshes " << common << " and " << mesh
                              << "; they must agree" << symbolNotes(op, name)
                              << symbolNotes(op, sharding.getMeshOrRef());
    common = mesh;
    name = sharding.getMeshOrRef();
    return success();
  };
  for (TensorShardingPerValueAttr list : {op.getInShardings(), op.getOutShardings()})
    for (TensorShardingAttr sharding : list.getShardings())
      if (failed(visit(sharding)))
        return failure();
  return common;
}

/// Checks that the mesh has all manual axes and that no enclosing manual computation has taken one.
LogicalResult verifyManualAxes(ManualComputationOp op) {
  FailureOr<MeshAttr> mesh = verifyOneMesh(op);
  if (failed(mesh))
    return failure();
  for (StringAttr axis : op.getManualAxes().getValue()) {
    if (*mesh && !mesh->hasAxis(axis.getValue()))
      return op.emitOpError() << "has the manual axis " << axis << ", which its mesh " << *mesh
                              << " does not have";
    for (auto parent = op->getParentOfType<ManualComputationOp>(); parent;
         parent = parent->getParentOfType<ManualComputationOp>())
      if (parent.getManualAxes().containsAxis(axis.getValue()))
        return op.emitOpError() << "takes the axis " << axis << ", which is manual already"
                                << factNote("the enclosing manual computation has the manual axes",
                                            parent.getLoc(), parent.getManualAxes());
  }
  return success();
}

} // namespace

/// An axis counts as kept if it overlaps an unreduced axis of the operand.
///   no unreduced -> unreduced={"a"}        valid
///   no unreduced -> unreduced=max{"a"}     error: only a sum can be introduced
///   unreduced=max{"a"} -> unreduced={"a"}  error: the reduction changes
LogicalResult verifyUnreducedChange(TensorShardingAttr from, TensorShardingAttr to, Operation *op) {
  ArrayRef<AxisRefAttr> before = from ? from.getUnreducedAxes() : ArrayRef<AxisRefAttr>();
  if (to.getUnreducedAxes().empty())
    return success();
  StringRef kind = stringifyReductionKind(to.getReductionKind());
  for (AxisRefAttr axis : to.getUnreducedAxes()) {
    bool kept = overlapsAny(axis, before);
    if (kept && from.getReductionKind() != to.getReductionKind())
      return op->emitOpError() << "keeps axis " << axis.toString()
                               << " unreduced, but turns its reduction from "
                               << stringifyReductionKind(from.getReductionKind()) << " into "
                               << kind
                               << factNote("the operand has the sharding",
                                           op->getOperand(0).getLoc(), from);
    if (!kept && to.getReductionKind() != ReductionKind::SUM)
      return op->emitOpError() << "introduces the unreduced axis " << axis.toString()
                               << " with the reduction " << kind << "; only a sum can be introduced"
                               << originNote("the operand", op->getOperand(0));
  }
  return success();
}

LogicalResult ShardingConstraintOp::verify() { return verifyPlacement(*this); }
LogicalResult ReshardOp::verify() { return verifyPlacement(*this); }

LogicalResult PropagationBarrierOp::verify() {
  if (getAllowedDirection() == PropagationDirection::BOTH)
    return emitOpError()
           << "allows BOTH directions, so it bars nothing; use NONE, FORWARD or BACKWARD";
  return success();
}

/// The input must be able to own an edge. Ops of other dialects are not checked, because the
/// dialect does not know their regions; ops of sdy must be data-flow ops.
LogicalResult DataFlowEdgeOp::verify() {
  if (failed(verifyEdgeInput(*this, getInput())))
    return failure();
  Operation *def = getInput().getDefiningOp();
  if (def && def->getDialect() == (*this)->getDialect() && !isDataFlowOp(def))
    return emitOpError() << "is on the result of " << def->getName()
                         << ", which owns no data-flow edge" << originNote("the input", getInput());
  if (!getShardingAttr())
    return success();
  return verifySharding(getShardingAttr(), getType(), *this, [&] {
    return emitOpError() << "the sharding " << getShardingAttr() << " ";
  });
}

/// The input must be an argument of a function or the result of a call.
LogicalResult FuncDataFlowEdgeOp::verify() {
  if (failed(verifyEdgeInput(*this, getInput())))
    return failure();
  bool isCallResult = llvm::isa_and_nonnull<CallOpInterface>(getInput().getDefiningOp());
  auto argument = llvm::dyn_cast<BlockArgument>(getInput());
  bool isFuncArgument =
      argument && llvm::isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!isCallResult && !isFuncArgument)
    return emitOpError() << "must be on an argument of a function or a result of a call"
                         << originNote("the input", getInput());
  return success();
}

/// The mesh is checked only if there are manual axes, as in Shardy.
LogicalResult ManualComputationOp::verify() {
  Operation *terminator = getBody().front().getTerminator();
  if (failed(verifyBorder(*this, "operand", getTensors(), getBody().getArguments(),
                          getInShardings(), "argument")) ||
      failed(verifyBorder(*this, "result", getResults(), terminator->getOperands(),
                          getOutShardings(), "returned value")))
    return failure();
  return getManualAxes().empty() ? success() : verifyManualAxes(*this);
}

/// Operands and arguments, and results and returned values, have the same types, and the shardings
/// fit those types.
LogicalResult NamedComputationOp::verify() {
  if (getBody().getArgumentTypes() != getOperands().getTypes())
    return emitOpError() << "has operands of types " << getOperands().getTypes()
                         << ", but its body takes " << getBody().getArgumentTypes()
                         << indexedNotes("argument", getBody().getArguments());
  Operation *terminator = getBody().front().getTerminator();
  if (terminator->getOperandTypes() != getResultTypes())
    return emitOpError() << "has results of types " << getResultTypes() << ", but its body returns "
                         << terminator->getOperandTypes()
                         << Note{terminator->getLoc(), "the body returns here"};
  if (getInShardingsAttr() &&
      failed(verifyShardings(getInShardingsAttr(), getOperands().getTypes(), *this, "operand")))
    return failure();
  if (getOutShardingsAttr() &&
      failed(verifyShardings(getOutShardingsAttr(), getResultTypes(), *this, "result")))
    return failure();
  return success();
}

/// A module needs no terminator, so MLIR accepts an sdy.return in one; later passes would append
/// ops behind it.
LogicalResult ReturnOp::verify() {
  if (isa<ModuleOp>((*this)->getParentOp()))
    return emitOpError("ends the body of a computation, and stands in a module");
  return success();
}

} // namespace spmd::sdy
