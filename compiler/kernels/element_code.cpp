// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds scalar code from the `emit` facets, and copies it for lanes.
#include "compiler/kernels/element_code.h"
#include "compiler/elements/rounding.h"
#include "compiler/ops/region.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

/// Index arguments are added when the facet asks for an index along a dim, one per dim.
const ElementCode &ElementCodes::of(Operation *op) {
  std::unique_ptr<ElementCode> &code = codes[op];
  if (code)
    return *code;
  code = std::make_unique<ElementCode>();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&code->block);
  for (Value operand : op->getOperands())
    code->block.addArgument(registerType(getElementTypeOrSelf(operand.getType())), op->getLoc());
  code->operandCount = op->getNumOperands();
  // One argument per dim, however often the facet asks for it.
  auto indexAlong = [&](int64_t dim) -> Value {
    for (auto [i, d] : llvm::enumerate(code->indexDims))
      if (d == dim)
        return code->block.getArgument(code->operandCount + i);
    code->indexDims.push_back(dim);
    return code->block.addArgument(builder.getI64Type(), op->getLoc());
  };
  ScalarBuilder b{builder, op->getLoc(), {}, indexAlong};
  SmallVector<Value> operands(code->block.getArguments());
  code->results = emitOp(op, b, operands);
  for (auto [value, result] : llvm::zip_equal(code->results, op->getResults())) {
    Type element = getElementTypeOrSelf(result);
    code->roundTo.push_back(wantsRounding(rounding, element, value, operands, op->getOperandTypes())
                                ? element
                                : Type());
  }
  return *code;
}

/// A combiner of two values keeps its total in f32 (Rounding::Late), see element_code.h.
const ElementCode &ElementCodes::of(Region &region) {
  std::unique_ptr<ElementCode> &code = codes[&region];
  if (code)
    return *code;
  code = std::make_unique<ElementCode>();
  OpBuilder builder(region.getContext());
  builder.setInsertionPointToStart(&code->block);
  for (BlockArgument arg : region.getArguments())
    code->block.addArgument(registerType(getElementTypeOrSelf(arg.getType())), arg.getLoc());
  code->operandCount = region.getNumArguments();
  ScalarBuilder b{builder, region.getLoc()};
  b.rounding = combinerOfPairs(region) ? Rounding::Late : rounding;
  SmallVector<Value> arguments(code->block.getArguments());
  code->results = emitRegion(region, b, arguments);
  for (auto [value, result] :
       llvm::zip_equal(code->results, region.front().getTerminator()->getOperands())) {
    Type element = getElementTypeOrSelf(result);
    code->roundTo.push_back(
        wantsRounding(rounding, element, value, arguments, region.getArgumentTypes()) ? element
                                                                                      : Type());
  }
  return *code;
}

/// A constant stays scalar until an op wants lanes of it.
SmallVector<Value> cloneElements(LoopBuilder &b, const ElementCode &code,
                                 ArrayRef<Value> arguments) {
  IRMapping values;
  for (auto [from, to] : llvm::zip_equal(code.block.getArguments(), arguments))
    values.map(from, to);
  for (Operation &op : code.block) {
    unsigned lanes = 1;
    for (Value operand : op.getOperands())
      lanes = std::max(lanes, lanesOf(values.lookup(operand)));
    IRMapping splats;
    for (Value operand : op.getOperands())
      splats.map(operand, b.splat(values.lookup(operand), lanes));
    Operation *copy = b.clone(op, splats);
    for (auto [result, made] : llvm::zip_equal(op.getResults(), copy->getResults())) {
      made.setType(withLanes(result.getType(), lanes));
      values.map(result, made);
    }
  }
  return llvm::map_to_vector(code.results, [&](Value v) { return values.lookup(v); });
}

} // namespace spmd
