// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of reductions that are one op (see reducer.h).
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

void addReducer(OpBuilder &builder, Location location, Region &body, StringRef opName, Type elementType) {
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, elementType);
  Block *block = builder.createBlock(&body, {}, {scalar, scalar}, {location, location});
  Operation *op = builder.create(location, builder.getStringAttr(opName), block->getArguments(), TypeRange(scalar));
  builder.create(location, builder.getStringAttr("stablehlo.return"), op->getResults());
}

/// The only op of a region with two arguments that are its operands in some order; null for other regions.
static Operation *onlyOp(Region &body) {
  if (!body.hasOneBlock() || body.getNumArguments() != 2)
    return nullptr;
  Block &block = body.front();
  if (block.empty() || std::next(block.begin()) == block.end() || std::next(block.begin(), 2) != block.end())
    return nullptr;
  Operation *op = &block.front(), *end = &block.back();
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 || end->getNumOperands() != 1 ||
      end->getOperand(0) != op->getResult(0))
    return nullptr;
  Value a = block.getArgument(0), b = block.getArgument(1);
  bool isBoth = (op->getOperand(0) == a && op->getOperand(1) == b) || (op->getOperand(0) == b && op->getOperand(1) == a);
  return isBoth ? op : nullptr;
}

static bool isCommutativeOfDialect(Operation *op) {
  return isa<StablehloDialect>(op->getDialect()) && op->hasTrait<OpTrait::IsCommutative>();
}

std::optional<OperationName> reducerOp(Region &body) {
  Operation *op = onlyOp(body);
  if (!op || !op->getDialect() || !isCommutativeOfDialect(op) || op->getOperand(0) != body.getArgument(0) ||
      !op->getAttrs().empty() || !body.front().back().getAttrs().empty())
    return std::nullopt;
  Type type = op->getResult(0).getType();
  bool isOneType = body.getArgument(0).getType() == type && body.getArgument(1).getType() == type;
  return isOneType ? std::optional(op->getName()) : std::nullopt;
}

std::optional<OperationName> reducerMeaning(Region &body) {
  Operation *op = onlyOp(body);
  return op && op->getDialect() && isCommutativeOfDialect(op) ? std::optional(op->getName()) : std::nullopt;
}

} // namespace spmd::stablehlo
