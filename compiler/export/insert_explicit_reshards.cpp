// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inserts reshards where the next compiler would have no choice or a bad one: unreduced values that
// are used as whole ones, operands of calls, concatenations whose operands and result are sharded
// differently, and matmuls whose result is sharded where their operands are not. Our own pipeline
// does not run this pass; it decides about all ops at once, by cost (compiler/partition). Public
// Shardy pass, for programs that go on to other compilers.
#include "compiler/export/common_axes.h"
#include "compiler/export/partial_values.h"
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

int64_t elementsOf(Value value) { return cast<ShapedType>(value.getType()).getNumElements(); }

/// Inserts a reshard before the user of the operand.
void reshardOperand(OpOperand &operand, sdy::TensorShardingAttr to) {
  OpBuilder b(operand.getOwner());
  operand.set(sdy::ReshardOp::create(b, operand.get().getLoc(), operand.get().getType(),
                                     operand.get(), to));
}

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

/// Makes an operand unreduced along exactly the axes of its target. Returns whether that took a
/// collective.
bool matchTarget(OpOperand &operand, sdy::TensorShardingAttr target, At at) {
  bool changed = reduceOperand(operand, unreducedAxes(target, operand.get()), at);
  OpBuilder b(operand.getOwner());
  if (at == At::Definition)
    b.setInsertionPointAfterValue(operand.get());
  if (Value partial = makePartial(b, operand.get(), target)) {
    operand.set(partial);
    changed = true;
  }
  return changed;
}

