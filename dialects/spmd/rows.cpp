// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies the ops that move rows of stacks. A stack of [n, dims] has n rows of [1, dims]. Passes
// of compiler/roll make them; programs that were edited by hand may hold others.
#include "dialects/spmd/spmd.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace spmd::ir {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// As many arguments as rows, all of the type of a row without its dim 0; or none.
LogicalResult RowsOp::verify() {
  auto stack = typeOf(getResult());
  if (stack.getRank() == 0)
    return emitOpError("has the type ") << stack << ", which has no rows";
  if (getBuffers().empty())
    return getIsCopied() ? emitOpError("copies no buffers") : success();
  for (Value buffer : getBuffers()) {
    auto argument = dyn_cast<BlockArgument>(buffer);
    if (!argument || !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return emitOpError("has a row that is no argument of its function");
  }
  if (stack.getDimSize(0) != int64_t(getBuffers().size()))
    return emitOpError("has ") << getBuffers().size() << " rows and the type " << stack;
  auto row = typeOf(getBuffers().front());
  if (row.getShape() != stack.getShape().drop_front() ||
      row.getElementType() != stack.getElementType())
    return emitOpError("has rows of ") << row << " and the type " << stack;
  return success();
}

/// `row` is one row of `stack`, and `index` is an integer.
static LogicalResult verifyRow(Operation *op, Value row, Value stack, Value index) {
  auto whole = typeOf(stack), part = typeOf(row), place = typeOf(index);
  if (whole.getRank() == 0 || part.getRank() != whole.getRank() || part.getDimSize(0) != 1 ||
      part.getShape().drop_front() != whole.getShape().drop_front() ||
      part.getElementType() != whole.getElementType())
    return op->emitOpError("has a row of ") << part << " and a stack of " << whole;
  if (place.getRank() != 0 || !place.getElementType().isInteger())
    return op->emitOpError("has an index of ") << place << "; a row has an integer for its place";
  return success();
}

LogicalResult ReadRowOp::verify() { return verifyRow(*this, getRow(), getWhole(), getIndex()); }
LogicalResult WriteRowOp::verify() { return verifyRow(*this, getRow(), getWhole(), getIndex()); }

} // namespace spmd::ir
