// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds and recognizes the regions of reductions that are one op (reducer.h).
#include "dialects/stablehlo/reducer.h"
#include "dialects/sdy/sdy.h"
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

Value unannotated(Value v) {
  while (auto constraint = v.getDefiningOp<sdy::ShardingConstraintOp>())
    v = constraint.getInput();
  return v;
}

// The accumulators precede the elements in the arguments.
Operation *combiningOp(Region &body, unsigned i) {
  if (!body.hasOneBlock() || !body.front().mightHaveTerminator())
    return nullptr;
  Block &block = body.front();
  Operation *end = block.getTerminator();
  if (body.getNumArguments() != 2 * end->getNumOperands())
    return nullptr;
  Operation *op = unannotated(end->getOperand(i)).getDefiningOp();
  if (!op || op->getNumOperands() != 2 || op->getBlock() != &block)
    return nullptr;
  Value l = unannotated(op->getOperand(0)), r = unannotated(op->getOperand(1));
  Value accumulator = body.getArgument(i), element = body.getArgument(end->getNumOperands() + i);
  if (!(l == accumulator && r == element) && !(l == element && r == accumulator))
    return nullptr;
  // An op that changes the type is no plain combination.
  return op->getResult(0).getType() == accumulator.getType() ? op : nullptr;
}

//   (a, b) { r = stablehlo.maximum a, b; return r } -> "stablehlo.maximum"
std::optional<OperationName> reducerOp(Region &body) {
  Operation *op = body.getNumArguments() == 2 ? combiningOp(body, 0) : nullptr;
  if (!op || op->getPrevNode() || op->getNextNode() != body.front().getTerminator() ||
      !isa_and_nonnull<StablehloDialect>(op->getDialect()) ||
      !op->hasTrait<OpTrait::IsCommutative>())
    return std::nullopt;
  // addReducer must be able to rebuild the region from the name alone: arguments in order, one type
  // and no attributes. A sharding rule is admitted, because all scalar ops have the same one.
  auto saysMore = [](NamedAttribute attr) { return attr.getName() != "sdy.sharding_rule"; };
  if (!llvm::equal(op->getOperands(), body.getArguments()) ||
      llvm::any_of(op->getAttrs(), saysMore) || !body.front().back().getAttrs().empty() ||
      !llvm::all_equal(body.getArgumentTypes()))
    return std::nullopt;
  return op->getName();
}

} // namespace spmd::stablehlo
