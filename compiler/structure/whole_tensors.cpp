// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clones the ops of a body onto tensors, and broadcasts constants and scalars from outside of it.
#include "compiler/structure/whole_tensors.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

// Constants of any dialect count.
bool isElementwiseBody(Region &body) {
  return body.hasOneBlock() && llvm::all_of(body.front().without_terminator(), [](Operation &op) {
           return op.getNumRegions() == 0 &&
                  (op.hasTrait<OpTrait::ConstantLike>() || Rules::of(&op).emit);
         });
}

// add(x, 1.0) on scalars -> add(X, broadcast(1.0)) on tensors.
SmallVector<Value> onWholeTensors(OpBuilder &b, Location loc, Region &body, ArrayRef<int64_t> shape,
                                  ValueRange operands) {
  IRMapping values;
  values.map(body.getArguments(), operands);
  // tensor<f32> -> tensor<SHAPExf32>.
  auto typed = [&](Value scalar) {
    return RankedTensorType::get(shape, getElementTypeOrSelf(scalar));
  };
  auto spread = [&](Value scalar) -> Value {
    return stablehlo::BroadcastInDimOp::create(b, loc, typed(scalar), scalar,
                                               b.getDenseI64ArrayAttr({}));
  };
  for (Operation &op : body.front()) {
    // A scalar from outside is broadcast once, where it is used first.
    for (Value operand : op.getOperands())
      if (!values.contains(operand))
        values.map(operand, spread(operand));
    if (op.hasTrait<OpTrait::IsTerminator>())
      break;
    // What a body says of the placement of its single elements means nothing for tensors.
    Operation *copy = b.clone(op, values);
    copy->setDiscardableAttrs(withoutShardings(copy->getDiscardableAttrDictionary()));
    for (auto [scalar, made] : llvm::zip_equal(op.getResults(), copy->getResults()))
      if (op.hasTrait<OpTrait::ConstantLike>())
        values.map(scalar, spread(made));
      else
        made.setType(typed(made));
  }
  return llvm::map_to_vector(body.front().getTerminator()->getOperands(),
                             [&](Value v) { return values.lookup(v); });
}

} // namespace spmd
