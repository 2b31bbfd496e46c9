// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies uniform_quantize and infers the result type of uniform_dequantize. C numbers are
// constraints of each op in the StableHLO specification.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

/// Returns the type of the values that the elements stand for: the expressed type of quantized
/// elements, else the element type:
///   tensor<6x!quant.uniform<i8:f32, 0.5>> -> f32    tensor<6xf32> -> f32
static Type expressedType(RankedTensorType type) {
  auto quantized = dyn_cast<quant::QuantizedType>(type.getElementType());
  return quantized ? quantized.getExpressedType() : type.getElementType();
}

// The operand may be quantized too: the op then requantizes to other parameters.
LogicalResult UniformQuantizeOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  if (!haveCompatibleShapes(operand, result)) // C1
    return emitOpError("quantizes ") << operand << " to " << result << "; the shapes must be equal"
                                     << typeNote("operand", getOperand());
  if (expressedType(operand) == expressedType(result)) // C2
    return success();
  return emitOpError("quantizes values of ")
         << expressedType(operand) << " to a type that expresses " << expressedType(result)
         << "; the two must be equal" << typeNote("operand", getOperand());
}

// tensor<6x!quant.uniform<i8:f32, 0.5>> -> tensor<6xf32>
LogicalResult UniformDequantizeOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                                    Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  types.push_back(operand.clone(expressedType(operand))); // C1, C2
  return success();
}

void StablehloDialect::addQuantizedOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/quantized.cpp.inc"
      >();
}

} // namespace spmd::stablehlo

#define GET_OP_CLASSES
#include "dialects/stablehlo/quantized.cpp.inc"
