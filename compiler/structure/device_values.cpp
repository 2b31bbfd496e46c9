// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the ops that a value is made of, back to the device's id and constants, and runs them
// once for each device by their reference meaning (facet `eval`).
#include "compiler/structure/device_values.h"
#include "compiler/ops/rule.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

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
  if (op->getNumRegions() || !isMemoryEffectFree(op) || !Rules::of(op).eval ||
      !llvm::all_of(op->getResultTypes(), isSmall) ||
      !llvm::all_of(op->getOperands(), [&](Value v) { return collect(beforeLoops(v), ops); }))
    return false;
  return ops.insert(op) && ops.size() <= kMostOps;
}

/// Runs the ops on one device; null where one of them fails.
Tensor run(Value value, const llvm::SetVector<Operation *> &ops, const DevicePlace &place) {
  DeviceContext context;
  context.own = place;
  DenseMap<Value, Tensor> known;
  for (Operation *op : ops) {
    TensorList in = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return known.lookup(beforeLoops(operand)); });
    TensorList out(op->getNumResults());
    if (llvm::Error error = evalOp(op, in, out, context)) {
      llvm::consumeError(std::move(error));
      return {};
    }
    for (auto [result, tensor] : llvm::zip_equal(op->getResults(), out))
      known[result] = std::move(tensor);
  }
  return known.lookup(value);
}

} // namespace

// A local program of a mesh has one replica, whose partitions are the devices.
std::vector<Tensor> valuesOnDevices(Value value, int64_t devices) {
  value = beforeMoves(value);
  llvm::SetVector<Operation *> ops;
  std::vector<Tensor> values;
  if (!collect(value, ops))
    return values;
  for (int64_t device = 0; device < devices; ++device) {
    values.push_back(run(value, ops, {0, device, 1, devices}));
    if (!values.back().isTensor())
      return {};
  }
  return values;
}

ArrayRef<llvm::BitVector> ChoiceMasks::of(const Choice &choice) {
  SmallVector<llvm::BitVector> &masks = masksBy[choice.by];
  if (masks.size() == choice.options.size())
    return masks;
  std::vector<Tensor> tensors = valuesOnDevices(choice.by, devices);
  masks.assign(choice.options.size(), llvm::BitVector(devices, tensors.empty()));
  for (auto [device, tensor] : llvm::enumerate(tensors))
    for (int64_t i = 0; i < tensor.count(); ++i)
      masks[choice.optionOf(tensor.integer(i))].set(device);
  return masks;
}

} // namespace spmd
