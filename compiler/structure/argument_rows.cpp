// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises stacks of arguments and what main returns of them (argument_rows.h).
#include "compiler/structure/argument_rows.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

// Slices of whole rows are views, of any number of dims behind dim 0.
std::optional<int64_t> rowOfSlice(Operation *op) {
  auto slice = dyn_cast<SliceOp>(op);
  if (!slice || slice.getType().getRank() == 0 || slice.getType().getDimSize(0) != 1)
    return std::nullopt;
  auto from = cast<RankedTensorType>(slice.getOperand().getType());
  if (slice.getType().getShape().drop_front() != from.getShape().drop_front() ||
      llvm::any_of(slice.getStrides(), [](int64_t stride) { return stride != 1; }))
    return std::nullopt;
  return slice.getStartIndices()[0];
}

// Follows what loops carry to the value that they begin with.
bool isTable(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *loop = argument.getOwner()->getParentOp();
      if (!loop || !isLoop(loop))
        return false;
      value = loop->getOperand(argument.getArgNumber());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto rows = dyn_cast<ir::RowsOp>(op))
      return !rows.getIsCopied();
    if (auto write = dyn_cast<ir::WriteRowOp>(op))
      value = write.getWhole();
    else if (isLoop(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      return false;
  }
}

// Each row is sliced and reshaped from [1, dims] to [dims] before it is returned. A row that is
// returned twice has a result of its own only once; the other one is a copy.
std::optional<SmallVector<int64_t>> returnedRows(Value stack) {
  auto type = dyn_cast<RankedTensorType>(stack.getType());
  if (!type || !type.hasStaticShape() || type.getRank() == 0 || stack.use_empty() ||
      !stack.hasNUsesOrMore(type.getDimSize(0)))
    return std::nullopt;
  SmallVector<int64_t> results(type.getDimSize(0), -1);
  for (Operation *user : stack.getUsers()) {
    std::optional<int64_t> row = rowOfSlice(user);
    if (!row || !user->hasOneUse())
      continue;
    auto reshape = dyn_cast<ReshapeOp>(*user->user_begin());
    if (!reshape || !reshape->hasOneUse())
      continue;
    if (OpOperand &use = *reshape->use_begin(); isa<func::ReturnOp>(use.getOwner()))
      results[*row] = use.getOperandNumber();
  }
  if (llvm::is_contained(results, -1))
    return std::nullopt;
  return results;
}

// The donor of row 0 says which stack it may be.
Value rowsTakenOver(func::FuncOp main, Value stack) {
  std::optional<SmallVector<int64_t>> results = returnedRows(stack);
  if (!results)
    return {};
  // Argument a gives its buffer to result r: tf.aliasing_output = r.
  auto donates = [&](BlockArgument argument, int64_t result) {
    auto alias = main.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "tf.aliasing_output");
    return alias && alias.getInt() == result;
  };
  for (BlockArgument argument : main.getArguments()) {
    if (!donates(argument, results->front()))
      continue;
    for (Operation *user : argument.getUsers())
      if (auto rows = dyn_cast<ir::RowsOp>(user);
          rows && rows.getBuffers().size() == results->size() &&
          llvm::all_of(llvm::zip(rows.getBuffers(), *results), [&](auto pair) {
            return donates(cast<BlockArgument>(std::get<0>(pair)), std::get<1>(pair));
          }))
        return rows;
  }
  return {};
}

} // namespace spmd
