// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the values of region ops that share one sharding; data_flow.h has the table. StableHLO ops
// are recognized by their names, because the sdy dialect must not depend on the StableHLO dialect.
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// The rows of the table in data_flow.h. A case and an if are both Branches; a manual and a named
/// computation are both Computation.
enum class FlowKind { None, While, Branches, Barrier, Computation };

FlowKind flowKind(Operation *op) {
  if (llvm::isa<ManualComputationOp, NamedComputationOp>(op))
    return FlowKind::Computation;
  return llvm::StringSwitch<FlowKind>(op->getName().getStringRef())
      .Case("stablehlo.while", FlowKind::While)
      .Cases({"stablehlo.case", "stablehlo.if"}, FlowKind::Branches)
      .Case("stablehlo.optimization_barrier", FlowKind::Barrier)
      .Default(FlowKind::None);
}

/// The last op of the region; null if the region has no blocks or an empty block.
Operation *terminatorOf(Region &region) {
  return region.empty() || region.front().empty() ? nullptr : &region.front().back();
}

constexpr unsigned kWhileBody = 1; // the regions of a while are condition and body, in that order

} // namespace

bool isDataFlowOp(Operation *op) { return flowKind(op) != FlowKind::None; }

/// while with two carries -> its two results. manual_computation (%a) -> one result -> %a, then the
/// result.
SmallVector<Value> getDataFlowEdgeOwners(Operation *op) {
  SmallVector<Value> owners;
  FlowKind kind = flowKind(op);
  if (kind == FlowKind::None)
    return owners;
  if (kind == FlowKind::Computation)
    llvm::append_range(owners, op->getRegion(0).getArguments());
  llvm::append_range(owners, op->getResults());
  return owners;
}

/// Results and arguments of computations own their edges. Arguments of a while belong to the edge
/// of the result with the same number.
Value getDataFlowEdgeOwner(Value target) {
  if (auto result = llvm::dyn_cast<OpResult>(target))
    return isDataFlowOp(result.getOwner()) ? target : Value();
  auto argument = llvm::cast<BlockArgument>(target);
  Operation *op = argument.getOwner()->getParentOp();
  if (!op)
    return {};
  FlowKind kind = flowKind(op);
  if (kind == FlowKind::Computation)
    return target;
  if (kind == FlowKind::While && argument.getArgNumber() < op->getNumResults())
    return op->getResult(argument.getArgNumber());
  return {};
}

/// The operands that hold the sources, so that callers can replace a source. For result i of a
/// while: operand i of the while, then operand i of the body's terminator.
SmallVector<OpOperand *> getDataFlowSourceOperands(Value owner) {
  SmallVector<OpOperand *> sources;
  auto addReturned = [&](Region &region, unsigned index) {
    Operation *terminator = terminatorOf(region);
    if (terminator && index < terminator->getNumOperands())
      sources.push_back(&terminator->getOpOperand(index));
  };
  if (auto argument = llvm::dyn_cast<BlockArgument>(owner)) {
    Operation *op = argument.getOwner()->getParentOp();
    assert(flowKind(op) == FlowKind::Computation &&
           "only computations own edges of block arguments");
    sources.push_back(&op->getOpOperand(argument.getArgNumber()));
    return sources;
  }
  Operation *op = owner.getDefiningOp();
  unsigned index = llvm::cast<OpResult>(owner).getResultNumber();
  // The cases follow the table in data_flow.h.
  switch (flowKind(op)) {
  case FlowKind::While:
    sources.push_back(&op->getOpOperand(index));
    addReturned(op->getRegion(kWhileBody), index);
    break;
  case FlowKind::Branches:
    for (Region &region : op->getRegions())
      addReturned(region, index);
    break;
  case FlowKind::Barrier:
    sources.push_back(&op->getOpOperand(index));
    break;
  case FlowKind::Computation:
    addReturned(op->getRegion(0), index);
    break;
  case FlowKind::None:
    break;
  }
  return sources;
}

SmallVector<Value> getDataFlowSources(Value owner) {
  return llvm::map_to_vector(getDataFlowSourceOperands(owner),
                             [](OpOperand *operand) { return operand->get(); });
}

/// The body argument comes before the condition argument.
SmallVector<Value> getNonOwnerTargets(Value owner) {
  auto result = llvm::dyn_cast<OpResult>(owner);
  SmallVector<Value> targets;
  if (result && flowKind(result.getOwner()) == FlowKind::While)
    for (unsigned region : {kWhileBody, 0u})
      targets.push_back(result.getOwner()->getRegion(region).getArgument(result.getResultNumber()));
  return targets;
}

/// The inverse of getDataFlowSourceOperands: an operand of a data-flow op belongs to the argument
/// or result of the same number, an operand of a terminator to the result of the parent op.
Value getDataFlowOwnerOfSource(OpOperand &source) {
  Operation *user = source.getOwner();
  unsigned index = source.getOperandNumber();
  FlowKind kind = flowKind(user);
  if (kind == FlowKind::Computation)
    return user->getRegion(0).getArgument(index);
  if (kind == FlowKind::While || kind == FlowKind::Barrier)
    return user->getResult(index);
  Operation *parent = user->getParentOp();
  if (!parent || !user->hasTrait<OpTrait::IsTerminator>())
    return {};
  kind = flowKind(parent);
  // The terminator of a while's condition returns the predicate, which flows into no result.
  bool feedsResult =
      kind == FlowKind::Branches || kind == FlowKind::Computation ||
      (kind == FlowKind::While && user->getParentRegion()->getRegionNumber() == kWhileBody);
  return feedsResult && index < parent->getNumResults() ? parent->getResult(index) : Value();
}

DataFlowEdgeOp getDataFlowEdge(Value target) {
  Value owner = getDataFlowEdgeOwner(target);
  if (!owner)
    return {};
  for (Operation *user : owner.getUsers())
    if (auto edge = llvm::dyn_cast<DataFlowEdgeOp>(user))
      return edge;
  return {};
}

} // namespace spmd::sdy
