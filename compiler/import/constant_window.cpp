// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds windows at constant positions (constant_window.h). Positions are small tensors, which are
// evaluated as the reference interpreter does.
#include "compiler/import/constant_window.h"
#include "compiler/ops/eval.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// The value that a loop's argument has in every trip, if the loop passes it on unchanged.
Value initialValue(Value argument) {
  Value owner = sdy::getDataFlowEdgeOwner(argument), initial;
  if (!owner || !owner.getDefiningOp())
    return {};
  for (OpOperand *source : sdy::getDataFlowSourceOperands(owner))
    if (source->getOwner() == owner.getDefiningOp())
      initial = source->get();
    else if (!sdy::passesOwnArgument(*source, owner))
      return {};
  return initial;
}

/// The elements of a small constant, also where ops put it together, as JAX joins an index of
/// scalars, and where a loop carries it. `mostDeep` bounds the recursion.
std::optional<Tensor> constantOf(Value v, unsigned mostDeep = 8) {
  if (isa<BlockArgument>(v) && mostDeep)
    if (Value initial = initialValue(v))
      return constantOf(initial, mostDeep - 1);
  auto type = dyn_cast<RankedTensorType>(v.getType());
  Operation *op = v.getDefiningOp();
  if (!mostDeep || !op || !isPure(op) || op->getNumResults() != 1 || !type ||
      !type.hasStaticShape() || type.getNumElements() > 64)
    return std::nullopt;
  // What an op without operands gives may depend on the device, as partition_id.
  if (op->getNumOperands() == 0 && !op->hasTrait<OpTrait::ConstantLike>() && !isa<IotaOp>(op))
    return std::nullopt;
  TensorList in, out(1);
  for (Value operand : op->getOperands()) {
    std::optional<Tensor> known = constantOf(operand, mostDeep - 1);
    if (!known)
      return std::nullopt;
    in.push_back(std::move(*known));
  }
  // Collectives have no value here, nor have ops whose region has to be run.
  EvalContext context;
  if (llvm::Error error = evalOp(op, in, out, context)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return std::move(out[0]);
}

/// An index as dynamic_slice and gather clamp it to [0, limit]. An unsigned one beyond int64 reads
/// as negative here, and is at the end.
int64_t clampedStart(const Tensor &index, int64_t i, int64_t limit) {
  bool isLarge = index.integer(i) < 0 && domainOf(index.element()) == Domain::Unsigned;
  return isLarge ? limit : std::clamp<int64_t>(index.integer(i), 0, limit);
}

} // namespace

// One dim that lies beside the window is enough to read old elements only.
Reads readsOf(SliceOp slice, const ConstantWindow &written) {
  bool isInside = true, isOutside = false;
  for (auto [start, limit, first, size] : llvm::zip_equal(
           slice.getStartIndices(), slice.getLimitIndices(), written.start, written.size)) {
    isInside &= start >= first && limit <= first + size;
    isOutside |= limit <= first || start >= first + size;
  }
  return isOutside ? Reads::Old : isInside ? Reads::Written : Reads::Both;
}

std::optional<ConstantWindow> constantWindow(ScatterOp op) {
  auto dims = op.getScatterDimensionNumbers();
  auto operand = cast<RankedTensorType>(op.getInputs()[0].getType());
  auto updates = cast<RankedTensorType>(op.getUpdates()[0].getType());
  auto at = cast<RankedTensorType>(op.getScatterIndices().getType());
  if (!operand.hasStaticShape() || !updates.hasStaticShape() || !at.hasStaticShape() ||
      !dims.getInputBatchingDims().empty() ||
      at.getNumElements() != int64_t(dims.getScatterDimsToOperandDims().size()))
    return std::nullopt;
  std::optional<Tensor> index = constantOf(op.getScatterIndices());
  if (!index)
    return std::nullopt;
  ConstantWindow window{SmallVector<int64_t>(operand.getRank(), 0), {}};
  for (auto [i, dim] : llvm::enumerate(dims.getScatterDimsToOperandDims()))
    window.start[dim] = index->integer(i);
  // Inserted dims have one element; the others come in the order of the updates.
  const int64_t *next = dims.getUpdateWindowDims().begin();
  for (int64_t d = 0; d < operand.getRank(); ++d) {
    bool isInserted = llvm::is_contained(dims.getInsertedWindowDims(), d);
    window.size.push_back(isInserted ? 1 : updates.getDimSize(*next++));
    // The specification skips elements outside, which no padding does.
    if (window.start[d] < 0 || window.start[d] > operand.getDimSize(d) - window.size[d])
      return std::nullopt;
  }
  return window;
}

std::optional<ConstantWindow> constantWindow(DynamicUpdateSliceOp op) {
  auto operand = cast<RankedTensorType>(op.getOperand().getType());
  auto update = cast<RankedTensorType>(op.getUpdate().getType());
  if (!operand.hasStaticShape() || !update.hasStaticShape())
    return std::nullopt;
  ConstantWindow window{{}, llvm::to_vector(update.getShape())};
  for (auto [start, whole, size] :
       llvm::zip_equal(op.getStartIndices(), operand.getShape(), update.getShape())) {
    std::optional<Tensor> index = constantOf(start);
    if (!index)
      return std::nullopt;
    window.start.push_back(clampedStart(*index, 0, whole - size));
  }
  return window;
}

// Gathers clamp their windows into the operand, unlike scatters, which skip them.
std::optional<ConstantWindow> constantWindow(GatherOp op) {
  auto dims = op.getDimensionNumbers();
  auto operand = cast<RankedTensorType>(op.getOperand().getType());
  auto at = cast<RankedTensorType>(op.getStartIndices().getType());
  if (!operand.hasStaticShape() || !at.hasStaticShape() || !dims.getOperandBatchingDims().empty() ||
      at.getNumElements() != int64_t(dims.getStartIndexMap().size()))
    return std::nullopt;
  std::optional<Tensor> index = constantOf(op.getStartIndices());
  if (!index)
    return std::nullopt;
  ConstantWindow window{SmallVector<int64_t>(operand.getRank(), 0),
                        llvm::to_vector(op.getSliceSizes())};
  for (auto [i, dim] : llvm::enumerate(dims.getStartIndexMap()))
    window.start[dim] = clampedStart(*index, i, operand.getDimSize(dim) - window.size[dim]);
  return window;
}

// A broadcast is looked through first, so that a large predicate of one value is not evaluated.
std::optional<int64_t> knownInteger(Value value) {
  if (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  std::optional<Tensor> known =
      type && type.getElementType().isInteger() ? constantOf(value) : std::nullopt;
  if (!known || known->count() == 0)
    return std::nullopt;
  for (int64_t i = 1; i < known->count(); ++i)
    if (known->integer(i) != known->integer(0))
      return std::nullopt;
  return known->integer(0);
}

} // namespace spmd
