// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans along the columns of a row: of the lanes of a step by doubling distances (Hillis,
// Steele: Data parallel algorithms, 1986), of steps one after the other. Their order follows from
// shapes only, and keeps left on the left.
#include "compiler/codegen/loop_emitter.h"

using namespace mlir;

namespace spmd {

static ArrayRef<int64_t> shapeOf(Value v) { return cast<RankedTensorType>(v.getType()).getShape(); }

bool LoopEmitter::scansInPass(const FusionPlan::Reduction &r) const {
  return kernelIndex == 0 && r.kind == FusionPlan::ReductionKind::PrefixScan &&
         (r.passes >> pass & 1);
}

/// Before the columns of a row in this pass: nothing but the initial values.
void LoopEmitter::startPrefixScans() {
  for (const FusionPlan::Reduction &r : plan.reductions) {
    if (!scansInPass(r))
      continue;
    auto &slots = row->carried[r.op];
    unsigned count = r.op->getNumResults();
    for (unsigned k = 0; k < count; ++k) {
      if (slots.size() == k)
        slots.push_back(local(totalType(r.op, k)));
      b.CreateStore(pull(r.op->getOperand(count + k), {}), slots[k]);
    }
  }
}

void LoopEmitter::continuePrefixScan(AffineExpr number) {
  for (const FusionPlan::Reduction &r : plan.reductions)
    if (scansInPass(r))
      pull(r.op->getResult(0), algebra.delinear(number, shapeOf(r.op->getResult(0))));
}

llvm::Value *LoopEmitter::continuePrefixScan(Operation *op, Value value,
                                             ArrayRef<AffineExpr> index) {
  Index here = algebra.delinear(elementNumber(), shapeOf(value));
  if (ArrayRef(here) != index)
    return pull(value, here); // the same element, and carried on already
  int lane = laneVariable(elementNumber());
  unsigned lanes = lane < 0 ? 1 : variables[lane].lanes;
  SmallVector<llvm::Value *> elements, before;
  for (auto [k, slot] : llvm::enumerate(row->carried[op])) {
    elements.push_back(splatTo(b, pull(op->getOperand(k), index), lanes));
    before.push_back(splatTo(b, b.CreateLoad(slot->getAllocatedType(), slot), lanes));
  }
  SmallVector<llvm::Value *> made =
      combine(op, before, scanOverLanes(op, std::move(elements), lanes));
  for (auto [k, slot] : llvm::enumerate(row->carried[op])) {
    made[k] = splatTo(b, made[k], lanes);
    b.CreateStore(lanes == 1 ? made[k] : someLanes(made[k], lanes - 1, 1), slot);
  }
  made = roundTotals(op, std::move(made));
  for (auto [result, x] : llvm::zip_equal(op->getResults(), made))
    remember(current, result, index, x);
  return made[cast<OpResult>(value).getResultNumber()];
}

/// Lane l becomes what lanes 0 .. l come to.
SmallVector<llvm::Value *> LoopEmitter::scanOverLanes(Operation *op, SmallVector<llvm::Value *> x,
                                                      unsigned lanes) {
  for (unsigned distance = 1; distance < lanes; distance *= 2) {
    SmallVector<int> from(lanes);
    SmallVector<llvm::Constant *> moves(lanes);
    for (unsigned l = 0; l < lanes; ++l) {
      from[l] = l < distance ? l : l - distance;
      moves[l] = b.getInt1(l >= distance);
    }
    SmallVector<llvm::Value *> left = llvm::map_to_vector(
        x, [&](llvm::Value *v) -> llvm::Value * { return b.CreateShuffleVector(v, from); });
    SmallVector<llvm::Value *> both = combine(op, left, x);
    for (auto [v, sum] : llvm::zip_equal(x, both))
      v = b.CreateSelect(llvm::ConstantVector::get(moves), splatTo(b, sum, lanes), v);
  }
  return x;
}

} // namespace spmd
