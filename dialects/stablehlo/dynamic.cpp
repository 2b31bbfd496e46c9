// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies the ops whose result shape is an operand, and infers the result types of the ops that
// read and set the size of a dim. C numbers are constraints of each op in the StableHLO
// specification. A shape operand that is a constant is checked against the result type.
#include "dialects/notes.h"
#include "dialects/stablehlo/movement.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd::stablehlo {

/// Returns the entries of a vector operand that is a constant; nothing for other operands.
static std::optional<SmallVector<int64_t>> constantEntries(Value vector) {
  DenseIntElementsAttr constant;
  if (!matchPattern(vector, m_Constant(&constant)))
    return std::nullopt;
  SmallVector<int64_t> entries;
  for (const APInt &value : constant.getValues<APInt>())
    entries.push_back(value.getSExtValue());
  return entries;
}

/// Verifies that the shape operand has one entry per dim of the result. Where the operand is a
/// constant, each entry must fit the result's size:
///   shape dense<[2, 3]>, result tensor<2x?xf32> passes, tensor<4x?xf32> fails
static LogicalResult verifyShapeOperand(Operation *op, Value shape, RankedTensorType result) {
  auto type = tensorOf(shape);
  if (!areCompatibleSizes(type.getDimSize(0), result.getRank()))
    return op->emitOpError("has a shape of ")
           << type.getDimSize(0) << " entries and a result " << result << " of rank "
           << result.getRank() << "; they must be equal" << originNote("the shape", shape);
  if (std::optional<SmallVector<int64_t>> sizes = constantEntries(shape))
    for (auto [dim, size, written] : llvm::enumerate(*sizes, result.getShape()))
      if (!areCompatibleSizes(size, written))
        return op->emitOpError("makes size ")
               << size << " in dim " << dim << ", its result " << result << " has " << written
               << " there" << originNote("the shape", shape);
  return success();
}

// C1 to C10. The two lists of known dims are hints; together they name each operand dim at most
// once.
LogicalResult DynamicBroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  if (failed(verifyBroadcast(*this, operand, getBroadcastDimensions(), result)) || // C1 to C6
      failed(verifyShapeOperand(*this, getOutputDimensions(), result)))            // C7
    return failure();
  SmallVector<int64_t> known; // C8 to C10
  for (std::optional<ArrayRef<int64_t>> list :
       {getKnownExpandingDimensions(), getKnownNonexpandingDimensions()})
    if (list)
      llvm::append_range(known, *list);
  return verifyDims(getLoc(), known, operand.getRank(),
                    "known_expanding and known_nonexpanding dimensions");
}

// C1 counts along a dim of the result; C2 compares the shape operand with the result.
LogicalResult DynamicIotaOp::verify() {
  RankedTensorType result = getResult().getType();
  if (int64_t(getIotaDimension()) >= result.getRank()) // C1
    return emitOpError("counts along dim ") << getIotaDimension() << "; its result " << result
                                            << " has dims 0 to " << result.getRank() - 1;
  return verifyShapeOperand(*this, getOutputShape(), result); // C2
}

// C1 to C3 are those of reshape (movement.h).
LogicalResult DynamicReshapeOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  if (failed(verifyReshape(*this, operand, result))) // C1 to C3
    return failure();
  return verifyShapeOperand(*this, getOutputShape(), result); // C4
}

