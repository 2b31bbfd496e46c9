// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the cost of an element from the ops that the facet `emit` builds for it, so that no
// second table of costs is needed.
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

/// The cost of what `emit` builds into a block that is then discarded. In additions: functions of
/// the dialect math 10, calls 15, divisions, remainders and square roots 4, all others 1.
static double countArithmetic(Operation *op) {
  Block block;
  OpBuilder builder(op->getContext());
  // The index of an iota is an argument of the block.
  builder.setInsertionPointToStart(&block);
  auto anyIndex = [&](int64_t) -> Value {
    return block.addArgument(builder.getI64Type(), op->getLoc());
  };
  ScalarBuilder b{builder, op->getLoc(), {}, anyIndex};
  // Operands are arguments of the block as well.
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
  // Cached per thread by op name, because the cost hardly depends on anything else and is asked for
  // very often. Parts of complex functions have caches of their own: they cost many times as much
  // as the op of the same name on real numbers, and one part may cost several times as much as the
  // other.
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
