// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks shapes only: no other op of one operand makes a last dim of 1 out of a longer one and leaves
// the others as they are without a body that combines elements.
#include "compiler/structure/neighbours.h"
#include "compiler/structure/views.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace spmd {

static ArrayRef<int64_t> shapeOf(Value v) {
  auto type = dyn_cast<RankedTensorType>(v.getType());
  return type && type.hasStaticShape() ? type.getShape() : ArrayRef<int64_t>();
}

/// Has `apart` the shape of `joined`, but a last dim of 1 instead of a few?
static bool isOneOf(Value apart, Value joined) {
  ArrayRef<int64_t> few = shapeOf(joined), one = shapeOf(apart);
  return !few.empty() && few.size() == one.size() && few.back() > 1 &&
         few.back() <= kMostNeighbours && one.back() == 1 && few.drop_back() == one.drop_back();
}

/// The view is mostly a reshape that drops the last dim of 1. One view is looked through, no chain.
bool takesNeighbour(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 || op->getNumRegions())
    return false;
  if (isOneOf(op->getResult(0), op->getOperand(0)))
    return true;
  Operation *viewed = viewOf(op->getResult(0)) ? op->getOperand(0).getDefiningOp() : nullptr;
  return viewed && !viewOf(viewed->getResult(0)) && takesNeighbour(viewed);
}

bool joinsNeighbours(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && op->getNumOperands() > 1 &&
         !shapeOf(op->getResult(0)).empty() &&
         shapeOf(op->getResult(0)).back() == int64_t(op->getNumOperands()) &&
         llvm::all_of(op->getOperands(), [&](Value v) { return isOneOf(v, op->getResult(0)); });
}

} // namespace spmd
