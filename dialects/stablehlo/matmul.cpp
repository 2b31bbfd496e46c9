// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that dot_general and convolution share (see matmul.h). Constraint numbers are
// dot_general's.
#include "dialects/stablehlo/matmul.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace spmd::stablehlo {

LogicalResult verifyPrecisions(Operation *op, ArrayAttr precisions) {
  if (precisions && precisions.size() > 2)
    return op->emitOpError("has ")
           << precisions.size() << " precisions; there is one for each of two operands";
  return success();
}

LogicalResult verifyQuantizedMatmul(Operation *op, RankedTensorType lhs, RankedTensorType rhs,
                                    RankedTensorType result) {
  auto l = dyn_cast<quant::QuantizedType>(lhs.getElementType());
  auto r = dyn_cast<quant::QuantizedType>(rhs.getElementType());
  auto out = dyn_cast<quant::QuantizedType>(result.getElementType());
  if (!l && !r && !out)
    return success();
  if (!r || bool(l) != bool(out)) // C14
    return op->emitOpError("multiplies ")
           << lhs.getElementType() << " with " << rhs.getElementType() << " to "
           << result.getElementType()
           << "; in a quantized matmul rhs is quantized, and lhs and result are both quantized or "
              "both not";
  if (!l) { // C20
    Type expressed = r.getExpressedType();
    if (lhs.getElementType() == expressed && result.getElementType() == expressed)
      return success();
    return op->emitOpError("multiplies ")
           << lhs.getElementType() << " with an rhs that expresses " << expressed << " to "
           << result.getElementType() << "; the three must be equal";
  }
  if (l.getStorageType() != r.getStorageType()) // C17
    return op->emitOpError("has lhs stored as ") << l.getStorageType() << " and rhs stored as "
                                                 << r.getStorageType() << "; the two must be equal";
  // C18.
  if (l.getExpressedType() != r.getExpressedType() ||
      l.getExpressedType() != out.getExpressedType())
    return op->emitOpError("expresses lhs in ")
           << l.getExpressedType() << ", rhs in " << r.getExpressedType() << " and the result in "
           << out.getExpressedType() << "; the three must be equal";
  if (isa<quant::UniformQuantizedType>(r) && !isa<quant::UniformQuantizedType>(out)) // C19
    return op->emitOpError(
        "has rhs quantized per tensor and the result per axis; the result must then be quantized "
        "per tensor as well");
  return success();
}

LogicalResult resultMismatch(Operation *op, Type written, Type inferred) {
  auto diag = op->emitOpError("has a result of type ")
              << written << ", its operands give " << inferred;
  diag.attachNote(op->getOperand(0).getLoc()) << "lhs is " << op->getOperand(0).getType();
  diag.attachNote(op->getOperand(1).getLoc()) << "rhs is " << op->getOperand(1).getType();
  return diag;
}

} // namespace spmd::stablehlo
