// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fills the table op -> facets from all family files on first use, and prints it for `spmd-opt
// --list-ops`.
#include "compiler/ops/rule.h"
#include "compiler/elements/arith.h"
#include "compiler/elements/rounding.h"
#include "compiler/ops/facets.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spmd {
namespace ops {
// Each family file defines one of these functions.
using AddRules = void(RuleTable &);
AddRules addArithmeticRules, addFunctionRules, addLogicRules, addConvertRules, addConstantRules,
    addMovementRules, addSliceRules, addPadRules, addDynamicSliceRules, addReductionRules,
    addSortRules, addDotRules, addGatherRules, addControlRules, addCustomCallRules,
    addConvolutionRules, addCollectiveRules, addSdyRules, addDynamicRules, addNormalizationRules,
    addQuantizedRules, addRandomRules, addLinalgRules, addCheckRules, addChloRules, addFourierRules;
} // namespace ops

/// The table, filled once per process.
static const llvm::StringMap<OpRules> &table() {
  static const llvm::StringMap<OpRules> rules = [] {
    ops::RuleTable table;
    using namespace ops;
    for (AddRules *add :
         {addArithmeticRules,   addFunctionRules,  addLogicRules,      addConvertRules,
          addConstantRules,     addMovementRules,  addSliceRules,      addPadRules,
          addDynamicSliceRules, addReductionRules, addSortRules,       addDotRules,
          addGatherRules,       addControlRules,   addCustomCallRules, addConvolutionRules,
          addCollectiveRules,   addSdyRules,       addDynamicRules,    addNormalizationRules,
          addQuantizedRules,    addRandomRules,    addLinalgRules,     addCheckRules,
          addChloRules,         addFourierRules})
      add(table);
    return std::move(table.rules);
  }();
  return rules;
}

const OpRules &Rules::of(StringRef opName) {
  static const OpRules unknown;
  auto found = table().find(opName);
  return found == table().end() ? unknown : found->second;
}

const OpRules &Rules::of(Operation *op) { return of(op->getName().getStringRef()); }

// One line per op, sorted by name. "x" marks a facet that the op has, "-" one whose absence has a
// reason (which ends the line), "." one that is absent without a reason.
void Rules::printTable(raw_ostream &os) {
  static constexpr StringLiteral facets[] = {"space",    "rule",     "flow",   "localize", "grow",
                                             "window",   "shifts",   "taken",  "emit",     "parts",
                                             "index",    "restrict", "kernel", "combine",  "linear",
                                             "priority", "eval",     "vjp",    "batch"};
  SmallVector<StringRef> names(table().keys());
  llvm::sort(names);
  os << llvm::left_justify("op", 40);
  for (StringRef facet : facets)
    os << llvm::left_justify(facet, 9);
  os << "\n";
  for (StringRef name : names) {
    const OpRules &r = of(name);
    bool has[] = {r.space != nullptr,
                  r.rule != nullptr,
                  r.flow,
                  r.localize != nullptr,
                  r.grow != nullptr,
                  r.window != nullptr,
                  r.shifts != nullptr,
                  r.taken != nullptr,
                  r.emit != nullptr,
                  r.parts != nullptr,
                  r.index != nullptr,
                  r.restrict != nullptr,
                  r.kernel != nullptr,
                  r.combine != nullptr,
                  r.linearIn != nullptr,
                  r.priority != nullptr,
                  r.eval != nullptr,
                  r.vjp != nullptr || r.drivenVjp,
                  r.batch != nullptr || r.drivenBatch};
    std::string line = llvm::formatv("{0,-40}", name).str();
    for (auto [facet, there] : llvm::zip_equal(facets, has)) {
      bool explained =
          llvm::any_of(r.absences, [&](const auto &absence) { return absence.first == facet; });
      line += llvm::formatv("{0,-9}", there ? "x" : explained ? "-" : ".").str();
    }
    os << StringRef(line).rtrim();
    for (auto [facet, reason] : r.absences)
      os << "  no " << facet << ": " << reason << ";";
    os << "\n";
  }
}

OpPriority priorityOf(Operation *op) {
  if (const OpRules &rules = Rules::of(op); rules.priority)
    return rules.priority(op);
  return op->hasTrait<OpTrait::Elementwise>() ? OpPriority::Elementwise : OpPriority::Other;
}

/// Is there such a part of such a function of so many numbers?
static bool isKnownPart(ir::ComplexPartOp op) {
  const OpRules &function = Rules::of(op.getFunction());
  Type type = op.getType();
  return function.emitComplex && op.getParts().size() == 2 * function.complexArguments &&
         !(function.isRealFunction && op.getImaginary()) &&
         isa<FloatType>(getElementTypeOrSelf(type)) &&
         llvm::all_of(op.getParts().getTypes(), [&](Type part) { return part == type; });
}

// Constants that are not splats would need a load, which is no arithmetic.
bool isEmittable(Operation *op) {
  if (!Rules::of(op).emit)
    return false;
  auto isPlain = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return isa<IntegerType, IndexType, FloatType>(element);
  };
  if (!llvm::all_of(op->getOperandTypes(), isPlain) || !llvm::all_of(op->getResultTypes(), isPlain))
    return false;
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return constant.getValue().isSplat();
  if (isa<stablehlo::BitcastConvertOp>(op))
    return getElementTypeOrSelf(op->getOperand(0).getType()).getIntOrFloatBitWidth() ==
           getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth();
  auto part = dyn_cast<ir::ComplexPartOp>(op);
  return !part || isKnownPart(part);
}

/// Emits an op by its facet, then rounds results that may not be numbers of their type.
SmallVector<Value> emitOp(Operation *op, ScalarBuilder &b, ValueRange operands) {
  const OpRules &rules = Rules::of(op);
  assert(rules.emit && "the op has the facet emit");
  ScalarBuilder here{b.builder, op->getLoc(), b.lanes, b.resultIndex, b.rounding};
  SmallVector<Value> results = rules.emit(op, here, operands);
  for (auto [value, result] : llvm::zip_equal(results, op->getResults()))
    if (Type element = getElementTypeOrSelf(result);
        wantsRounding(b.rounding, element, value, operands, op->getOperandTypes()))
      value = ops::roundToElement(here, value, element);
  return results;
}

} // namespace spmd
