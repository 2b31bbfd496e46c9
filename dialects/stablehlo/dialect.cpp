// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the stablehlo dialect: attributes, types and the ops of each family. The families' ops
// are registered in their own files, so that no file compiles the generated code of all ops.
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Quant/IR/Quant.h"

using namespace mlir;

#include "dialects/stablehlo/dialect.cpp.inc"

namespace spmd::stablehlo {

void StablehloDialect::initialize() {
  addAttributesAndTypes();
  addControlOps();
  addElementwiseOps();
  addMovementOps();
  addReductionOps();
  addDotOps();
  addConvolutionOps();
  addIndexingOps();
  addCollectiveOps();
  addRandomOps();
  addLinalgOps();
  addQuantizedOps();
  addDynamicOps();
}

// Builds a stablehlo.constant for a folder's result; null where the value is no tensor.
Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                 Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && isa<RankedTensorType>(type)
             ? ConstantOp::create(builder, location, type, elements)
             : nullptr;
}

} // namespace spmd::stablehlo
