// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the ops of ops.td must satisfy.
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// The value that a barrier chain hands through.
Value lookThroughBarriers(Value value) {
  while (auto result = llvm::dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (auto barrier = llvm::dyn_cast<PropagationBarrierOp>(op))
      value = barrier.getInput();
    else if (op->getName().getStringRef() == "stablehlo.optimization_barrier" &&
             !getSharding(value))
      value = op->getOperand(result.getResultNumber());
    else
      break;
  }
  return value;
}

/// Constraint and reshard: the sharding fits the type, unreduced axes change as they may.
template <class Op> LogicalResult verifyPlacement(Op op) {
  TensorShardingAttr sharding = op.getSharding();
  auto error = [&] { return op.emitOpError() << "the sharding " << sharding << " "; };
  if (failed(verifySharding(sharding, op.getType(), op, error)))
    return failure();
  return verifyUnreducedChange(getSharding(lookThroughBarriers(op.getInput())), sharding, op);
}

LogicalResult verifyEdgeInput(Operation *op, Value input) {
  auto type = llvm::cast<ShapedType>(input.getType());
  if (!type.hasStaticShape())
    return op->emitOpError() << "is on the dynamic type " << type << "; edges need static shapes";
  if (!input.hasOneUse()) {
    auto diag = op->emitOpError() << "must be the only user of its input, which has "
                                  << std::distance(input.use_begin(), input.use_end());
    diag.attachNote(input.getLoc()) << "the input is here";
    return diag;
  }
  return success();
}

/// In each dim manual axes come first, major; the body sees the rest of the sharding.
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

/// The type that the body sees of a value: every dim divided by its manual axes.
FailureOr<Type> manualLocalType(Type global, TensorShardingAttr sharding, ManualAxesAttr manual,
                                MeshAttr mesh, ErrorAt error) {
  auto ranked = llvm::dyn_cast<RankedTensorType>(global);
  if (!ranked || sharding.getRank() != ranked.getRank())
    return global;
  SmallVector<int64_t> shape(ranked.getShape());
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

/// One border of a manual computation: inputs with block arguments, or results with what the body
/// returns.
LogicalResult verifyBorder(ManualComputationOp op, StringRef what, TypeRange global,
                           TypeRange local, TensorShardingPerValueAttr shardings,
                           StringRef localWhat) {
  if (global.size() != local.size())
    return op.emitOpError() << "has " << global.size() << " " << what << "s, but its body has "
                            << local.size() << " " << localWhat << "s";
  if (failed(verifyShardings(shardings, global, op, what)))
    return failure();
  for (auto [index, sharding, globalType, localType] :
       llvm::enumerate(shardings.getShardings(), global, local)) {
    auto error = [&, i = index, s = sharding] {
      return op.emitOpError() << what << " " << i << ": the sharding " << s << " ";
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
                              << localWhat << " has type " << localType;
  }
  return success();
}

/// The mesh of all borders, an empty one where no other is there; null when there are no borders.
FailureOr<MeshAttr> verifyOneMesh(ManualComputationOp op) {
  MeshAttr common;
  auto visit = [&](TensorShardingAttr sharding) -> LogicalResult {
    MeshAttr mesh = sharding.getMesh(op);
    if (!mesh || (mesh.empty() && common))
      return success();
    if (common && !common.empty() && common != mesh)
      return op.emitOpError() << "has shardings on the meshes " << common << " and " << mesh
                              << "; they must agree";
    common = mesh;
    return success();
  };
  for (TensorShardingPerValueAttr list : {op.getInShardings(), op.getOutShardings()})
    for (TensorShardingAttr sharding : list.getShardings())
      if (failed(visit(sharding)))
        return failure();
  return common;
}

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
      if (parent.getManualAxes().containsAxis(axis.getValue())) {
        auto diag = op.emitOpError() << "takes the axis " << axis << ", which is manual already";
        diag.attachNote(parent.getLoc())
            << "the enclosing manual computation has the manual axes " << parent.getManualAxes();
        return diag;
      }
  }
  return success();
}

} // namespace

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
                               << kind;
    if (!kept && to.getReductionKind() != ReductionKind::SUM)
      return op->emitOpError() << "introduces the unreduced axis " << axis.toString()
                               << " with the reduction " << kind
                               << "; only a sum can be introduced";
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

LogicalResult DataFlowEdgeOp::verify() {
  if (failed(verifyEdgeInput(*this, getInput())))
    return failure();
  Operation *def = getInput().getDefiningOp();
  if (def && def->getDialect() == (*this)->getDialect() && !isDataFlowOp(def)) {
    auto diag = emitOpError() << "is on the result of " << def->getName()
                              << ", which owns no data-flow edge";
    diag.attachNote(def->getLoc()) << "the input is defined here";
    return diag;
  }
  if (!getShardingAttr())
    return success();
  return verifySharding(getShardingAttr(), getType(), *this, [&] {
    return emitOpError() << "the sharding " << getShardingAttr() << " ";
  });
}

LogicalResult FuncDataFlowEdgeOp::verify() {
  if (failed(verifyEdgeInput(*this, getInput())))
    return failure();
  bool isCallResult = llvm::isa_and_nonnull<CallOpInterface>(getInput().getDefiningOp());
  auto argument = llvm::dyn_cast<BlockArgument>(getInput());
  bool isFuncArgument =
      argument && llvm::isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!isCallResult && !isFuncArgument)
    return emitOpError() << "must be on an argument of a function or a result of a call";
  return success();
}

LogicalResult ManualComputationOp::verify() {
  Operation *terminator = getBody().front().getTerminator();
  if (failed(verifyBorder(*this, "operand", getTensors().getTypes(), getBody().getArgumentTypes(),
                          getInShardings(), "argument")) ||
      failed(verifyBorder(*this, "result", getResultTypes(), terminator->getOperandTypes(),
                          getOutShardings(), "returned value")))
    return failure();
  return getManualAxes().empty() ? success() : verifyManualAxes(*this);
}

LogicalResult NamedComputationOp::verify() {
  if (getBody().getArgumentTypes() != getOperands().getTypes())
    return emitOpError() << "has operands of types " << getOperands().getTypes()
                         << ", but its body takes " << getBody().getArgumentTypes();
  Operation *terminator = getBody().front().getTerminator();
  if (terminator->getOperandTypes() != getResultTypes())
    return emitOpError() << "has results of types " << getResultTypes() << ", but its body returns "
                         << terminator->getOperandTypes();
  if (getInShardingsAttr() &&
      failed(verifyShardings(getInShardingsAttr(), getOperands().getTypes(), *this, "operand")))
    return failure();
  if (getOutShardingsAttr() &&
      failed(verifyShardings(getOutShardingsAttr(), getResultTypes(), *this, "result")))
    return failure();
  return success();
}

LogicalResult ReturnOp::verify() {
  if (isa<ModuleOp>((*this)->getParentOp()))
    return emitOpError("ends the body of a computation, and stands in a module");
  return success();
}

} // namespace spmd::sdy
