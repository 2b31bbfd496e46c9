// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the custom call @ApproxTopK, which JAX makes of approx_max_k and approx_min_k, as a sort
// and a slice of its first rows. That is exact: recall is 1, which any target allows. Until here it
// is one op, so that partition moves the few rows that it gives and not all that it sorts.
//   %0:2 = custom_call @ApproxTopK(%x, %indices, %worst, %none) {called_computations = [@gt], ..}
//   ->  %1:2 = sort(%x, %indices) by the body of @gt, %2 = slice %1#0, %3 = slice %1#1
#include "compiler/optimize/approx_top_k.h"
#include "compiler/ops/approx_top_k.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// The function that compares two elements of each operand; null where the call names none that
/// fits.
func::FuncOp comparatorOf(CustomCallOp op, ValueRange operands) {
  auto called = op->getAttrOfType<ArrayAttr>("called_computations");
  auto name = called && called.size() == 1 ? dyn_cast<FlatSymbolRefAttr>(called[0]) : nullptr;
  auto function = name ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name) : nullptr;
  if (!function || !function.getBody().hasOneBlock() ||
      function.getNumArguments() != 2 * operands.size() || function.getNumResults() != 1)
    return nullptr;
  for (auto [i, operand] : llvm::enumerate(operands))
    for (unsigned argument : {2 * unsigned(i), 2 * unsigned(i) + 1})
      if (function.getArgumentTypes()[argument] !=
          RankedTensorType::get({}, cast<RankedTensorType>(operand.getType()).getElementType()))
        return nullptr;
  return function;
}

} // namespace

// Operands, then as many initial values, which elements that are not there would have.
LogicalResult sortAndSlice(CustomCallOp op, PatternRewriter &rewriter) {
  const unsigned count = op->getNumResults();
  if (!ops::isApproxTopK(op))
    return rewriter.notifyMatchFailure(op, "it is no ApproxTopK");
  auto operands = op->getOperands().take_front(count);
  auto first = dyn_cast<RankedTensorType>(operands[0].getType());
  if (!first || !first.hasStaticShape() || !llvm::all_of(operands, [&](Value operand) {
        auto type = dyn_cast<RankedTensorType>(operand.getType());
        return type && type.getShape() == first.getShape();
      }))
    return rewriter.notifyMatchFailure(op, "its operands do not have one shape");
  std::optional<int64_t> dim = ops::selectedDim(op);
  func::FuncOp comparator = comparatorOf(op, operands);
  if (!dim || !comparator)
    return rewriter.notifyMatchFailure(op, "its dim or its comparator is not known");
  for (auto [operand, result] : llvm::zip(operands, op->getResults())) {
    SmallVector<int64_t> shape(first.getShape());
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() != first.getRank() || type.getDimSize(*dim) > shape[*dim])
      return rewriter.notifyMatchFailure(op, "its results are longer than its operands");
    shape[*dim] = type.getDimSize(*dim);
    if (type != cast<RankedTensorType>(operand.getType()).clone(shape))
      return rewriter.notifyMatchFailure(op, "its results are no rows of its operands");
  }
  auto sort = SortOp::create(rewriter, op.getLoc(), operands.getTypes(), operands,
                             rewriter.getI64IntegerAttr(*dim), rewriter.getBoolAttr(true));
  IRMapping mapping;
  comparator.getBody().cloneInto(&sort.getComparator(), mapping);
  // The function ends as functions do, or, as JAX writes it, as bodies do.
  Operation *end = sort.getComparator().front().getTerminator();
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(end);
    ReturnOp::create(rewriter, end->getLoc(), end->getOperands());
    rewriter.eraseOp(end);
  }
  SmallVector<Value> rows;
  for (auto [sorted, result] : llvm::zip(sort->getResults(), op->getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> begin(type.getRank(), 0), step(type.getRank(), 1);
    rows.push_back(
        SliceOp::create(rewriter, op.getLoc(), type, sorted, begin, type.getShape(), step));
  }
  rewriter.replaceOp(op, rows);
  return success();
}

} // namespace spmd
