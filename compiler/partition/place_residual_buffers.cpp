// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/partition/place_residual_buffers.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/choose_placement.h"
#include "compiler/placement/reshard_planner.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// The operand whose elements an op moves, or computes with one by one: its only one with a rank.
/// Ops that add up or compare elements have regions or reduction factors, and move nothing.
struct Mover {
  ShardingRule rule;
  unsigned operand;
};

std::optional<Mover> moverOf(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() || sdy::getTensorRank(op->getResult(0)) == 0)
    return std::nullopt;
  std::optional<unsigned> moved;
  for (OpOperand &operand : op->getOpOperands())
    if (sdy::getTensorRank(operand.get()) > 0) {
      if (moved)
        return std::nullopt;
      moved = operand.getOperandNumber();
    }
  auto rule = moved ? shardingRuleOf(op, {.local = true}) : std::nullopt;
  if (!rule || llvm::any_of(rule->factors, [](const Factor &f) {
        return f.kind == FactorKind::Reduction && f.size > 1;
      }))
    return std::nullopt;
  return Mover{std::move(*rule), *moved};
}

/// Made of nothing but scalars: as good in any placement.
bool isUniform(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [](Value v) { return sdy::getTensorRank(v) == 0; });
}

class ResidualBufferPlacer {
public:
  explicit ResidualBufferPlacer(const AtomTable &atoms) : atoms(atoms) {}

  void visit(Operation *op) {
    if (!sdy::isDataFlowOp(op) || op->getParentOfType<sdy::ManualComputationOp>())
      return;
    for (Value owner : sdy::getDataFlowEdgeOwners(op))
      if (auto write = bufferWrite(op, owner))
        visitBuffer(owner, write);
  }

private:
  const AtomTable &atoms;

  Placement placementOf(Value value) const {
    return atoms.placement(sdy::getSharding(value), sdy::getTensorRank(value));
  }
  void place(Value value, const Placement &placement) {
    sdy::setSharding(value, atoms.sharding(placement, sdy::ReductionKind::SUM));
  }
  Placement carry(const ShardingRule &rule, const TensorFactors &from, const Placement &placement,
                  const TensorFactors &to) const {
    return carryOver(rule, atoms.sizes(), from, placement, to);
  }

  /// The op that writes a trip's slice, where `owner` is a loop's carried residual buffer.
  static stablehlo::DynamicUpdateSliceOp bufferWrite(Operation *loop, Value owner) {
    stablehlo::DynamicUpdateSliceOp write;
    for (OpOperand *source : sdy::getDataFlowSourceOperands(owner)) {
      if (source->getOwner() == loop) {
        if (!isUniform(source->get()))
          return {};
        continue;
      }
      if (write)
        return {};
      write = source->get().getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
      if (!write || !llvm::is_contained(sdy::getNonOwnerTargets(owner), write.getOperand()))
        return {};
    }
    return write;
  }

  void visitBuffer(Value owner, stablehlo::DynamicUpdateSliceOp write) {
    auto rule = shardingRuleOf(write, {.local = true});
    if (!rule)
      return;
    // From the update back to where its elements are made.
    SmallVector<std::pair<Operation *, Mover>> chain;
    Value origin = write.getUpdate();
    for (Operation *op = origin.getDefiningOp(); op && op->getBlock() == write->getBlock();
         op = origin.getDefiningOp()) {
      auto mover = moverOf(op);
      if (!mover)
        break;
      origin = op->getOperand(mover->operand);
      chain.emplace_back(op, std::move(*mover));
    }
    SmallVector<Placement> moved = {placementOf(origin)};
    for (auto &[op, mover] : llvm::reverse(chain))
      moved.push_back(carry(mover.rule, mover.rule.operands[mover.operand], moved.back(),
                            mover.rule.results[0]));
    Placement buffer = carry(*rule, rule->operands[1], moved.back(), rule->operands[0]),
              before = placementOf(owner);
    auto type = cast<RankedTensorType>(owner.getType());
    auto bytes = [&](const Placement &p) {
      return localBytes(type.getShape(), bufferElementBytes(type), atoms.sizes(), p);
    };
    if (buffer == before || !bytes(buffer) || !bytes(before) || *bytes(buffer) > *bytes(before))
      return;
    for (auto [link, placement] :
         llvm::zip_equal(llvm::reverse(chain), ArrayRef(moved).drop_front()))
      place(link.first->getResult(0), placement);
    place(write.getResult(), buffer);
    settleOwner(owner, buffer);
  }

  void settleOwner(Value owner, const Placement &placement) {
    place(owner, placement);
    settleUsers(owner, placement);
    for (Value target : sdy::getNonOwnerTargets(owner))
      settleUsers(target, placement);
  }

  /// What only moves elements of `value` follows it, and so do loops that read it and never change
  /// it.
  void settleUsers(Value value, const Placement &placement) {
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (Value owner = sdy::getDataFlowOwnerOfSource(use)) {
        if (owner.getDefiningOp() == user && isUnchanging(owner))
          settleOwner(owner, placement);
        continue;
      }
      auto mover = moverOf(user);
      if (!mover)
        continue;
      Placement moved = carry(mover->rule, mover->rule.operands[mover->operand], placement,
                              mover->rule.results[0]);
      if (moved == placementOf(user->getResult(0)))
        continue;
      place(user->getResult(0), moved);
      settleUsers(user->getResult(0), moved);
    }
  }

  static bool isUnchanging(Value owner) {
    SmallVector<Value> targets = sdy::getNonOwnerTargets(owner);
    return llvm::any_of(sdy::getDataFlowSourceOperands(owner), [&](OpOperand *source) {
      auto arg = dyn_cast<BlockArgument>(source->get());
      return arg && arg.getOwner() == source->getOwner()->getBlock() &&
             arg.getArgNumber() == source->getOperandNumber() &&
             llvm::is_contained(targets, source->get());
    });
  }
};

} // namespace

void placeResidualBuffers(func::FuncOp func, const AtomTable &atoms) {
  ResidualBufferPlacer placer(atoms);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { placer.visit(op); });
}

} // namespace spmd
