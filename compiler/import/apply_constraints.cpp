// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves a sharding constraint to its input before propagation starts, if the constraint is closed
// and no other user asks for something different. The sharding that a manual computation expects of
// an operand counts as a constraint. If constraints form a single chain, later users of the chain's
// input read the end of the chain. Public Shardy pass.
//   %x = add .., %y = sdy.sharding_constraint %x {"a"}  ->  %x = add .. {sharding {"a"}}
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"
#include "compiler/sharding/annotation_origins.h"
#include "compiler/sharding/origins.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_APPLYSHARDINGCONSTRAINTS
#include "compiler/passes.h.inc"
namespace {

/// The sharding that the user asks of its operand; null if it asks for none.
sdy::TensorShardingAttr wish(OpOperand &use) {
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(use.getOwner()))
    return constraint.getSharding();
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(use.getOwner()))
    return manual.getInSharding(use.getOperandNumber());
  return {};
}

/// Whether the wish decides the placement of its value: it is closed, the value has no sharding,
/// and all other users that have a wish have the same.
bool dictates(OpOperand &use, sdy::TensorShardingAttr sharding) {
  Value input = use.get();
  if (!sharding.isFullyClosed() || !sdy::getShardableValue(input) || sdy::getSharding(input))
    return false;
  return llvm::all_of(input.getUses(), [&](OpOperand &other) {
    sdy::TensorShardingAttr otherWish = wish(other);
    return !otherWish || otherWish == sharding;
  });
}

/// Debugging attributes that the pass writes.
struct Debugging {
  std::optional<AnnotationOrigins> origins;
  bool edges = false;
  int64_t step = 0;

  /// Records that the input of a constraint took its sharding. Inputs of manual computations are
  /// not recorded, because jaxlib records nothing for them either.
  void add(sdy::ShardingConstraintOp constraint) {
    MLIRContext *context = constraint.getContext();
    SmallVector<sdy::AxisRefAttr> axes;
    for (sdy::DimensionShardingAttr dim : constraint.getSharding().getDimShardings())
      llvm::append_range(axes, dim.getAxes());
    llvm::sort(axes);
    if (origins)
      for (sdy::AxisRefAttr axis : axes)
        origins->take(constraint.getInput(), axis, originName(constraint.getResult()));
    if (!edges)
      return;
    int64_t number = step++; // a constraint without axes also counts as a step
    if (axes.empty())
      return;
    auto from = sdy::EdgeValueRefAttr::get(context, sdy::EdgeNodeType::RESULT, 0);
    auto to = sdy::EdgeValueRefAttr::get(context, sdy::EdgeNodeType::OPERAND, 0);
    auto moves = llvm::map_to_vector(axes, [&](sdy::AxisRefAttr axis) {
      return sdy::AxisToPropagationDetailsAttr::get(context, axis, from, {to});
    });
    constraint->setAttr(sdy::kPropagationEdgesAttr,
                        sdy::PropagationEdgesAttr::get(
                            context, sdy::PropagationOneStepAttr::get(context, number, moves)));
  }
};

/// What the pass changed. If only annotations changed, they are verified here and analyses stay
/// valid.
struct Changes {
  SetVector<Operation *> annotated;
  DenseSet<Value> dictated; // inputs that had no sharding
  bool ops = false;         // whether ops or uses changed
};

