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

/// Checks the factors of one operand or result, and records them in `used`: every dim has a factor,
/// and no factor occurs twice in one tensor. A factor of size 1 must be alone in its dim.
LogicalResult verifyMapping(OpShardingRuleAttr rule, TensorMappingAttr mapping, ErrorAt error,
                            unsigned tensor, LastUses &used) {
  for (auto [dim, dimMapping] : llvm::enumerate(mapping.getDimMappings())) {
    ArrayRef<int64_t> factors = dimMapping.getFactorIndices();
    if (factors.empty())
      return error() << "has no factor at dim " << dim;
    for (int64_t factor : factors) {
      if (factor < 0 || factor >= int64_t(used.size()))
        return error() << "uses factor " << factorSymbol(factor) << " at dim " << dim
                       << ", but the rule has sizes of " << used.size() << " factors";
      if (used[factor] == tensor)
        return error() << "uses factor " << factorSymbol(factor)
                       << " twice, the second time at dim " << dim;
      used[factor] = tensor;
      if (factors.size() > 1 && rule.getFactorSize(factor) == 1)
        return error() << "has factor " << factorSymbol(factor)
                       << " of size 1 beside others at dim " << dim;
    }
  }
  return success();
}

/// Checks the mappings of all operands or of all results against the types: as many, of the same
/// ranks. A rule needs at least one of each. Factor sizes are not compared with the dims, as in
/// Shardy.
LogicalResult verifyTypes(ArrayRef<TensorMappingAttr> mappings, TypeRange types, StringRef what,
                          Operation *op) {
  if (mappings.size() != types.size())
    return op->emitOpError() << "has " << types.size() << " " << what
                             << "s, but its sharding rule maps " << mappings.size();
  if (mappings.empty())
    return op->emitOpError() << "has a sharding rule without any " << what;
  for (auto [index, mapping, type] : llvm::enumerate(mappings, types)) {
    auto error = [&, i = index] {
      return op->emitOpError() << "sharding rule: " << what << " " << i << " "
                               << valueNotes(op, what, i);
    };
    if (isDynamic(type))
      return error() << "has the dynamic type " << type << "; rules need static shapes";
    if (mapping.getRank() != getTensorRank(type))
      return error() << "has the type " << type << " of rank " << getTensorRank(type)
                     << ", but its mapping " << mapping << " is for rank " << mapping.getRank();
  }
  return success();
}

/// Checks one list of special factors, such as reduction={k}: valid factors in ascending order.
LogicalResult verifyFactorList(OpShardingRuleAttr rule, ArrayRef<int64_t> factors, StringRef name,
                               ErrorAt error) {
  for (auto [index, factor] : llvm::enumerate(factors)) {
    if (factor < 0 || factor >= rule.getNumFactors())
      return error() << "the " << name << " factor " << factorSymbol(factor) << " is in no tensor";
    if (index > 0 && factors[index - 1] >= factor)
      return error() << "the " << name << " factors must ascend, but " << factorSymbol(factor)
                     << " comes after " << factorSymbol(factors[index - 1]);
  }
  return success();
}

} // namespace

LogicalResult verifyFactors(OpShardingRuleAttr rule, ErrorAt error) {
  LastUses used(rule.getNumFactors(), 0);
  unsigned tensors = 0;
  std::pair<StringRef, ArrayRef<TensorMappingAttr>> sides[] = {
      {"operand", rule.getOperandMappings()}, {"result", rule.getResultMappings()}};
  for (auto [what, mappings] : sides)
    for (auto [index, mapping] : llvm::enumerate(mappings)) {
      auto at = [&, w = what, i = index] { return error() << w << " " << i << " "; };
      if (failed(verifyMapping(rule, mapping, at, ++tensors, used)))
        return failure();
    }
  for (auto [factor, tensor] : llvm::enumerate(used))
    if (tensor == 0)
      return error() << "no tensor uses factor " << factorSymbol(factor);

  // The three kinds exclude each other. blocked_propagation may be combined with any of them.
  std::pair<StringRef, ArrayRef<int64_t>> kinds[] = {
      {"reduction", rule.getReductionFactors()},
      {"need_replication", rule.getNeedReplicationFactors()},
      {"permutation", rule.getPermutationFactors()}};
  llvm::SmallDenseMap<int64_t, StringRef, 8> kindOf;
  for (auto [name, factors] : kinds) {
    if (failed(verifyFactorList(rule, factors, name, error)))
      return failure();
    for (int64_t factor : factors) {
      auto [kind, isNew] = kindOf.try_emplace(factor, name);
      if (!isNew)
        return error() << "factor " << factorSymbol(factor) << " is both a " << kind->second
                       << " and a " << name << " factor";
    }
  }
  if (failed(verifyFactorList(rule, rule.getBlockedPropagationFactors(), "blocked_propagation",
                              error)))
    return failure();
  for (int64_t factor : rule.getReductionFactors())
    for (auto [index, mapping] : llvm::enumerate(rule.getResultMappings()))
      if (mapping.containsFactor(factor))
        return error() << "the reduction factor " << factorSymbol(factor) << " appears in result "
                       << index;
  return success();
}

LogicalResult verifyShardingRule(OpShardingRuleAttr rule, Operation *op) {
  auto error = [&] { return op->emitOpError() << "sharding rule: "; };
  if (failed(verifyTypes(rule.getOperandMappings(), op->getOperandTypes(), "operand", op)) ||
      failed(verifyTypes(rule.getResultMappings(), op->getResultTypes(), "result", op)) ||
      failed(verifyFactors(rule, error)))
    return failure();
  for (auto [factor, size] : llvm::enumerate(rule.getFactorSizes()))
    if (size == kUnknownSize)
      return error() << "factor " << factorSymbol(factor) << " has no size";
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
