// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction bodies that are one op (see reduction_kind.h).
#include "dialects/stablehlo/reduction_kind.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

void buildReductionBody(OpBuilder &builder, Location location, Region &region, Type elementType, ReductionKind kind) {
  OpBuilder::InsertionGuard guard(builder);
  Type scalar = RankedTensorType::get({}, elementType);
  Block *block = builder.createBlock(&region, region.end(), {scalar, scalar}, {location, location});
  Value a = block->getArgument(0), b = block->getArgument(1);
  Value folded;
  switch (kind) {
  case ReductionKind::Sum:
    folded = AddOp::create(builder, location, a, b);
    break;
  case ReductionKind::Product:
    folded = MulOp::create(builder, location, a, b);
    break;
  case ReductionKind::Max:
    folded = MaxOp::create(builder, location, a, b);
    break;
  case ReductionKind::Min:
    folded = MinOp::create(builder, location, a, b);
    break;
  case ReductionKind::And:
    folded = AndOp::create(builder, location, a, b);
    break;
  case ReductionKind::Or:
    folded = OrOp::create(builder, location, a, b);
    break;
  case ReductionKind::Xor:
    folded = XorOp::create(builder, location, a, b);
    break;
  }
  ReturnOp::create(builder, location, ValueRange(folded));
}

std::optional<ReductionKind> matchReductionBody(Region &region) {
  if (!region.hasOneBlock() || region.getNumArguments() != 2 || region.front().getOperations().size() != 2)
    return std::nullopt;
  Operation &fold = region.front().front(), &end = region.front().back();
  Value a = region.getArgument(0), b = region.getArgument(1);
  if (fold.getNumOperands() != 2 || fold.getNumResults() != 1 || end.getNumOperands() != 1 ||
      end.getOperand(0) != fold.getResult(0))
    return std::nullopt;
  bool inOrder = fold.getOperand(0) == a && fold.getOperand(1) == b;
  bool swapped = fold.getOperand(0) == b && fold.getOperand(1) == a;
  if (!inOrder && !swapped)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<ReductionKind>>(&fold)
      .Case<AddOp>([](auto) { return ReductionKind::Sum; })
      .Case<MulOp>([](auto) { return ReductionKind::Product; })
      .Case<MaxOp>([](auto) { return ReductionKind::Max; })
      .Case<MinOp>([](auto) { return ReductionKind::Min; })
      .Case<AndOp>([](auto) { return ReductionKind::And; })
      .Case<OrOp>([](auto) { return ReductionKind::Or; })
      .Case<XorOp>([](auto) { return ReductionKind::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace spmd::stablehlo
