// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resources hold each element in whole bytes, truth values and integers of less than 8 bits, too.
// MLIR's attribute for them is read by name and type alone: nothing folds it or prints its
// elements. So it is gone before other passes run.
#include "dialects/resources.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {
namespace {

/// Bytes of an element in a resource: complex numbers are pairs of parts.
/// 0 for types that no resource has.
int64_t bytesOfElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesOfElement(complex.getElementType());
  return type.isIntOrFloat() ? int64_t(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)) : 0;
}

/// The bytes of a resource are those of the elements, row-major and little-endian, with no splats.
/// Null after an error.
DenseElementsAttr elementsOf(DenseResourceElementsAttr attr, Operation *op) {
  const DenseResourceElementsHandle handle = attr.getRawHandle();
  const AsmResourceBlob *blob = handle.getBlob();
  if (!blob)
    return op->emitOpError("has its elements in the resource '")
               << handle.getKey() << "', which the file does not hold",
           DenseElementsAttr();
  const ShapedType type = attr.getType();
  const int64_t each = bytesOfElement(type.getElementType());
  const ArrayRef<char> bytes = blob->getData();
  if (!each || int64_t(bytes.size()) != type.getNumElements() * each)
    return op->emitOpError("has its elements in the resource '")
               << handle.getKey() << "' of " << bytes.size() << " bytes; " << type << " has "
               << type.getNumElements() * each,
           DenseElementsAttr();
  // Truth values are packed by MLIR 22, one bit each, when the attribute is made.
  const unsigned bits = type.getElementType().isInteger() ? type.getElementTypeBitWidth() : 8;
  if (bits > 1 && bits < 8) { // only the low bits of a byte count
    SmallVector<char> low = llvm::map_to_vector(
        bytes, [&](char byte) { return char(byte & llvm::maskTrailingOnes<uint8_t>(bits)); });
    return DenseElementsAttr::getFromRawBuffer(type, low);
  }
  if (bits != 1)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  SmallVector<bool> values;
  for (char byte : bytes)
    values.push_back(byte != 0);
  return DenseElementsAttr::get(type, values);
}

} // namespace

// Ops other than constants keep their resources: they are attributes that nothing here reads.
LogicalResult readResources(ModuleOp module) {
  WalkResult walked = module.walk([](Operation *op) {
    if (!op->hasTrait<OpTrait::ConstantLike>())
      return WalkResult::advance();
    auto attr =
        dyn_cast_or_null<DenseResourceElementsAttr>(op->getInherentAttr("value").value_or(nullptr));
    if (!attr)
      return WalkResult::advance();
    DenseElementsAttr elements = elementsOf(attr, op);
    if (!elements)
      return WalkResult::interrupt();
    op->setInherentAttr(StringAttr::get(op->getContext(), "value"), elements);
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

} // namespace spmd
