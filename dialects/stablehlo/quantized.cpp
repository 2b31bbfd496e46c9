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
static Type expressedType(Value value) {
  Type element = tensorOf(value).getElementType();
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  return quantized ? quantized.getExpressedType() : element;
}

// The operand may be quantized too: the op then requantizes to other parameters.
LogicalResult UniformQuantizeOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  if (!haveCompatibleShapes(operand, result)) // C1
    return emitOpError("quantizes ") << operand << " to " << result << "; the shapes must be equal"
                                     << typeNote("operand", getOperand());
  Type from = expressedType(getOperand()), to = expressedType(getResult());
  if (from == to) // C2
    return success();
  return emitOpError("quantizes values of ")
         << from << " to a type that expresses " << to << "; the two must be equal"
         << typeNote("operand", getOperand());
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/quantized.ops.inc"
