// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides for every op how it is split, and writes a sdy.reshard wherever a value is not placed as
// its user needs it. Afterwards each op's sharding says what the op itself makes (partial sums as
// `unreduced` axes), no longer what was wanted of it. One walk in program order: a value's versions
// (itself and its reshards) are kept as a family, and whoever needs it next takes the cheapest one.
#include "compiler/ops/rule.h"
#include "compiler/partition/check_divides.h"
#include "compiler/partition/choose_placement.h"
#include "compiler/partition/manual_border.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/partition/place_residual_buffers.h"
#include "compiler/partition/value_versions.h"
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
  explicit Inserter(const AtomTable &atoms) : atoms(atoms), versions(atoms) {}

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
  ValueVersions versions;
  bool hasUnreachable = false; // has been reported
  Atoms manual;                // axes of the computations around what is visited

  Placement dividing(sdy::TensorShardingAttr sharding, Type type) const {
    return spmd::dividing(atoms, sharding, type);
  }
  Placement wanted(Value value) const { return dividing(sdy::getSharding(value), value.getType()); }
  Placement whole(Value value) const { return dividing({}, value.getType()); }

  void define(Value value, const Placement &placement) { versions.define(value, placement); }

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
    if (isa<sdy::ShardingConstraintOp, sdy::DataFlowEdgeOp, sdy::ShardingGroupOp,
            sdy::PropagationBarrierOp>(op))
      return op->emitError("is still there; reshards are inserted after propagation");
    requestWhole(op);
    // Constants and iotas are made as wanted.
    bool free = op->getNumOperands() == 0 && Rules::of(op).localize;
    for (Value result : op->getResults()) {
      Placement placement = free ? wanted(result) : whole(result);
      placement.partial.clear(); // each device makes values, not summands
      define(result, placement);
    }
    writeShardings(op);
    return success();
  }

  /// A collective of the program leaves the value as it is, as a reshard does: it says which
  /// placement comes next. How the value gets there from where it is now, which may be another
  /// place than the program says, is planned for all alike. Only what makes a value partial stays:
  /// no plan does that.
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
    return arg && arg.getOwner() == source.getOwner()->getBlock() &&
           arg.getArgNumber() == source.getOperandNumber() &&
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
      operands.push_back(onMesh(operand, versions.placement(operand)));
    for (Value result : op->getResults())
      results.push_back(onMesh(result, wanted(result)));
    bool isSum = llvm::all_of(op->getOperands(),
                              [](Value v) { return reductionOf(v) == sdy::ReductionKind::SUM; });
    std::optional<OpPlacement> chosen =
        choosePlacement({rule, operands, results, atoms.sizes(), manual, combine.has_value(),
                         facets.linear && isSum},
                        [&](unsigned i, const Placement &placement) {
                          return versions.cost(op->getOperand(i), placement, manual);
                        });
    if (!chosen) {
      const auto *partial = llvm::find_if(
          results, [](const TensorOnMesh &result) { return !result.placement.partial.empty(); });
      size_t i = partial == results.end() ? 0 : partial - results.begin();
      return op->emitOpError() << "has a result that is annotated as partial sums, "
                               << sdy::getSharding(op->getResult(i))
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

  /// What the op makes becomes its sharding; `kind` is how its partial results are combined, if its
  /// sharding does not say so already.
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
  void runOnOperation() override {
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation());
    if (failed(atoms))
      return signalPassFailure();
    if (!atoms->mesh())
      return;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal()) {
        placeResidualBuffers(func, *atoms);
        if (failed(Inserter(*atoms).run(func)))
          return signalPassFailure();
      }
  }
};

} // namespace
} // namespace spmd
