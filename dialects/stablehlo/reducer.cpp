// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds and recognizes the regions of reductions that are one op (reducer.h).
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

// The op is created by name, so that callers may pass any op of two operands.
void addReducer(OpBuilder &builder, Location location, Region &body, StringRef opName,
                Type elementType) {
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, elementType);
  Block *block = builder.createBlock(&body, {}, {scalar, scalar}, {location, location});
  Operation *op = builder.create(location, builder.getStringAttr(opName), block->getArguments(),
                                 TypeRange(scalar));
  builder.create(location, builder.getStringAttr("stablehlo.return"), op->getResults());
}

/// Returns the op `op` of a region of the form (a, b) { r = op ..; return r }; null for other
/// regions.
static Operation *onlyOp(Region &body) {
  if (!body.hasOneBlock() || body.getNumArguments() != 2)
    return nullptr;
  Block &block = body.front();
  if (block.empty() || &block.front() != block.back().getPrevNode())
    return nullptr;
  Operation *op = &block.front(), *end = &block.back();
  bool isReturned = op->getNumResults() == 1 && end->getNumOperands() == 1 &&
                    end->getOperand(0) == op->getResult(0);
  return isReturned ? op : nullptr;
}

//   (a, b) { r = stablehlo.maximum a, b; return r } -> "stablehlo.maximum"
std::optional<OperationName> reducerOp(Region &body) {
  Operation *op = onlyOp(body);
  if (!op || !isa_and_nonnull<StablehloDialect>(op->getDialect()) ||
      !op->hasTrait<OpTrait::IsCommutative>())
    return std::nullopt;
  // addReducer must be able to rebuild the region from the name alone: arguments in order, one type
  // and no attributes. A sharding rule is admitted, because all scalar ops have the same one.
  auto saysMore = [](NamedAttribute attr) { return attr.getName() != "sdy.sharding_rule"; };
  if (!llvm::equal(op->getOperands(), body.getArguments()) ||
      llvm::any_of(op->getAttrs(), saysMore) || !body.front().back().getAttrs().empty())
    return std::nullopt;
  Type type = op->getResult(0).getType();
  bool isOneType =
      llvm::all_of(body.getArgumentTypes(), [&](Type argument) { return argument == type; });
  return isOneType ? std::optional(op->getName()) : std::nullopt;
}

} // namespace spmd::stablehlo
