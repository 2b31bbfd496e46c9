// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises views and computes their offsets (views.h).
#include "compiler/structure/views.h"
#include "compiler/ops/eval.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

bool isZero(Value index) { return matchPattern(index, m_Zero()); }

/// Whether a slice of `sizes` out of `shape` is contiguous: only dims up to the first one of more
/// than one element may be cut.
bool isContiguous(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  size_t d = 0;
  // [4, 8] with sizes [1, 8] or [2, 8] or [1, 3] is contiguous, with sizes [2, 4] it is not.
  while (d < shape.size() && sizes[d] == 1)
    ++d;
  for (++d; d < shape.size(); ++d)
    if (sizes[d] != shape[d])
      return false;
  return true;
}

/// The distance in bytes between neighbours along each dim of a row-major tensor.
SmallVector<int64_t> byteStrides(RankedTensorType type) {
  // f32 [4, 8] -> 32, 4.
  SmallVector<int64_t> strides(type.getRank());
  int64_t stride = storedBytes(type.getElementType());
  for (int64_t d = type.getRank() - 1; d >= 0; --d) {
    strides[d] = stride;
    stride *= type.getDimSize(d);
  }
  return strides;
}

/// Whether the bytes of `value` may lie at a place that depends on an index in memory. It does not
/// ask whether a dynamic slice is a view: chains of look-ups, each in the one before, would take
/// time exponential in their length.
bool mayMove(Value value) {
  while (!value.getDefiningOp<stablehlo::DynamicSliceOp>() &&
         !value.getDefiningOp<ir::ReadRowOp>()) {
    std::optional<View> view = viewOf(value);
    if (!view)
      return false;
    value = view->base;
  }
  return true;
}

/// Whether `value`, maybe through other views, says which branch runs or whether a loop goes on.
/// Commands find such scalars at fixed places.
bool decidesControlFlow(Value value) {
  if (cast<RankedTensorType>(value.getType()).getNumElements() != 1)
    return false;
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<stablehlo::ReshapeOp>(user))
      return decidesControlFlow(user->getResult(0));
    if (isa<stablehlo::OptimizationBarrierOp>(user))
      return decidesControlFlow(user->getResult(use.getOperandNumber()));
    return isControlFlow(user)
               ? !isLoop(user)
               : user->hasTrait<OpTrait::IsTerminator>() && isLoop(user->getParentOp()) &&
                     user->getParentRegion()->getRegionNumber() == 0;
  });
}

} // namespace

// A slice is no view if its start is itself read from a place that moves, as in x[table[i]]: views
// find their indices at fixed places. Strided slices are not contiguous. Start indices that are
// constant zero add no moving offset.
std::optional<View> viewOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<stablehlo::OptimizationBarrierOp>(op))
    return View{op->getOperand(cast<OpResult>(value).getResultNumber()), 0, {}};
  // The cast converts between complex numbers and pairs of real numbers, which have the same bytes.
  if (isa<stablehlo::ReshapeOp, UnrealizedConversionCastOp>(op))
    return View{op->getOperand(0), 0, {}};
  // An exchange that writes into rows of buffers returns the buffers.
  if (auto done = dyn_cast<ir::CollectiveDoneOp>(op)) {
    auto start = done.getHandle().getDefiningOp<ir::CollectiveStartOp>();
    if (start.getInto().empty())
      return std::nullopt;
    return View{start.getInto()[cast<OpResult>(value).getResultNumber()], 0, {}};
  }
  // A row of arguments lies in one of their buffers; as a view of all rows it moves by whole rows.
  if (auto read = dyn_cast<ir::ReadRowOp>(op)) {
    if (mayMove(read.getIndex()))
      return std::nullopt;
    auto stack = cast<RankedTensorType>(read.getWhole().getType());
    return View{
        read.getWhole(), 0, {{read.getIndex(), stack.getDimSize(0) - 1, byteStrides(stack)[0]}}};
  }
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op)) {
    auto from = cast<RankedTensorType>(slice.getOperand().getType());
    // The slice must be without steps and contiguous.
    if (llvm::any_of(slice.getStrides(), [](int64_t s) { return s != 1; }) ||
        !isContiguous(from.getShape(), slice.getType().getShape()))
      return std::nullopt;
    uint64_t offset = 0;
    for (auto [start, stride] : llvm::zip_equal(slice.getStartIndices(), byteStrides(from)))
      offset += start * stride;
    return View{slice.getOperand(), offset, {}};
  }
  if (auto slice = dyn_cast<stablehlo::DynamicSliceOp>(op)) {
    auto from = cast<RankedTensorType>(slice.getOperand().getType());
    if (!isContiguous(from.getShape(), slice.getSliceSizes()) ||
        decidesControlFlow(slice.getResult()))
      return std::nullopt;
    View view{slice.getOperand(), 0, {}};
    // Only dims that are cut have a start other than 0.
    for (auto [size, whole, index, stride] : llvm::zip_equal(
             slice.getSliceSizes(), from.getShape(), slice.getStartIndices(), byteStrides(from)))
      if (size != whole && !isZero(index)) {
        if (mayMove(index))
          return std::nullopt;
        view.moving.push_back({index, whole - size, stride});
      }
    return view;
  }
  return std::nullopt;
}

} // namespace spmd
