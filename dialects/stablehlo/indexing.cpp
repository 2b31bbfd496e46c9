// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers result types of and verifies the slices whose place is computed at run time:
// dynamic_slice, dynamic_update_slice, real_dynamic_slice. gather and scatter are in gather.cpp. C
// numbers are constraints of each op in the StableHLO specification.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"

using namespace mlir;

namespace spmd::stablehlo {

/// custom<StartIndices>: `, %i, %j,` between the operand and the sizes. A scalar operand has no
/// start indices, so the text is one comma; newer JAX writes two, `, ,`, which are read too.
static ParseResult parseStartIndices(OpAsmParser &parser,
                                     SmallVectorImpl<OpAsmParser::UnresolvedOperand> &starts) {
  if (parser.parseComma())
    return failure();
  // Ends at the first token that is no operand, which is the word `sizes`.
  while (true) {
    OpAsmParser::UnresolvedOperand start;
    OptionalParseResult parsed = parser.parseOptionalOperand(start);
    if (!parsed.has_value()) {
      if (starts.empty())
        (void)parser.parseOptionalComma();
      return success();
    }
    if (failed(*parsed) || parser.parseComma())
      return failure();
    starts.push_back(start);
  }
}

static void printStartIndices(OpAsmPrinter &printer, Operation *, OperandRange starts) {
  for (Value start : starts)
    printer << ", " << start;
  printer << ',';
}

/// Verifies that there is one start index per dim of the operand, and that all have one type:
/// dynamic_slice C2 and C3, dynamic_update_slice C4 and C5.
static LogicalResult verifyStarts(std::optional<Location> location, Value operand,
                                  ValueRange starts) {
  int64_t rank = tensorOf(operand).getRank();
  if (int64_t(starts.size()) != rank)
    return emitOptionalError(location, "has ", starts.size(), " start indices, the operand has ",
                             rank, " dims", typeNote("operand", operand));
  for (auto [i, start] : llvm::enumerate(starts))
    if (start.getType() != starts.front().getType())
      return emitOptionalError(
          location, "has start index ", i, " of type ", start.getType(),
          " and start index 0 of type ", starts.front().getType(), "; they must be equal",
          typeNotes({"start index 0", "the other index"}, {starts.front(), start}));
  return success();
}

/// Verifies that 0 <= window <= operand in each dim. Dynamic sizes pass. `name` is how messages
/// call the window.
static LogicalResult verifyWindow(std::optional<Location> location, StringRef name,
                                  ArrayRef<int64_t> window, Value operandValue) {
  auto operand = tensorOf(operandValue);
  if (int64_t(window.size()) != operand.getRank())
    return emitOptionalError(location, name, " has ", window.size(), " dims, the operand ", operand,
                             " has ", operand.getRank(), typeNote("operand", operandValue));
  for (auto [dim, size, whole] : llvm::enumerate(window, operand.getShape()))
    if (!ShapedType::isDynamic(size) &&
        (size < 0 || (!ShapedType::isDynamic(whole) && size > whole)))
      return emitOptionalError(location, name, " is ", size, " in dim ", dim,
                               ", the operand has size ", whole, " there",
                               typeNote("operand", operandValue));
  return success();
}

// C5: the result has the slice sizes:  tensor<7x9xf32>, sizes [3, 1] -> tensor<3x1xf32>.
FailureOr<Type> DynamicSliceOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  if (failed(verifyStarts(location, adaptor.getOperand(), adaptor.getStartIndices())) ||
      failed(verifyWindow(location, "slice size", sizes, adaptor.getOperand()))) // C4
    return failure();
  // verifyWindow lets kDynamic pass, which a program can write as the number -2^63.
  for (int64_t size : sizes)
    if (ShapedType::isDynamic(size))
      return emitOptionalError(location, "slice sizes must be static");
  return RankedTensorType::get(sizes, operand.getElementType());
}

// C1: the result has the operand's type. The update may be smaller in any dim (C6).
FailureOr<Type> DynamicUpdateSliceOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  auto update = tensorOf(adaptor.getUpdate());
  // C2.
  if (baselineElementType(operand.getElementType()) != baselineElementType(update.getElementType()))
    return emitOptionalError(location, "updates ", operand, " with elements of type ",
                             update.getElementType(), "; the element types must be equal",
                             typeNotes({"operand", "the update"}, adaptor.getOperands()));
  if (failed(verifyWindow(location, "update size", update.getShape(),
                          adaptor.getOperand())) || // C3, C6
      failed(verifyStarts(location, adaptor.getOperand(), adaptor.getStartIndices())))
    return failure();
  return operand;
}

// The three lists have one entry per dim and one element type. Sizes depend on their values, so
// they are not checked.
LogicalResult RealDynamicSliceOp::verify() {
  int64_t rank = getOperand().getType().getRank();
  for (auto [name, list] : {std::pair<StringRef, Value>("start_indices", getStartIndices()),
                            std::pair<StringRef, Value>("limit_indices", getLimitIndices()),
                            std::pair<StringRef, Value>("strides", getStrides())}) {
    auto type = tensorOf(list);
    if (!areCompatibleSizes(type.getDimSize(0), rank) ||
        type.getElementType() != getStartIndices().getType().getElementType())
      return emitOpError("has ") << name << " of type " << type << "; the operand of rank " << rank
                                 << " needs " << rank << " entries, of one type in all three lists"
                                 << typeNotes({"operand", "the list"}, {getOperand(), list});
  }
  if (getResult().getType().getRank() != rank ||
      getResult().getType().getElementType() != getOperand().getType().getElementType())
    return emitOpError("slices ") << getOperand().getType() << " to " << getResult().getType()
                                  << "; ranks and element types must be equal"
                                  << typeNote("operand", getOperand());
  return success();
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/indexing.ops.inc"
