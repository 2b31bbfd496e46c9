// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks where unreduced axes come from and where they go. A result may be unreduced along an axis
// only if an operand is, or if the op sums over a dim that is sharded along it. An operand's
// unreduced axis must appear on the result, unless the op reduces it. A program that breaks this
// would lose partial sums or invent them.
#include "compiler/export/partial_values.h"
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_VERIFYUNREDUCEDAXES
#include "compiler/passes.h.inc"
namespace {

/// Whether one of the axes contains `axis`.
bool covered(sdy::AxisRefAttr axis, ArrayRef<sdy::AxisRefAttr> by) {
  return llvm::any_of(by, [&](sdy::AxisRefAttr other) { return other.contains(axis); });
}

/// Ops whose purpose is to change unreduced axes, and ops without operands.
bool mayChange(Operation *op) {
  return sdy::isCollective(op) || sdy::isDataFlowOp(op) || op->hasTrait<OpTrait::IsTerminator>() ||
         op->hasTrait<sdy::PropagationHint>() || isa<sdy::ReshardOp, func::CallOp>(op) ||
         op->getNumOperands() == 0;
}

/// The axes along which the op sums: those on the dims of its reduction factors.
SmallVector<sdy::AxisRefAttr> reducedAxes(Operation *op) {
  SmallVector<sdy::AxisRefAttr> axes;
  std::optional<ShardingRule> rule = shardingRuleOf(op, {});
  if (!rule)
    return axes;
  for (auto [operand, factors] : llvm::zip(op->getOperands(), rule->operands)) {
    sdy::TensorShardingAttr sharding = sdy::getSharding(operand);
    for (size_t d = 0; sharding && d < size_t(sharding.getRank()); ++d) // 0 on a maximal mesh
      if (llvm::any_of(factors.dims[d],
                       [&](int64_t f) { return rule->factors[f].kind == FactorKind::Reduction; }))
        llvm::append_range(axes, sharding.getDimSharding(d).getAxes());
  }
  return axes;
}

/// Checks one op: first that every unreduced axis of a result has an origin, then that none of an
/// operand is lost.
LogicalResult check(Operation *op) {
  if (op->getNumResults() == 0 || mayChange(op))
    return success();
  SmallVector<sdy::AxisRefAttr> allowed = reducedAxes(op);
  for (Value operand : op->getOperands())
    llvm::append_range(allowed, unreducedAxes(sdy::getSharding(operand)));
  for (OpResult result : op->getResults())
    for (sdy::AxisRefAttr axis : unreducedAxes(sdy::getSharding(result)))
      if (!covered(axis, allowed))
        return op->emitOpError()
               << "has result " << result.getResultNumber() << " unreduced along "
               << axis.toString()
               << ", but no operand is, and no dim that it sums over is sharded along it"
               << operandNotes(op);
  for (OpOperand &operand : op->getOpOperands()) {
    sdy::TensorShardingAttr from = sdy::getSharding(operand.get());
    for (sdy::AxisRefAttr axis : unreducedAxes(from))
      for (OpResult result : op->getResults())
        if (!covered(axis, unreducedAxes(sdy::getSharding(result))))
          return op->emitOpError()
                 << "takes operand " << operand.getOperandNumber() << " unreduced along "
                 << axis.toString() << ", but result " << result.getResultNumber()
                 << " is not: its partial values were lost"
                 << factNote("the operand has the sharding", operand.get().getLoc(), from);
  }
  return success();
}

/// Checks every op that has results, with the rule that propagation would use.
struct VerifyUnreducedAxes : impl::VerifyUnreducedAxesBase<VerifyUnreducedAxes> {
  /// Stops at the first op that fails. Nothing changes, so all analyses stay valid.
  void runOnOperation() override {
    if (getOperation().walk([](Operation *op) { return WalkResult(check(op)); }).wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
