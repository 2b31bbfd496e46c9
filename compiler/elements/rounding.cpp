// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traces a register back to its inputs to find out whether it holds a number of a narrow float type
// already.
#include "compiler/elements/rounding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

/// Whether `rounding` asks to round results of this type at all.
static bool isRounded(Rounding rounding, Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && type.getWidth() < 32 &&
         (rounding == Rounding::Exact || (rounding == Rounding::Usual && !type.isBF16()));
}

/// Whether the type represents the number exactly.
static bool hasNumber(FloatType type, APFloat number) {
  bool losesInfo;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return !losesInfo;
}

/// Whether register `v` is a number of the type, provided that all of `others` are; adds those to
/// `others`. Input registers count if their type is contained in this one (f8E5M2 in f16).
static bool keepsType(Value v, FloatType type, ValueRange registers, TypeRange types,
                      SmallVectorImpl<Value> &others) {
  // Inputs first: their types are known.
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  for (auto [known, from] : llvm::zip_equal(registers, types))
    if (known == v) {
      auto held = dyn_cast<FloatType>(getElementTypeOrSelf(from));
      return held &&
             (held == type || (held.getWidth() < 32 &&
                               APFloat::isRepresentableBy(held.getFloatSemantics(), semantics)));
    }
  Operation *op = v.getDefiningOp();
  if (!op)
    return false;
  bool isHalf = type.getWidth() == 16;
  FloatAttr number;
  if (matchPattern(op, m_Constant(&number)))
    return isHalf && hasNumber(type, number.getValue());
  StringRef name = op->getName().stripDialect();
  // extf widens a number of its operand's type.
  if (name == "extf")
    return getElementTypeOrSelf(op->getOperand(0)) == type;
  // Ceil, floor and round stay within bf16 and f16: their largest finite numbers are whole, and
  // both types have two zeros. f8E3M4 ends at 15.5, and other f8 types have one zero only.
  bool keeps =
      llvm::is_contained({"select", "maximumf", "minimumf"}, name) ||
      (isHalf && llvm::is_contained(
                     {"negf", "absf", "ceil", "floor", "round", "roundeven", "copysign"}, name));
  // Conditions of select and signs of copysign do not matter.
  llvm::append_range(others, name == "select"     ? op->getOperands().drop_front()
                             : name == "copysign" ? op->getOperands().take_front()
                                                  : op->getOperands());
  return keeps;
}

/// Whether `v` is certainly a number of the type. Visits each register once, because a body may use
/// a register many times.
static bool staysInType(Value v, FloatType type, ValueRange registers, TypeRange types) {
  SmallVector<Value> open{v};
  llvm::SmallDenseSet<Value> seen{v};
  while (!open.empty()) {
    SmallVector<Value, 2> others;
    if (!keepsType(open.pop_back_val(), type, registers, types, others))
      return false;
    llvm::copy_if(others, std::back_inserter(open),
                  [&](Value other) { return seen.insert(other).second; });
  }
  return true;
}

bool wantsRounding(Rounding rounding, Type element, Value v, ValueRange registers,
                   TypeRange types) {
  return isRounded(rounding, element) &&
         !staysInType(v, cast<FloatType>(element), registers, types);
}

} // namespace spmd