/// Lets the op produce its result with the sharding `made`, and inserts a reshard back to the
/// sharding that the users expect.
void reshardResult(OpResult result, sdy::TensorShardingAttr made) {
  sdy::TensorShardingAttr expected = sdy::getSharding(result);
  if (!expected)
    expected = sdy::TensorShardingAttr::getFullyClosedLike(made);
  sdy::setSharding(result, made);
  OpBuilder b(result.getContext());
  b.setInsertionPointAfterValue(result);
  auto reshard = sdy::ReshardOp::create(b, result.getLoc(), result.getType(), result, expected);
  result.replaceAllUsesExcept(reshard.getResult(), reshard);
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
      if (isa<stablehlo::ConcatenateOp>(op) && !isAlike)
        agree(op);
      else if (isa<stablehlo::DotOp, stablehlo::DotGeneralOp>(op))
        keepMatmulLocal(op);
      reduceResults(op);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// Reduces the operands that the op cannot take partial. Collectives are skipped, because they
  /// define themselves what happens to their operands.
  void reduceOperands(Operation *op) {
    if (sdy::isCollective(op) || isa<sdy::ShardingGroupOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      if (isa<func::ReturnOp>(op))
        changed |= matchTarget(operand, sdy::getFuncResultSharding(getOperation(), i), At::Use);
      else if (Value target = sdy::getDataFlowOwnerOfSource(operand))
        changed |= matchTarget(operand, targetOf(operand, target), At::Definition);
      else if (!op->hasTrait<OpTrait::IsTerminator>())
        changed |= reduceOperand(operand, keptByResults(operand), At::Use);
    }
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
    Value partial = makePartial(b, op.getInput(), op.getSharding());
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
      changed |= matchTarget(operand, to, At::Definition);
      sdy::TensorShardingAttr from = sdy::getShardingInside(operand.get());
      if (sdy::isEquivalent(from, to))
        continue;
      changed = true;
      OpBuilder b(call);
      b.setInsertionPointAfterValue(operand.get());
      operand.set(
          sdy::ReshardOp::create(b, operand.get().getLoc(), operand.get().getType(), operand.get(),
                                 to ? to : sdy::TensorShardingAttr::getFullyClosedLike(from)));
    }
  }

  /// Operands, then results: the order of a sharding rule.
  static SmallVector<Value> tensorsOf(Operation *op) {
    SmallVector<Value> values(op->getOperands());
    llvm::append_range(values, op->getResults());
    return values;
  }

  /// Whether all operands and results have one and the same sharding.
  static bool tensorsAreAlike(Operation *op) {
    return llvm::all_equal(llvm::map_range(tensorsOf(op), sdy::getShardingInside));
  }

  /// If a result is annotated as partial, adds the op's own partial sums right behind the op. Other
  /// results need nothing: the next compiler adds partial sums of values that are annotated as
  /// whole.
  void reduceResults(Operation *op) {
    auto isPartial = [](OpResult result) {
      return !unreducedAxes(sdy::getSharding(result)).empty();
    };
    if (sdy::isCollective(op) || llvm::none_of(op->getResults(), isPartial))
      return;
    std::optional<Projected> projected = project(op);
    if (!projected)
      return;
    auto &[rule, shardings, mesh, projection] = *projected;
    SmallVector<sdy::AxisRefAttr> axes;
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      if (factor.kind != FactorKind::Reduction)
        continue;
      const AxisList *common = nullptr;
      for (const TensorProjection &tensor : projection.tensors) {
        if (!tensor.factors[f].present)
          continue;
        if (common && *common != tensor.factors[f].axes)
          return; // operands disagree, so it is open which axes the op sums over
        common = &tensor.factors[f].axes;
      }
      for (Axis axis : common ? *common : AxisList())
        axes.push_back(meshes->toAttr(mesh, axis));
    }
    // Reversed, because each new op is inserted right behind the op and would end up before the
    // previous one.
    for (OpResult result : llvm::reverse(op->getResults())) // each stands right behind the op
      if (isPartial(result))
        changed |= reducePartialSums(result, axes);
  }

  /// Reads the shardings of operands, then results. Returns their mesh, or -1 if they have no
  /// common mesh.
  int read(Operation *op, SmallVectorImpl<Sharding> &shardings) {
    int mesh = -1;
    for (Value value : tensorsOf(op)) {
      Sharding &sharding = shardings.emplace_back(meshes->read(sdy::getShardingInside(value)));
      if (!sharding)
        continue;
      if (mesh < 0 || meshes->isEmpty(mesh))
        mesh = sharding.mesh;
      if (!meshes->isEmpty(sharding.mesh) && meshes->kind(mesh) != meshes->kind(sharding.mesh))
        return -1;
    }
    return mesh < 0 || meshes->isMaximal(mesh) ? -1 : mesh;
  }

  /// An op as its sharding rule sees it: operands, then results.
  struct Projected {
    ShardingRule rule;
    SmallVector<Sharding, 0> shardings;
    int mesh;
    Projection projection;
  };
  /// Nothing if the op has no rule or a custom one, or if its values have no common mesh.
  std::optional<Projected> project(Operation *op) {
    std::optional<ShardingRule> rule = shardingRuleOf(op, {});
    SmallVector<Sharding, 0> shardings;
    int mesh = read(op, shardings);
    if (!rule || rule->custom || mesh < 0)
      return std::nullopt;
    auto pointers = llvm::map_to_vector(shardings, [](const Sharding &s) { return &s; });
    Projection projection(*rule, pointers, Missing::Closed);
    return Projected{std::move(*rule), std::move(shardings), mesh, std::move(projection)};
  }

  /// Gives operands and results that disagree the axes on which they can agree.
  void agree(Operation *op) {
    std::optional<Projected> projected = project(op);
    if (!projected)
      return;
    auto &[rule, shardings, mesh, projection] = *projected;
    auto equivalent = [](const Sharding &l, const Sharding &r) {
      for (size_t d = 0, n = std::max(l.dims.size(), r.dims.size()); d < n; ++d)
        if ((d < l.dims.size() ? l.dims[d].axes : AxisList()) !=
            (d < r.dims.size() ? r.dims[d].axes : AxisList()))
          return false;
      return true;
    };
    SmallVector<Value> tensors = tensorsOf(op);
    SmallVector<int64_t> sizes = llvm::map_to_vector(tensors, elementsOf);
    auto names = llvm::map_to_vector(meshes->mesh(mesh).getAxes(),
                                     [](sdy::MeshAxisAttr axis) { return axis.getName(); });
    CommonAxes common = chooseCommonAxes(rule, projection, sizes, names);
    if (common.isKept)
      return;
    for (AxisList &axes : common.factors)
      for (const Sharding &sharding : shardings) { // unreduced and replicated axes stay so
        axes = withoutOverlap(axes, sharding.unreduced);
        axes = withoutOverlap(axes, sharding.replicated);
      }
    changed = true;
    for (size_t t = 0, operands = op->getNumOperands(); t < tensors.size(); ++t) {
      Sharding wanted = withCommonAxes(rule, t, projection, common, mesh);
      if (equivalent(wanted, shardings[t]))
        continue;
      if (t < operands)
        reshardOperand(op->getOpOperand(t), meshes->write(wanted));
      else
        reshardResult(op->getResult(t - operands), meshes->write(wanted));
    }
  }

  /// Lets a matmul keep the sharding of its operands where its result would force an operand to
  /// move. It applies if the operands agree, and if exactly one dim of the result has the axes of
  /// the contracted dim where an operand has other axes. The matmul then produces the operand's
  /// sharding, and its partial sums are reduced and scattered afterwards. It does not apply if the
  /// result has more elements than that operand, as moving the operand is then cheaper.
  ///   dot [{"a"}, {"b"}], [{"b"}, {}] -> [{"b"}, {}]
  ///   becomes dot -> [{"a"}, {}], then a reshard to [{"b"}, {}]
  void keepMatmulLocal(Operation *op) {
    std::optional<Projected> projected = project(op);
    if (!projected)
      return;
    auto &[rule, shardings, mesh, projection] = *projected;
    const auto &lhs = projection.tensors[0].factors, &rhs = projection.tensors[1].factors,
               &out = projection.tensors[2].factors;
    CommonAxes common;
    AxisList contracted;
    std::optional<size_t> conflict;
    size_t from = 0;
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      if (lhs[f].present && rhs[f].present && lhs[f].axes != rhs[f].axes)
        return;
      common.factors.push_back(lhs[f].present ? lhs[f].axes : rhs[f].axes);
      if (factor.kind == FactorKind::Reduction)
        contracted.append(lhs[f].axes);
      if (!out[f].present || common.factors[f].empty() || out[f].axes == common.factors[f])
        continue;
      if (conflict)
        return;
      conflict = f;
      from = lhs[f].present ? 0 : 1;
    }
    if (!conflict || contracted.empty() || out[*conflict].axes != contracted ||
        elementsOf(op->getResult(0)) > elementsOf(op->getOperand(from)))
      return;
    auto overlapsConflict = [&](Axis axis) { return overlapsAny(axis, common.factors[*conflict]); };
    for (auto [f, axes] : llvm::enumerate(common.factors))
      if (f != *conflict && out[f].present) {
        axes = out[f].axes;
        if (llvm::any_of(axes, overlapsConflict))
          return;
      }
    changed = true;
    reshardResult(op->getResult(0),
                  meshes->write(withCommonAxes(rule, 2, projection, common, mesh)));
  }

  MeshTable *meshes = nullptr;
  bool changed = false;
};

} // namespace
} // namespace spmd
