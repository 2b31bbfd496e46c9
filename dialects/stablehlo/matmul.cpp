// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the checks that dot_general and convolution share (matmul.h). C numbers are
// constraints of dot_general in the StableHLO specification.
#include "dialects/stablehlo/matmul.h"
#include "dialects/notes.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace spmd::stablehlo {

// C11 asks for two precisions; programs also contain none or one, as StableHLO's verifier admits.
LogicalResult verifyPrecisions(Operation *op, ArrayAttr precisions) {
  if (precisions && precisions.size() > 2)
    return op->emitOpError("has ")
           << precisions.size() << " precisions; there is one for each of two operands";
  return success();
}

// Two quantized forms exist. In the full form all three are quantized, with equal storage types of
// lhs and rhs and one expressed type. In the hybrid form only rhs is quantized:
//   i8:f32 * i8:f32 -> i32:f32    f32 * i8:f32 -> f32
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
           << "; in a quantized op rhs is quantized, and lhs and result are both quantized or "
              "both not"
           << typeNotes({"lhs", "rhs"}, op->getOperands());
  // The hybrid form: lhs and result have the type that rhs expresses.
  if (!l) { // C20
    Type expressed = r.getExpressedType();
    if (lhs.getElementType() == expressed && result.getElementType() == expressed)
      return success();
    return op->emitOpError("multiplies ")
           << lhs.getElementType() << " with an rhs that expresses " << expressed << " to "
           << result.getElementType() << "; the three must be equal"
           << typeNotes({"lhs", "rhs"}, op->getOperands());
  }
  if (l.getStorageType() != r.getStorageType()) // C17
    return op->emitOpError("has lhs stored as ")
           << l.getStorageType() << " and rhs stored as " << r.getStorageType()
           << "; the two must be equal" << typeNotes({"lhs", "rhs"}, op->getOperands());
  // C18.
  if (l.getExpressedType() != r.getExpressedType() ||
      l.getExpressedType() != out.getExpressedType())
    return op->emitOpError("expresses lhs in ")
           << l.getExpressedType() << ", rhs in " << r.getExpressedType() << " and the result in "
           << out.getExpressedType() << "; the three must be equal"
           << typeNotes({"lhs", "rhs"}, op->getOperands());
  if (isa<quant::UniformQuantizedType>(r) && !isa<quant::UniformQuantizedType>(out)) // C19
    return op->emitOpError("has rhs quantized per tensor and the result per axis; the result must "
                           "then be quantized "
                           "per tensor as well")
           << typeNote("rhs", op->getOperand(1));
  return success();
}

// Returns failure, so that verifiers may return the call. Operands 0 and 1 are lhs and rhs.
LogicalResult resultMismatch(Operation *op, Type written, Type inferred) {
  return op->emitOpError("has a result of type ") << written << ", its operands give " << inferred
                                                  << typeNotes({"lhs", "rhs"}, op->getOperands());
}

} // namespace spmd::stablehlo
