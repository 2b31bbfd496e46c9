// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for every op how it is split, and writes a sdy.reshard wherever a value is not placed as its user needs it.
// Afterwards each op's sharding says what the op itself makes (partial sums as `unreduced` axes), no longer what was
// wanted of it. One walk in program order: a value's versions (itself and its reshards) are kept as a family, and whoever
// needs it next takes the cheapest one.
#include "compiler/ops/rule.h"
#include "compiler/partition/check_divides.h"
#include "compiler/partition/choose_placement.h"
#include "compiler/partition/manual_border.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/partition/place_stacks.h"
#include "compiler/partition/reshard_planner.h"
#include "compiler/passes.h"

namespace spmd {
#define GEN_PASS_DEF_INSERTRESHARDS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

class Inserter {
public:
  explicit Inserter(const AtomTable &atoms) : atoms(atoms), planner(atoms.sizes()) {}

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
  struct Version {
    Value value;
    Placement placement;
  };
  using Family = SmallVector<Version, 2>;

  const AtomTable &atoms;
  ReshardPlanner planner;
  std::vector<Family> families;
  DenseMap<Value, unsigned> familyOf;
  DenseMap<Value, Placement> placementOf;
  bool hasUnreachable = false; // has been reported
  Atoms manual;                // axes of the computations around what is visited

  //===-- placements of values -------------------------------------------------------------------------------------===//

  Placement dividing(sdy::TensorShardingAttr sharding, Type type) const { return spmd::dividing(atoms, sharding, type); }
  Placement wanted(Value value) const { return dividing(sdy::getSharding(value), value.getType()); }
  Placement whole(Value value) const { return dividing({}, value.getType()); }

  void define(Value value, const Placement &placement) {
    familyOf[value] = families.size();
    families.push_back({{value, placement}});
    placementOf[value] = placement;
  }
  /// `value` is one more name of `other`.
  void alias(Value value, Value other, const Placement &placement) {
    unsigned family = familyOf.lookup(other);
    familyOf[value] = family;
    placementOf[value] = placement;
  }

  static sdy::ReductionKind reductionOf(sdy::TensorShardingAttr sharding) {
    return sharding ? sharding.getReductionKind() : sdy::ReductionKind::SUM;
  }
  static sdy::ReductionKind reductionOf(Value v) { return reductionOf(sdy::getSharding(v)); }

  //===-- asking for a version --------------------------------------------------------------------------------------===//

  /// Ops that may simply be made again in another placement: constants, iotas, broadcasts of scalars.
  bool isRemade(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) && sdy::getTensorRank(value) > 0 &&
           llvm::all_of(op->getOperands(), [](Value v) { return sdy::getTensorRank(v) == 0; }) &&
           (op->getNumOperands() == 0 ? Rules::of(op).localize != nullptr : shardingRuleOf(op, {.local = true}).has_value());
  }

  std::optional<double> cost(Value value, const Placement &placement) {
    if (!isa<RankedTensorType>(value.getType()))
      return 0;
    if (isRemade(value) && placement.partial.empty())
      return 0;
    std::optional<double> best;
    for (const Version &version : families[familyOf.lookup(value)])
      if (const ReshardPlan *plan = planner.plan(value.getType(), version.placement, placement, manual))
        if (!best || plan->wireBytes < *best)
          best = plan->wireBytes;
    return best;
  }

  /// The version that is cheapest to place like this; null where none can be. Partial sums are no
  /// partial maxima: `kind` is how the user of partial values combines them.
  Version *cheapest(Value value, const Placement &placement, sdy::ReductionKind kind) {
    if (!placement.partial.empty() && kind != reductionOf(value))
      return nullptr;
    Version *source = nullptr;
    double best = 0;
    for (Version &version : families[familyOf.lookup(value)]) {
      if (version.placement == placement)
        return &version;
      if (const ReshardPlan *plan = planner.plan(value.getType(), version.placement, placement, manual))
        if (!source || plan->wireBytes < best) {
          source = &version;
          best = plan->wireBytes;
        }
    }
    return source;
  }

