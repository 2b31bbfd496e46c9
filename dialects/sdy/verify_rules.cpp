// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a sharding rule and propagation edges on an op must satisfy.
#include "dialects/sdy/verify.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

bool isDynamic(Type type) {
  if (auto tensor = llvm::dyn_cast<RankedTensorType>(type)) // without the look for an interface
    return llvm::any_of(tensor.getShape(), ShapedType::isDynamic);
  auto shaped = llvm::dyn_cast<ShapedType>(type);
  return shaped && !shaped.hasStaticShape();
}

/// By factor: the number of the last tensor that uses it, counted from 1; 0 where none does.
using LastUses = SmallVector<unsigned, 8>;

/// The factors of one operand or result against its type.
LogicalResult verifyMapping(OpShardingRuleAttr rule, TensorMappingAttr mapping, Type type,
                            ErrorAt error, unsigned tensor, LastUses &used) {
  if (isDynamic(type))
    return error() << "has the dynamic type " << type << "; rules need static shapes";
  if (mapping.getRank() != getTensorRank(type))
    return error() << "has the type " << type << " of rank " << getTensorRank(type)
                   << ", but its mapping " << mapping << " is for rank " << mapping.getRank();
  for (auto [dim, dimMapping] : llvm::enumerate(mapping.getDimMappings())) {
    ArrayRef<int64_t> factors = dimMapping.getFactorIndices();
    if (factors.empty())
      return error() << "has no factor at dim " << dim;
    for (int64_t factor : factors) {
      if (factor < 0 || factor >= int64_t(used.size()))
        return error() << "uses factor " << factor << " at dim " << dim << ", but the rule has "
                       << used.size() << " factors";
      if (used[factor] == tensor)
        return error() << "uses factor " << factor << " twice, the second time at dim " << dim;
      used[factor] = tensor;
      if (factors.size() > 1 && rule.getFactorSize(factor) == 1)
        return error() << "has factor " << factor << " of size 1 beside others at dim " << dim;
    }
  }
  return success();
}

LogicalResult verifyMappings(OpShardingRuleAttr rule, ArrayRef<TensorMappingAttr> mappings,
                             TypeRange types, StringRef what, Operation *op, unsigned &tensors,
                             LastUses &used) {
  if (mappings.size() != types.size())
    return op->emitOpError() << "has " << types.size() << " " << what
                             << "s, but its sharding rule maps " << mappings.size();
  if (mappings.empty())
    return op->emitOpError() << "has a sharding rule without any " << what;
  for (auto [index, mapping, type] : llvm::enumerate(mappings, types)) {
    auto error = [&, i = index] {
      return op->emitOpError() << "sharding rule: " << what << " " << i << " ";
    };
    if (failed(verifyMapping(rule, mapping, type, error, ++tensors, used)))
      return failure();
  }
  return success();
}

LogicalResult verifyFactorList(OpShardingRuleAttr rule, ArrayRef<int64_t> factors, StringRef name,
                               Operation *op) {
  for (auto [index, factor] : llvm::enumerate(factors)) {
    if (factor < 0 || factor >= rule.getNumFactors())
      return op->emitOpError() << "sharding rule: " << name << " factor " << factor
                               << " is not one of the rule's " << rule.getNumFactors()
                               << " factors";
    if (index > 0 && factors[index - 1] >= factor)
      return op->emitOpError() << "sharding rule: the " << name << " factors must ascend, but "
                               << factor << " comes after " << factors[index - 1];
  }
  return success();
}

} // namespace

