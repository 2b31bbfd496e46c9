// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the cost of an element from the ops that the facet `emit` builds for it, so that no
// second table of costs is needed.
#include "compiler/ops/elementwise.h"
#include "compiler/machine.h"
#include "compiler/ops/rule.h"
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

/// The cost of what `emit` builds into a block that is then discarded.
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
    StringRef name = inner.getName().getStringRef();
    if (name.starts_with("math."))
      work += llvm::is_contained({"math.absf", "math.absi", "math.floor", "math.ceil",
                                  "math.copysign", "math.fma"},
                                 name)
                  ? 1
              : name == "math.sqrt" ? Machine::divisionWork
                                    : Machine::functionWork;
    else if (name == "func.call")
      work += Machine::callWork;
    else if (name.contains(".div") || name.contains(".rem"))
      work += Machine::divisionWork;
    else if (name != "arith.constant")
      work += 1;
  }
  return work;
}

/// What `emit` builds follows from an op's name, element types and attributes. Their text, which is
/// the same in every context; empty where a type has parameters or an attribute is neither a text
/// nor a flag.
static SmallString<64> textOf(Operation *op) {
  SmallString<64> text = op->getName().getStringRef();
  auto append = [&](auto number) {
    text.append(StringRef(reinterpret_cast<const char *>(&number), sizeof(number)));
  };
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes())) {
    Type element = getElementTypeOrSelf(type);
    append(element.getTypeID().getAsOpaquePointer());
    if (auto integer = dyn_cast<IntegerType>(element)) {
      append(integer.getWidth());
      append(integer.getSignedness());
    } else if (!isa<FloatType, IndexType>(element)) {
      return {};
    }
  }
  for (NamedAttribute attribute : op->getAttrDictionary()) {
    text += attribute.getName().getValue();
    if (auto value = dyn_cast<StringAttr>(attribute.getValue()))
      text += value.getValue();
    else if (!isa<UnitAttr>(attribute.getValue()))
      return {};
    text += '\n';
  }
  return text;
}

/// The cost of the op per element, in additions. Work is kept per text of the op, since planning
/// asks for the same ops thousands of times.
double arithmeticWork(Operation *op) {
  if (!isElementwise(op))
    return 1;
  // It is asked for very often.
  static thread_local llvm::StringMap<double> known;
  SmallString<64> text = textOf(op);
  if (text.empty())
    return countArithmetic(op);
  auto [entry, isNew] = known.try_emplace(text, 0.0);
  if (isNew)
    entry->second = countArithmetic(op);
  return entry->second;
}

} // namespace spmd