/// Gives the value of a use the sharding that the user wishes, if the wish decides. A value with a
/// data-flow edge keeps its own sharding, and its users read a constraint instead.
void apply(OpOperand &use, sdy::TensorShardingAttr sharding, Debugging &debugging,
           Changes &changes) {
  if (!dictates(use, sharding))
    return;
  Value input = use.get();
  auto constraint = dyn_cast<sdy::ShardingConstraintOp>(use.getOwner());
  // The edge that speaks for the input: either the input is the edge's result, or it is an argument
  // of a body whose op has the edge.
  auto edge = input.getDefiningOp<sdy::DataFlowEdgeOp>();
  if (!edge && sdy::getDataFlowEdgeOwner(input))
    edge = sdy::getDataFlowEdge(input);
  if (!edge) {
    sdy::setSharding(input, sharding);
    changes.dictated.insert(input);
    if (constraint)
      debugging.add(constraint);
    if (constraint && !constraint->hasAttr(sdy::kShardingRuleAttr))
      if (std::optional<ShardingRule> rule = shardingRuleOf(constraint, {}))
        constraint->setAttr(sdy::kShardingRuleAttr, rule->toAttr(constraint.getContext()));
    Value home = sdy::getShardableValue(input);
    auto argument = dyn_cast<BlockArgument>(home);
    changes.annotated.insert(argument ? argument.getOwner()->getParentOp() : home.getDefiningOp());
    changes.annotated.insert(use.getOwner());
    return;
  }
  // An edge places several values at once. Instead of the edge, all users of this value get the
  // constrained value.
  OpBuilder b(input.getContext());
  b.setInsertionPointAfterValue(input);
  if (constraint)
    constraint->moveBefore(b.getInsertionBlock(), b.getInsertionPoint());
  else
    constraint =
        sdy::ShardingConstraintOp::create(b, input.getLoc(), input.getType(), input, sharding);
  if (!sharding.getUnreducedAxes().empty())
    edge.setShardingAttr(sdy::TensorShardingAttr::getFullyOpenLike(sharding).replaceUnreducedAxes(
        sharding.getUnreducedAxes(), sharding.getReductionKind()));
  input.replaceAllUsesExcept(constraint.getResult(), constraint);
  changes.ops = true;
}

/// Lets the users of the chain's input that come after the chain read the last constraint. The
/// input must have no other wishes and no sharding of its own.
///   %1 = constraint %0 A, %2 = constraint %1 B, add %0, %0   ->   add %2, %2
void redirectToEndOfChain(sdy::ShardingConstraintOp last, Changes &changes) {
  if (llvm::any_of(last->getUses(), [](OpOperand &use) { return bool(wish(use)); }))
    return; // the chain goes on, or it forks
  sdy::ShardingConstraintOp first = last;
  while (auto before = first.getInput().getDefiningOp<sdy::ShardingConstraintOp>()) {
    if (!before->hasOneUse())
      break;
    first = before;
  }
  bool isAlone = llvm::none_of(first.getInput().getUses(), [&](OpOperand &use) {
    return use.getOwner() != first && wish(use);
  });
  bool hadSharding =
      sdy::getSharding(first.getInput()) && !changes.dictated.contains(first.getInput());
  if (first == last || !isAlone || hadSharding)
    return;
  changes.ops = true;
  first.getInput().replaceUsesWithIf(last.getResult(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user != first && user->getBlock() == last->getBlock() && last->isBeforeInBlock(user) &&
           !user->hasTrait<OpTrait::IsTerminator>();
  });
}

struct ApplyShardingConstraints : impl::ApplyShardingConstraintsBase<ApplyShardingConstraints> {
  using ApplyShardingConstraintsBase::ApplyShardingConstraintsBase;
  /// Visits manual computations and constraints in program order.
  void runOnOperation() override {
    Debugging debugging{.edges = debugPropagationEdgeSharding};
    if (debugShardingOrigins)
      debugging.origins.emplace(getOperation());
    Changes changes;
    changes.ops = debugShardingOrigins;
    getOperation().walk([&](Operation *op) {
      if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
        for (OpOperand &operand : op->getOpOperands())
          apply(operand, manual.getInSharding(operand.getOperandNumber()), debugging, changes);
      } else if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op)) {
        apply(op->getOpOperand(0), constraint.getSharding(), debugging, changes);
        redirectToEndOfChain(constraint, changes);
      }
    });
    if (debugging.origins)
      debugging.origins->write();
    if (changes.ops)
      return;
    if (!llvm::all_of(changes.annotated,
                      [](Operation *op) { return succeeded(sdy::verifyAnnotations(op)); }))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
