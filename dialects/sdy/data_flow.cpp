// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the values of region ops that share one sharding; data_flow.h has the table. Each op tells
// by DataFlowOp how values flow through it.
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

#include "dialects/sdy/interfaces.cpp.inc"

namespace spmd::sdy {

DataFlow ManualComputationOp::getDataFlow() {
  return {.operandsToArguments = true, .returning = getBody()};
}
DataFlow NamedComputationOp::getDataFlow() {
  return {.operandsToArguments = true, .returning = getBody()};
}

namespace {

/// How values flow through the op. Nothing flows through an op that does not tell.
DataFlow flowOf(Operation *op) {
  auto flow = llvm::dyn_cast<DataFlowOp>(op);
  return flow ? flow.getDataFlow() : DataFlow();
}

/// The last op of the region; null if the region has no blocks or an empty block.
Operation *terminatorOf(Region &region) {
  return region.empty() || region.front().empty() ? nullptr : &region.front().back();
}

} // namespace

bool isDataFlowOp(Operation *op) { return llvm::isa<DataFlowOp>(op); }

/// while with two carries -> its two results. manual_computation (%a) -> one result -> %a, then the
/// result.
SmallVector<Value> getDataFlowEdgeOwners(Operation *op) {
  SmallVector<Value> owners;
  if (!isDataFlowOp(op))
    return owners;
  if (flowOf(op).operandsToArguments)
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
  DataFlow flow = flowOf(op);
  if (flow.operandsToArguments)
    return target;
  if (flow.resultsToArguments && argument.getArgNumber() < op->getNumResults())
    return op->getResult(argument.getArgNumber());
  return {};
}

/// The operands that hold the sources, so that callers can replace a source. For result i of a
/// while: operand i of the while, then operand i of the body's terminator.
SmallVector<OpOperand *> getDataFlowSourceOperands(Value owner) {
  SmallVector<OpOperand *> sources;
  if (auto argument = llvm::dyn_cast<BlockArgument>(owner)) {
    Operation *op = argument.getOwner()->getParentOp();
    assert(flowOf(op).operandsToArguments && "only computations own edges of block arguments");
    sources.push_back(&op->getOpOperand(argument.getArgNumber()));
    return sources;
  }
  Operation *op = owner.getDefiningOp();
  unsigned index = llvm::cast<OpResult>(owner).getResultNumber();
  DataFlow flow = flowOf(op);
  if (flow.operandsToResults)
    sources.push_back(&op->getOpOperand(index));
  for (Region &region : flow.returning)
    if (Operation *terminator = terminatorOf(region);
        terminator && index < terminator->getNumOperands())
      sources.push_back(&terminator->getOpOperand(index));
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
  if (result && flowOf(result.getOwner()).resultsToArguments)
    for (Region &region : llvm::reverse(result.getOwner()->getRegions()))
      targets.push_back(region.getArgument(result.getResultNumber()));
  return targets;
}

/// The inverse of getDataFlowSourceOperands: an operand of a data-flow op belongs to the argument
/// or result of the same number, an operand of a terminator to the result of the parent op.
Value getDataFlowOwnerOfSource(OpOperand &source) {
  Operation *user = source.getOwner();
  unsigned index = source.getOperandNumber();
  DataFlow flow = flowOf(user);
  if (flow.operandsToArguments)
    return user->getRegion(0).getArgument(index);
  if (flow.operandsToResults)
    return user->getResult(index);
  Operation *parent = user->getParentOp();
  if (!parent || !user->hasTrait<OpTrait::IsTerminator>())
    return {};
  // The terminator of a while's condition returns the predicate, which flows into no result.
  bool feedsResult = llvm::is_contained(llvm::make_pointer_range(flowOf(parent).returning),
                                        user->getParentRegion());
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

bool passesOwnArgument(OpOperand &source, Value owner) {
  auto arg = dyn_cast<BlockArgument>(source.get());
  return arg && arg.getOwner() == source.getOwner()->getBlock() &&
         arg.getArgNumber() == source.getOperandNumber() &&
         llvm::is_contained(getNonOwnerTargets(owner), source.get());
}

} // namespace spmd::sdy
