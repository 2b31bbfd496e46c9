// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values through which one value is read. Around a loop, what only the next trip reads is read
// nowhere unless something behind it is.
#include "compiler/structure/read_devices.h"
#include "compiler/structure/exchange.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd {

/// Adds the values that the op of a use makes of it. False if the op may do anything with it. A
/// permute is the only collective that is looked through: of others, all members of a group read
/// what they are given, since a sum or a gathered value is made of all parts.
bool ReadDevices::addReaders(OpOperand &use, Step &step) {
  Operation *op = use.getOwner();
  if (Value owner = sdy::getDataFlowOwnerOfSource(use)) {
    step.inputs.push_back({owner, all()});
    return true;
  }
  if (std::optional<Exchange> exchange = exchangeOf(op)) {
    if (exchange->kind != ir::CollectiveKind::Permute)
      return false;
    step.inputs.push_back({op->getResult(use.getOperandNumber()), all(), op});
    return true;
  }
  // A loop reads its operands by edges, and what else a body reads, it reads as a use of its own.
  if (op->hasTrait<OpTrait::IsTerminator>() || sdy::isDataFlowOp(op) || !isMemoryEffectFree(op))
    return false;
  for (Value result : op->getResults()) {
    // The predicate decides on all devices, and each option is read where it is taken.
    std::optional<Choice> choice = choiceOf(result);
    if (!choice || choice->by == use.get()) {
      step.inputs.push_back({result, all()});
      continue;
    }
    for (auto [option, mask] : llvm::zip_equal(choice->options, masks.of(*choice)))
      if (option == use.get() && mask.any())
        step.inputs.push_back({result, mask});
  }
  return true;
}

// The targets of an edge, as the arguments of a loop's body, hold one value by turns.
DeviceSets::Step ReadDevices::stepOf(Value value) {
  Step step{.isKnown = true};
  SmallVector<Value> names{value};
  if (Value owner = sdy::getDataFlowEdgeOwner(value)) {
    if (owner != value)
      return {true, {{owner, all()}}};
    llvm::append_range(names, sdy::getNonOwnerTargets(owner));
  }
  for (Value name : names)
    for (OpOperand &use : name.getUses())
      if (!addReaders(use, step))
        return {.isKnown = false};
  return step;
}

/// Ids that no device has are skipped, as the runtime refuses them.
///   permute (0, 1) (1, 2), read on {2}   ->   {1}
llvm::BitVector ReadDevices::across(Operation *permute, const llvm::BitVector &after) const {
  llvm::BitVector out(devices);
  auto pairs =
      llvm::to_vector(cast<DenseIntElementsAttr>(exchangeOf(permute)->groups).getValues<int64_t>());
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (isDevice(pairs[i]) && isDevice(pairs[i + 1]) && after[pairs[i + 1]])
      out.set(pairs[i]);
  return out;
}

} // namespace spmd