// C1 to C4. The sizes (C4) are checked where the three lists are constants and the dim is static in
// operand and result:
//   tensor<4xf32>, low 1, high -1, interior 2 -> tensor<10xf32>, since 1 + 4 + 3 * 2 - 1 = 10
LogicalResult DynamicPadOp::verify() {
  RankedTensorType operand = getOperand().getType(), value = getPaddingValue().getType(),
                   result = getResult().getType();
  if (value.getRank() != 0 || value.getElementType() != operand.getElementType() ||
      result.getElementType() != operand.getElementType()) // C1
    return emitOpError("pads ") << operand << " with " << value << " to " << result
                                << "; the value is a scalar and the element types must be equal"
                                << typeNotes({"operand", "the value"}, getOperands());
  int64_t rank = operand.getRank();
  if (result.getRank() != rank)
    return emitOpError("pads ") << operand << " to " << result << "; the ranks must be equal"
                                << typeNote("operand", getOperand());
  std::pair<StringRef, Value> lists[] = {{"edge_padding_low", getEdgePaddingLow()},
                                         {"edge_padding_high", getEdgePaddingHigh()},
                                         {"interior_padding", getInteriorPadding()}};
  for (auto [name, list] : lists) { // C2
    auto type = tensorOf(list);
    if (!areCompatibleSizes(type.getDimSize(0), rank) ||
        type.getElementType() != getElementTypeOrSelf(lists[0].second))
      return emitOpError("has ") << name << " of type " << type << "; operand " << operand
                                 << " needs " << rank << " entries, of one type in all three lists"
                                 << originNote(name, list) << typeNote("operand", getOperand());
  }
  // The values are known only where the lists are constants.
  auto low = constantEntries(lists[0].second), high = constantEntries(lists[1].second),
       interior = constantEntries(lists[2].second);
  if (interior) // C3
    for (int64_t amount : *interior)
      if (amount < 0)
        return emitOpError("has interior padding ")
               << amount << "; it must be 0 or more"
               << originNote("interior_padding", getInteriorPadding());
  if (!low || !high || !interior)
    return success();
  for (int64_t dim = 0; dim < rank; ++dim) { // C4
    int64_t from = operand.getDimSize(dim), to = result.getDimSize(dim);
    if (ShapedType::isDynamic(from) || ShapedType::isDynamic(to))
      continue;
    int64_t size = paddedSize(from, (*low)[dim], (*high)[dim], (*interior)[dim]);
    if (size != to)
      return emitOpError("pads dim ")
             << dim << " of size " << from << " to " << size << ", its result " << result << " has "
             << to << " there" << typeNote("operand", getOperand());
  }
  return success();
}

/// Verifies that `dim` is a dim of the operand (C1 of get_dimension_size).
static LogicalResult verifyDimension(std::optional<Location> location, int64_t dim, Value operand) {
  int64_t rank = tensorOf(operand).getRank();
  if (dim >= 0 && dim < rank)
    return success();
  return emitOptionalError(location, "names dim ", dim, "; operand ", operand.getType(),
                           " has dims 0 to ", rank - 1, typeNote("operand", operand));
}

// The result is a scalar i32 whatever the operand is.
FailureOr<Type> GetDimensionSizeOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  if (failed(verifyDimension(location, adaptor.getDimension(), adaptor.getOperand())))
    return failure();
  return RankedTensorType::get({}, Builder(adaptor.getOperand().getContext()).getI32Type());
}

// The dim becomes dynamic, bounded by its static size. A constant size that equals the static size
// keeps the dim static:
//   tensor<3x8xf32>, dim 0, size unknown -> tensor<?x8xf32, #stablehlo.bounds<3, ?>>
FailureOr<Type> SetDimensionSizeOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  int64_t dim = adaptor.getDimension();
  if (failed(verifyDimension(location, dim, adaptor.getOperand())))
    return failure();
  // A dim that is dynamic already keeps its bound.
  SmallVector<int64_t> shape(operand.getShape()), bounds = boundsOf(operand);
  APInt size;
  bool keepsStatic =
      matchPattern(adaptor.getSize(), m_ConstantInt(&size)) && size.getSExtValue() == shape[dim];
  if (!keepsStatic) {
    if (!ShapedType::isDynamic(shape[dim]))
      bounds[dim] = shape[dim];
    shape[dim] = ShapedType::kDynamic;
  }
  return tensorType(shape, bounds, operand.getElementType());
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/dynamic.ops.inc"
