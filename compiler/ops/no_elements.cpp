// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ops/no_elements.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

bool makesNoElements(Operation *op) {
  return op->getNumResults() && Rules::of(op).rule && !isa<stablehlo::ConstantOp>(op) &&
         llvm::all_of(op->getResultTypes(), [](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && tensor.hasStaticShape() && tensor.getNumElements() == 0;
         });
}

Value createEmptyConstant(OpBuilder &b, Location loc, Type type) {
  return stablehlo::ConstantOp::create(b, loc, DenseElementsAttr::get(cast<RankedTensorType>(type), ArrayRef<Attribute>()));
}

} // namespace spmd
