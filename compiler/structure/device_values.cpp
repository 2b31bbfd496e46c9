// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the ops that a value is made of, back to the device's id and constants, and runs them by
// their reference meaning (facet `eval`). An op runs once for all devices whose operands are equal:
// 4,096 devices have 4,096 ids, but few positions along an axis, and all that follows from these is
// computed for each position only.
#include "compiler/structure/device_values.h"
#include "compiler/ops/rule.h"
#include "compiler/structure/exchange.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace spmd {
namespace {

// An index along a mesh axis takes a division and a remainder, a predicate a comparison or two.
constexpr size_t kMostOps = 64;
constexpr int64_t kMostElements = 1024; // of one value: such predicates are scalars or short tables

/// The place of one device. Everything that only a full run can do is refused.
struct DeviceContext : EvalContext {
  DevicePlace own;
  DevicePlace place() const override { return own; }
};

/// The value that flows into a loop which only passes it on, or into a barrier; else `value`.
///   while (%p' = %p) { return %p' }: %p'   ->   %p
Value beforeLoops(Value value) {
  while (Value owner = sdy::getDataFlowEdgeOwner(value)) {
    SmallVector<OpOperand *> sources = sdy::getDataFlowSourceOperands(owner);
    llvm::erase_if(sources, [&](OpOperand *s) { return sdy::passesOwnArgument(*s, owner); });
    if (sources.size() != 1)
      break;
    value = sources[0]->get();
  }
  return value;
}

/// The value whose elements `value` repeats or reorders: movement ops of one operand are left out.
Value beforeMoves(Value value) {
  value = beforeLoops(value);
  Operation *op = value.getDefiningOp();
  while (op && Rules::of(op).index && op->getNumOperands() == 1) {
    value = beforeLoops(op->getOperand(0));
    op = value.getDefiningOp();
  }
  return value;
}

/// Adds the ops that `value` is made of, producers first. Fails where one of them depends on more
/// than its operands and the device's id.
bool collect(Value value, llvm::SetVector<Operation *> &ops) {
  Operation *op = value.getDefiningOp();
  if (!op || ops.contains(op))
    return op;
  auto isSmall = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() <= kMostElements &&
           isSupportedElement(tensor.getElementType());
  };
  if (op->getNumRegions() || exchangeOf(op) || !isMemoryEffectFree(op) || !Rules::of(op).eval ||
      !llvm::all_of(op->getResultTypes(), isSmall) ||
      !llvm::all_of(op->getOperands(), [&](Value v) { return collect(beforeLoops(v), ops); }))
    return false;
  return ops.insert(op) && ops.size() <= kMostOps;
}

/// Numbers the pairs of two lists in the order in which they appear.
///   0 0 1 1, 5 7 5 5   ->   0 1 2 2
std::vector<uint32_t> numberPairs(ArrayRef<uint32_t> first, ArrayRef<uint32_t> second) {
  std::vector<uint32_t> numbers(first.size());
  DenseMap<std::pair<uint32_t, uint32_t>, uint32_t> known;
  for (size_t i = 0; i < first.size(); ++i)
    numbers[i] = known.try_emplace({first[i], second[i]}, known.size()).first->second;
  return numbers;
}

} // namespace

/// Runs an op whose operands are known, once for each list of operands that some device has, and
/// keeps its results. Ops without operands may read the device's id, so those that are no constants
/// run on each device. A local program has one replica, whose partitions are the devices.
bool DeviceValues::evaluate(Operation *op) {
  std::vector<uint32_t> runOf(devices);
  if (op->getNumOperands() == 0 && !op->hasTrait<OpTrait::ConstantLike>())
    std::iota(runOf.begin(), runOf.end(), 0);
  for (Value operand : op->getOperands())
    if (const PerDevice &values = known.find(beforeLoops(operand))->second; values.kinds.size() > 1)
      runOf = numberPairs(runOf, values.kindOf);
  SmallVector<PerDevice> results(op->getNumResults());
  SmallVector<llvm::StringMap<uint32_t>> numbers(op->getNumResults());
  SmallVector<std::vector<uint32_t>> kindOfRun(op->getNumResults());
  for (int64_t device = 0; device < devices; ++device) {
    if (runOf[device] < kindOfRun[0].size()) // runs are numbered as they appear
      continue;
    DeviceContext context;
    context.own = {0, device, 1, devices};
    TensorList in = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
      const PerDevice &values = known.find(beforeLoops(operand))->second;
      return values.kinds[values.kindOf[device]];
    });
    TensorList out(op->getNumResults());
    if (llvm::Error error = evalOp(op, in, out, context)) {
      llvm::consumeError(std::move(error));
      return false;
    }
    for (auto [i, tensor] : llvm::enumerate(out)) {
      if (!tensor.isTensor())
        return false;
      StringRef bytes(tensor.data(), tensor.byteCount());
      auto [kind, isNew] = numbers[i].try_emplace(bytes, results[i].kinds.size());
      if (isNew)
        results[i].kinds.push_back(std::move(tensor));
      kindOfRun[i].push_back(kind->second);
    }
  }
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    for (uint32_t run : runOf)
      results[i].kindOf.push_back(kindOfRun[i][run]);
    known[result] = std::move(results[i]);
  }
  return true;
}

const DeviceValues::PerDevice *DeviceValues::of(Value value) {
  value = beforeMoves(value);
  llvm::SetVector<Operation *> ops;
  if (!collect(value, ops))
    return nullptr;
  for (Operation *op : ops)
    if (!known.contains(op->getResult(0)) && !evaluate(op))
      return nullptr;
  return &known.find(value)->second;
}

ArrayRef<llvm::BitVector> ChoiceMasks::of(const Choice &choice) {
  SmallVector<llvm::BitVector> &masks = masksBy[choice.by];
  if (masks.size() == choice.options.size())
    return masks;
  const DeviceValues::PerDevice *chosenBy = values.of(choice.by);
  masks.assign(choice.options.size(), llvm::BitVector(devices, !chosenBy));
  if (!chosenBy)
    return masks;
  std::vector<llvm::BitVector> optionsOf; // by kind
  for (const Tensor &tensor : chosenBy->kinds) {
    llvm::BitVector &options = optionsOf.emplace_back(choice.options.size());
    for (int64_t i = 0; i < tensor.count(); ++i)
      options.set(choice.optionOf(tensor.integer(i)));
  }
  for (int64_t device = 0; device < devices; ++device)
    for (unsigned option : optionsOf[chosenBy->kindOf[device]].set_bits())
      masks[option].set(device);
  return masks;
}

} // namespace spmd