LogicalResult verifyShardingRule(OpShardingRuleAttr rule, Operation *op) {
  LastUses used(rule.getNumFactors(), 0);
  unsigned tensors = 0;
  if (failed(verifyMappings(rule, rule.getOperandMappings(), op->getOperandTypes(), "operand", op,
                            tensors, used)) ||
      failed(verifyMappings(rule, rule.getResultMappings(), op->getResultTypes(), "result", op,
                            tensors, used)))
    return failure();
  for (auto [factor, tensor] : llvm::enumerate(used))
    if (tensor == 0)
      return op->emitOpError() << "sharding rule: no tensor uses factor " << factor;

  std::pair<StringRef, ArrayRef<int64_t>> kinds[] = {
      {"reduction", rule.getReductionFactors()},
      {"need_replication", rule.getNeedReplicationFactors()},
      {"permutation", rule.getPermutationFactors()}};
  llvm::SmallDenseMap<int64_t, StringRef, 8> kindOf;
  for (auto [name, factors] : kinds) {
    if (failed(verifyFactorList(rule, factors, name, op)))
      return failure();
    for (int64_t factor : factors) {
      auto [kind, isNew] = kindOf.try_emplace(factor, name);
      if (!isNew)
        return op->emitOpError() << "sharding rule: factor " << factor << " is both a "
                                 << kind->second << " and a " << name << " factor";
    }
  }
  if (failed(
          verifyFactorList(rule, rule.getBlockedPropagationFactors(), "blocked_propagation", op)))
    return failure();
  for (int64_t factor : rule.getReductionFactors())
    for (auto [index, mapping] : llvm::enumerate(rule.getResultMappings()))
      if (mapping.containsFactor(factor))
        return op->emitOpError() << "sharding rule: reduction factor " << factor
                                 << " appears in result " << index;
  return success();
}

static LogicalResult verifyEdgeEnd(EdgeValueRefAttr end, Operation *op) {
  bool isOperand = end.getType() == EdgeNodeType::OPERAND;
  // The edges of a function's own results name the result as operand 0 and result 0.
  // A data-flow edge has as operands all that flows into it.
  int64_t count = isOperand ? op->getNumOperands() : op->getNumResults();
  if (isOperand && llvm::isa<DataFlowEdgeOp, FuncDataFlowEdgeOp>(op) && end.getIndex() >= 0)
    return success();
  if (end.getIndex() < 0 || end.getIndex() >= count)
    return op->emitOpError() << "propagation edges: there is no "
                             << stringifyEdgeNodeType(end.getType()) << " " << end.getIndex()
                             << "; the op has " << count;
  return success();
}

static LogicalResult verifyEdge(AxisToPropagationDetailsAttr edge, MeshAttr mesh, Operation *op) {
  if (!mesh)
    return op->emitOpError()
           << "has propagation edges, but no operand or result has a sharding with a common mesh";
  if (failed(verifyAxisList(edge.getAxisName(), mesh,
                            [&] { return op->emitOpError() << "propagation edges: the edge "; })) ||
      failed(verifyEdgeEnd(edge.getSource(), op)))
    return failure();
  llvm::SmallDenseSet<Attribute> seen;
  for (EdgeValueRefAttr target : edge.getTargets()) {
    if (failed(verifyEdgeEnd(target, op)))
      return failure();
    if (target == edge.getSource())
      return op->emitOpError() << "propagation edges: " << target
                               << " is both source and target of axis "
                               << edge.getAxisName().toString();
    if (!seen.insert(target).second)
      return op->emitOpError() << "propagation edges: " << target << " is a target of axis "
                               << edge.getAxisName().toString() << " twice";
  }
  return success();
}

LogicalResult verifyPropagationEdges(PropagationEdgesAttr edges, Operation *op) {
  SmallVector<TensorShardingAttr> shardings = getShardings(op->getOperands());
  llvm::append_range(shardings, getShardings(ValueRange(op->getResults())));
  MeshAttr mesh;
  for (TensorShardingAttr sharding : shardings)
    if (!mesh && sharding)
      mesh = sharding.getMesh(op);
  // Any number may stand in the text, also those that a dense set keeps for itself.
  llvm::SmallSet<int64_t, 8> steps;
  for (PropagationOneStepAttr step : edges.getValue()) {
    if (step.getStepIndex() < 0)
      return op->emitOpError() << "propagation edges: step " << step.getStepIndex()
                               << " is negative";
    if (!steps.insert(step.getStepIndex()).second)
      return op->emitOpError() << "propagation edges: step " << step.getStepIndex()
                               << " is listed twice";
    for (AxisToPropagationDetailsAttr edge : step.getAxisEntries())
      if (failed(verifyEdge(edge, mesh, op)))
        return failure();
  }
  return success();
}

} // namespace spmd::sdy
