// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a fusion reads and writes, and which ops can be part of one.
#include "compiler/elements/dtype.h"
#include "compiler/kernels/fusion_planner.h"
#include "compiler/kernels/scatter_shape.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include <numeric>

using namespace mlir;

namespace spmd {

FusionBody FusionBody::of(Block &block) {
  FusionBody body;
  for (Operation &op : block.without_terminator())
    body.ops.push_back(&op);
  llvm::append_range(body.inputs, block.getArguments());
  llvm::append_range(body.outputs, block.getTerminator()->getOperands());
  return body;
}

/// Inputs are the operands from outside; outputs are the results that ops outside read.
FusionBody FusionBody::of(ArrayRef<Operation *> ops) {
  FusionBody body;
  body.ops.assign(ops.begin(), ops.end());
  llvm::SetVector<Value> inputs;
  llvm::SmallPtrSet<Operation *, 16> inside(ops.begin(), ops.end());
  for (Operation *op : ops) {
    for (Value operand : op->getOperands())
      if (!operand.getDefiningOp() || !inside.contains(operand.getDefiningOp()))
        inputs.insert(operand);
    // Writes all of its results, read or not: one of two parts, say.
    bool isScatter = scatterShape(op).has_value();
    for (Value result : op->getResults())
      if (isScatter || llvm::any_of(result.getUsers(), [&](Operation *user) {
            while (user && !inside.contains(user) && user->getBlock() != op->getBlock())
              user = user->getParentOp();
            return !user || !inside.contains(user);
          }))
        body.outputs.push_back(result);
  }
  body.inputs.assign(inputs.begin(), inputs.end());
  return body;
}

int64_t FusionKernel::rows() const {
  return std::accumulate(sizes.begin(), sizes.begin() + rowDims, int64_t(1), std::multiplies<>());
}
int64_t FusionKernel::columns() const {
  return std::accumulate(sizes.begin() + rowDims, sizes.end(), int64_t(1), std::multiplies<>());
}
bool FusionKernel::interleaves(Value value) const {
  return interleave > 1 &&
         cast<RankedTensorType>(value.getType()).getNumElements() == interleave * columns();
}

// Complex numbers, tokens and quantized elements are not plain, nor are integers that no buffer
// holds.
bool hasPlainType(Value v) {
  auto type = dyn_cast<RankedTensorType>(v.getType());
  return type && type.hasStaticShape() && isa<IntegerType, FloatType>(type.getElementType()) &&
         dtypeOf(type.getElementType());
}

/// Whether loops can compute the op. `reason`, if wanted, says why not.
bool isFusible(Operation *op, std::string *reason) {
  auto refuse = [&](const Twine &why) {
    if (reason) {
      auto target = op->getAttrOfType<StringAttr>("call_target_name"); // of custom calls
      *reason =
          (op->getName().getStringRef() + (target ? " @" + target.getValue() : Twine()) + " " + why)
              .str();
    }
    return false;
  };
  for (ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
    for (Value value : values)
      if (!hasPlainType(value)) {
        std::string type;
        llvm::raw_string_ostream(type) << value.getType();
        return refuse("on " + type + ", a type that loops do not handle");
      }
  if (llvm::any_of(op->getResults(), [](Value v) {
        return cast<RankedTensorType>(v.getType()).getNumElements() == 0;
      }))
    return refuse("has a result without elements");
  const OpRules &rules = Rules::of(op);
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant.isSplat() || constant.getNumElements() <= kMaxInlineConstant
               ? true
               : refuse("has more elements than a kernel holds");
  if (isElementwise(op) || rules.index)
    return true;
  if (rules.emit && op->getNumRegions() == 0)
    return refuse("has no arithmetic for these types");
  if (scatterShape(op))
    return true;
  if (std::optional<ReductionShape> shape = reductionShape(op))
    return shape->operandElements > 0 ? true : refuse("reduces nothing");
  return refuse("has neither loops nor a routine of the runtime");
}

} // namespace spmd