  /// The version of `value` that is placed like this, made if there is none: right before `user`,
  /// or before the region op around it where the value comes from outside (so never once per
  /// iteration).
  Value request(Value value, const Placement &placement, Operation *user,
                sdy::ReductionKind kind = sdy::ReductionKind::SUM) {
    if (!isa<RankedTensorType>(value.getType()))
      return value;
    unsigned family = familyOf.lookup(value);
    Version *source = cheapest(value, placement, kind);
    if (!source) { // only users ask for such a thing: for partial sums of what is whole
      hasUnreachable = true;
      auto diag = user->emitError()
                  << "takes a value placed as " << atoms.sharding(placement, kind)
                  << ", which nothing turns it into from "
                  << atoms.sharding(placementOf.lookup(value), reductionOf(value));
      diag.attachNote(value.getLoc()) << "the value is made here";
      return value;
    }
    if (source->placement == placement)
      return source->value;
    Operation *before = user;
    while (before->getBlock() != source->value.getParentBlock())
      before = before->getParentOp();
    OpBuilder builder(before);
    sdy::TensorShardingAttr sharding = atoms.sharding(placement, reductionOf(source->value));
    Value made;
    if (isRemade(value) && placement.partial.empty()) {
      Operation *again = builder.clone(*value.getDefiningOp());
      sdy::setShardings(again, {sharding});
      made = again->getResult(0);
    } else {
      made = sdy::ReshardOp::create(builder, user->getLoc(), value.getType(), source->value, sharding);
    }
    familyOf[made] = family;
    placementOf[made] = placement;
    families[family].push_back({made, placement});
    return made;
  }

  void request(OpOperand &operand, const Placement &placement,
               sdy::ReductionKind kind = sdy::ReductionKind::SUM) {
    operand.set(request(operand.get(), placement, operand.getOwner(), kind));
  }
  void requestWhole(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      request(operand, whole(operand.get()));
  }

  //===-- the walk ------------------------------------------------------------------------------------------------===//

