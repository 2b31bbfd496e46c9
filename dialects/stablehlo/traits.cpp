// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies element types and implements the checks of the traits that base.td declares. The
// classes are those of the StableHLO specification, section Types.
#include "dialects/stablehlo/traits.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/infer.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

/// Returns whether integers of this width may store quantized values. Plain integers may also have
/// 64 bits.
static bool isStorageWidth(unsigned bits) {
  return bits == 2 || bits == 4 || bits == 8 || bits == 16 || bits == 32;
}

// ui32 -> kUnsigned | kUI32    f64 -> kFloat | kF32F64    i1 -> kBool    si8 -> 0: StableHLO writes
// signed integers as signless ones.
unsigned elementClasses(Type type) {
  // The most frequent types come first: the verifier calls this for every tensor.
  if (isa<Float32Type, Float64Type>(type))
    return kFloat | kF32F64;
  if (isa<BFloat16Type, Float16Type>(type))
    return kFloat;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned bits = integer.getWidth();
    if (integer.isSignless() && bits == 1)
      return kBool;
    if (integer.isSigned() || !(isStorageWidth(bits) || bits == 64))
      return 0;
    unsigned exact = bits == 32 ? (integer.isUnsigned() ? kUI32 : kI32) : 0;
    return (integer.isUnsigned() ? kUnsigned : kSigned) | exact;
  }
  // The narrow floats of the specification; tf32 is a precision only, not an element type.
  if (isa<Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType, Float8E3M4Type, Float8E4M3Type,
          Float8E4M3FNType, Float8E4M3FNUZType, Float8E4M3B11FNUZType, Float8E5M2Type,
          Float8E5M2FNUZType, Float8E8M0FNUType>(type))
    return kFloat;
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<Float32Type, Float64Type>(complex.getElementType()) ? kComplex : 0;
  if (auto quantized = dyn_cast<quant::UniformQuantizedType>(type))
    return isStorageWidth(quantized.getStorageTypeIntegralWidth()) ? kQuantized : 0;
  if (auto quantized = dyn_cast<quant::UniformQuantizedPerAxisType>(type))
    return isStorageWidth(quantized.getStorageTypeIntegralWidth()) ? kQuantizedPerAxis : 0;
  return isa<IndexType>(type) ? kIndex : 0;
}

// A dynamic dim may be quantized per axis: its size is not compared.
bool isTensorOf(Type type, unsigned classes) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !(elementClasses(tensor.getElementType()) & classes))
    return false;
  if (!(classes & kQuantizedPerAxis))
    return true;
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(tensor.getElementType());
  if (!perAxis)
    return true;
  int64_t dim = perAxis.getQuantizedDimension();
  return dim >= 0 && dim < tensor.getRank() &&
         (tensor.isDynamicDim(dim) ||
          tensor.getDimSize(dim) == int64_t(perAxis.getScales().size()));
}

bool isScalarOf(Type type, unsigned classes) {
  return isTensorOf(type, classes) && cast<RankedTensorType>(type).getRank() == 0;
}

bool isVectorOf(Type type, unsigned classes) {
  return isTensorOf(type, classes) && cast<RankedTensorType>(type).getRank() == 1;
}

// All types are compared with the first one, so that the message names two that differ.
LogicalResult verifyCompatibleTypes(Operation *op) {
  Type first = op->getNumOperands() ? op->getOperand(0).getType() : op->getResult(0).getType();
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    if (!areCompatible(first, type))
      return op->emitOpError("operands must have compatible types, operand 0 is ")
             << first << " and operand " << i << " is " << type << operandNotes(op);
  for (Type type : op->getResultTypes())
    if (!areCompatible(first, type))
      return op->emitOpError("operand and result must have compatible types, got ")
             << first << " and " << type << operandNotes(op);
  return success();
}

// The op has at least one operand, whose shape is compared with all others.
LogicalResult verifyCompatibleShapes(Operation *op) {
  Type first = op->getOperand(0).getType();
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types)
    if (!haveCompatibleShapes(first, type))
      return op->emitOpError("operands and results must have one shape, got ")
             << first << " and " << type << operandNotes(op);
  return success();
}

/// Returns whether all operands and results of `op` have one type, as in most ops of most programs.
/// The op has operands and results.
static bool haveOneType(Operation *op) {
  Type first = op->getOpOperand(0).get().getType();
  for (OpOperand &operand : op->getOpOperands().drop_front())
    if (operand.get().getType() != first)
      return false;
  for (OpResult result : op->getOpResults())
    if (result.getType() != first)
      return false;
  return true;
}

/// Points at what the result types follow from: the returns of branches, else the operands.
static Notes originsOfTypes(Operation *op) {
  if (!op->getNumRegions() || op->getRegion(0).getNumArguments())
    return operandNotes(op);
  Notes returns;
  for (Region &region : op->getRegions())
    if (!region.empty() && !region.front().empty())
      returns.list.push_back({region.front().back().getLoc(), "the branch returns here"});
  return returns;
}

// Ops whose result type is that of the operands take a short way without inference where all types
// are equal.
LogicalResult verifyInferredTypes(Operation *op) {
  if (op->hasTrait<InferFromOperands>() && haveOneType(op))
    return success();
  auto infers = cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (failed(infers.inferReturnTypes(op->getContext(), op->getLoc(), op->getOperands(),
                                     op->getRawDictionaryAttrs(), op->getPropertiesStorage(),
                                     op->getRegions(), types)))
    return failure();
  // Compatible, not equal: a program may write a type that is less or more specific.
  if (!infers.isCompatibleReturnTypes(types, op->getResultTypes()))
    return op->emitOpError("gives ") << types << ", but its result is written as "
                                     << op->getResultTypes() << originsOfTypes(op);
  return success();
}

/// Returns whether all sizes of a type are known; true for types that are no tensors.
static bool isStatic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || shaped.hasStaticShape();
}

/// Returns whether `op` cannot fail at run time because of sizes: all operands are static, or the
/// op is elementwise with one operand and has no static size that is dynamic in the operand:
///   exponential tensor<?xf32> -> tensor<?xf32> true    tensor<?xf32> -> tensor<4xf32> false
static bool sizesCannotDisagree(Operation *op) {
  if (llvm::all_of(op->getOperandTypes(), isStatic))
    return true;
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      !op->hasTrait<OpTrait::Elementwise>())
    return false;
  auto operand = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return operand && result && operand.getRank() == result.getRank() &&
         llvm::all_of(llvm::zip(operand.getShape(), result.getShape()), [](auto sizes) {
           return ShapedType::isDynamic(std::get<1>(sizes)) ||
                  !ShapedType::isDynamic(std::get<0>(sizes));
         });
}

Speculation::Speculatability speculatableIfStatic(Operation *op) {
  return sizesCannotDisagree(op) ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability recursivelySpeculatableIfStatic(Operation *op) {
  return sizesCannotDisagree(op) ? Speculation::RecursivelySpeculatable
                                 : Speculation::NotSpeculatable;
}

} // namespace spmd::stablehlo
