// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for every op how it is split over the mesh, and inserts an sdy.reshard wherever a value
// is not placed as its user needs it. Afterwards the sharding of an op says what the op itself
// produces (partial sums as `unreduced` axes), no longer what was wanted from it. The pass walks
// the program once, in order. A value and its reshards form a family of versions
// (value_versions.h), and each user takes the version that is cheapest to reach.
//   add %x {"a"}, %y {}  ->  %r = sdy.reshard %y {"a"}, add %x, %r
#include "compiler/ops/known_range.h"
#include "compiler/ops/quantized.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/choose_placement.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/partition/owners.h"
#include "compiler/partition/placement_graph.h"
#include "compiler/partition/price_list.h"
#include "compiler/partition/readers.h"
#include "compiler/partition/value_versions.h"
#include "compiler/passes.h"
#include "compiler/placement/window_exchange.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_INSERTRESHARDS
#include "compiler/passes.h.inc"
namespace {

/// Visits one function. `versions` knows where every visited value is.
class Inserter {
public:
  Inserter(const AtomTable &atoms, PricedOps priced, ReshardPlans &plans)
      : atoms(atoms), priced(priced), versions(atoms, plans),
        planner(plans, atoms.sizes(), atoms.links()) {}

  /// Checks the shardings of the arguments and results of `main`, then visits its body.
  LogicalResult run(func::FuncOp main) {
    for (BlockArgument arg : main.getArguments()) {
      unsigned i = arg.getArgNumber();
      if (failed(checkBorder(atoms, main, arg.getType(), sdy::getFuncArgSharding(main, i),
                             "argument", i)))
        return failure();
      define(arg, wanted(arg));
    }
    for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
      if (failed(checkBorder(atoms, main, type, sdy::getFuncResultSharding(main, i), "result", i)))
        return failure();
    return failure(failed(visit(main.front())) || hasUnreachable);
  }

private:
  const AtomTable &atoms;
  const PricedOps priced; // ops that get a remark with their candidates
  ValueVersions versions;
  ReshardPlanner planner;      // of sums behind the op that is visited
  bool hasUnreachable = false; // some request() failed; the error has been reported
  Atoms manual;                // axes of the manual computations around the op that is visited

  Placement dividing(sdy::TensorShardingAttr sharding, Type type) const {
    return spmd::dividing(atoms, sharding, type);
  }
  Placement wanted(Value value) const { return dividing(sdy::getSharding(value), value.getType()); }
  Placement whole(Value value) const { return dividing({}, value.getType()); }

  void define(Value value, const Placement &placement) { versions.define(value, placement); }

  /// The version of `value` that is placed as `placement`. If there is no way to one, notes the
  /// failure and returns `value`, so that the walk goes on and reports further errors.
  Value request(Value value, const Placement &placement, Operation *user, sdy::ReductionKind kind) {
    Value made = versions.request(value, placement, user, kind, manual);
    hasUnreachable |= !made;
    return made ? made : value;
  }
  void request(OpOperand &operand, const Placement &placement,
               sdy::ReductionKind kind = sdy::ReductionKind::SUM) {
    operand.set(request(operand.get(), placement, operand.getOwner(), kind));
  }
  void requestWhole(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      request(operand, whole(operand.get()));
  }

