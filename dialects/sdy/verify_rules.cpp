// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies sharding rules and propagation edges against the op that they are written on. The file
// is apart from verify.cpp, because it is about factors and not about shardings. The rules are
// those of the Shardy dialect.
#include "dialects/notes.h"
#include "dialects/sdy/verify.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// Whether the type is a shaped type with a dynamic dim.
bool isDynamic(Type type) {
  // The common case first: casting to the ShapedType interface costs a lookup.
  if (auto tensor = llvm::dyn_cast<RankedTensorType>(type))
    return llvm::any_of(tensor.getShape(), ShapedType::isDynamic);
  auto shaped = llvm::dyn_cast<ShapedType>(type);
  return shaped && !shaped.hasStaticShape();
}

/// For each factor the number of the last tensor that uses it, counted from 1; 0 if no tensor does
/// yet.
using LastUses = SmallVector<unsigned, 8>;

/// Checks the factors of one operand or result against its type, and records them in `used`: the
/// rank matches, every dim has a factor, and no factor occurs twice in one tensor. A factor of size
/// 1 must be alone in its dim. Factor sizes are not compared with the dims, as in Shardy.
LogicalResult verifyMapping(OpShardingRuleAttr rule, TensorMappingAttr mapping, Type type,
                            ErrorAt error, ErrorAt typeError, unsigned tensor, LastUses &used) {
  if (isDynamic(type))
    return typeError() << "has the dynamic type " << type << "; rules need static shapes";
  if (mapping.getRank() != getTensorRank(type))
    return typeError() << "has the type " << type << " of rank " << getTensorRank(type)
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

/// Checks the mappings of all operands or of all results. A rule needs at least one of each.
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
    auto typeError = [&, i = index] { return error() << valueNotes(op, what, i); };
    if (failed(verifyMapping(rule, mapping, type, error, typeError, ++tensors, used)))
      return failure();
  }
  return success();
}

/// Checks one list of special factors, such as reduction={k}: valid factor numbers in ascending
/// order.
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

/// Beyond the mappings and lists: every factor is used, a factor has at most one of the kinds
/// reduction, need_replication and permutation, and no result has a reduction factor.
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

  // The three kinds exclude each other. blocked_propagation may be combined with any of them.
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

/// Checks that the op has the operand or result that an edge names.
static LogicalResult verifyEdgeEnd(EdgeValueRefAttr end, Operation *op) {
  bool isOperand = end.getType() == EdgeNodeType::OPERAND;
  // The operands of a data-flow edge are its sources, which the edge op does not list, so any
  // operand number is accepted there. Edges on a function's results name operand-0 and result-0;
  // they are attributes of the function and do not come here.
  int64_t count = isOperand ? op->getNumOperands() : op->getNumResults();
  if (isOperand && llvm::isa<DataFlowEdgeOp, FuncDataFlowEdgeOp>(op) && end.getIndex() >= 0)
    return success();
  if (end.getIndex() < 0 || end.getIndex() >= count)
    return op->emitOpError() << "propagation edges: there is no "
                             << stringifyEdgeNodeType(end.getType()) << " " << end.getIndex()
                             << "; the op has " << count;
  return success();
}

/// Checks one edge: the mesh has its axis, its ends exist, and each target occurs once and is not
/// the source.
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

/// The axes of the edges are checked against the first mesh that a sharding of an operand or result
/// has.
LogicalResult verifyPropagationEdges(PropagationEdgesAttr edges, Operation *op) {
  SmallVector<TensorShardingAttr> shardings = getShardings(op->getOperands());
  llvm::append_range(shardings, getShardings(ValueRange(op->getResults())));
  MeshAttr mesh;
  for (TensorShardingAttr sharding : shardings)
    if (!mesh && sharding)
      mesh = sharding.getMesh(op);
  // Not a DenseSet: the text may contain the two numbers that a DenseSet<int64_t> reserves.
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
