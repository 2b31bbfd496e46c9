// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the names of annotations; origins.h lists their forms.
#include "compiler/sharding/origins.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {

/// Constraints become constraint_0, constraint_1, ..., manual computations mc_0, mc_1, ...
void nameShardingOrigins(ModuleOp module) {
  MLIRContext *context = module.getContext();
  int constraints = 0, manuals = 0;
  module.walk([&](Operation *op) {
    if (op->hasAttr(sdy::kShardingOriginNameAttr))
      return;
    if (isa<sdy::ShardingConstraintOp>(op))
      op->setAttr(sdy::kShardingOriginNameAttr,
                  StringAttr::get(context, "constraint_" + Twine(constraints++)));
    else if (isa<sdy::ManualComputationOp>(op))
      op->setAttr(sdy::kShardingOriginNameAttr, StringAttr::get(context, "mc_" + Twine(manuals++)));
  });
}

///   argument 0 of a function          input: 0
///   result of constraint_0            constraint_0
///   body argument 1, result 0 of mc_0 mc_0_input: 1, mc_0_output: 0
///   result 0 of any other op          : 0
std::string originName(Value value) {
  if (auto edge = value.getDefiningOp<sdy::DataFlowEdgeOp>())
    value = edge.getInput();
  auto argument = dyn_cast<BlockArgument>(value);
  Operation *op = argument ? argument.getOwner()->getParentOp() : value.getDefiningOp();
  unsigned index = argument ? argument.getArgNumber() : cast<OpResult>(value).getResultNumber();
  std::string at = ": " + std::to_string(index);
  if (isa<func::FuncOp>(op))
    return "input" + at;
  auto given = op->getAttrOfType<StringAttr>(sdy::kShardingOriginNameAttr);
  std::string name = given ? given.str() : "";
  if (isa<sdy::ManualComputationOp>(op))
    return name + (argument ? "_input" : "_output") + at;
  return isa<sdy::ShardingConstraintOp>(op) ? name : name + at;
}

/// "b":(1)2 -> b:(1)2.
std::string originKey(sdy::AxisRefAttr axis) {
  std::string key = axis.toString();
  llvm::erase(key, '"');
  return key;
}

} // namespace spmd
