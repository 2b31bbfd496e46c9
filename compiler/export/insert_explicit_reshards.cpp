// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inserts reshards where the next compiler would have no choice or a bad one: unreduced values that
// are used as whole ones, operands of calls, concatenations whose operands and result are sharded
// differently, and matmuls whose result is sharded where their operands are not. Our own pipeline
// does not run this pass; it decides about all ops at once, by cost (compiler/partition). Public
// Shardy pass, for programs that go on to other compilers.
#include "compiler/export/op_reshards.h"
#include "compiler/export/single_device.h"
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_INSERTEXPLICITRESHARDS
#include "compiler/passes.h.inc"
namespace {

/// The sharding of the value that an operand flows into, as seen at the operand: a loop carry, the
/// result of a branch, or an argument or result of a manual or named computation. Inside a manual
/// computation it lacks the manual axes.
sdy::TensorShardingAttr targetOf(OpOperand &operand, Value target) {
  if (auto argument = dyn_cast<BlockArgument>(target)) {
    auto in = argument.getOwner()->getParentOp()->getAttrOfType<sdy::TensorShardingPerValueAttr>(
        "in_shardings");
    return in && !in.getShardings().empty() ? in.getSharding(argument.getArgNumber())
                                            : sdy::TensorShardingAttr();
  }
  sdy::TensorShardingAttr sharding = sdy::getSharding(target);
  auto manual = dyn_cast<sdy::ManualComputationOp>(operand.getOwner()->getParentOp());
  bool isInside = manual && target.getDefiningOp() == manual;
  return sharding && isInside ? sdy::withoutManualAxes(sharding, manual.getManualAxes()) : sharding;
}

struct InsertExplicitReshards : impl::InsertExplicitReshardsBase<InsertExplicitReshards> {
  using Base::Base;
  /// Visits all ops in program order. Operands come before results, so that an op sees the reduced
  /// values of its operands.
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto module = function->getParentOfType<ModuleOp>();
    if (function.isExternal() || !module)
      return markAllAnalysesPreserved();
    MeshTable table(module);
    meshes = &table;
    changed = false; // one pass object sees many functions
    SymbolTable symbols(module);
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops) {
      if (auto call = dyn_cast<func::CallOp>(op)) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        if (callee && failed(checkShardingsAt(call, callee)))
          return signalPassFailure();
        matchCallee(call, callee);
        continue;
      }
      // Asked before operands change: reducing an operand must not make equal tensors look
      // different.
      bool isAlike = tensorsAreAlike(op);
      reduceOperands(op);
      if (auto reshard = dyn_cast<sdy::ReshardOp>(op)) {
        splitReshard(reshard);
        continue;
      }
      if (enableFullVersion) {
        if (failed(reshardInFull(op)))
          return signalPassFailure();
        continue;
      }
      if (isa<stablehlo::ConcatenateOp>(op) && !isAlike)
        changed |= agree(op, *meshes);
      else if (isa<stablehlo::DotOp, stablehlo::DotGeneralOp>(op))
        changed |= keepMatmulLocal(op, *meshes);
      changed |= reduceAnnotated(op, *meshes);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Makes an operand unreduced along exactly the axes of its target.
  void matchTarget(OpOperand &operand, sdy::TensorShardingAttr target, At at) {
    changed |= reduceOperand(operand, unreducedAxes(target, operand.get()), at);
    OpBuilder b(operand.getOwner());
    if (at == At::Definition)
      b.setInsertionPointAfterValue(operand.get());
    if (Value partial = makePartial(b, operand.get(), known(operand.get(), target), target)) {
      operand.set(partial);
      changed = true;
    }
  }

  /// The sharding of the value. In the full version a value without one is whole, on the mesh of
  /// `target`.
  sdy::TensorShardingAttr known(Value value, sdy::TensorShardingAttr target) {
    sdy::TensorShardingAttr sharding = sdy::getShardingInside(value);
    return sharding || !target || !enableFullVersion
               ? sharding
               : sdy::TensorShardingAttr::getFullyClosedLike(target);
  }

