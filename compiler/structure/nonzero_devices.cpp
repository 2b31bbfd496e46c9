// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a value's zeros follow from: ops that keep zeros, choices that the device makes, and
// collectives, which take what is not zero to other devices.
#include "compiler/structure/nonzero_devices.h"
#include "compiler/ops/rule.h"
#include "compiler/structure/exchange.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/stablehlo/groups.h"

using namespace mlir;

namespace spmd {

/// Whether zero bits are the number zero. Quantized types have a zero point, f8E8M0FNU no zero.
static bool hasZero(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<IntegerType, FloatType, ComplexType>(type.getElementType()) &&
         !isa<Float8E8M0FNUType>(type.getElementType());
}

DeviceSets::Step NonzeroDevices::stepOf(Value value) {
  if (!hasZero(value))
    return {};
  if (isZeroBits(value))
    return {.isKnown = true};
  Step step{.isKnown = true};
  if (std::optional<Choice> choice = choiceOf(value)) {
    for (auto [option, mask] : llvm::zip_equal(choice->options, masks.of(*choice)))
      if (mask.any()) // what no device takes need not be looked at
        step.inputs.push_back({option, mask});
    return step;
  }
  if (Value owner = sdy::getDataFlowEdgeOwner(value)) {
    if (owner != value)
      step.inputs.push_back({owner, all()});
    else
      for (Value source : sdy::getDataFlowSources(owner))
        step.inputs.push_back({source, all()});
    return step;
  }
  auto result = dyn_cast<OpResult>(value);
  return result ? stepOfOp(result.getOwner(), result.getResultNumber()) : Step();
}

/// The same for collectives, and for ops that keep zeros.
DeviceSets::Step NonzeroDevices::stepOfOp(Operation *op, unsigned result) {
  if (std::optional<Exchange> exchange = exchangeOf(op)) {
    bool addsUp = exchange->kind == ir::CollectiveKind::AllReduce ||
                  exchange->kind == ir::CollectiveKind::ReduceScatter;
    if (addsUp && exchange->combine != ir::CombineKind::Sum)
      return {};
    return {.isKnown = true, .inputs = {{op->getOperand(result), all(), op}}};
  }
  // An op of several results, or another reduction than a sum, keeps no zeros that are known here.
  const OpRules &facets = Rules::of(op);
  bool isOtherReduction = facets.combine && facets.combine(op) != sdy::ReductionKind::SUM;
  if (op->getNumResults() != 1 || isOtherReduction)
    return {};
  Step step;
  for (OpOperand &operand : op->getOpOperands())
    if (keepsZeros(op) || (facets.linearIn && facets.linearIn(op, operand.getOperandNumber())))
      step.inputs.push_back({operand.get(), all()});
  // What is linear in no operand, as an iota, is a number of its own.
  step.isKnown = !step.inputs.empty();
  return step;
}

/// The devices that hold more than zeros behind a collective. A permute moves them from sources to
/// targets. Any other collective gives what one member has to all members of its group.
///   permute (0, 1) (1, 2) of 4: {0, 3}   ->   {1}
llvm::BitVector NonzeroDevices::across(Operation *op, const llvm::BitVector &before) const {
  llvm::BitVector out(devices);
  std::optional<Exchange> exchange = exchangeOf(op);
  if (exchange->kind == ir::CollectiveKind::Permute) {
    auto pairs = llvm::to_vector(cast<DenseIntElementsAttr>(exchange->groups).getValues<int64_t>());
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (isDevice(pairs[i]) && isDevice(pairs[i + 1]) && before[pairs[i]])
        out.set(pairs[i + 1]);
    return out;
  }
  SymbolTableCollection symbols;
  auto groups = stablehlo::listGroups(op, exchange->groups, symbols);
  if (!groups || groups->empty() || !llvm::all_of(*groups, [&](ArrayRef<int64_t> group) {
        return llvm::all_of(group, [&](int64_t id) { return isDevice(id); });
      }))
    return before.any() ? all() : out;
  for (ArrayRef<int64_t> group : *groups)
    if (llvm::any_of(group, [&](int64_t id) { return before[id]; }))
      for (int64_t id : group)
        out.set(id);
  return out;
}

} // namespace spmd
