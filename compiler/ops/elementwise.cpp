// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an element costs is counted from what the emit facet builds for it.
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace spmd {

bool isElementwise(Operation *op) { return op->getNumRegions() == 0 && isEmittable(op); }

bool isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

bool spreadsScalar(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         Rules::of(op).index && isScalar(op->getOperand(0));
}

/// Counts what `emit` builds, in a block that is thrown away.
static double countArithmetic(Operation *op) {
  Block block;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&block);
  auto anyIndex = [&](int64_t) -> Value {
    return block.addArgument(builder.getI64Type(), op->getLoc());
  };
  ScalarBuilder b{builder, op->getLoc(), {}, anyIndex};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        block.addArgument(b.registerType(getElementTypeOrSelf(operand)), op->getLoc()));
  emitOp(op, b, operands);
  double work = 0;
  for (Operation &inner : block) {
    llvm::StringRef name = inner.getName().getStringRef();
    if (name.starts_with("math."))
      work += llvm::is_contained({"math.absf", "math.absi", "math.floor", "math.ceil",
                                  "math.copysign", "math.fma"},
                                 name)
                  ? 1
              : name == "math.sqrt" ? 4
                                    : kFunctionWork;
    else if (name == "func.call")
      work += 15;
    else if (name.contains(".div") || name.contains(".rem"))
      work += 4;
    else if (name != "arith.constant")
      work += 1;
  }
  return work;
}

double arithmeticWork(Operation *op) {
  if (!isElementwise(op))
    return 1;
  // The number hardly depends on more than the op's name and is asked for very often: one cache per
  // thread. Parts of a complex function have a cache of their own: they cost many times what the op
  // of that name costs on real numbers, and of the two parts one may cost several times the other.
  static thread_local llvm::StringMap<double> ofOps, ofParts[2];
  auto part = dyn_cast<ir::ComplexPartOp>(op);
  llvm::StringMap<double> &known = part ? ofParts[part.getImaginary()] : ofOps;
  auto [entry, isNew] =
      known.try_emplace(part ? part.getFunction() : op->getName().getStringRef(), 0.0);
  if (isNew)
    entry->second = countArithmetic(op);
  return entry->second;
}

} // namespace spmd
