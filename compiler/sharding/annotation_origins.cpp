// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements sdy.sharding_origins; annotation_origins.h shows the attribute by example. The
// annotations are those of arguments, results, constraints and manual computations.
#include "compiler/sharding/annotation_origins.h"
#include "compiler/sharding/origins.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {

/// Whether the name is that of a sharding constraint.
static bool isConstraint(StringRef name) { return name.starts_with("constraint_"); }

/// Whether the name is that of an operand or result of a manual computation.
static bool isManual(StringRef name) { return name.starts_with("mc_"); }

/// The name of a function's result as an origin: "output: 1".
static std::string outputName(unsigned result) { return "output: " + std::to_string(result); }

/// A later call replaces the name of an earlier one, with two exceptions: the name of a constraint
/// stays, and the name of a manual computation is not replaced by that of another manual
/// computation.
void AnnotationOrigins::add(Value value, sdy::TensorShardingAttr sharding,
                            const std::string &name) {
  if (!value || !sharding)
    return;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    for (sdy::AxisRefAttr axis : dim.getAxes()) {
      std::string &own = names[value][axis];
      // Constraints win over all others. Among constraints, and among manual computations, the
      // first one wins.
      if (!isConstraint(own) && !(isManual(own) && isManual(name)))
        own = name;
    }
}

/// Visits the annotations in ascending order of precedence: results of functions, arguments,
/// constraints and manual computations, and last the operands that those two take.
AnnotationOrigins::AnnotationOrigins(ModuleOp module) : module(module) {
  nameShardingOrigins(module);
  // Results come first, so that every later annotation of the same value replaces them.
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      for (OpOperand &returned : function.front().getTerminator()->getOpOperands())
        if (sdy::TensorShardingAttr sharding =
                sdy::getFuncResultSharding(function, returned.getOperandNumber()))
          for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
            for (sdy::AxisRefAttr axis : dim.getAxes()) // the first of several results wins
              take(returned.get(), axis, outputName(returned.getOperandNumber()));
  for (auto function : module.getOps<func::FuncOp>())
    for (BlockArgument argument : function.getArguments())
      add(argument, sdy::getSharding(argument), originName(argument));
  module.walk([&](Operation *op) {
    if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
      add(constraint.getResult(), constraint.getSharding(), originName(constraint.getResult()));
    auto manual = dyn_cast<sdy::ManualComputationOp>(op);
    if (!manual)
      return;
    // Origins of a manual computation are kept on its data-flow edges.
    auto addEdge = [&](Value owner, sdy::TensorShardingAttr sharding) {
      if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(owner))
        add(edge.getResult(), sharding, originName(owner));
    };
    for (BlockArgument argument : manual.getBody().getArguments())
      addEdge(argument, manual.getInSharding(argument.getArgNumber()));
    for (OpResult result : op->getResults())
      addEdge(result, manual.getOutSharding(result.getResultNumber()));
  });
  // Operands come last, after all constraints have claimed their own results.
  module.walk([&](Operation *op) { noteTaken(op); });
}

///   %1 = sharding_constraint %0 <@m, [{"a"}]>   the axes of %0 come from the constraint
///   manual_computation(%0) in_shardings=[...]   the axes of %0 come from "mc_0_input: 0"
void AnnotationOrigins::noteTaken(Operation *op) {
  auto note = [&](Value value, Value by) {
    if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(value)) // holds the origins of a loop carry
      value = edge.getResult();
    add(value, sdy::getSharding(value), originName(by));
  };
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
    note(constraint.getInput(), constraint.getResult());
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
    for (auto [operand, argument] :
         llvm::zip_equal(op->getOperands(), manual.getBody().getArguments()))
      note(operand, argument);
}

/// MapVector::insert keeps the existing entry.
void AnnotationOrigins::take(Value value, sdy::AxisRefAttr axis, const std::string &name) {
  names[value].insert({axis, name});
}

/// The entry of exactly this axis, or else the first entry of an axis that overlaps it.
std::string AnnotationOrigins::find(Value value, sdy::AxisRefAttr axis) const {
  auto it = names.find(value);
  if (it == names.end())
    return "";
  if (auto same = it->second.find(axis); same != it->second.end())
    return same->second;
  const auto *part =
      llvm::find_if(it->second, [&](auto &entry) { return entry.first.overlaps(axis); });
  return part == it->second.end() ? "" : part->second;
}

/// {"a" = "input: 0", "b" = "constraint_0"} with self = "input: 0" -> {a = "self", b =
/// "constraint_0"}.
DictionaryAttr AnnotationOrigins::dictionary(const Names &names, StringRef self) {
  NamedAttrList list;
  bool hasName = !self.starts_with(":"); // ops without a name are called ": 0", never "self"
  for (auto &[axis, name] : names)
    list.set(originKey(axis),
             StringAttr::get(module.getContext(), hasName && name == self ? "self" : name));
  return list.getDictionary(module.getContext());
}

/// Writes the origins on the results of functions.
void AnnotationOrigins::writeResults() {
  // If several results return one value, only one result gets the attribute: the first in the
  // value's list of uses, which is mostly the last result. jaxlib does the same.
  for (auto &[value, found] : names)
    for (OpOperand &use : value.getUses())
      if (auto function = dyn_cast<func::FuncOp>(use.getOwner()->getParentOp());
          function && isa<func::ReturnOp>(use.getOwner())) {
        function.setResultAttr(use.getOperandNumber(), sdy::kShardingOriginsAttr,
                               dictionary(found, outputName(use.getOperandNumber())));
        break;
      }
}

/// Function arguments, constraints and edges get a dictionary, other ops an array with one
/// dictionary per result.
void AnnotationOrigins::write() {
  MLIRContext *context = module.getContext();
  writeResults();
  llvm::MapVector<Operation *, SmallVector<Attribute>> lists;
  for (auto &[value, found] : names) {
    DictionaryAttr own = dictionary(found, originName(value));
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
        function.setArgAttr(argument.getArgNumber(), sdy::kShardingOriginsAttr, own);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (isa<sdy::ShardingConstraintOp, sdy::DataFlowEdgeOp>(op)) {
      op->setAttr(sdy::kShardingOriginsAttr, own);
      continue;
    }
    SmallVector<Attribute> &list = lists[op];
    // Results without an origin get an empty dictionary.
    list.resize(op->getNumResults(), DictionaryAttr::get(context));
    list[cast<OpResult>(value).getResultNumber()] = own;
  }
  for (auto &[op, list] : lists)
    op->setAttr(sdy::kShardingOriginsAttr, ArrayAttr::get(context, list));
}

} // namespace spmd