  LogicalResult visit(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visit(&op)))
        return failure();
    return success();
  }

  /// Visits one op by its kind. Ops without a sharding rule get whole operands and produce whole
  /// results.
  LogicalResult visit(Operation *op) {
    if (sdy::isMove(op))
      return visitMove(op);
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      return visitManual(manual);
    if (sdy::isDataFlowOp(op))
      return visitDataFlow(op);
    if (op->hasTrait<OpTrait::IsTerminator>())
      return visitTerminator(op);
    if (auto rule = shardingRuleOf(op, {.local = true}))
      return visitWithRule(op, *rule);
    if (op->hasTrait<sdy::PropagationHint>())
      return op->emitError("is still there; reshards are inserted after propagation");
    requestWhole(op);
    // Constants and iotas compute each device's own part, so they can be produced in any placement.
    bool free = op->getNumOperands() == 0 && Rules::of(op).localize;
    for (Value result : op->getResults()) {
      Placement placement = free ? wanted(result) : whole(result);
      placement.partial.clear(); // each device produces values, not summands
      define(result, placement);
    }
    writeShardings(op);
    return success();
  }

  /// Visits a reshard or a collective of the program. Both leave the global value as it is and only
  /// say which placement comes next. The value may now be somewhere else than the program says, so
  /// the pass drops the op and requests the placement as for any other user. It keeps only ops that
  /// make a value partial, because no reshard plan does that.
  LogicalResult visitMove(Operation *op) {
    Value input = op->getOperand(0), result = op->getResult(0);
    sdy::TensorShardingAttr sharding = sdy::getSharding(result);
    if (failed(checkDivides(atoms, op, result.getType(), sharding, "result", 0)))
      return failure();
    Placement after = atoms.placement(sharding, sdy::getTensorRank(result));
    // Nothing for reshards and for collectives that leave the global value as it is.
    std::optional<Placement> before = beforePartial(op, after);
    if (!before) {
      // What still has to be combined is sent where it is used: to a split user as the parts of the
      // sum, not to all as the whole. The program's own collectives stay where they are.
      bool isLater = isa<sdy::ReshardOp>(op) && after.partial.empty() &&
                     !versions.placement(input).partial.empty();
      result.replaceAllUsesWith(isLater ? input : request(input, after, op, reductionOf(sharding)));
      op->erase();
      return success();
    }
    request(op->getOpOperand(0), *before);
    define(result, after);
    return success();
  }

  /// The placement that an op which makes a value partial needs for its operand; nothing for all
  /// other ops. `after` is the placement of the result.
  ///   replicated_to_unreduced {"a"}: {-, -} partial a   ->   {-, -}
  ///   sharded_to_unreduced [{"a"}, {}]: {-, -} partial a   ->   {a, -}
  std::optional<Placement> beforePartial(Operation *op, Placement after) const {
    auto whole = [&](ArrayRef<sdy::AxisRefAttr> axes) {
      Atoms moved = atoms.atoms(axes);
      llvm::erase_if(after.partial, [&](int atom) { return llvm::is_contained(moved, atom); });
      return moved;
    };
    if (auto replicated = dyn_cast<sdy::ReplicatedToUnreducedOp>(op)) {
      whole(replicated.getAxes().getValue());
      return after;
    }
    auto sharded = dyn_cast<sdy::ShardedToUnreducedOp>(op);
    if (!sharded)
      return std::nullopt;
    for (auto [dim, axes] : llvm::zip_equal(after.dims, sharded.getAxes().getValue()))
      dim.append(whole(axes.getValue()));
    return after;
  }

  /// Gives the operands of a terminator the placement of the values that they become: results of
  /// `main`, results of a manual computation, or results and loop carries of a region op. Any other
  /// operand is made whole.
  LogicalResult visitTerminator(Operation *op) {
    auto main = dyn_cast<func::FuncOp>(op->getParentOp());
    for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
      if (main)
        request(operand, dividing(sdy::getFuncResultSharding(main, i), operand.get().getType()));
      else if (auto manual = dyn_cast<sdy::ManualComputationOp>(op->getParentOp())) {
        Placement out = dividing(manual.getOutSharding(i), manual.getResult(i).getType());
        request(operand, insideManual(atoms, op, out), reductionOf(manual.getOutSharding(i)));
      } else if (Value owner = sdy::getDataFlowOwnerOfSource(operand)) {
        if (!sdy::passesOwnArgument(operand, owner))
          request(operand, wanted(owner), reductionOf(owner));
      } else
        request(operand, whole(operand.get()));
    }
    return success();
  }

  /// Visits a region op. Its data-flow owners (loop carries, branch results) keep the placement
  /// that propagation gave them, and all values that flow into an owner are requested there. A
  /// carried value that never changes is another name of its initial value, so the body may use
  /// every version of that value without a new reshard.
  LogicalResult visitDataFlow(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (!sdy::getDataFlowOwnerOfSource(operand))
        request(operand, whole(operand.get()));
    SmallVector<Value> owners = sdy::getDataFlowEdgeOwners(op);
    SmallVector<Placement> placements;
    SmallVector<Value> unchanging; // for each owner: the value that it is another name of, or null
    for (Value owner : owners) {
      // An owner is partial only if every value that may become it is requested as partial.
      Placement placement = placements.emplace_back(wanted(owner));
      Value init;
      bool passed = false;
      for (OpOperand *source : sdy::getDataFlowSourceOperands(owner)) {
        if (source->getOwner() == op) {
          request(*source, placement, reductionOf(owner));
          init = source->get();
        } else {
          passed |= sdy::passesOwnArgument(*source, owner);
        }
      }
      unchanging.push_back(passed ? init : Value());
      for (Value target : sdy::getNonOwnerTargets(owner))
        if (unchanging.back())
          versions.alias(target, unchanging.back(), placement);
        else
          define(target, placement);
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(visit(block)))
          return failure();
    for (auto [owner, placement, same] : llvm::zip_equal(owners, placements, unchanging))
      if (same)
        versions.alias(owner, same, placement);
      else
        define(owner, placement);
    writeShardings(op);
    return success();
  }

  /// Visits a manual computation. Its operands and results are placed as its in and out shardings
  /// say. Inside the body, placements lack the manual axes, and no plan may use those axes.
  LogicalResult visitManual(sdy::ManualComputationOp op) {
    Block &body = op.getBody().front();
    for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
      Type type = operand.get().getType();
      sdy::TensorShardingAttr in = op.getInSharding(i);
      if (failed(checkDivides(atoms, op, type, in, "operand", i)))
        return failure();
      request(operand, dividing(in, type), reductionOf(in));
      define(body.getArgument(i), insideManual(atoms, body.getTerminator(), dividing(in, type)));
    }
    for (auto [i, result] : llvm::enumerate(op.getResults()))
      if (failed(checkDivides(atoms, op, result.getType(), op.getOutSharding(i), "result", i)))
        return failure();
    Atoms outer = std::exchange(manual, manualAtomsAround(atoms, body.getTerminator()));
    if (failed(visit(body)))
      return failure();
    manual = outer;
    for (auto [i, result] : llvm::enumerate(op.getResults()))
      define(result, dividing(op.getOutSharding(i), result.getType()));
    return success();
  }

  /// Visits an op with a sharding rule. choosePlacement picks the cheapest split of its factors;
  /// then operands are requested accordingly, and results are defined as the op produces them.
  LogicalResult visitWithRule(Operation *op, const ShardingRule &rule) {
    const OpRules &facets = Rules::of(op);
    std::optional<sdy::ReductionKind> combine;
    if (facets.combine)
      combine = facets.combine(op);
    SmallVector<TensorOnMesh> operands = operandsOnMesh(op), results;
    for (Value result : op->getResults())
      results.push_back(onMesh(result, wanted(result)));
    const bool isLinear = passesSums(op, combine, results);
    auto sentRows = [&](unsigned i, int64_t dim, int64_t shards) -> std::optional<int64_t> {
      std::optional<RowWindow> window = facets.window(op, i, dim, shards);
      return window ? std::optional(planWindow(*window).sentRows) : std::nullopt;
    };
    OpOnMesh onDevices{
        rule,    operands, results, atoms.sizes(), manual, atoms.links(), combine.has_value(),
        isLinear};
    // A sum with another reader is wanted here, anyway.
    auto isPartial = [&](Value v) { return !versions.placement(v).partial.empty(); };
    onDevices.sumsLater =
        isLinear && llvm::any_of(op->getOperands(), isPartial) &&
        llvm::all_of(op->getOperands(), [&](Value v) { return !isPartial(v) || v.hasOneUse(); }) &&
        mayTakeParts(op->getResult(0));
    if (facets.window && !hasQuantized(op))
      onDevices.sentRows = sentRows;
    auto owned = [&](const Placement &operand) {
      return ownedAtoms(op, operand, versions.owned(op->getOperand(0)), atoms.sizes());
    };
    if (op->getNumOperands())
      onDevices.ownedAtoms = owned;
    auto sumCost = [&](unsigned i, const Placement &made) {
      return costOfSum(atoms, planner, op->getResult(i), made, manual);
    };
    if (combine == sdy::ReductionKind::SUM || isLinear)
      onDevices.costOfSum = sumCost;
    PriceList prices(atoms, versions, op, onDevices);
    auto addPrice = [&](const OpPlacement &candidate) { prices.add(candidate); };
    auto operandCost = [&](unsigned i, const Placement &placement) {
      return versions.cost(op->getOperand(i), placement, manual);
    };
    std::optional<OpPlacement> chosen = priced == PricedOps::None
                                            ? choosePlacement(onDevices, operandCost)
                                            : choosePlacement(onDevices, operandCost, addPrice);
    prices.report(priced);
    if (!chosen) {
      // Only a result that is wanted as partial sums can leave an op without any placement.
      const auto *partial = llvm::find_if(
          results, [](const TensorOnMesh &result) { return !result.placement.partial.empty(); });
      size_t i = partial == results.end() ? 0 : partial - results.begin();
      return op->emitOpError() << "has a result that is annotated as partial sums, "
                               << sdy::getSharding(op->getResult(i))
                               << ", which it does not make of its operands" << operandNotes(op);
    }
    for (auto [operand, placement] : llvm::zip_equal(op->getOpOperands(), chosen->operands))
      request(operand, placement);
    for (auto [result, placement] : llvm::zip_equal(op->getResults(), chosen->results))
      define(result, placement);
    writeShardings(op, combine.value_or(sdy::ReductionKind::SUM));
    return success();
  }

  /// Whether partial sums may pass through the op. A linear op may pass partial sums on, but not
  /// partial maxima or minima. A reduction is linear if it sums up.
  bool passesSums(Operation *op, std::optional<sdy::ReductionKind> combine,
                  ArrayRef<TensorOnMesh> results) const {
    const OpRules &facets = Rules::of(op);
    auto isSum = [](Value v) { return reductionOf(v) == sdy::ReductionKind::SUM; };
    if (!facets.linearIn || (facets.combine && combine != sdy::ReductionKind::SUM) ||
        !llvm::all_of(op->getOperands(), isSum))
      return false;
    // What others need as a whole is summed up before the reduction, which then sends nothing.
    return !facets.combine || !results[0].placement.partial.empty() ||
           llvm::none_of(op->getOperands(), [&](Value v) {
             return isWantedWhole(atoms, v, versions.placement(v).partial, op);
           });
  }

  /// The operands of an op with a sharding rule, where they are now.
  SmallVector<TensorOnMesh> operandsOnMesh(Operation *op) const {
    const OpRules &facets = Rules::of(op);
    SmallVector<TensorOnMesh> out;
    for (OpOperand &operand : op->getOpOperands()) {
      out.push_back(onMesh(operand.get(), versions.placement(operand.get())));
      out.back().isZero = isZeroBits(operand.get());
      out.back().isLinear = facets.linearIn && facets.linearIn(op, operand.getOperandNumber());
    }
    return out;
  }

  /// Writes the placements that the op produces as its sharding. `kind` is how partial results are
  /// combined; without it the op's own sharding decides.
  void writeShardings(Operation *op, std::optional<sdy::ReductionKind> kind = std::nullopt) {
    if (!atoms.mesh() || op->getNumResults() == 0)
      return;
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (Value result : op->getResults()) {
      Placement placement = versions.placement(result);
      sdy::ReductionKind own =
          placement.partial.empty() ? sdy::ReductionKind::SUM : kind.value_or(reductionOf(result));
      shardings.push_back(atoms.sharding(placement, own));
    }
    sdy::setShardings(op, shardings);
  }
};

struct InsertReshards : impl::InsertReshardsBase<InsertReshards> {
  using Base::Base;
  void runOnOperation() override {
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation(), topology);
    FailureOr<PricedOps> priced = readPrices(getOperation(), prices);
    if (failed(atoms) || failed(priced))
      return signalPassFailure();
    if (!atoms->mesh())
      return;
    auto &plans = getAnalysis<ReshardPlans>();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && failed(Inserter(*atoms, *priced, plans).run(func)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace spmd