  LogicalResult visit(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visit(&op)))
        return failure();
    return success();
  }

  LogicalResult visit(Operation *op) {
    if (isa<sdy::ReshardOp>(op) || sdy::isCollective(op))
      return visitMove(op);
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      return visitManual(manual);
    if (sdy::isDataFlowOp(op))
      return visitDataFlow(op);
    if (op->hasTrait<OpTrait::IsTerminator>())
      return visitTerminator(op);
    if (auto rule = shardingRuleOf(op, {.local = true}))
      return visitWithRule(op, *rule);
    if (isa<sdy::ShardingConstraintOp, sdy::DataFlowEdgeOp, sdy::ShardingGroupOp, sdy::PropagationBarrierOp>(op))
      return op->emitError("is still there; reshards are inserted after propagation");
    requestWhole(op);
    bool free = op->getNumOperands() == 0 && Rules::of(op).localize; // constants and iotas are made as wanted
    for (Value result : op->getResults()) {
      Placement placement = free ? wanted(result) : whole(result);
      placement.partial.clear(); // each device makes values, not summands
      define(result, placement);
    }
    writeShardings(op);
    return success();
  }

  /// A collective of the program leaves the value as it is, as a reshard does: it says which placement comes next. How the value
  /// gets there from where it is now, which may be another place than the program says, is planned for all alike. Only what
  /// makes a value partial stays: no plan does that.
  LogicalResult visitMove(Operation *op) {
    Value input = op->getOperand(0), result = op->getResult(0);
    sdy::TensorShardingAttr sharding = sdy::getSharding(result);
    if (failed(checkDivides(atoms, op, result.getType(), sharding, "result", 0)))
      return failure();
    Placement after = atoms.placement(sharding, sdy::getTensorRank(result));
    std::optional<Placement> before = beforePartial(op, after);
    if (!before) {
      result.replaceAllUsesWith(request(input, after, op, reductionOf(sharding)));
      op->erase();
      return success();
    }
    request(op->getOpOperand(0), *before);
    define(result, after);
    return success();
  }

  /// What an op that makes a value partial needs its operand to be; nothing for other ops.
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

  LogicalResult visitTerminator(Operation *op) {
    auto main = dyn_cast<func::FuncOp>(op->getParentOp());
    for (auto [i, operand] : llvm::enumerate(op->getOpOperands())) {
      if (main)
        request(operand, dividing(sdy::getFuncResultSharding(main, i), operand.get().getType()));
      else if (auto manual = dyn_cast<sdy::ManualComputationOp>(op->getParentOp())) {
        Placement out = dividing(manual.getOutSharding(i), manual.getResult(i).getType());
        request(operand, insideManual(atoms, op, out), reductionOf(manual.getOutSharding(i)));
      } else if (Value owner = sdy::getDataFlowOwnerOfSource(operand)) {
        if (!passesOwnArgument(operand, owner))
          request(operand, wanted(owner), reductionOf(owner));
      } else
        request(operand, whole(operand.get()));
    }
    return success();
  }

  /// A loop's body that returns its own argument: the carried value never changes.
  static bool passesOwnArgument(OpOperand &source, Value owner) {
    auto arg = dyn_cast<BlockArgument>(source.get());
    return arg && arg.getOwner() == source.getOwner()->getBlock() && arg.getArgNumber() == source.getOperandNumber() &&
           llvm::is_contained(sdy::getNonOwnerTargets(owner), source.get());
  }

  LogicalResult visitDataFlow(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (!sdy::getDataFlowOwnerOfSource(operand))
        request(operand, whole(operand.get()));
    SmallVector<Value> owners = sdy::getDataFlowEdgeOwners(op);
    SmallVector<Placement> placements;
    SmallVector<Value> unchanging; // per owner: what it is another name of
    for (Value owner : owners) {
      // Partial where every value that may become it has to be.
      Placement placement = placements.emplace_back(wanted(owner));
      Value init;
      bool passed = false;
      for (OpOperand *source : sdy::getDataFlowSourceOperands(owner)) {
        if (source->getOwner() == op) {
          request(*source, placement, reductionOf(owner));
          init = source->get();
        } else {
          passed |= passesOwnArgument(*source, owner);
        }
      }
      unchanging.push_back(passed ? init : Value());
      for (Value target : sdy::getNonOwnerTargets(owner))
        if (unchanging.back())
          alias(target, unchanging.back(), placement);
        else
          define(target, placement);
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(visit(block)))
          return failure();
    for (auto [owner, placement, same] : llvm::zip_equal(owners, placements, unchanging))
      if (same)
        alias(owner, same, placement);
      else
        define(owner, placement);
    writeShardings(op);
    return success();
  }

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

  LogicalResult visitWithRule(Operation *op, const ShardingRule &rule) {
    const OpRules &facets = Rules::of(op);
    std::optional<sdy::ReductionKind> combine;
    if (facets.combine)
      combine = facets.combine(op);
    SmallVector<TensorOnMesh> operands, results;
    for (Value operand : op->getOperands())
      operands.push_back(onMesh(operand, placementOf.lookup(operand)));
    for (Value result : op->getResults())
      results.push_back(onMesh(result, wanted(result)));
    bool isSum = llvm::all_of(op->getOperands(), [](Value v) { return reductionOf(v) == sdy::ReductionKind::SUM; });
    std::optional<OpPlacement> chosen = choosePlacement(
        {rule, operands, results, atoms.sizes(), manual, combine.has_value(), facets.linear && isSum},
        [&](unsigned i, const Placement &placement) { return cost(op->getOperand(i), placement); });
    if (!chosen) {
      const auto *partial = llvm::find_if(results, [](const TensorOnMesh &result) { return !result.placement.partial.empty(); });
      size_t i = partial == results.end() ? 0 : partial - results.begin();
      return op->emitOpError() << "has a result that is annotated as partial sums, " << sdy::getSharding(op->getResult(i))
                               << ", which it does not make of its operands";
    }
    for (auto [operand, placement] : llvm::zip_equal(op->getOpOperands(), chosen->operands))
      request(operand, placement);
    for (auto [result, placement] : llvm::zip_equal(op->getResults(), chosen->results))
      define(result, placement);
    writeShardings(op, combine.value_or(sdy::ReductionKind::SUM));
    return success();
  }

  static TensorOnMesh onMesh(Value value, Placement placement) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    TensorOnMesh out;
    out.placement = std::move(placement);
    if (type) {
      out.shape.assign(type.getShape().begin(), type.getShape().end());
      out.elementBytes = bufferElementBytes(type);
    }
    return out;
  }

  /// What the op makes becomes its sharding; `kind`: how its partial results are combined, if known.
  void writeShardings(Operation *op, std::optional<sdy::ReductionKind> kind = std::nullopt) {
    if (!atoms.mesh() || op->getNumResults() == 0)
      return;
    SmallVector<sdy::TensorShardingAttr> shardings;
    for (Value result : op->getResults()) {
      Placement placement = placementOf.lookup(result);
      sdy::ReductionKind own =
          placement.partial.empty() ? sdy::ReductionKind::SUM : kind.value_or(reductionOf(result));
      shardings.push_back(atoms.sharding(placement, own));
    }
    sdy::setShardings(op, shardings);
  }
};

struct InsertReshards : impl::InsertReshardsBase<InsertReshards> {
  void runOnOperation() override {
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation());
    if (failed(atoms))
      return signalPassFailure();
    if (!atoms->mesh())
      return;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal()) {
        placeStacks(func, *atoms);
        if (failed(Inserter(*atoms).run(func)))
          return signalPassFailure();
      }
  }
};

} // namespace
} // namespace spmd