  /// Reduces the operands that the op cannot take partial. Collectives are skipped, because they
  /// define themselves what happens to their operands.
  void reduceOperands(Operation *op) {
    if (sdy::isCollective(op) || isa<sdy::ShardingGroupOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      if (isa<func::ReturnOp>(op)) {
        sdy::TensorShardingAttr to = sdy::getFuncResultSharding(getOperation(), i);
        matchTarget(operand, to, At::Use);
        if (enableFullVersion)
          reshardSource(operand, to, At::Use);
      } else if (Value target = sdy::getDataFlowOwnerOfSource(operand)) {
        if (!enableFullVersion) // which handles all sources of the target at once
          matchTarget(operand, targetOf(operand, target), At::Definition);
      } else if (!op->hasTrait<OpTrait::IsTerminator>())
        changed |= reduceOperand(operand, keptByResults(operand), At::Use);
    }
  }

  /// Reshards what flows over the borders of regions to the shardings there. All other ops agree on
  /// common axes.
  LogicalResult reshardInFull(Operation *op) {
    for (Value owner : sdy::getDataFlowEdgeOwners(op))
      for (OpOperand *source : sdy::getDataFlowSourceOperands(owner)) {
        sdy::TensorShardingAttr to = targetOf(*source, owner);
        matchTarget(*source, to, At::Definition);
        reshardSource(*source, to, At::Definition);
      }
    if (sdy::isCollective(op) || sdy::isDataFlowOp(op) || op->hasTrait<OpTrait::IsTerminator>())
      return success();
    SingleDevice single = reshardAroundDevice(op, *meshes, changed);
    if (single == SingleDevice::No)
      changed |= agreeAndReduce(op, *meshes);
    return failure(single == SingleDevice::Conflict);
  }

  /// Reshards an operand to the sharding of the value that it flows into. A target without a
  /// sharding is whole.
  void reshardSource(OpOperand &operand, sdy::TensorShardingAttr to, At at) {
    sdy::TensorShardingAttr from = sdy::getShardingInside(operand.get());
    if (sdy::isEquivalent(from, to))
      return;
    changed = true;
    reshardOperand(operand, to ? to : sdy::TensorShardingAttr::getFullyClosedLike(from), at);
  }

  /// The axes that all results of the operand's user leave unreduced; none if there are no results.
  SmallVector<sdy::AxisRefAttr> keptByResults(const OpOperand &operand) {
    SmallVector<sdy::AxisRefAttr> kept;
    for (OpResult result : operand.getOwner()->getResults()) {
      ArrayRef<sdy::AxisRefAttr> own = unreducedAxes(sdy::getSharding(result), operand.get());
      if (result.getResultNumber() == 0)
        kept = llvm::to_vector(own);
      llvm::erase_if(kept, [&](sdy::AxisRefAttr axis) { return !llvm::is_contained(own, axis); });
    }
    return kept;
  }

  /// Splits a reshard to an unreduced sharding: a reshard can only move data, so the ops that make
  /// a value partial follow it.
  void splitReshard(sdy::ReshardOp op) {
    IRRewriter b(op);
    Value partial =
        makePartial(b, op.getInput(), known(op.getInput(), op.getSharding()), op.getSharding());
    if (!partial)
      return;
    changed = true;
    b.replaceOp(op, partial);
  }

  /// Reshards the operands of a call to the shardings of the callee's arguments.
  void matchCallee(func::CallOp call, func::FuncOp callee) {
    if (!callee)
      return;
    for (OpOperand &operand : call->getOpOperands()) {
      sdy::TensorShardingAttr to = sdy::getFuncArgSharding(callee, operand.getOperandNumber());
      matchTarget(operand, to, At::Definition);
      reshardSource(operand, to, At::Definition);
    }
  }

  /// Whether all operands and results have one and the same sharding.
  static bool tensorsAreAlike(Operation *op) {
    return llvm::all_equal(llvm::map_range(tensorsOf(op), sdy::getShardingInside));
  }

  MeshTable *meshes = nullptr;
  bool changed = false;
};

} // namespace
} // namespace spmd
