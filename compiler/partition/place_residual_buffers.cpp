// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the residual buffers that loops carry, computes the placement of the value that each trip
// writes, and passes that placement on to the readers.
#include "compiler/partition/place_residual_buffers.h"
#include "compiler/ops/rule.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/factor_atoms.h"
#include "compiler/placement/reshard_planner.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// An op that moves the elements of one operand, or computes with them one by one, and the number
/// of that operand.
struct Mover {
  ShardingRule rule;
  unsigned operand;
};

/// Describes the op if exactly one of its operands has a rank. Ops that combine elements
/// (reductions, sorts) have regions or reduction factors and are no movers. A slice has reduction
/// factors, too, but an index map: the sum is that of what each device holds.
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
  auto isReduced = [](const Factor &f) { return f.kind == FactorKind::Reduction && f.size > 1; };
  if (!rule || (!Rules::of(op).index && llvm::any_of(rule->factors, isReduced)))
    return std::nullopt;
  return Mover{std::move(*rule), *moved};
}

/// Whether the value depends on scalars only, so that it can be produced in any placement.
bool isUniform(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [](Value v) { return sdy::getTensorRank(v) == 0; });
}

/// Places the residual buffers of one function.
class ResidualBufferPlacer {
public:
  explicit ResidualBufferPlacer(const AtomTable &atoms) : atoms(atoms) {}

  /// Visits the values that a loop carries. Loops inside of manual computations stay as they are:
  /// types there are local.
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

  /// The op that writes one trip's slice, if `owner` is a residual buffer that the loop carries;
  /// null otherwise. The buffer must start from a uniform value and have no other source than this
  /// write.
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

  /// Gives one buffer the placement of the value that its trips write, unless a device would then
  /// hold more bytes.
  void visitBuffer(Value owner, stablehlo::DynamicUpdateSliceOp write) {
    auto rule = shardingRuleOf(write, {.local = true});
    if (!rule)
      return;
    // The chain of movers from the update back to the op that produces its elements.
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
    // The placement of that op's result, carried forward through the chain into the buffer.
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

  /// Places the buffer and everything that only moves its elements.
  void settleOwner(Value owner, const Placement &placement) {
    place(owner, placement);
    settleUsers(owner, placement);
    for (Value target : sdy::getNonOwnerTargets(owner))
      settleUsers(target, placement);
  }

  /// Ops that only move elements of `value` follow its placement, and so do loops that carry it
  /// without changing it.
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

  /// Whether some source of the carried value is the loop's own argument, so that the loop only
  /// reads it.
  static bool isUnchanging(Value owner) {
    return llvm::any_of(sdy::getDataFlowSourceOperands(owner),
                        [&](OpOperand *source) { return sdy::passesOwnArgument(*source, owner); });
  }
};

} // namespace

void placeResidualBuffers(func::FuncOp func, const AtomTable &atoms) {
  ResidualBufferPlacer placer(atoms);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { placer.visit(op); });
}

} // namespace spmd
