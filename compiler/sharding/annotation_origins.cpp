// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who asked for an axis: arguments, results, constraints, manual computations.
#include "compiler/sharding/annotation_origins.h"
#include "compiler/sharding/origins.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {

static bool isConstraint(StringRef name) { return name.starts_with("constraint_"); }

static bool isManual(StringRef name) { return name.starts_with("mc_"); }

static std::string outputName(unsigned result) { return "output: " + std::to_string(result); }

void AnnotationOrigins::add(Value value, sdy::TensorShardingAttr sharding,
                            const std::string &name) {
  if (!value || !sharding)
    return;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    for (sdy::AxisRefAttr axis : dim.getAxes()) {
      std::string &own = names[value][axis];
      // Constraints come before all others, the first before those after it; so does a manual
      // computation before another.
      if (!isConstraint(own) && !(isManual(own) && isManual(name)))
        own = name;
    }
}

AnnotationOrigins::AnnotationOrigins(ModuleOp module) : module(module) {
  nameShardingOrigins(module);
  // Weakest first.
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      for (OpOperand &returned : function.front().getTerminator()->getOpOperands())
        if (sdy::TensorShardingAttr sharding =
                sdy::getFuncResultSharding(function, returned.getOperandNumber()))
          for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
            for (sdy::AxisRefAttr axis : dim.getAxes()) // of several results the first
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
    auto addEdge = [&](Value owner, sdy::TensorShardingAttr sharding) {
      if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(owner))
        add(edge.getResult(), sharding, originName(owner));
    };
    for (BlockArgument argument : manual.getBody().getArguments())
      addEdge(argument, manual.getInSharding(argument.getArgNumber()));
    for (OpResult result : op->getResults())
      addEdge(result, manual.getOutSharding(result.getResultNumber()));
  });
  module.walk([&](Operation *op) { noteTaken(op); });
}

void AnnotationOrigins::noteTaken(Operation *op) {
  auto note = [&](Value value, Value by) {
    if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(value)) // it speaks for what a loop carries
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

void AnnotationOrigins::take(Value value, sdy::AxisRefAttr axis, const std::string &name) {
  names[value].insert({axis, name});
}

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

DictionaryAttr AnnotationOrigins::dictionary(const Names &names, StringRef self) {
  NamedAttrList list;
  bool hasName = !self.starts_with(":"); // what has none of its own cannot say "self"
  for (auto &[axis, name] : names)
    list.set(originKey(axis),
             StringAttr::get(module.getContext(), hasName && name == self ? "self" : name));
  return list.getDictionary(module.getContext());
}

void AnnotationOrigins::writeResults() {
  // Of the results that return one value jaxlib lists one: what comes first in the list of uses,
  // mostly the last.
  for (auto &[value, found] : names)
    for (OpOperand &use : value.getUses())
      if (auto function = dyn_cast<func::FuncOp>(use.getOwner()->getParentOp());
          function && isa<func::ReturnOp>(use.getOwner())) {
        function.setResultAttr(use.getOperandNumber(), sdy::kShardingOriginsAttr,
                               dictionary(found, outputName(use.getOperandNumber())));
        break;
      }
}

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
    list.resize(op->getNumResults(), DictionaryAttr::get(context));
    list[cast<OpResult>(value).getResultNumber()] = own;
  }
  for (auto &[op, list] : lists)
    op->setAttr(sdy::kShardingOriginsAttr, ArrayAttr::get(context, list));
}

} // namespace spmd
