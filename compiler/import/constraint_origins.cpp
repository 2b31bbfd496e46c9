// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who asked for an axis: arguments, results, constraints, manual computations.
#include "compiler/import/constraint_origins.h"
#include "compiler/sharding/origins.h"
#include "dialects/sdy/data_flow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {

static bool isConstraint(StringRef name) { return name.starts_with("constraint_"); }

static std::string outputName(unsigned result) { return "output: " + std::to_string(result); }

template <class Action> static void forEachReturned(ModuleOp module, Action action) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      for (OpOperand &returned : function.front().getTerminator()->getOpOperands())
        action(function, returned.getOperandNumber(), returned.get());
}

void ConstraintOrigins::add(Value value, sdy::TensorShardingAttr sharding, const std::string &name) {
  if (!value || !sharding)
    return;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    for (sdy::AxisRefAttr axis : dim.getAxes()) {
      std::string &own = names[value][originKey(axis)];
      if (!isConstraint(own)) // constraints come before all others, the first before those after it
        own = name;
    }
}

ConstraintOrigins::ConstraintOrigins(ModuleOp module) : module(module) {
  nameShardingOrigins(module);
  // Weakest first.
  forEachReturned(module, [&](func::FuncOp function, unsigned i, Value value) {
    add(value, sdy::getFuncResultSharding(function, i), outputName(i));
  });
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
}

void ConstraintOrigins::note(sdy::ShardingConstraintOp op) {
  add(op.getInput(), sdy::getSharding(op.getInput()), originName(op.getResult()));
}

DictionaryAttr ConstraintOrigins::dictionary(Value value, StringRef self) {
  NamedAttrList list;
  auto it = names.find(value);
  if (it != names.end())
    for (auto &[axis, name] : it->second)
      list.set(axis, StringAttr::get(module.getContext(), name == self ? "self" : name));
  return list.getDictionary(module.getContext());
}

void ConstraintOrigins::write() {
  MLIRContext *context = module.getContext();
  forEachReturned(module, [&](func::FuncOp function, unsigned i, Value value) {
    if (DictionaryAttr found = dictionary(value, outputName(i)); !found.empty())
      function.setResultAttr(i, sdy::kShardingOriginsAttr, found);
  });
  llvm::MapVector<Operation *, SmallVector<Attribute>> lists;
  for (auto &[value, found] : names) {
    DictionaryAttr own = dictionary(value, originName(value));
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
